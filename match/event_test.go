package match

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/match/stats"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
)

// known returns a player for a spec of these tests.
func known(spec string) (player.Player, error) {
	return player.Makers{
		{Name: "random", Usage: "random[:seed=N]", New: player.NewRandom},
		{Name: "greedy", Usage: "greedy", New: player.NewGreedy},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH", New: player.NewAlphaBeta},
		{Name: "kaeshi", Main: "level", Usage: "kaeshi:LEVEL", New: player.NewEngine},
		{
			Name: "broken", Usage: "broken",
			New: func(a *player.Args) (player.Player, error) { return &broken{spec: a.Spec().Text}, nil },
		},
		{
			Name: "slow", Usage: "slow",
			New: func(a *player.Args) (player.Player, error) { return slow{a.Spec().Text}, nil },
		},
	}.New(spec)
}

// broken is a player that fails at its third move and at every later one.
type broken struct {
	spec  string
	moves int
}

func (b *broken) Name() string { return b.spec }

func (b *broken) Close() error { return nil }

func (b *broken) Choose(_ context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
	if b.moves++; b.moves > 2 {
		return player.Choice{}, errors.New("internal error")
	}
	return player.Choice{Move: g.Position().Moves()[0]}, nil
}

// slow is a player that takes 30 ms for its first move.
type slow struct{ spec string }

func (s slow) Name() string { return s.spec }

func (s slow) Close() error { return nil }

func (s slow) Choose(ctx context.Context, g *record.Game, _ player.Clock) (player.Choice, error) {
	if len(g.Moves) < 12 {
		select {
		case <-time.After(30 * time.Millisecond):
		case <-ctx.Done():
			return player.Choice{}, ctx.Err()
		}
	}
	return player.Choice{Move: g.Position().Moves()[0]}, nil
}

