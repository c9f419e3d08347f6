package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Statuses of the last message of an answer to a request for several messages (NATS ADR-31).
const (
	statusEnd     = "204"
	statusNone    = "404"
	statusNoReply = "503" // no server has the stream
)

// errNotRead means that a server returns the messages only to a consumer: there are more than 1,024, or it is too old.
var errNotRead = errors.New("the server does not return the messages")

// records reads the records of all jobs. It is for workers, of which there may be thousands: unlike list it makes no
// consumer, whose start and end cost the server much more than this request. A copy of the bucket that lags behind may
// answer.
func (c *Client) records(ctx context.Context) (map[string]bucketEntry[Record], error) {
	messages, err := c.latest(ctx, "KV_"+jobBucket, recordSubject("*"))
	if errors.Is(err, errNotRead) {
		return list[Record](ctx, c, jobBucket)
	}
	if err != nil {
		return nil, err
	}
	records := map[string]bucketEntry[Record]{}
	for _, m := range messages {
		apply(records, m)
	}
	return records, nil
}

// latest reads the last message of each subject of a stream that matches subjects.
func (c *Client) latest(ctx context.Context, stream, subjects string) ([]*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timing.Request)
	defer cancel()
	request, err := json.Marshal(map[string][]string{"multi_last": {subjects}})
	if err != nil {
		return nil, err
	}
	inbox := c.nc.NewInbox()
	answers, err := c.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }() // it ends with the connection
	if err := c.nc.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, request); err != nil {
		return nil, err
	}
	var messages []*nats.Msg
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return nil, fmt.Errorf("stream %s: %w", stream, err)
		}
		switch m.Header.Get("Status") {
		case "":
			messages = append(messages, m)
		case statusEnd:
			if pending := m.Header.Get("Nats-Num-Pending"); pending != "0" {
				return nil, errNotRead
			}
			return messages, nil
		case statusNone:
			return nil, nil
		case statusNoReply:
			return nil, jetstream.ErrNoStreamResponse
		default:
			return nil, errNotRead
		}
	}
}
