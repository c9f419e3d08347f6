// Package serve implements the commands serve, which runs the web server, and healthcheck, which checks that one
// responds.
package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/web/edge"
	"github.com/kaeshi/kaeshi/web/server"
	"github.com/kaeshi/kaeshi/web/work"
)

// serveFlags holds the flags of serve.
type serveFlags struct {
	address, database, tokenFile string
	noBrowser, verbose, proxied  bool
	maxThink                     time.Duration
	perClient, rate, connections int
	log                          *flags.Choice
	cluster                      *flags.Cluster
	encryption                   encryption
	profiles                     profiles
	token                        string // the token of clients; empty means that none is required
}

// Command returns the command serve.
func Command(env *verb.Env) *cobra.Command {
	s := serveFlags{log: flags.NewChoice("text", "text", "json")}
	c := env.Command("serve", "serve", verb.Args(0, 0, ""))
	f := c.Flags()
	f.StringVar(&s.address, "addr", FirstAddress, env.Words["serve.addr"])
	f.StringVar(&s.database, "db", "", env.Words["serve.db"])
	f.DurationVar(&s.maxThink, "max-think", 20*time.Second, env.Words["serve.max-think"])
	f.IntVar(&s.perClient, "per-client", 6, env.Words["serve.per-client"])
	f.IntVar(&s.rate, "rate", 100, env.Words["serve.rate"])
	f.IntVar(&s.connections, "connections", 128, env.Words["serve.connections"])
	f.StringVar(&s.tokenFile, "token-file", "", env.Words["serve.token-file"])
	f.BoolVar(&s.proxied, "behind-proxy", false, env.Words["serve.behind-proxy"])
	s.encryption.addFlags(f, env.Words)
	f.StringVar(&s.profiles.address, "pprof", "", env.Words["serve.pprof"])
	f.BoolVar(&s.noBrowser, "no-browser", false, env.Words["serve.no-browser"])
	f.BoolVarP(&s.verbose, "verbose", "v", false, env.Words["serve.verbose"])
	f.Var(s.log, "log", env.Words["serve.log"])
	s.cluster = flags.AddCluster(c, env.Words, "cluster", "serve.cluster")
	flags.Yields(c, "acme", "tls-cert", "tls-key")
	flags.Yields(c, "acme-server", "tls-cert", "tls-key")
	flags.Yields(c, "tls-cert", "acme")
	flags.Yields(c, "tls-key", "acme")
	flags.AtLeast(c, 1, "max-think", "per-client", "rate", "connections")
	f.String("config", "", env.Words["serve.config"])
	shown := f.Bool("print-config", false, env.Words["serve.print-config"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *shown {
			return printConfig(env, f)
		}
		return serve(c.Context(), env, s, f.Changed("addr"))
	}
	return c
}

// serve serves requests until ctx ends. It never returns nil: without a failure the error is that of ctx.
func serve(ctx context.Context, env *verb.Env, s serveFlags, chosen bool) (err error) {
	var machines *cluster.Client
	var identity units.Identity
	if s.cluster.Named() {
		if identity, err = units.Identify(ctx, env.Build.Version); err != nil {
			return err
		}
		if machines, err = s.cluster.Dial(ctx, "kaeshi serve", env.LogText); err != nil {
			return err
		}
		defer machines.Close()
	}
	if err := errors.Join(s.encryption.check(chosen), s.profiles.check()); err != nil {
		return err
	}
	if s.token, err = token(env, s.tokenFile); err != nil {
		return err
	}
	l, err := s.listen(ctx, chosen)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // already closed if the server has run
	log := logger(env, s.verbose, s.log.Value)
	secure, err := s.encryption.open(ctx, env, l, log)
	if err != nil {
		return err
	}
	beside, err := s.profiles.listen(ctx, env, secure.beside)
	if err != nil {
		return err
	}
	games, err := env.OpenStore(ctx, s.database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	cores := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(work.Processors(cores))
	site, err := server.New(server.Options{
		Players: players.Offered().New, Store: games, MaxThink: s.maxThink, Thinking: cores, PerClient: s.perClient,
		Rate: s.rate, Connections: s.connections,
		Token: s.token, Cluster: machines, Identity: identity, Proxied: s.proxied,
		TLS: secure.config, Strict: len(s.encryption.domains) > 0, Hosts: s.encryption.domains,
		Logger: log,
	})
	if err != nil {
		return err
	}
	address := s.encryption.addressOf(l)
	fmt.Fprintln(env.Out, address)
	if !s.noBrowser && hasScreen(env) {
		openBrowser(ctx, env, address)
	}
	notify(ctx, env, isReady)
	defer context.AfterFunc(ctx, func() { notify(context.WithoutCancel(ctx), env, isStopping) })()
	defer secure.onHangup(log)()
	if err := serveAll(ctx, site, l, beside); err != nil {
		return err
	}
	return ctx.Err()
}

// tokenVariable is the environment variable that holds the token. There is no flag for the token, as all users of a
// machine can read the command lines of its processes.
const tokenVariable = "KAESHI_TOKEN"

// token returns the token that clients must send, or the empty string if none is required. It reads the file, which is
// created with a new token if it is missing, or, without a file, the environment variable.
func token(env *verb.Env, file string) (string, error) {
	place, token := "environment variable "+tokenVariable, env.Getenv(tokenVariable)
	if file != "" {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = newToken(env, file)
		}
		if err != nil {
			return "", fmt.Errorf("--token-file: %w", err)
		}
		place, token = "--token-file "+file, string(text)
	}
	token = strings.TrimSpace(token)
	if len(token) < edge.ShortestToken && (token != "" || file != "") {
		return "", terminal.Usage("%s: token of %d bytes (want at least %d)", place, len(token), edge.ShortestToken)
	}
	return token, nil
}

// newToken writes a new token to a file that only its owner can read.
func newToken(env *verb.Env, file string) ([]byte, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	token := []byte(rand.Text() + "\n")
	f, err := disk.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(token)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(file)) // the next start makes another one
	}
	env.Log("created a new token in %s", file)
	return token, nil
}

