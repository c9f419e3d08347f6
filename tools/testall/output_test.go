package main

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGroupsPrintWholeLines(t *testing.T) {
	var got bytes.Buffer
	out := &sharedWriter{w: &got}
	a, b := out.prefixed("a | "), out.prefixed("b | ")
	fmt.Fprint(a, "one ")
	fmt.Fprint(b, "two\nthree\nfo")
	fmt.Fprint(a, "half\n")
	fmt.Fprint(b, "ur\n")
	if want := "b | two\nb | three\na | one half\nb | four\n"; got.String() != want {
		t.Errorf("output %q, want %q", got.String(), want)
	}
}

// TestGroupsRunConcurrently runs two steps that wait for each other.
func TestGroupsRunConcurrently(t *testing.T) {
	s, _ := newTestSession(t, nil)
	var both sync.WaitGroup
	both.Add(2)
	meet := func(context.Context, *session) result {
		both.Done()
		both.Wait()
		return passedStep()
	}
	results := runSteps(context.Background(), s, []step{
		{name: "a", group: goGroup, run: meet},
		{name: "b", group: pageGroup, run: meet},
	})
	type outcome struct {
		Name   string
		Passed int
	}
	got := []outcome{{results[0].name, results[0].passed}, {results[1].name, results[1].passed}}
	if diff := cmp.Diff([]outcome{{"a", 1}, {"b", 1}}, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}
