package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsServer implements the program nats NAME FOLDER ADDRESS ROUTE,…, a server of a NATS cluster. The first route is
// the address at which the other servers reach it. It prints a line when clients can connect.
func natsServer() {
	if err := runNATSServer(os.Args[1], os.Args[2], os.Args[3], strings.Split(os.Args[4], ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runNATSServer(name, dir, address string, routes []string) error {
	var hosts [2]string
	var ports [2]int
	for i, text := range []string{address, routes[0]} {
		host, port, err := net.SplitHostPort(text)
		if err == nil {
			hosts[i] = host
			ports[i], err = strconv.Atoi(port)
		}
		if err != nil {
			return err
		}
	}
	s, err := server.NewServer(&server.Options{
		ServerName: name, Host: hosts[0], Port: ports[0], NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: dir, SyncAlways: true,
		Cluster: server.ClusterOpts{Name: "lab", Host: hosts[1], Port: ports[1]},
		Routes:  server.RoutesFromStr("nats-route://" + strings.Join(routes[1:], ",nats-route://")),
	})
	if err != nil {
		return err
	}
	s.Start()
	for !s.ReadyForConnections(time.Second) || !s.JetStreamIsCurrent() {
		time.Sleep(10 * time.Millisecond) // until the servers have a leader
	}
	fmt.Printf("server %s is ready\n", name)
	s.WaitForShutdown()
	return nil
}