const (
	// FirstAddress is the address that kaeshi serve tries first.
	FirstAddress        = "127.0.0.1:8080"
	firstPort, lastPort = 8080, 8099
)

// listen listens on the address. If the user did not choose it, listen tries the next ports up to lastPort, too.
func (s *serveFlags) listen(ctx context.Context, chosen bool) (net.Listener, error) {
	address, err := s.where()
	if err != nil {
		return nil, err
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	for port := firstPort + 1; err != nil && !chosen && port <= lastPort; port++ {
		l, err = config.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	}
	if err != nil {
		return nil, fmt.Errorf(
			"cannot listen on %s: %w; choose another address, such as --addr 127.0.0.1:9000", address, err)
	}
	return l, nil
}

// where returns the address to listen on. Without a token it must be a loopback address.
func (s *serveFlags) where() (string, error) {
	host, port, err := net.SplitHostPort(s.address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	switch {
	case err != nil:
		return "", terminal.Usage("--addr %s: expected HOST:PORT, such as %s", s.address, FirstAddress)
	case host == "localhost" || host == "" && s.token == "" && len(s.encryption.domains) == 0:
		return net.JoinHostPort("127.0.0.1", port), nil // without a lookup of localhost
	case s.token != "":
		return s.address, nil
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return "", terminal.Usage("--addr %s: an address that other machines can reach requires a token; "+
			"set it with --token-file FILE or %s, or use a local address such as %s", s.address, tokenVariable,
			FirstAddress)
	}
	return s.address, nil
}

// addressOf returns the URL of the listener for a browser on this machine, or of the first domain with a certificate by
// ACME.
func (e *encryption) addressOf(l net.Listener) string {
	address := l.Addr().String()
	a, err := netip.ParseAddrPort(address)
	switch {
	case err == nil && len(e.domains) > 0:
		address = strings.TrimSuffix(net.JoinHostPort(e.domains[0], strconv.Itoa(int(a.Port()))), ":443")
	case err == nil && a.Addr().IsUnspecified():
		address = net.JoinHostPort("127.0.0.1", strconv.Itoa(int(a.Port())))
	}
	return e.scheme() + "://" + address
}

// hasScreen reports whether a user would see a browser window, which is not the case over SSH or in CI.
func hasScreen(env *verb.Env) bool {
	if env.Has("CI") || env.Has("SSH_CONNECTION") {
		return false
	}
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || env.Has("DISPLAY") || env.Has("WAYLAND_DISPLAY")
}

// openBrowser opens the page in a browser, which keeps running when the server stops. A failure is only logged.
func openBrowser(ctx context.Context, env *verb.Env, url string) {
	ctx = context.WithoutCancel(ctx)
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", url}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	opener := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // a fixed command and our address
	if err := opener.Start(); err != nil {
		env.Log("cannot open a browser: %v; open %s", err, url)
		return
	}
	go func() { _ = opener.Wait() }() // the result of the opener is not used
}

// logger returns a logger to standard error, in the format "text" or "json". It logs errors and warnings and, if
// verbose, every request.
func logger(env *verb.Env, verbose bool, format string) *slog.Logger {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	o := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(env.Err, o))
	}
	return slog.New(slog.NewTextHandler(env.Err, o))
}