func database(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// lines returns the path of a file of openings.
func lines(t *testing.T) string {
	t.Helper()
	return filepath.Join("testdata", "openings.txt")
}

func start(t *testing.T, s *store.Store, tournament Tournament) *Event {
	t.Helper()
	if tournament.Openings == "" {
		tournament.Openings = lines(t)
	}
	e, err := Start(t.Context(), s, tournament, known)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func held(t *testing.T, s *store.Store, tournament Tournament) *Event {
	t.Helper()
	e := start(t, s, tournament)
	if err := e.Run(t.Context(), nil, known, Watch{}); err != nil {
		t.Fatal(err)
	}
	return e
}

// games returns the stored games of a tournament as texts, without their times.
func games(t *testing.T, s *store.Store, id int64) []string {
	t.Helper()
	list, err := s.TournamentGames(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(list))
	for i, g := range list {
		if g.Number != i {
			t.Fatalf("number %d, want %d", g.Number, i)
		}
		texts[i] = fmt.Sprintln(g.Number, g.Pairing, g.Opening, g.Black, g.White, g.Moves, g.ScoreBlack, g.Reason)
	}
	return texts
}

func TestGames(t *testing.T) {
	s := database(t)
	e := held(t, s, Tournament{Players: []string{"greedy", "random", "alphabeta:1"}, Games: 8, Seed: 3})
	rows, err := s.TournamentGames(t.Context(), e.ID, 0)
	if err != nil || len(rows) != 24 {
		t.Fatalf("%d games, want 24; error %v", len(rows), err)
	}
	for i, g := range rows {
		checkGame(t, e, g)
		mate := rows[i^1]
		want := store.TournamentGame{Pairing: mate.Pairing, Opening: mate.Opening, Black: mate.White, White: mate.Black}
		got := store.TournamentGame{Pairing: g.Pairing, Opening: g.Opening, Black: g.Black, White: g.White}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("games %d and %d are not a pair (-want +got):\n%s", i, i^1, diff)
		}
	}
	st := e.Standings()
	want := Standings{
		Schema: StandingsSchema, ID: e.ID, Format: RoundRobin, Time: "none", Seed: 3, Played: 24, Total: 24,
		Finished: true,
	}
	if diff := cmp.Diff(want, st, cmpopts.IgnoreFields(Standings{}, "Openings", "Players", "Cross")); diff != "" {
		t.Errorf("standings (-want +got):\n%s", diff)
	}
	if first := st.Players[0]; first.Player != "alphabeta:1" || first.Games != 16 {
		t.Errorf("the first is %s after %d games, want alphabeta:1 after 16", first.Player, first.Games)
	}
	row, err := s.Tournament(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if row.Ended.IsZero() {
		t.Error("the tournament has no end time")
	}
	if !strings.Contains(row.Outcome, StandingsSchema) {
		t.Errorf("outcome %s, want the schema %s", row.Outcome, StandingsSchema)
	}
}

// checkGame replays a stored game and compares it with the document and the record of the event.
func checkGame(t *testing.T, e *Event, g store.TournamentGame) {
	t.Helper()
	game, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), g.Moves)
	if err != nil {
		t.Fatalf("game %d: %v", g.Number, err)
	}
	if !game.Position().Over() {
		t.Errorf("game %d ends at %s, want a finished game", g.Number, game.Position())
	}
	if score := game.Position().ScoreBlack(); score != g.ScoreBlack {
		t.Errorf("game %d has the stored score %+d, want %+d", g.Number, g.ScoreBlack, score)
	}
	opening := e.openings[g.Opening].Transcript()
	if !strings.HasPrefix(g.Moves, opening) {
		t.Errorf("game %d does not start with the opening %s: %s", g.Number, opening, g.Moves)
	}
	if len(g.Times) != len(game.Moves)-len(opening)/2 || g.Ended.Before(g.Began) {
		t.Errorf("game %d: %d times, want %d; began %v, ended %v", g.Number, len(g.Times),
			len(game.Moves)-len(opening)/2, g.Began, g.Ended)
	}
	shown, err := e.Record(g)
	if err != nil {
		t.Fatalf("record of game %d: %v", g.Number, err)
	}
	if shown.Result.ScoreBlack != g.ScoreBlack {
		t.Errorf("the record of game %d has the score %+d, want %+d", g.Number, shown.Result.ScoreBlack, g.ScoreBlack)
	}
	if black := e.Players[g.Black]; shown.Black != black {
		t.Errorf("the record of game %d has the black player %q, want %q", g.Number, shown.Black, black)
	}
	if spent := shown.Notes[len(opening)/2].Spent; spent != g.Times[0] {
		t.Errorf("the record of game %d: the first move took %v, want %v", g.Number, spent, g.Times[0])
	}
	if white := e.Players[g.White]; e.Played(g).White != white {
		t.Errorf("game %d has the white player %q, want %q", g.Number, e.Played(g).White, white)
	}
}

// TestSameGames checks that neither concurrency nor interruptions change the games.
func TestSameGames(t *testing.T) {
	s := database(t)
	spec := Tournament{
		Players: []string{"random", "kaeshi:skill=2", "kaeshi"}, Games: 10, Seed: 7, Time: "depth:2",
		Concurrency: 1,
	}
	want := games(t, s, held(t, s, spec).ID)
	if len(want) != 30 {
		t.Fatalf("%d games, want some", len(want))
	}
	spec.Concurrency = 4
	if got := games(t, s, held(t, s, spec).ID); !slices.Equal(got, want) {
		t.Error("with four concurrent games, the games differ")
	}

	e := start(t, s, spec)
	for round := 0; ; round++ {
		drain, played := make(chan struct{}), 0
		err := e.Run(t.Context(), drain, known, Watch{Ended: func(*Event, store.TournamentGame) {
			if played++; played == 6 {
				close(drain)
			}
		}})
		if err == nil {
			break
		}
		if !errors.Is(err, ErrBroken) || round > 5 {
			t.Fatalf("run %d: error %v after %d games, want %v and at most 5 interruptions", round, err, played,
				ErrBroken)
		}
		spec.Concurrency = 1
		spec.Openings = e.Openings
		id, err := Find(t.Context(), s, spec)
		if err != nil || id != e.ID {
			t.Fatalf("Find() = %d, %v; want %d", id, err, e.ID)
		}
		if e, err = Resume(t.Context(), s, id); err != nil {
			t.Fatal(err)
		}
	}
	if got := games(t, s, e.ID); !slices.Equal(got, want) {
		t.Error("after interruptions, the games differ")
	}
	spec.Seed = 8
	if slices.Equal(games(t, s, held(t, s, spec).ID), want) {
		t.Error("with another seed, the games are the same, want different ones")
	}
	if _, err := Find(t.Context(), s, Tournament{}); !errors.Is(err, ErrNothingToResume) {
		t.Errorf("Find without an unfinished tournament: error %v, want %v", err, ErrNothingToResume)
	}
}

