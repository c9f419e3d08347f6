package serve

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// HealthcheckCommand returns the command healthcheck.
func HealthcheckCommand(env *verb.Env) *cobra.Command {
	var s serveFlags
	c := env.Command("healthcheck", "healthcheck", verb.Args(0, 0, ""))
	c.Flags().StringVar(&s.address, "addr", FirstAddress, env.Words["healthcheck.addr"])
	c.RunE = func(c *cobra.Command, _ []string) error {
		address, err := s.where() // without a token, it must be an address of this machine
		if err != nil {
			return err
		}
		return Answers(c.Context(), "http://"+address+"/healthz")
	}
	return c
}

// Answers returns an error unless a server responds at the address with 200 OK.
func Answers(ctx context.Context, url string) error {
	const timeout = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{}} // no proxy, as the address is local
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
