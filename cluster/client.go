package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options configures a connection to a cluster.
type Options struct {
	Address  string                     // see [Address]
	Server   nats.InProcessConnProvider // a server in this process; replaces Address
	Name     string                     // of this client, for the server's lists
	Creds    string                     // file of NATS credentials; may be empty
	TLSCA    string                     // file of the certificate authority of a NATS cluster; may be empty
	Replicas int                        // least number of copies of streams and buckets; 0: 1
	Timing   Timing                     // zero fields: the usual values
	Observe  bool                       // reads lists only, and does not set up the cluster for other clients
	Log      func(string)               // reports when the cluster does not answer and answers again; nil: nothing
}

// Timing holds the intervals and time limits of a connection.
type Timing struct {
	Beat    time.Duration // between heartbeats of workers and submitters, which are removed after four missed ones
	AckWait time.Duration // after which the units of a silent worker go to others
	Retry   time.Duration // before a failed unit or request is tried again
	Request time.Duration // that a request may take
	Idle    time.Duration // that a worker waits for a unit of one job before it looks at others
}

// UsualSilence is the default time after which the units of a silent worker go to others.
const UsualSilence = 30 * time.Second

// TimingFor returns the intervals of a cluster in which the units of a silent worker go to others after the given time.
func TimingFor(silence time.Duration) Timing {
	return Timing{
		Beat: silence / 6, AckWait: silence, Retry: silence / 30, Request: 10 * time.Second, Idle: silence / 15,
	}
}

func (t Timing) orUsual() Timing {
	usual := TimingFor(UsualSilence)
	return Timing{
		Beat: cmp.Or(t.Beat, usual.Beat), AckWait: cmp.Or(t.AckWait, usual.AckWait),
		Retry: cmp.Or(t.Retry, usual.Retry), Request: cmp.Or(t.Request, usual.Request),
		Idle: cmp.Or(t.Idle, usual.Idle),
	}
}

// Client is a connection to a cluster. It reconnects until it is closed.
type Client struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	timing   Timing
	replicas int
	observes bool
	closed   chan struct{} // the connection ended for good

	mu        sync.Mutex
	connected chan struct{} // closed at the next reconnection, and replaced
	log       func(string)
	trouble   bool // the last message was that the cluster does not answer
	ending    bool // Close was called
}

// Dial connects to a cluster and makes its streams if it has none. It reports a wrong token, a wrong certificate and an
// unreachable server with advice.
func Dial(ctx context.Context, o Options) (*Client, error) {
	c := &Client{
		timing: o.Timing.orUsual(), replicas: max(1, o.Replicas), observes: o.Observe,
		closed: make(chan struct{}), connected: make(chan struct{}), log: o.Log,
	}
	options := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(c.timing.Retry), nats.Timeout(c.timing.Request),
		nats.PingInterval(c.timing.AckWait / 3), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			c.troubled(fmt.Sprintf("the connection to the cluster broke (%v); waiting for it", err))
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.reconnected() }),
		nats.ClosedHandler(func(*nats.Conn) { close(c.closed) }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the calls report their errors
	}
	var where string
	if o.Server != nil {
		where, options = "in-process", append(options, nats.InProcessServer(o.Server))
	} else {
		address, err := ParseAddress(o.Address)
		if err != nil {
			return nil, err
		}
		where, options = strings.Join(address.Servers, ","), append(options, secure(address, o)...)
	}
	err := c.retryFor(ctx, c.timing.Request, unreachable, func() (err error) {
		c.nc, err = nats.Connect(where, options...)
		return err
	})
	if err != nil {
		return nil, explain(where, err)
	}
	if c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(c.timing.Request)); err == nil && !c.observes {
		ctx := withoutDeadline{ctx}
		// If the server restarts during a request, the answer is lost. The limit leaves time for a second attempt.
		err = c.retryFor(ctx, 2*c.timing.Request, broken, func() error { return c.ensure(ctx) })
	}
	if err != nil {
		c.Close()
		return nil, explain(where, err)
	}
	return c, nil
}

