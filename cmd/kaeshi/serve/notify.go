package serve

import (
	"context"
	"net"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// Messages of the protocol of sd_notify(3).
const (
	isReady    = "READY=1"
	isStopping = "STOPPING=1"
)

// notify sends a message to the service manager, if the variable NOTIFY_SOCKET names its socket. A failure is only
// logged.
func notify(ctx context.Context, env *verb.Env, message string) {
	path := env.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "unixgram", path)
	if err == nil {
		_, err = c.Write([]byte(message))
		_ = c.Close() // the message has been sent
	}
	if err != nil {
		env.Log("cannot notify the service manager: %v", err)
	}
}
