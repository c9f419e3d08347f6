package flags

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// someFlags returns a set of flags of each type that a configuration file may set.
func someFlags() *pflag.FlagSet {
	set := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	set.String("addr", "127.0.0.1:8080", "")
	set.Int("rate", 100, "")
	set.Bool("verbose", false, "")
	set.Duration("max-think", 20*time.Second, "")
	set.StringSlice("acme", nil, "")
	set.Var(NewChoice("text", "text", "json"), "log", "")
	set.String("cluster", "", "")
	set.String("config", "", "")
	return set
}

// settingsOf returns all settings as lines.
func settingsOf(set *pflag.FlagSet) (lines []string) {
	for _, name := range Settings(set) {
		lines = append(lines, Setting(set.Lookup(name), name == "cluster"))
	}
	return lines
}

// TestPrecedence checks that flags override variables, and variables the file, and that the settings show their
// sources. The printed settings, except for secrets, are a file with the same settings.
func TestPrecedence(t *testing.T) {
	const file = `
# A comment.
addr = "127.0.0.1:1"
rate = 7 # another one
verbose=true
acme = "a.example.org,b.example.org"
log = "json"
cluster = "kaeshi://host:1/#secret"  # a third one
`
	set := someFlags()
	variables := map[string]string{"KAESHI_ADDR": "127.0.0.1:2", "KAESHI_RATE": "8"}
	err := set.Parse([]string{"--addr=127.0.0.1:3"})
	if err == nil {
		err = ReadEnvironment(set, func(name string) string { return variables[name] })
	}
	if err == nil {
		err = ReadConfig(set, "serve.conf", file, Settings(set))
	}
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`acme = "a.example.org,b.example.org"  # serve.conf, line 6`,
		`addr = "127.0.0.1:3"  # --addr`,
		`# cluster = (secret)  # serve.conf, line 8`,
		`log = "json"  # serve.conf, line 7`,
		`# max-think = 20s  # default`,
		`rate = 8  # KAESHI_RATE`,
		`verbose = true  # serve.conf, line 5`,
	}
	got := settingsOf(set)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	again := someFlags()
	if err := ReadConfig(again, "printed", strings.Join(got, "\n"), Settings(set)); err != nil {
		t.Fatal(err)
	}
	set.VisitAll(func(f *pflag.Flag) {
		if value := again.Lookup(f.Name).Value.String(); value != f.Value.String() && f.Name != "cluster" {
			t.Errorf("%s = %s after reading the printed settings, want %s", f.Name, value, f.Value)
		}
	})
}

func TestConfigFaults(t *testing.T) {
	for text, want := range map[string]string{
		"addr":                         `line 1: "addr" is not of the form NAME = VALUE`,
		"= 5":                          `line 1: "= 5" is not of the form NAME = VALUE`,
		"\r\n\r\nadr = x":              `line 3: "adr" is not a setting (want one of acme, addr, cluster, log, `,
		"config = x":                   `line 1: "config" is not a setting`,
		"rate = 1\n#\nrate = 2":        "line 3: rate is already set in line 1",
		"port = 1\nport = 2":           "line 2: port is already set in line 1",
		"rate = fast":                  "line 1: rate = fast: expected a whole number",
		"rate =":                       "line 1: rate = : expected a whole number",
		"max-think = 5":                "line 1: max-think = 5: expected a duration such as 30s or 1m30s",
		"log = xml":                    "line 1: log = xml: expected text or json",
		`addr = "x`:                    "line 1: addr: the value lacks its closing quotation mark",
		`addr = "x" y`:                 `line 1: addr: "y" follows the value (want a comment or nothing)`,
		"addr = \xff":                  "not a configuration file: want text of at most",
		strings.Repeat("#\n", 1+1<<15): "not a configuration file: want text of at most",
	} {
		set := someFlags()
		err := ReadConfig(set, "serve.conf", text, append(Settings(set), "port"))
		if err == nil || !strings.HasPrefix(err.Error(), "serve.conf: "+want) {
			t.Errorf("%.40q: error %v, want one with %q", text, err, want)
		}
	}
	set := someFlags()
	const text = "\ufeffaddr = a \"b\"\r\n\tport = 3"
	if err := ReadConfig(set, "serve.conf", text, append(Settings(set), "port")); err != nil {
		t.Fatal(err)
	}
	if got := set.Lookup("addr").Value.String(); got != `a "b"` {
		t.Errorf("addr = %s, want a value with quotation marks", got)
	}
}

// FuzzConfig checks that a value that is printed as a setting is read back unchanged.
func FuzzConfig(f *testing.F) {
	f.Add("127.0.0.1:8080")
	f.Add("a # b \"c\" \n = \\")
	f.Fuzz(func(t *testing.T, value string) {
		set, again := someFlags(), someFlags()
		if err := set.Set("addr", value); err != nil {
			t.Fatal(err)
		}
		line := Setting(set.Lookup("addr"), false)
		if err := ReadConfig(again, "printed", line, Settings(set)); err != nil {
			t.Skip("too long")
		}
		if got := again.Lookup("addr").Value.String(); got != value && len(value) < LongestConfig/8 {
			t.Errorf("%q is read back as %q", value, got)
		}
	})
}
