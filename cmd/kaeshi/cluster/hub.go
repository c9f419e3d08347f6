package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/hub"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// HubCommand returns kaeshi hub.
func HubCommand(env *verb.Env) *cobra.Command {
	c := env.Command("hub", "hub", verb.Args(0, 0, ""))
	var o hub.Options
	var disk flags.ByteSize
	c.Flags().StringVar(&o.Listen, "addr", ":4222", env.Words["hub.addr"])
	c.Flags().StringVar(&o.Dir, "dir", "", env.Words["hub.dir"])
	c.Flags().Var(&disk, "max-disk", env.Words["hub.max-disk"])
	c.Flags().Lookup("max-disk").DefValue = "" // the help states the default
	host := c.Flags().String("host", "", env.Words["hub.host"])
	measured := c.Flags().String("metrics", "", env.Words["hub.metrics"])
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if err := checkAddress(o.Listen); err != nil {
			return err
		}
		if *measured != "" {
			if *measured, err = metricsAddress(*measured); err != nil {
				return err
			}
		}
		if o.Dir == "" {
			folder, err := env.DataFolder()
			if err != nil {
				return fmt.Errorf("no folder for the hub's queue: %w; choose one with --dir", err)
			}
			o.Dir = filepath.Join(folder, "kaeshi", "hub")
		}
		folder := filepath.Dir(o.Dir)
		if _, err := os.Stat(folder); c.Flags().Changed("dir") && errors.Is(err, fs.ErrNotExist) {
			return terminal.Failure("--dir %s: the folder %s does not exist; create it first", o.Dir, folder)
		}
		o.MaxDisk = int64(disk)
		h, err := hub.Start(o)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, h.Close()) }()
		stop, err := measure(c.Context(), env, h, *measured)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
		fmt.Fprintf(env.Out, "kaeshi worker --join '%s'\n", h.Join(*host))
		<-c.Context().Done()
		return c.Context().Err()
	}
	return c
}

// measure serves the metrics of a hub at an address, unless that is empty, until stop is called.
func measure(ctx context.Context, env *verb.Env, h *hub.Hub, address string) (stop func() error, err error) {
	if address == "" {
		return func() error { return nil }, nil
	}
	client, err := cluster.Dial(ctx, cluster.Options{Server: h.Server(), Name: "metrics", Observe: true})
	if err != nil {
		return nil, err
	}
	url, end, err := serveMetrics(ctx, address, client)
	if err != nil {
		client.Close()
		return nil, err
	}
	env.Log("metrics: %s", url)
	return func() error {
		defer client.Close()
		return end()
	}, nil
}

// checkAddress returns an error unless the address is HOST:PORT or :PORT.
func checkAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return terminal.Usage("--addr %s: expected HOST:PORT or :PORT, such as :4222", address)
	}
	return nil
}
