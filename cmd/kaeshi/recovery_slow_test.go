//go:build slow

package main

import (
	"testing"
	"time"
)

// TestKillsAtRandom kills each kind of work at random moments. Seven kinds of fifteen rounds are 105 kills.
func TestKillsAtRandom(t *testing.T) {
	for _, w := range crashWorks() {
		t.Run(w.name, func(t *testing.T) {
			whole := newCrashLab(t, t.TempDir(), 0)
			w.prepare(whole)
			began := time.Now()
			p := whole.begin(w, false)
			whole.kill(p, func() bool { return w.drive != nil && whole.reviewed() })
			length, killed := time.Since(began), 0
			for round := range roundsOr(15) {
				l := newCrashLab(t, t.TempDir(), round+1)
				w.prepare(l)
				at := time.Now().Add(time.Duration(l.random.Int64N(int64(length))))
				if l.kill(l.begin(w, false), func() bool { return time.Now().After(at) }) {
					killed++
				}
				w.check(l)
				w.finish(l)
			}
			t.Logf("%d of %d runs were killed before their end, within %v", killed, roundsOr(15), length)
			if killed < roundsOr(15)/2 {
				t.Errorf("only %d of %d runs were killed before their end", killed, roundsOr(15))
			}
		})
	}
}
