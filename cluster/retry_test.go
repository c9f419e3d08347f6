package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestBroken checks which errors are temporary.
func TestBroken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("other"), false},
		{nats.ErrNoResponders, true},
		{fmt.Errorf("job: %w", nats.ErrTimeout), true},
		{&jetstream.APIError{Code: 503, Description: "JetStream system temporarily unavailable"}, true},
		{fmt.Errorf("job: %w", &jetstream.APIError{Code: 503}), true},
		{&jetstream.APIError{Code: 404}, false},
		{&jetstream.APIError{Code: 400}, false},
	} {
		if got := broken(c.err); got != c.want {
			t.Errorf("%v: %t, want %t", c.err, got, c.want)
		}
	}
}

// TestUnreachable checks which errors of a connection may end soon.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nats.ErrNoServers, true},
		{&net.OpError{Op: "dial", Err: syscall.ENETUNREACH}, true},
		{&net.OpError{Op: "read", Err: syscall.ECONNRESET}, true},
		{&net.OpError{Op: "remote error", Err: errors.New("tls: bad certificate")}, false},
		{&net.OpError{Op: "dial", Err: &net.DNSError{IsNotFound: true}}, false},
		{&net.OpError{Op: "dial", Err: &net.DNSError{IsTemporary: true}}, true},
		{nats.ErrAuthorization, false},
		{errCertificate, false},
	} {
		if got := unreachable(c.err); got != c.want {
			t.Errorf("%v: %t, want %t", c.err, got, c.want)
		}
	}
}

// TestRetryFor checks that requests are repeated while their errors are temporary, and only for a time.
func TestRetryFor(t *testing.T) {
	t.Parallel()
	var messages []string
	c := &Client{
		timing: Timing{Retry: time.Millisecond}, closed: make(chan struct{}),
		log: func(text string) { messages = append(messages, text) },
	}
	failures := 0
	err := c.retryFor(t.Context(), time.Hour, broken, func() error {
		if failures++; failures > 5 {
			return nil
		}
		return nats.ErrNoResponders
	})
	if err != nil || failures != 6 {
		t.Errorf("error %v after %d attempts, want none after 6", err, failures)
	}
	want := []string{
		"the cluster does not answer (nats: no responders available for request); trying again for 1h0m0s",
		"the cluster answers again",
	}
	if diff := cmp.Diff(want, messages); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	err = c.retryFor(t.Context(), 5*time.Millisecond, broken, func() error { return nats.ErrTimeout })
	if !errors.Is(err, nats.ErrTimeout) || !strings.Contains(err.Error(), "no answer within 5ms") {
		t.Errorf("error %v, want that of the request after 5ms", err)
	}
	other := errors.New("other")
	if err := c.retryFor(t.Context(), time.Hour, broken, func() error { return other }); !errors.Is(err, other) {
		t.Errorf("error %v, want %v", err, other)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = c.retryFor(ctx, time.Hour, broken, func() error { return nats.ErrTimeout })
	if !errors.Is(err, nats.ErrTimeout) {
		t.Errorf("error %v after the end of the context, want that of the request", err)
	}
}
