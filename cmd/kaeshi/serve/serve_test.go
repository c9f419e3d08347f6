package serve

import (
	"net"
	"runtime"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// env returns an environment with only these variables.
func env(variables map[string]string) *verb.Env {
	return &verb.Env{Getenv: func(name string) string { return variables[name] }}
}

func TestHasScreen(t *testing.T) {
	bare := runtime.GOOS == "darwin" || runtime.GOOS == "windows"
	cases := []struct {
		variables map[string]string
		want      bool
	}{
		{nil, bare},
		{map[string]string{"DISPLAY": ":0"}, true},
		{map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, true},
		{map[string]string{"DISPLAY": ":0", "CI": "true"}, false},
		{map[string]string{"DISPLAY": ":0", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, false},
	}
	for _, c := range cases {
		if got := hasScreen(env(c.variables)); got != c.want {
			t.Errorf("%v: hasScreen() = %t, want %t", c.variables, got, c.want)
		}
	}
}

// TestListen checks that a port in use is replaced by the next one, unless the user chose it.
func TestListen(t *testing.T) {
	s := serveFlags{address: FirstAddress, maxThink: 1}
	first, err := s.listen(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := s.listen(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if first.Addr().String() == second.Addr().String() || !strings.HasPrefix(second.Addr().String(), "127.0.0.1:80") {
		t.Errorf("addresses %v and %v, want different ports of the loopback interface", first.Addr(), second.Addr())
	}
	s.address = second.Addr().String()
	if third, err := s.listen(t.Context(), true); err == nil || !strings.Contains(err.Error(), "--addr") {
		t.Errorf("listener %v, error %v; want an error that names --addr", third, err)
	}
}

func TestAddressOf(t *testing.T) {
	files := encryption{certificate: "chain.pem", key: "key.pem"}
	public := encryption{domains: []string{"othello.example.org", "play.example.org"}}
	for _, c := range []struct {
		address    string
		encryption encryption
		want       string
	}{
		{"127.0.0.1:0", encryption{}, "http://127.0.0.1:"},
		{"0.0.0.0:0", encryption{}, "http://127.0.0.1:"},
		{"0.0.0.0:0", files, "https://127.0.0.1:"},
		{"0.0.0.0:0", public, "https://othello.example.org:"},
	} {
		l, err := net.Listen("tcp", c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.encryption.addressOf(l); !strings.HasPrefix(got, c.want) {
			t.Errorf("addressOf(%s) = %s, want %s at the beginning", c.address, got, c.want)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
