package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/gauges"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

const mostScrapes = 2 // requests at a time

// metricsAddress returns the address of --metrics, where :PORT is a port of the loopback interface.
func metricsAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return "", terminal.Usage("--metrics %s: expected HOST:PORT or :PORT, such as :9222", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// serveMetrics serves the metrics of a cluster at the path /metrics of the address until stop is called.
func serveMetrics(
	ctx context.Context, address string, client *cluster.Client,
) (url string, stop func() error, err error) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(gauges.New(gauges.Of(client)), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		DisableCompression: true, MaxRequestsInFlight: mostScrapes,
	}))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return "", nil, fmt.Errorf("--metrics: %w", err)
	}
	const most = 10 * time.Second // of a request, of an answer and between two requests
	server := &http.Server{
		Handler: mux, ReadTimeout: most, WriteTimeout: most, IdleTimeout: most, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return "http://" + listener.Addr().String() + "/metrics", func() error {
		err := server.Close()
		if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}, nil
}
