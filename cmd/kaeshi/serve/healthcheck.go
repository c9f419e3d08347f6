package serve

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/web/certs"
)

// HealthcheckCommand returns the command healthcheck. It reads the same variables and the same configuration file as
// serve.
func HealthcheckCommand(env *verb.Env) *cobra.Command {
	var s serveFlags
	c := env.Command("healthcheck", "healthcheck", verb.Args(0, 0, ""))
	f := c.Flags()
	f.StringVar(&s.address, "addr", FirstAddress, env.Words["healthcheck.addr"])
	f.StringVar(&s.encryption.certificate, "tls-cert", "", env.Words["healthcheck.tls-cert"])
	f.StringSliceVar(&s.encryption.domains, "acme", nil, env.Words["healthcheck.acme"])
	f.String("config", "", env.Words["serve.config"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		s.address = localised(s.address)
		address, err := s.where() // without a token, it must be an address of this machine
		if err != nil {
			return err
		}
		config, err := s.encryption.client()
		if err != nil {
			return err
		}
		return Answers(c.Context(), s.encryption.scheme()+"://"+address+"/healthz", config)
	}
	return c
}

// localised returns the address at which this machine reaches a server that listens on all its addresses.
func localised(address string) string {
	host, port, err := net.SplitHostPort(address)
	ip, invalid := netip.ParseAddr(host)
	switch {
	case err != nil:
	case host == "" || invalid == nil && ip == netip.IPv4Unspecified():
		return net.JoinHostPort("127.0.0.1", port)
	case invalid == nil && ip == netip.IPv6Unspecified():
		return net.JoinHostPort("::1", port)
	}
	return address
}

// client returns the TLS configuration of a client of the server, or nil for plain HTTP. The client requires a
// certificate that is valid at the time, for the first name in the file or the first domain. It does not check who
// issued it, because the server is on this machine and only its status matters.
func (e *encryption) client() (*tls.Config, error) {
	name := ""
	switch {
	case e.certificate != "" && len(e.domains) > 0:
		return nil, terminal.Usage("--tls-cert and --acme exclude each other")
	case len(e.domains) > 0:
		name = e.domains[0]
	case e.certificate != "":
		var err error
		if name, err = certs.NameIn(e.certificate); err != nil {
			return nil, fmt.Errorf("--tls-cert: %w", err)
		}
	default:
		return nil, nil
	}
	return &tls.Config{
		ServerName: name, MinVersion: tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // VerifyConnection checks what matters on this machine
		VerifyConnection: func(state tls.ConnectionState) error {
			leaf, now := state.PeerCertificates[0], time.Now()
			if now.Before(leaf.NotBefore) || now.After(leaf.NotAfter) {
				return fmt.Errorf("the certificate of the server is valid from %s to %s, not now",
					leaf.NotBefore.Format(time.DateOnly), leaf.NotAfter.Format(time.DateOnly))
			}
			return leaf.VerifyHostname(name)
		},
	}, nil
}

// Answers returns an error unless a server responds at the address with 200 OK. The configuration is that of TLS.
func Answers(ctx context.Context, url string, config *tls.Config) error {
	const timeout = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: config}} // no proxy, as the address is local
	reply, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no response: %w", err)
	}
	defer func() { _ = reply.Body.Close() }() // only the status matters
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: status %s (want 200 OK)", url, reply.Status)
	}
	return nil
}