// secure returns the options for the token and the certificate of an address.
func secure(a Address, o Options) []nats.Option {
	var options []nats.Option
	if a.Joined {
		options = append(options, nats.Token(a.Token), nats.TLSHandshakeFirst(), nats.Secure(pinned(a.Fingerprint)))
	}
	if o.Creds != "" {
		options = append(options, nats.UserCredentials(o.Creds))
	}
	if o.TLSCA != "" {
		options = append(options, nats.RootCAs(o.TLSCA))
	}
	return options
}

var errCertificate = errors.New("its certificate does not have the fingerprint of the join line")

// pinned accepts exactly the certificate with the fingerprint, whatever names and dates it has.
func pinned(fingerprint [32]byte) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		//nolint:gosec // G402: VerifyConnection checks the certificate by its fingerprint
		InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			sum := sha256.Sum256(s.PeerCertificates[0].Raw)
			if subtle.ConstantTimeCompare(sum[:], fingerprint[:]) != 1 {
				return errCertificate
			}
			return nil
		},
	}
}

// explain adds advice to an error of the first connection.
func explain(where string, err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("cluster %s refuses the token; use the join line that 'kaeshi hub' printed there", where)
	case errors.Is(err, errCertificate):
		return fmt.Errorf("cluster %s: %w; use the line that 'kaeshi hub' prints there, and make sure that no other "+
			"machine poses as the hub", where, errCertificate)
	case unreachable(err):
		return fmt.Errorf("cluster %s does not answer (%w); check that 'kaeshi hub' runs there and that a firewall "+
			"lets the port through", where, err)
	case refused(err, codeNoPeers), refused(err, codeNotClustered):
		return fmt.Errorf("cluster %s cannot keep that many replicas (%w); start more servers or lower --replicas",
			where, err)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("cluster %s has no JetStream; start its servers with -js", where)
	}
	return fmt.Errorf("cluster %s: %w", where, err)
}

// withoutDeadline hides the deadline of a context, so that the client library sets a time limit for each request. A
// request that is lost with a connection would otherwise wait for the deadline of the whole work.
type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (time.Time, bool) { return time.Time{}, false }

// Timing returns the intervals of the client.
func (c *Client) Timing() Timing { return c.timing }

// Close ends the connection.
func (c *Client) Close() {
	c.mu.Lock()
	c.ending = true
	c.mu.Unlock()
	c.nc.Close()
}

var errClosed = errors.New("the connection to the cluster ended")

// lastError returns why the connection ended.
func (c *Client) lastError() error {
	if err := c.nc.LastError(); err != nil {
		return fmt.Errorf("%w: %w", errClosed, err)
	}
	return errClosed
}

func (c *Client) reconnected() {
	c.answered()
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.connected)
	c.connected = make(chan struct{})
}

// reconnection returns a channel that is closed at the next reconnection.
func (c *Client) reconnection() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.connected
}

// store publishes a message to a subject that holds at most one. It returns nil when the stream holds a message of the
// subject, this one or an earlier one. It retries until ctx ends or the message is refused for its size.
func (c *Client) store(ctx context.Context, m *nats.Msg) error {
	for {
		attempt, cancel := context.WithTimeout(ctx, c.timing.Request)
		_, err := c.js.PublishMsg(attempt, m)
		cancel()
		switch refused := (*jetstream.APIError)(nil); {
		case err == nil, errors.As(err, &refused) && strings.Contains(refused.Description, "per subject"):
			c.answered()
			return nil
		case errors.Is(err, nats.ErrMaxPayload):
			return &tooLargeError{len(m.Data), c.nc.MaxPayload()}
		case lost(err):
			_ = c.ensure(ctx) // the next attempt shows whether it helped
		}
		if ctx.Err() == nil {
			c.troubled(fmt.Sprintf("the cluster does not store a message (%v); trying again", err))
		}
		if !c.pause(ctx) {
			return errors.Join(ctx.Err(), err)
		}
	}
}

type tooLargeError struct {
	bytes int
	limit int64
}

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("a message of %d bytes exceeds the limit of the cluster, %d bytes; divide the work into "+
		"smaller units, or raise max_payload of the server", e.bytes, e.limit)
}