// TestStopped checks that the end of the context aborts running games, and that finished games are stored.
func TestStopped(t *testing.T) {
	s := database(t)
	e := start(t, s, Tournament{Players: []string{"slow", "random"}, Games: 20})
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int32
	err := e.Run(ctx, nil, known, Watch{Began: func(int, int, int) {
		if begun.Add(1) == 4 {
			cancel()
		}
	}})
	kept, storeErr := s.TournamentGames(t.Context(), e.ID, 0)
	if storeErr != nil {
		t.Fatal(storeErr)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if len(kept) >= 4 {
		t.Errorf("%d games are stored, want fewer than 4", len(kept))
	}
	if played := e.Standings().Played; len(kept) != played {
		t.Errorf("%d games are stored, want %d", len(kept), played)
	}
	again, err := Resume(t.Context(), s, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Run(t.Context(), nil, known, Watch{}); err != nil || len(games(t, s, e.ID)) != 20 {
		t.Errorf("resumed: %d games are stored, want 20; error %v", len(games(t, s, e.ID)), err)
	}
}

// TestFaultsAndTime checks that a player that breaks the rules or exceeds its clock loses the game and is made again,
// and that the tournament continues.
func TestFaultsAndTime(t *testing.T) {
	s := database(t)
	e := held(t, s,
		Tournament{Players: []string{"greedy", "broken", "slow"}, Games: 4, Time: "20ms/move", Margin: "1ms"})
	rows, err := s.TournamentGames(t.Context(), e.ID, 0)
	if err != nil || len(rows) != 12 {
		t.Fatalf("%d games, %v", len(rows), err)
	}
	for _, g := range rows {
		who, score := e.Players[g.Black]+e.Players[g.White], 64
		loser, reason, detail := "slow", record.OutOfTime, "its time ran out: "
		if !strings.Contains(who, "slow") {
			loser, reason, detail = "broken", record.Faulted, "internal error"
		}
		if e.Players[g.Black] == loser {
			score = -64
		}
		want := store.TournamentGame{ScoreBlack: score, Reason: reason}
		got := store.TournamentGame{ScoreBlack: g.ScoreBlack, Reason: g.Reason}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", who, diff)
		}
		if !strings.Contains(g.Detail, detail) {
			t.Errorf("%s: detail %q, want %q", who, g.Detail, detail)
		}
	}
	faults := map[string]int{}
	for _, p := range e.Standings().Players {
		faults[p.Player] = p.Faults
	}
	if diff := cmp.Diff(map[string]int{"slow": 8, "broken": 4, "greedy": 0}, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// TestAbsentPlayer checks that a player that cannot be made again loses its games until it can.
func TestAbsentPlayer(t *testing.T) {
	s := database(t)
	made := 0
	sometimes := func(spec string) (player.Player, error) {
		if spec == "greedy" {
			if made++; made > 1 && made%2 == 0 {
				return nil, errors.New("the program does not start")
			}
		}
		return known(spec)
	}
	e, err := Start(t.Context(), s,
		Tournament{Players: []string{"greedy", "random"}, Games: 4, Openings: lines(t), Concurrency: 1}, sometimes)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context(), nil, sometimes, Watch{}); err != nil {
		t.Fatal(err)
	}
	rows, err := s.TournamentGames(t.Context(), e.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	reasons := make([]string, len(rows))
	for i, g := range rows {
		reasons[i] = g.Reason
	}
	if diff := cmp.Diff([]string{record.Faulted, "", "", ""}, reasons); diff != "" {
		t.Fatalf("reasons (-want +got):\n%s", diff)
	}
	if !strings.Contains(rows[0].Detail, "the program does not start") {
		t.Errorf("detail %q, want the error of the player", rows[0].Detail)
	}
}

func TestAdjudication(t *testing.T) {
	s := database(t)
	for _, c := range []struct {
		rule     string
		earliest int
	}{{"empties:10", 50}, {"lead:20/4", 14}} {
		e := held(t, s, Tournament{Players: []string{"alphabeta:3", "kaeshi:1"}, Games: 4, Adjudicate: c.rule})
		ended := 0
		rows, err := s.TournamentGames(t.Context(), e.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range rows {
			if g.Reason != record.Adjudicated {
				continue
			}
			ended++
			if plies := len(g.Moves) / 2; plies < c.earliest {
				t.Errorf("%s ends game %d after %d plies, want %d", c.rule, g.Number, plies, c.earliest)
			}
			if g.ScoreBlack < -64 || g.ScoreBlack > 64 {
				t.Errorf("%s: game %d has the score %+d, want -64 to +64", c.rule, g.Number, g.ScoreBlack)
			}
		}
		if ended == 0 {
			t.Errorf("%s ended no game, want some", c.rule)
		}
	}
}

// TestBoards checks that the boards of running games are stored, and that they are removed at the end.
func TestBoards(t *testing.T) {
	s := database(t)
	e := start(t, s, Tournament{Players: []string{"greedy", "random"}, Games: 4})
	d := &worker{event: e, known: known}
	slot := e.results.schedule[1]
	g := e.openings[0]
	d.show(t.Context(), slot, 0)(&g, player.Choice{})
	boards, err := s.TournamentBoards(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []store.TournamentBoard{{Number: 1, Black: 1, Position: g.Start.String(), Moves: g.Transcript()}}
	if diff := cmp.Diff(want, boards, cmpopts.IgnoreFields(store.TournamentBoard{}, "Seen")); diff != "" {
		t.Errorf("boards (-want +got):\n%s", diff)
	}
	if err := e.Run(t.Context(), nil, known, Watch{}); err != nil {
		t.Fatal(err)
	}
	if boards, err := s.TournamentBoards(t.Context(), e.ID); err != nil || len(boards) != 0 {
		t.Errorf("boards after the end: %+v, error %v; want none", boards, err)
	}
}

func TestSPRTEndsAMatch(t *testing.T) {
	s := database(t)
	e := held(t, s,
		Tournament{Players: []string{"kaeshi:2", "random"}, Games: 400, SPRT: "elo0=0,elo1=50", Concurrency: 3})
	st := e.Standings()
	if v := st.Verdict(); v != stats.AcceptedH1 {
		t.Errorf("the verdict is %v, want %v: %+v", v, stats.AcceptedH1, st.Head.SPRT)
	}
	if !st.Finished {
		t.Error("the match is not finished")
	}
	if st.Played >= 400 {
		t.Errorf("%d games, want fewer than 400", st.Played)
	}
	if pairs := st.Head.SPRT.Pairs; st.Played < 2*pairs {
		t.Errorf("%d games for %d pairs, want at least 2 for each pair", st.Played, pairs)
	}
	// Games after the verdict do not change it.
	again, err := Resume(t.Context(), s, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Run(t.Context(), nil, known, Watch{}); err != nil || *again.Standings().Head.SPRT != *st.Head.SPRT {
		t.Errorf("SPRT after more games: %+v, want %+v; error %v", again.Standings().Head.SPRT, st.Head.SPRT, err)
	}
	weak := held(t, s,
		Tournament{Players: []string{"random", "kaeshi:2"}, Games: 400, SPRT: "elo0=0,elo1=50,model=logistic"})
	if v := weak.Standings().Verdict(); v != stats.AcceptedH0 {
		t.Errorf("verdict %q for the weaker player, want %q", v, stats.AcceptedH0)
	}
}

func TestSwiss(t *testing.T) {
	s := database(t)
	players := []string{"random", "kaeshi:1", "greedy", "alphabeta:1", "random", "alphabeta:2", "greedy"}
	e := held(t, s, Tournament{Players: players, Format: Swiss, Games: 2})
	met, byes := map[[2]int]bool{}, map[int]bool{}
	for _, p := range e.pairings {
		if p.Second == bye {
			if byes[p.First] {
				t.Errorf("player %d has two byes, want at most one", p.First)
			}
			byes[p.First] = true
			continue
		}
		couple := [2]int{min(p.First, p.Second), max(p.First, p.Second)}
		if met[couple] {
			t.Errorf("the players %v are paired twice, want at most once", couple)
		}
		met[couple] = true
	}
	want := map[string]int{"rounds": 3, "byes": 3, "pairings": 9, "games": 18}
	got := map[string]int{
		"rounds": len(rounds(e.pairings)), "byes": len(byes), "pairings": len(met), "games": e.Standings().Played,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pairings %v (-want +got):\n%s", e.pairings, diff)
	}
	again, err := Resume(t.Context(), s, e.ID)
	if err != nil || !again.Standings().Finished {
		t.Errorf("the resumed tournament is not finished, error %v", err)
	}
}

func TestKnockout(t *testing.T) {
	s := database(t)
	e := held(t, s,
		Tournament{Players: []string{"random", "greedy", "kaeshi:2", "random", "greedy"}, Format: Knockout, Games: 4})
	got := fmt.Sprint(len(rounds(e.pairings)), e.pairings[0], e.pairings[1], e.pairings[2].Second == bye)
	if got != "3 {0 0 0 -1 0} {1 0 3 4 4} true" || e.Standings().Players[0].Player != "kaeshi:2" {
		t.Errorf("pairings %s, winner %v; want a final won by kaeshi:2", got, e.Standings().Players[0])
	}
}

func TestInvalidDescriptions(t *testing.T) {
	two := []string{"greedy", "random"}
	for want, d := range map[string]Tournament{
		"players: 1, expected 2":              {Players: two[:1]},
		"games: 3, expected an even number":   {Players: two, Games: 3},
		`time "soon": expected such as 5m+3s`: {Players: two, Time: "soon"},
		`margin "-1s"`:                        {Players: two, Margin: "-1s"},
		`format "league": want one of [round`: {Players: two, Format: "league"},
		`no player "zebra"`:                   {Players: []string{"greedy", "zebra"}},
		"1000000 games at most in all":        {Players: two, Games: 2_000_000},
		"want two players, not 3":             {Players: []string{"greedy", "random", "greedy"}, SPRT: "elo0=0,elo1=5"},
		"elo0 the smaller":                    {Players: two, SPRT: "elo0=5,elo1=5"},
		`"elo2=5" is not one of`:              {Players: two, SPRT: "elo2=5"},
		`adjudicate "lead:20"`:                {Players: two, Adjudicate: "lead:20"},
		"want 0 unless the format is swiss":   {Players: two, Rounds: 2},
		"no such file":                        {Players: two, Openings: "nowhere.txt"},
		"with K from 1 to":                    {Players: two, Openings: "balanced:none"},
		"line 2: ":                            {Players: two, Openings: filepath.Join("testdata", "bad.txt")},
	} {
		if d.Openings == "" {
			d.Openings = lines(t)
		}
		s := database(t)
		_, err := Start(t.Context(), s, d, known)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", d, err, want)
		}
		if list, err := s.Tournaments(t.Context(), 0, 10); err != nil || len(list) != 0 {
			t.Errorf("%+v: stored tournaments %v, want none; error %v", d, list, err)
		}
	}
}

func TestRead(t *testing.T) {
	d, err := Read(strings.NewReader(`{"schema":"kaeshi/tournament/1","players":["greedy","random"],` +
		`"games":20,"fewer":{"greedy":4}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Tournament{
		Schema: "kaeshi/tournament/1", Players: []string{"greedy", "random"}, Games: 20,
		Fewer: map[string]int{"greedy": 4},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Errorf("the stored tournament (-want +got):\n%s", diff)
	}
	if n := d.gamesOf(0, 1); n != 4 {
		t.Errorf("%d games with the slow player, want 4", n)
	}
	for _, text := range []string{
		"", `{"schema":"kaeshi/tournament/2"}`,
		`{"schema":"kaeshi/tournament/1","player":["greedy"]}`, "[]",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil ||
			!strings.HasPrefix(err.Error(), "not a tournament description") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
