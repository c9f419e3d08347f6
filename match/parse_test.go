package match

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

func FuzzParseSPRT(f *testing.F) {
	for _, text := range []string{"elo0=0,elo1=5", "elo0=-3, elo1=3,alpha=0.1,beta=0.01,model=logistic", "elo0=NaN,elo1=5", "elo0=0,elo1=1e300", "alpha=1", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSPRT(text)
		if err != nil {
			return
		}
		if again, err := ParseSPRT(s.String()); err != nil || again != s {
			t.Errorf("%q is %v, read again %v, %v", text, s, again, err)
		}
		if llr := s.LLR(Pairs{1, 2, 3, 2, 1}); math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("%v: a ratio of %v", s, llr)
		}
	})
}

func FuzzParseAdjudication(f *testing.F) {
	for _, text := range []string{"empties:10", "lead:20/6", "empties:13", "lead:0/2", "lead:5", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parseAdjudication(text)
		if err == nil && text != "" && (a.empties == 0 && (a.lead < 1 || a.moves < 2) || a.empties > mostSolved) {
			t.Errorf("%q: %+v", text, a)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add(`{"schema":"kaeshi/tournament/1","players":["greedy","random"],"games":20,"fewer":{"greedy":4},"format":"swiss","rounds":3}`)
	f.Add(`{"schema":"kaeshi/tournament/1","players":["a","b"],"time":"5m+3s","margin":"1s","sprt":"elo0=0,elo1=5","adjudicate":"empties:4"}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		p, err := d.plan()
		if err != nil {
			return
		}
		// What a plan says of itself is the same plan: it is stored and found again so.
		again, err := p.plan()
		if err != nil || !again.same(p.Tournament) || again.control != p.control || again.judge != p.judge {
			t.Errorf("%s: %+v, then %+v, %v", text, p, again, err)
		}
	})
}

// Whatever was seen, the most likely distributions are found.
func TestLikeliestOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		seen, sum := distribution{}, 0.0
		for i := range seen {
			seen[i] = math.Max(math.Floor(math.Exp(12*r.Float64()-5)), 1e-3)
			sum += seen[i]
		}
		for i := range seen {
			seen[i] /= sum
		}
		size := (600*r.Float64() - 300) / nEloPerT * math.Sqrt2
		p := seen.withT(size)
		mean, variance := p.moments()
		if got := (mean - 0.5) / math.Sqrt(variance); !(math.Abs(got-size) < 1e-6) {
			t.Errorf("%v: %v, want %v", seen, got, size)
		}
		checkDistribution(t, p)
	}
}

func TestEffort(t *testing.T) {
	r := newResults(2)
	pairings := []store.TournamentPairing{{First: 0, Second: 1, Games: 2}}
	r.schedules(pairings, slots(pairings, 0, 0))
	times := []time.Duration{2 * time.Second, time.Second, 0, time.Second, 4 * time.Second}
	r.add(store.TournamentGame{Number: 0, Times: times, ScoreBlack: -64, Reason: record.Faulted}, othello.Black) // the first player is Black and begins
	r.add(store.TournamentGame{Number: 1, Times: times[:2], ScoreBlack: -2}, othello.White)                      // and now White and begins
	r.add(store.TournamentGame{Number: 1, ScoreBlack: 64}, othello.White)
	grid := r.grid()
	if e := grid[0][1].Effort; e.Moves != 3 || e.Time != 8*time.Second || grid[0][1].Faults != 1 {
		t.Errorf("%+v", grid[0][1])
	}
	if e := grid[1][0].Effort; e.Moves != 3 || e.PerMove() != time.Second || grid[1][0].Faults != 0 || grid[1][0].Pairs != (Pairs{2: 1}) {
		t.Errorf("%+v", grid[1][0])
	}
	if (Effort{}).PerMove() != 0 || grid[0][1].MeanDiscs() != -31 {
		t.Errorf("%v", grid[0][1].MeanDiscs())
	}
}
