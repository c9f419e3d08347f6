package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// longestPause limits the pauses between attempts, as a multiple of the first one.
const longestPause = 8

// Retry repeats a request for some time while the link is broken, or while the server is busy, is starting or has lost
// its memory.
func (c *Client) Retry(ctx context.Context, request func() error) error { return c.retry(ctx, request) }

func (c *Client) retry(ctx context.Context, request func() error) error {
	limit := c.timing.AckWait + 4*c.timing.Request // some requests may be lost
	return c.retryFor(ctx, limit, func(err error) bool { return broken(err) || lost(err) }, func() error {
		err := request()
		if lost(err) && !c.observes {
			_ = c.ensure(ctx) // the next attempt shows whether it helped
		}
		return err
	})
}

// retryFor repeats a request for some time while its error is temporary. The pauses between attempts grow.
func (c *Client) retryFor(
	ctx context.Context, limit time.Duration, temporary func(error) bool, request func() error,
) error {
	deadline, pause := time.Now().Add(limit), c.timing.Retry
	for {
		err := request()
		switch {
		case err == nil:
			c.answered()
			return nil
		case !temporary(err), ctx.Err() != nil:
			return err
		case time.Now().After(deadline):
			return fmt.Errorf("no answer within %s: %w", limit, err)
		}
		c.troubled(fmt.Sprintf("the cluster does not answer (%v); trying again for %s", err, limit))
		if !c.pauseFor(ctx, min(pause, time.Until(deadline))) {
			return err
		}
		pause = min(2*pause, longestPause*c.timing.Retry)
	}
}

// pause waits for the retry interval. It returns false if ctx or the connection ends first.
func (c *Client) pause(ctx context.Context) bool { return c.pauseFor(ctx, c.timing.Retry) }

func (c *Client) pauseFor(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-c.closed:
		return false
	case <-time.After(d):
		return true
	}
}

// troubled logs a problem, unless the last message was about a problem too.
func (c *Client) troubled(message string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.log != nil && !c.trouble && !c.ending {
		c.trouble = true
		c.log(message)
	}
}

// answered logs that trouble has ended.
func (c *Client) answered() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trouble && !c.ending {
		c.trouble = false
		c.log("the cluster answers again")
	}
}

// broken reports whether an error means that the link is broken, or that the server is busy or starting.
func broken(err error) bool {
	for _, one := range []error{
		nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrNoResponders,
		nats.ErrTimeout, context.DeadlineExceeded, jetstream.ErrNoStreamResponse,
		jetstream.ErrJetStreamNotEnabled,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	answer := (*jetstream.APIError)(nil)
	return errors.As(err, &answer) && answer.Code == http.StatusServiceUnavailable || refused(err, codeNoPeers)
}

// unreachable reports whether an error of a connection means that no server accepts it, which may end soon.
func unreachable(err error) bool {
	if unknown := (*net.DNSError)(nil); errors.As(err, &unknown) && unknown.IsNotFound {
		return false
	}
	link := (*net.OpError)(nil)
	if errors.As(err, &link) && slices.Contains([]string{"dial", "read", "write"}, link.Op) {
		return true
	}
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF)
}
