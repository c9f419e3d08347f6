package units

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
)

// programVariable is an environment variable that makes the test program play by GTP, as an external program.
const programVariable = "KAESHI_TEST_PROGRAM"

func program() error {
	p, err := player.Computers().New("greedy")
	if err != nil {
		return err
	}
	return protocol.GTP{Player: p}.Serve(context.Background(), os.Stdin, os.Stdout)
}

// offering makes a worker offer the test program by a name.
func offering(t *testing.T, name string) func(*cluster.WorkerOptions) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no program env")
	}
	name, e, err := ParseEngine(name + "=env " + programVariable + "=1 '" + os.Args[0] + "'")
	if err != nil {
		t.Fatal(err)
	}
	engines := map[string]Engine{name: e}
	return func(o *cluster.WorkerOptions) { o.Handlers, o.Offers = HandlersWith(1, engines), Offers(engines) }
}

// TestMatchWithEngines checks that external programs play on the workers that offer them, and on no others.
func TestMatchWithEngines(t *testing.T) {
	t.Parallel()
	described := match.Tournament{Players: []string{"greedy", "random"}, Games: 4, Seed: 3, Concurrency: 2}
	want := playTournament(t, described, func(_ *match.Event, run func() error) error { return run() })
	s := newSite(t)
	s.worker()
	s.worker(offering(t, "ours"))
	o := Options{Client: s.client(), Identity: identity}
	s.workers(o.Client, 2)
	described.Players[0] = "engine:ours"
	got := playTournament(t, described, func(event *match.Event, run func() error) error {
		return Match(s.ctx, o, event, run)
	})
	if diff := got.differs(want); diff != "" {
		t.Errorf("the games differ (-built-in greedy +external greedy):\n%s", diff)
	}
	_, err := o.findEngines(s.ctx, []string{"random", "engine:others"})
	if err == nil || !strings.Contains(err.Error(), "no connected worker offers it") {
		t.Errorf("an engine that no worker offers: error %v, want one about the engine", err)
	}
}

// workers waits until n workers are connected.
func (s *site) workers(c *cluster.Client, n int) {
	s.t.Helper()
	for {
		list, err := c.Workers(s.ctx)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(list) == n {
			return
		}
	}
}

func TestEngineSum(t *testing.T) {
	t.Parallel()
	worker := func(name string, offers ...string) cluster.WorkerState {
		return cluster.WorkerState{Name: name, Offers: offers}
	}
	for _, c := range []struct {
		workers []cluster.WorkerState
		want    string
	}{
		{[]cluster.WorkerState{worker("a", offer("x", "1"), offer("xy", "2")), worker("b", offer("x", "1"))}, "1"},
		{[]cluster.WorkerState{worker("a", offer("x", "1")), worker("b", offer("x", "2"))}, "workers a and b"},
		{[]cluster.WorkerState{worker("a", offer("xy", "2"))}, "no connected worker"},
	} {
		got, err := engineSum(c.workers, "x")
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.workers, got, c.want)
		}
	}
}

// TestEnginesNotOffered checks that a unit can neither run a program that the owner of the worker has not offered, nor
// use the name of an offered program for another one.
func TestEnginesNotOffered(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows runs no file without an extension")
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	name, e, err := ParseEngine("x=nboard:depth=3 '" + path + "'")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("exec/nboard:depth=3 '"+path+"'", e.spec); name != "x" || diff != "" {
		t.Errorf("engine %q (-want +got):\n%s", name, diff)
	}
	h := &handlers{engines: map[string]Engine{name: e}}
	for text, sum := range map[string]string{"engine:x": "0123", "engine:y": e.Sum, "engine:" + path: e.Sum} {
		if _, err := h.newPlayer(text, map[string]string{engineOf(text): sum}); err == nil {
			t.Errorf("%s with the checksum %s is accepted, want an error", text, sum)
		}
	}
	for _, text := range []string{"", "x", "=ls", "a b=ls", "x=", "x=/no/such/program", "x=nboard:"} {
		if _, _, err := ParseEngine(text); err == nil {
			t.Errorf("ParseEngine(%q) succeeded, want an error", text)
		}
	}
}
