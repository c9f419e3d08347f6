package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/web/certs"
	"github.com/kaeshi/kaeshi/web/server"
)

// encryption holds the flags of TLS.
type encryption struct {
	certificate, key string
	domains          []string // for certificates by ACME
	authority        string   // URL of the ACME directory
	plain            string   // address for plain HTTP
}

func (e *encryption) addFlags(f *pflag.FlagSet, words map[string]string) {
	f.StringVar(&e.certificate, "tls-cert", "", words["serve.tls-cert"])
	f.StringVar(&e.key, "tls-key", "", words["serve.tls-key"])
	f.StringSliceVar(&e.domains, "acme", nil, words["serve.acme"])
	f.StringVar(&e.authority, "acme-server", "", words["serve.acme-server"])
	f.StringVar(&e.plain, "http-addr", "", words["serve.http-addr"])
}

func (e *encryption) used() bool { return e.certificate != "" || len(e.domains) > 0 }

// scheme returns the scheme of the addresses of the server.
func (e *encryption) scheme() string {
	if e.used() {
		return "https"
	}
	return "http"
}

// check returns an error for flags that do not fit together. chosen reports whether the user chose the address.
func (e *encryption) check(chosen bool) error {
	switch {
	case (e.certificate == "") != (e.key == ""):
		return terminal.Usage("--tls-cert and --tls-key must be given together")
	case e.certificate != "" && len(e.domains) > 0:
		return terminal.Usage("--tls-cert and --acme exclude each other")
	case e.authority != "" && len(e.domains) == 0:
		return terminal.Usage("--acme-server requires --acme DOMAIN")
	case len(e.domains) > 0 && !chosen:
		return terminal.Usage("--acme requires the public address of the server, such as --addr :443")
	case e.plain != "" && !e.used():
		return terminal.Usage("--http-addr requires --acme DOMAIN, or --tls-cert FILE with --tls-key FILE")
	}
	return nil
}

// secured is the TLS configuration of a server and the server for plain HTTP.
type secured struct {
	config *tls.Config // nil: the server uses plain HTTP
	plain  http.Handler
	beside []sideServer // for plain HTTP; at most one
	reload func()       // reads the certificates again; nil without TLS
}

// sideServer is a server for plain HTTP beside the main one.
type sideServer struct {
	listener net.Listener
	handler  http.Handler
}

// open reads the certificate or prepares ACME, and listens on the address for plain HTTP. The server listens on l.
func (e *encryption) open(ctx context.Context, env *verb.Env, l net.Listener, log *slog.Logger) (secured, error) {
	if !e.used() {
		return secured{}, nil
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return secured{}, err
	}
	s := secured{plain: certs.Redirect(port, e.domains...)}
	if e.certificate != "" {
		files, err := certs.OpenFiles(e.certificate, e.key, log)
		if err != nil {
			return s, fmt.Errorf("--tls-cert: %w", err)
		}
		s.config, s.reload = files.Config(), files.Reload
	} else if err := s.useACME(env, e, log); err != nil {
		return s, err
	}
	if e.plain == "" {
		return s, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", e.plain)
	if err != nil {
		return s, fmt.Errorf("--http-addr %s: cannot listen: %w", e.plain, err)
	}
	s.beside = []sideServer{{listener, s.plain}}
	return s, nil
}

// useACME obtains certificates by ACME. They are kept in the user's data folder.
func (s *secured) useACME(env *verb.Env, e *encryption, log *slog.Logger) error {
	folder, err := env.DataFolder()
	if err != nil {
		return fmt.Errorf("no folder for the certificates: %w", err)
	}
	a, err := certs.NewACME(certs.ACMEOptions{
		Domains: e.domains, Folder: filepath.Join(folder, "kaeshi", "certificates"), Directory: e.authority,
		Logger: log,
	})
	if err != nil {
		return terminal.Usage("--acme: %w", err)
	}
	s.config, s.reload = a.Config(), func() {} // it renews them by itself
	if e.plain != "" {
		s.plain = a.Handler(s.plain) // offers the challenge http-01, too
	}
	return nil
}

// onHangup reads the certificates again at each SIGHUP, until the function that it returns is called. Without TLS the
// signal ends the program, as usual.
func (s *secured) onHangup(log *slog.Logger) (stop func()) {
	if s.reload == nil {
		return func() {}
	}
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	var following sync.WaitGroup
	following.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-signals:
				log.Info("SIGHUP received")
				s.reload()
			}
		}
	})
	return func() {
		signal.Stop(signals)
		close(done)
		following.Wait()
	}
}

// serveAll runs the server on l, and those beside it, until ctx ends or one of them fails.
func serveAll(ctx context.Context, site *server.Server, l net.Listener, beside []sideServer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, len(beside))
	for _, other := range beside {
		go func() {
			ended <- site.ServePlain(ctx, other.listener, other.handler)
			cancel()
		}()
	}
	err := site.Serve(ctx, l)
	cancel()
	for range beside {
		err = errors.Join(err, <-ended)
	}
	return err
}
