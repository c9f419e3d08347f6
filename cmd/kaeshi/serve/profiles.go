package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strconv"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/web/edge"
)

// profilesPath is the path below which package pprof expects its handlers.
const profilesPath = "/debug/pprof/"

// profiles is the server of run-time profiles, for go tool pprof on this machine.
type profiles struct{ address string }

// check returns an error unless the address, if there is one, is a loopback address. A token does not change this,
// because profiles contain the command line and take processor time.
func (p profiles) check() error {
	if p.address == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(p.address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return terminal.Usage("--pprof %s: expected HOST:PORT, such as 127.0.0.1:6060", p.address)
	}
	if ip, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !ip.IsLoopback()) {
		return terminal.Usage("--pprof %s: want a loopback address such as 127.0.0.1:6060; only this machine may "+
			"read profiles", p.address)
	}
	return nil
}

// listen adds the server of profiles to a list if there is an address. It logs the address.
func (p profiles) listen(ctx context.Context, env *verb.Env, beside []sideServer) ([]sideServer, error) {
	if p.address == "" {
		return beside, nil
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", p.address)
	if err != nil {
		return beside, fmt.Errorf("--pprof %s: cannot listen: %w", p.address, err)
	}
	env.Log("profiles are at http://%s%s", l.Addr(), profilesPath)
	return append(beside, sideServer{l, edge.Local(profilesHandler())}), nil
}

// profilesHandler returns the handlers that package pprof also registers with the default mux of net/http.
func profilesHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+profilesPath, pprof.Index)
	mux.HandleFunc("GET "+profilesPath+"cmdline", pprof.Cmdline)
	mux.HandleFunc("GET "+profilesPath+"profile", pprof.Profile)
	mux.HandleFunc("GET "+profilesPath+"symbol", pprof.Symbol)
	mux.HandleFunc("POST "+profilesPath+"symbol", pprof.Symbol)
	mux.HandleFunc("GET "+profilesPath+"trace", pprof.Trace)
	return mux
}
