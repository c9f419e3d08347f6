package main

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/problems"
)

// TestSolvingIsLogged checks that a proof logs its progress to an output that is not a terminal.
func TestSolvingIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged strings.Builder
		p := newProgram(t, "en", nil)
		p.Err = &logged
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		show, clearLine := watchSolving(ctx, p.Progress(), &problems.Run{})
		show("proving")
		time.Sleep(time.Minute - time.Second)
		clearLine()
		time.Sleep(time.Minute)
		synctest.Wait()
		if diff := cmp.Diff("kaeshi: proving\n", logged.String()); diff != "" {
			t.Errorf("log (-want +got):\n%s", diff)
		}
	})
}
