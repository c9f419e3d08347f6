package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/othello/othellotest"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
)

// crashWorks returns the kinds of work that change files.
func crashWorks() []crashWork {
	return []crashWork{
		importing(), serving(), playing(), backingUp(), restoring(), migrating(), solving(),
	}
}

const (
	batchGames = 16384           // games that an import stores in one transaction
	newGames   = batchGames + 40 // games of an import
	oldGames   = 30              // games that are stored before
)

// transcripts returns different games, one a line.
func transcripts(r *rand.Rand, n int) string {
	var text strings.Builder
	known := map[string]bool{}
	for len(known) < n {
		moves := randomGame(r, 10)
		if !known[moves] {
			known[moves] = true
			fmt.Fprintln(&text, moves)
		}
	}
	return text.String()
}

// importing is an import in two transactions into a database with games.
func importing() crashWork {
	all := transcripts(rand.New(rand.NewPCG(1, 1)), oldGames+newGames)
	at := 0
	for range oldGames {
		at += strings.IndexByte(all[at:], '\n') + 1
	}
	args := func(l *crashLab) []string { return []string{"import", "-", "--db", l.path("games.db")} }
	return crashWork{
		name:    "import",
		prepare: func(l *crashLab) { l.must(all[:at], args(l)...) },
		args:    args,
		input:   func(*crashLab) string { return all[at:] },
		begun: func(l *crashLab, _ string) bool {
			return l.count("games.db", "SELECT count(*) FROM archive_games") > oldGames
		},
		check: func(l *crashLab) {
			n := l.contents("games.db").Imported - oldGames
			if n != 0 && n != batchGames && n != newGames {
				l.Errorf("%d games are stored, want whole transactions", n)
			}
			if out := l.must(all[:at], args(l)...); !strings.Contains(out, fmt.Sprintf("%d already known", oldGames)) {
				l.Errorf("an import of the earlier games: %s; want that all are known", out)
			}
		},
		finish: func(l *crashLab) {
			l.must(all[at:], args(l)...)
			if n := l.contents("games.db").Imported; n != oldGames+newGames {
				l.Errorf("%d games after the import, want %d", n, oldGames+newGames)
			}
		},
	}
}

// randomGame returns the moves of a random game, which ends after the given number of plies at the latest.
func randomGame(r *rand.Rand, plies int) string {
	var moves strings.Builder
	p := othello.Start(othello.Size8, othello.Usual)
	for ply := 0; ply < plies && !p.Over(); ply++ {
		list := p.Moves()
		move := list[r.IntN(len(list))]
		if p = p.Play(move); move != othello.Pass {
			moves.WriteString(move.String())
		}
	}
	return moves.String()
}

// wholeGame returns the moves of a random game that ends.
func wholeGame() string { return randomGame(rand.New(rand.NewPCG(4, 4)), math.MaxInt) }

// serving is a server that stores games and judges the moves of another.
func serving() crashWork {
	const job = "killed-review"
	moves := wholeGame()
	return crashWork{
		name:    "serve",
		prepare: func(*crashLab) {},
		args:    serveOn,
		drive: func(l *crashLab, address string) {
			body := fmt.Sprintf(`{"id":%q,"game":{"moves":%q},"level":4}`, job, moves)
			l.send(address, http.MethodPost, api.Path+"jobs", body)
			for n := 0; ; n++ {
				if !l.store(address, fmt.Sprintf("killed-game-%d", n), moves) || !l.look(address, job) {
					return // the server has ended
				}
			}
		},
		begun: func(l *crashLab, _ string) bool {
			l.mu.Lock()
			defer l.mu.Unlock()
			return len(l.games) > 3 && l.done[job] > 1
		},
		check: func(l *crashLab) {
			l.contents("games.db")
			kept, err := store.Open(l.Context(), l.path("games.db"))
			if err != nil {
				l.Fatal(err)
			}
			defer kept.Close()
			for _, id := range l.games {
				if _, err := kept.Game(l.Context(), id); err != nil {
					l.Error(err)
				}
			}
			for id, done := range l.done {
				if j, err := kept.Job(l.Context(), id); err != nil || j.Done < done {
					l.Errorf("job %s has %d judged moves, want at least %d; error %v", id, j.Done, done, err)
				}
			}
		},
		finish: func(l *crashLab) {
			if len(l.done) == 0 {
				return // it was killed before it acknowledged the job
			}
			s := start(l.Context(), l.T, serveOn(l)...)
			for !l.reviewed() {
				if !l.look(strings.TrimSpace(s.line), job) {
					l.Fatal("the server has ended")
				}
			}
		},
	}
}

