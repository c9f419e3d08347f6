package match

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

func FuzzParseAdjudication(f *testing.F) {
	for _, text := range []string{"empties:10", "lead:20/6", "empties:13", "lead:0/2", "lead:5", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parseAdjudication(text)
		if err == nil && text != "" && (a.empties == 0 && (a.lead < 1 || a.moves < 2) || a.empties > mostSolved) {
			t.Errorf("%q is read as %+v, want a possible rule", text, a)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(`{"schema":"kaeshi/tournament/1","players":["greedy","random"],"games":20,` +
		`"fewer":{"greedy":4},"format":"swiss","rounds":3}`)
	f.Add(`{"schema":"kaeshi/tournament/1","players":["a","b"],"time":"5m+3s","margin":"1s",` +
		`"sprt":"elo0=0,elo1=5","adjudicate":"empties:4"}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		p, err := d.plan()
		if err != nil {
			return
		}
		// The description of a plan gives the same plan again. Stored tournaments depend on this.
		again, err := p.plan()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !again.same(p.Tournament) {
			t.Errorf("%s: another plan (-first +second):\n%s", text, cmp.Diff(p.Tournament, again.Tournament))
		}
		if diff := cmp.Diff(p.control, again.control); diff != "" {
			t.Errorf("%s: another control (-first +second):\n%s", text, diff)
		}
		if diff := cmp.Diff(p.judge, again.judge, cmp.AllowUnexported(adjudication{})); diff != "" {
			t.Errorf("%s: another adjudication (-first +second):\n%s", text, diff)
		}
	})
}

func TestEffort(t *testing.T) {
	r := newResults(2)
	pairings := []store.TournamentPairing{{First: 0, Second: 1, Games: 2}}
	r.schedules(pairings, slots(pairings, 0, 0))
	times := []time.Duration{2 * time.Second, time.Second, 0, time.Second, 4 * time.Second}
	// The first player is Black and moves first.
	r.add(store.TournamentGame{Number: 0, Times: times, ScoreBlack: -64, Reason: record.Faulted}, othello.Black)
	// The first player is White and moves first.
	r.add(store.TournamentGame{Number: 1, Times: times[:2], ScoreBlack: -2}, othello.White)
	r.add(store.TournamentGame{Number: 1, ScoreBlack: 64}, othello.White)
	grid := r.grid()
	want := Tally{
		Wins: 1, Losses: 1, Discs: -62, Pairs: stats.Pairs{2: 1}, Faults: 1,
		Effort: Effort{Moves: 3, Time: 8 * time.Second},
	}
	if diff := cmp.Diff(want, grid[0][1]); diff != "" {
		t.Errorf("the first player (-want +got):\n%s", diff)
	}
	want = Tally{
		Wins: 1, Losses: 1, Discs: 62, Pairs: stats.Pairs{2: 1}, Effort: Effort{Moves: 3, Time: 3 * time.Second},
	}
	if diff := cmp.Diff(want, grid[1][0]); diff != "" {
		t.Errorf("the second player (-want +got):\n%s", diff)
	}
	if per := grid[1][0].Effort.PerMove(); per != time.Second {
		t.Errorf("%v per move, want 1s", per)
	}
	if (Effort{}).PerMove() != 0 || grid[0][1].MeanDiscs() != -31 {
		t.Errorf("mean of %v discs, want -31; time per move without moves %v, want 0", grid[0][1].MeanDiscs(),
			(Effort{}).PerMove())
	}
}