func serveOn(l *crashLab) []string {
	return []string{"serve", "--addr=127.0.0.1:0", "--rate=100000", "--no-browser", "--db", l.path("games.db")}
}

// reviewed reports whether all moves of the game are judged.
func (l *crashLab) reviewed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.whole
}

// send sends a request to a server. The status is 0 if there is no response.
func (l *crashLab) send(address, method, path, body string) (status int, response string) {
	ctx, cancel := context.WithCancel(l.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address+path, strings.NewReader(body))
	if err != nil {
		l.Error(err)
		return 0, ""
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, ""
	}
	return answer.StatusCode, string(text)
}

// store sends a finished game. It returns false if it was not acknowledged.
func (l *crashLab) store(address, id, moves string) bool {
	status, text := l.send(address, http.MethodPost, api.Path+"games",
		fmt.Sprintf(`{"id":%q,"moves":%q,"black":"human","white":"greedy"}`, id, moves))
	if status == http.StatusCreated {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = append(l.games, id)
	} else if status != 0 {
		l.Errorf("storing a game: status %d, %s", status, text)
	}
	return status == http.StatusCreated
}

// look notes the state of a job. It returns false without a response.
func (l *crashLab) look(address, id string) bool {
	status, text := l.send(address, http.MethodGet, api.Path+"jobs/"+id, "")
	if status == 0 {
		return false
	}
	var job struct {
		State string
		Done  int
	}
	err := json.Unmarshal([]byte(text), &job)
	if failed := err != nil || job.State == "failed"; failed || status != http.StatusOK {
		l.Errorf("job %s: status %d, %s", id, status, text)
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.done[id]; job.Done < before {
		l.Errorf("job %s has %d judged moves after %d", id, job.Done, before)
	}
	l.done[id], l.whole = job.Done, job.State == "done"
	return true
}

// playing is a tournament whose games are also appended to a file.
func playing() crashWork {
	const games = 200
	args := func(l *crashLab) []string {
		return []string{
			"match", "greedy", "random", fmt.Sprint("--games=", games), "--seed=5", "--concurrency=2", "--json",
			"--db", l.path("games.db"), "--out", l.path("games.ggf"),
		}
	}
	// stored returns the moves of the stored games.
	stored := func(l *crashLab) map[int]string {
		kept, err := store.Open(l.Context(), l.path("games.db"))
		if err != nil {
			l.Fatal(err)
		}
		defer kept.Close()
		list, err := kept.TournamentGames(l.Context(), 1, 0)
		if err != nil {
			l.Fatal(err)
		}
		moves := map[int]string{}
		for _, g := range list {
			moves[g.Number] = g.Moves
		}
		return moves
	}
	acknowledged := func(out string) map[int]string {
		moves := map[int]string{}
		for line := range strings.Lines(out) {
			var g struct {
				Schema, Transcript string
				Game               int
			}
			if json.Unmarshal([]byte(line), &g) == nil && strings.HasPrefix(g.Schema, "kaeshi/match-game/") {
				moves[g.Game] = g.Transcript
			}
		}
		return moves
	}
	return crashWork{
		name:    "match",
		prepare: func(*crashLab) {},
		args:    args,
		begun:   func(_ *crashLab, out string) bool { return len(acknowledged(out)) > 2 },
		check: func(l *crashLab) {
			if !l.begun("games.db") {
				return
			}
			l.contents("games.db")
			kept := stored(l)
			for number, moves := range acknowledged(l.out) {
				if kept[number] != moves {
					l.Errorf("game %d is %q in the database, want %q", number, kept[number], moves)
				}
			}
		},
		finish: func(l *crashLab) {
			again := args(l)
			if l.begun("games.db") && l.contents("games.db").Tournaments == 1 {
				again = append(again, "--resume")
			}
			l.must("", again...)
			kept := slices.Sorted(func(yield func(string) bool) {
				for _, moves := range stored(l) {
					yield(moves)
				}
			})
			var written []string
			for g, err := range files.ReadFile(l.path("games.ggf")) {
				if err != nil {
					l.Fatal(err)
				}
				written = append(written, g.Transcript())
			}
			slices.Sort(written)
			if diff := cmp.Diff(kept, written); len(kept) != games || diff != "" {
				l.Errorf("%d games, want %d; games of the file (-database +file):\n%s", len(kept), games, diff)
			}
		},
	}
}

// somewhatLarge is the number of games of a database whose copy takes a moment.
const somewhatLarge = 4000

// stocked makes a database with a few games, copies it to a file, and adds many games.
func stocked(l *crashLab, few string) {
	r := rand.New(rand.NewPCG(2, 2))
	l.must(transcripts(r, oldGames), "import", "-", "--db", l.path("games.db"))
	l.must("", "backup", l.path(few), "--db", l.path("games.db"))
	l.must(transcripts(r, somewhatLarge), "import", "-", "--db", l.path("games.db"))
}

// backingUp replaces an earlier backup.
func backingUp() crashWork {
	args := func(l *crashLab) []string {
		return []string{"backup", l.path("backup.db"), "--force", "--db", l.path("games.db")}
	}
	many := func(l *crashLab) store.Contents { return l.contents("games.db") }
	return crashWork{
		name:    "backup",
		prepare: func(l *crashLab) { stocked(l, "backup.db") },
		args:    args,
		begun:   func(l *crashLab, _ string) bool { return l.exists("backup.db.part") },
		check: func(l *crashLab) {
			if got := l.contents("backup.db"); got.Imported != oldGames && got != many(l) {
				l.Errorf("the backup has %+v, want the earlier or the present games", got)
			}
		},
		finish: func(l *crashLab) {
			l.must("", args(l)...)
			if diff := cmp.Diff(many(l), l.contents("backup.db")); diff != "" {
				l.Errorf("backup (-database +backup):\n%s", diff)
			}
			if l.exists("backup.db.part") {
				l.Error("the incomplete file is still there")
			}
		},
	}
}

// restoring replaces a database with few games by one with many.
func restoring() crashWork {
	args := func(l *crashLab) []string {
		return []string{"restore", l.path("games.db"), "--db", l.path("few.db")}
	}
	kept := func(l *crashLab) []string {
		list, err := filepath.Glob(l.path("few.db.before-*"))
		if err != nil {
			l.Fatal(err)
		}
		return slices.DeleteFunc(list, func(name string) bool {
			return strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm")
		})
	}
	return crashWork{
		name:    "restore",
		prepare: func(l *crashLab) { stocked(l, "few.db") },
		args:    args,
		begun:   func(l *crashLab, _ string) bool { return l.exists("few.db.part") },
		check: func(l *crashLab) {
			got := l.contents("few.db")
			if got.Imported == oldGames {
				return
			}
			if diff := cmp.Diff(l.contents("games.db"), got); diff != "" || len(kept(l)) != 1 {
				l.Errorf("the previous database is kept in %q; the restored one (-want +got):\n%s", kept(l), diff)
			}
		},
		finish: func(l *crashLab) {
			l.must("", args(l)...)
			if diff := cmp.Diff(l.contents("games.db"), l.contents("few.db")); diff != "" {
				l.Errorf("restored database (-want +got):\n%s", diff)
			}
			if got := l.contents(filepath.Base(kept(l)[0])); got.Imported != oldGames {
				l.Errorf("the kept database has %+v, want %d games", got, oldGames)
			}
		},
	}
}

// agedRows are rows of the tables that a version of the schema introduced.
var agedRows = map[int]string{
	1: `INSERT INTO games (id, played, size, start, position, moves, black, white, mixed, score_black, discs_black,
		discs_white) SELECT 'g' || n, n, 8, 'usual', '', 'f5d6', 'human', 'greedy', 0, 2, 33, 31 FROM many`,
	2: `INSERT INTO tictactoe_games (id, played, moves, human, result) SELECT 't' || n, n, 'a1b2', 'x', 0 FROM many`,
	4: `INSERT INTO tournaments (id, name, spec, began) VALUES (3, 'club', '{}', 9)`,
	5: `INSERT INTO analyses (position, found, seen)
			SELECT CAST(n AS BLOB), '{"selectivity":73,"lines":["' || hex(zeroblob(200)) || '"]}', 14 FROM many;
		INSERT INTO jobs (id, kind, game, level, total, state, created)
			VALUES ('j', 'review', '{}', 16, 3, 'done', 15);
		INSERT INTO job_parts SELECT 1, n, '{"selectivity":73}' FROM many`,
}

// migrating opens a database of an older version of the schema.
func migrating() crashWork {
	args := func(l *crashLab) []string { return []string{"find", "--limit=0", "--db", l.path("old.db")} }
	var before store.Contents
	same := func(l *crashLab) store.Contents {
		got := l.contents("old.db")
		want := before
		want.Version = got.Version
		if diff := cmp.Diff(want, got); diff != "" {
			l.Errorf("contents (-before +after):\n%s", diff)
		}
		return got
	}
	latest := len(schemaSteps())
	return crashWork{
		name: "migration",
		prepare: func(l *crashLab) {
			version := 5 + l.random.IntN(latest-5)
			makeOld(l, version)
			before = l.contents("old.db")
			if before.Version != version || before.Games == 0 {
				l.Fatalf("contents %+v, want games and version %d", before, version)
			}
		},
		args:  args,
		begun: func(l *crashLab, _ string) bool { return l.exists("old.db-wal") },
		check: func(l *crashLab) { same(l) },
		finish: func(l *crashLab) {
			l.must("", args(l)...)
			if got := same(l); got.Version != latest {
				l.Errorf("version %d, want %d", got.Version, latest)
			}
			if n := l.count("old.db", `SELECT count(*) FROM analyses WHERE found LIKE '%selectivity%'`); n != 0 {
				l.Errorf("%d analyses are not migrated", n)
			}
		},
	}
}

// schemaSteps returns the migrations in order.
func schemaSteps() []string {
	names, _ := filepath.Glob("../../store/schema/*.sql") // the pattern is valid
	return names
}

// makeOld makes a database of a version of the schema with a few thousand rows.
func makeOld(l *crashLab, version int) {
	l.Helper()
	const many = "CREATE TEMP TABLE many AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c " +
		"WHERE n < 5000) SELECT n FROM c;"
	var statements strings.Builder
	statements.WriteString(many)
	for v, name := range schemaSteps()[:version] {
		step, err := os.ReadFile(name)
		if err != nil {
			l.Fatal(err)
		}
		fmt.Fprintf(&statements, "%s;%s;", step, agedRows[v+1])
	}
	fmt.Fprintf(&statements, "PRAGMA application_id = %d; PRAGMA user_version = %d", 0x4b616573, version)
	db, err := sql.Open("sqlite", l.path("old.db"))
	if err != nil {
		l.Fatal(err)
	}
	db.SetMaxOpenConns(1) // the temporary table belongs to a connection
	if _, err := db.ExecContext(l.Context(), statements.String()); err != nil {
		l.Error(err)
	}
	if err := db.Close(); err != nil {
		l.Fatal(err)
	}
}

// solving solves positions with a journal.
func solving() crashWork {
	const positions = 60
	var input strings.Builder
	r := rand.New(rand.NewPCG(3, 3))
	for range positions {
		fmt.Fprintln(&input, othellotest.Ending(r, othello.Size8, 14))
	}
	args := func(l *crashLab) []string {
		return []string{
			"solve", "--threads=1", "--hash=16MB", "--json", "--journal", l.path("journal"), l.path("positions.obf"),
		}
	}
	whole := func(out string) []string {
		lines := strings.Split(timeless(out), "\n")
		return slices.DeleteFunc(lines[:len(lines)-1], func(line string) bool { // the last one may be incomplete
			return !strings.HasPrefix(line, `{"schema":"kaeshi/solve/1"`)
		})
	}
	return crashWork{
		name:    "solve",
		prepare: func(l *crashLab) { l.write("positions.obf", input.String()) },
		args:    args,
		begun:   func(_ *crashLab, out string) bool { return len(whole(out)) > 2 },
		check:   func(*crashLab) {},
		finish: func(l *crashLab) {
			all := whole(l.must("", args(l)...))
			if len(all) != positions {
				l.Fatalf("%d results, want %d", len(all), positions)
			}
			acknowledged := whole(l.out)
			if diff := cmp.Diff(acknowledged, all[:len(acknowledged)]); diff != "" {
				l.Errorf("results before the fault and after it (-before +after):\n%s", diff)
			}
		},
	}
}
