package database_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/transcript"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/server"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// game60 is a game that White wins by 42 discs.
const game60 = "f5d6c5f4e3c6d3f6e6d7g3c4g5c3f7d2e7f2c8f3c7h3e2f1d1e1g1g4c1h6h4h5b5h2g6c2b1a6b3b4a3f8" +
	"a5a4g2d8e8b8a7h1b7a1a2b2b6a8g7h7h8g8"

// serve starts a server of a database.
func serve(t *testing.T, games *store.Store) *webtest.Site {
	t.Helper()
	s, err := server.New(server.Options{
		Players: webtest.Players().New, Rate: 1 << 20, Store: games, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(s)
	t.Cleanup(func() {
		listening.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &webtest.Site{TB: t, URL: listening.URL, Client: listening.Client()}
}

func open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// withGames returns a server with four games of Ada against Ben.
func withGames(t *testing.T) *webtest.Site {
	t.Helper()
	kept := open(t)
	in := kept.NewImport()
	for i, moves := range []string{game60, "f5d6c3d3c4", "c4e3f6", "f5f6"} {
		g, err := transcript.Parse(othello.Start(othello.Size8, othello.Usual), moves)
		if err != nil {
			t.Fatal(err)
		}
		g.Black, g.White, g.Date = "Ada", "Ben", fmt.Sprintf("200%d-05-03", i)
		if i == 3 {
			g.Black, g.White, g.Comment, g.Event = "Ben", "Ada", "a comment", "Cup"
		}
		if err := in.Add(t.Context(), "test", g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := in.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return serve(t, kept)
}

const games = api.Path + "database/games"

// TestExplorer checks the documents of positions.
func TestExplorer(t *testing.T) {
	s := withGames(t)
	for query, want := range exploredPositions() {
		got := webtest.Read[explorer.Explored](s, "GET", api.Path+"explorer?"+query, "")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", query, diff)
		}
	}
}

func twoNames(english, japanese, line string) *opening.NamesText {
	return &opening.NamesText{
		English:  &opening.NameText{Names: []string{english}, Ply: 2, Transcript: line},
		Japanese: &opening.NameText{Names: []string{japanese}, Ply: 2, Transcript: line},
	}
}

// exploredPositions returns the expected documents by query.
func exploredPositions() map[string]explorer.Explored {
	mean := -42.0
	lost := explorer.Results{Games: 1, White: 1, Mean: &mean}
	all := explorer.Results{Games: 4, White: 1, Mean: &mean}
	diagonal := twoNames("Diagonal Opening", "斜め取り", "f5f6")
	last := unfinishedGame(4, 2003, "f5f6")
	last.Black, last.White, last.Event, last.Opening, last.Annotated = "Ben", "Ada", "Cup", diagonal, true
	return map[string]explorer.Explored{
		"limit=1": {
			Schema: explorer.Schema, Position: othello.Start(othello.Size8, othello.Usual).String(), Results: all,
			Moves:    []explorer.ExploredMove{{Move: "f5", Equal: []string{"d3", "c4", "e6"}, Results: all}},
			Examples: []explorer.ExploredGame{last},
		},
		"moves=f5&limit=0&from=2000&result=white": {
			Schema: explorer.Schema, Position: "---------------------------OX------XXX-------------------------- O",
			Results: lost, Examples: []explorer.ExploredGame{},
			Moves: []explorer.ExploredMove{{
				Move: "d6", Opening: twoNames("Perpendicular Opening", "縦取り", "f5d6"), Results: lost,
			}},
		},
		"moves=f5f6&limit=0": {
			Schema: explorer.Schema, Position: "---------------------------OX------XOX-------O------------------ X",
			Opening: diagonal,
			Results: explorer.Results{Games: 1}, Ended: &explorer.Results{Games: 1},
			Moves: []explorer.ExploredMove{}, Examples: []explorer.ExploredGame{},
		},
		"size=6": {
			Schema: explorer.Schema, Position: othello.Start(othello.Size6, othello.Usual).String(),
			Moves: []explorer.ExploredMove{}, Examples: []explorer.ExploredGame{},
		},
	}
}

func unfinishedGame(number int64, year int, moves string) explorer.ExploredGame {
	return explorer.ExploredGame{
		Number: number, Year: year, Date: fmt.Sprintf("%d-05-03", year), Black: "Ada", White: "Ben",
		Reason: record.Unfinished, Size: 8, Start: "usual", Transcript: moves, Source: "test",
	}
}

// TestSearch checks the filters of a search.
func TestSearch(t *testing.T) {
	s := withGames(t)
	for query, want := range map[string][]int64{
		"":                                {4, 3, 2, 1},
		"limit=2&offset=1":                {3, 2},
		"player=ada&colour=white":         {4},
		"player=ada&player=ben&from=2002": {4, 3},
		"player=%22ad%22":                 nil,
		"player=ben&result=won":           {1},
		"result=black":                    nil,
		"tournament=cup":                  {4},
		"moves=f5d6":                      {3, 2, 1},
		"moves=f5d6c3&to=2001":            {2},
		"position=---------------------------OX------XO---------------------------+X&limit=1": {4},
		"size=6": nil,
	} {
		found := webtest.Read[explorer.Explored](s, "GET", games+"?"+query, "")
		var got []int64
		for _, g := range found.Examples {
			got = append(got, g.Number)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: games (-want +got)\n%s", query, diff)
		}
	}
	for query, word := range map[string]string{
		"result=won": "player", "colour=black": "player", "from=2004&to=2003": "first year", "moves=a1": "a1",
		"player=a&player=b&player=c": "player", "limit=1000": "limit", "result=lost&player=": "player",
		"player=" + strings.Repeat("a", 201): "too long",
	} {
		s.WantProblem(http.StatusUnprocessableEntity, "GET", games+"?"+query, "", word)
	}
}

// TestNames checks the lists of players and tournaments, the results of a player, and a single game.
func TestNames(t *testing.T) {
	s := withGames(t)
	players := webtest.Read[explorer.ExploredPlayers](s, "GET", api.Path+"database/players?name=ad&moves=f5d6", "")
	if len(players.Players) != 1 || players.Players[0].Games != 3 {
		t.Errorf("players %+v, want Ada with 3 games", players)
	}
	events := webtest.Read[explorer.ExploredEvents](s, "GET", api.Path+"database/tournaments", "")
	if len(events.Events) != 1 || events.Events[0].Name != "Cup" {
		t.Errorf("tournaments %+v, want Cup", events)
	}
	ben := webtest.Read[explorer.PlayerStatistics](s, "GET", api.Path+"database/player?name=Ben&to=2002", "")
	if ben.Games != 3 || ben.Won != 1 {
		t.Errorf("Ben %+v, want 3 games and one win", ben)
	}
	s.WantProblem(http.StatusNotFound, "GET", api.Path+"database/player?name=Be", "", "player")
	game := webtest.Read[struct {
		Schema, Format string
		Games          []struct {
			Size                                                                   int
			Start, Moves, Black, White, Result, Reason, Name, Event, Date, Comment string
		}
		More, Damaged int
	}](s, "GET", games+"/4", "")
	if len(game.Games) != 1 || game.Games[0].Comment != "a comment" {
		t.Errorf("game %+v, want the comment", game)
	}
	s.WantProblem(http.StatusNotFound, "GET", games+"/5", "", "number")
}

// form returns the body of an import and its content type.
func form(t *testing.T, list ...files.Content) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range list {
		part, err := w.CreateFormFile("file", f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

// send sends files and returns the response.
func send(t *testing.T, s *webtest.Site, list ...files.Content) (*http.Response, []byte) {
	t.Helper()
	body, kind := form(t, list...)
	r := s.Request(t.Context(), "POST", api.ImportPath, body)
	r.Header.Set("Content-Type", kind)
	return s.Do(r)
}

// sum is the result of an import.
type sum struct {
	explorer.Imported

	Faults []string
	Broken int
}

// imported sends files and returns the result of the import.
func imported(t *testing.T, s *webtest.Site, list ...files.Content) (done sum) {
	t.Helper()
	response, answer := send(t, s, list...)
	_, text, found := strings.Cut(string(answer), "event: done\ndata: ")
	if err := json.Unmarshal([]byte(strings.SplitN(text, "\n", 2)[0]), &done); !found || err != nil {
		t.Fatalf("status %s, error %v: %s", response.Status, err, answer)
	}
	return done
}

// base returns the WTHOR base of package wthor.
func base(t *testing.T) (list []files.Content) {
	t.Helper()
	for _, name := range []string{"KAESHI.wtb", "KAESHI.JOU", "KAESHI.TRN"} {
		data, err := os.ReadFile(filepath.Join("../../../record/wthor/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, files.Content{Name: `C:\games\` + name, Data: data})
	}
	return list
}

// TestImport checks that the games of all files are stored once, and that errors are listed.
func TestImport(t *testing.T) {
	s := serve(t, open(t))
	text := files.Content{Name: "a.txt", Data: []byte("f5d6\nf5f5\nc4\n")}
	for i, want := range []explorer.Imported{{Read: 27, Stored: 26, Refused: 1}, {Read: 27, Known: 26, Refused: 1}} {
		want.Schema = "kaeshi/import/1"
		done := imported(t, s, append(base(t), text)...)
		if diff := cmp.Diff(want, done.Imported); diff != "" {
			t.Errorf("import %d (-want +got)\n%s", i, diff)
		}
		if len(done.Faults) != 1 || !strings.Contains(done.Faults[0], "a.txt: ") {
			t.Errorf("errors %q, want the one of a.txt", done.Faults)
		}
	}
	found := webtest.Read[explorer.Explored](s, "GET", games+"?limit=30", "")
	if source := found.Examples[0].Source; source != "KAESHI.wtb" || found.Examples[0].Black == "" {
		t.Errorf("game %+v, want its file and its players", found.Examples[0])
	}
	about := webtest.Read[map[string]any](s, "GET", api.Path+"database", "")
	if about["games"] != 26.0 || about["read_only"] != false {
		t.Errorf("%v, want 26 games", about)
	}
}

// TestImportProblems checks bodies that are not forms of files, and one that is too large.
func TestImportProblems(t *testing.T) {
	s := serve(t, open(t))
	s.WantProblem(http.StatusUnprocessableEntity, "POST", api.ImportPath, "{}", "form")
	response, answer := send(t, s)
	s.CheckProblem(response, answer, http.StatusUnprocessableEntity, "no file")
	many := make([]files.Content, 21)
	for i := range many {
		many[i] = files.Content{Name: "a.txt", Data: []byte("f5")}
	}
	response, answer = send(t, s, many...)
	s.CheckProblem(response, answer, http.StatusUnprocessableEntity, "more than 20 files")
	large := files.Content{Name: "a.txt", Data: make([]byte, api.ImportBytes)}
	response, answer = send(t, s, large)
	s.CheckProblem(response, answer, http.StatusRequestEntityTooLarge, "32768 KiB")
	if done := imported(t, s, files.Content{Name: "a.zip", Data: []byte("PK\x03\x04 and so on")}); done.Broken != 1 {
		t.Errorf("%+v, want one broken file", done)
	}
}

// TestReadOnly checks that a database without write permission is searched, and refuses imports.
func TestReadOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	written, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if err := written.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := store.OpenToRead(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	s := serve(t, kept)
	if about := webtest.Read[map[string]any](s, "GET", api.Path+"database", ""); about["read_only"] != true {
		t.Errorf("%v, want a read-only database", about)
	}
	_, answer := send(t, s, base(t)...)
	if !bytes.Contains(answer, []byte("event: problem\n")) || !bytes.Contains(answer, []byte("read-only")) {
		t.Errorf("answer %s, want a problem", answer)
	}
}

// TestExport checks that exported files hold the filtered games.
func TestExport(t *testing.T) {
	s := serve(t, open(t))
	imported(t, s, base(t)...)
	all := webtest.Read[explorer.Explored](s, "GET", games+"?limit=30", "")
	want := transcripts(all.Examples)
	for _, format := range []string{"transcript", "ggf", "sgf", "pgn", "json", "wthor"} {
		want := want
		if format == "transcript" { // it leaves out games without moves
			want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return s == "" })
		}
		if diff := cmp.Diff(want, download(t, s, url.Values{"format": {format}})); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", format, diff)
		}
	}
	first := all.Examples[slices.IndexFunc(all.Examples, func(g explorer.ExploredGame) bool {
		return g.Black != "" && g.White != ""
	})]
	want = transcripts(slices.DeleteFunc(all.Examples, func(g explorer.ExploredGame) bool {
		return g.Black != first.Black || g.White != first.White
	}))
	query := url.Values{
		"format": {"json"}, "player": {`"` + first.Black + `"`, `"` + first.White + `"`}, "colour": {"black"},
	}
	if diff := cmp.Diff(want, download(t, s, query)); diff != "" {
		t.Errorf("%v: (-want +got)\n%s", query, diff)
	}
	const path = api.Path + "database/export?format="
	s.WantProblem(http.StatusNotFound, "GET", path+"json&player=nobody", "", "no imported game")
	s.WantProblem(http.StatusUnprocessableEntity, "GET", path+"x", "", "format")
}

// TestExportOfYears checks that a WTHOR archive has a base for each year.
func TestExportOfYears(t *testing.T) {
	s := withGames(t)
	file := s.Send(http.StatusOK, "GET", api.Path+"database/export?format=wthor&from=2002", "")
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	want := []string{"WTH_2002.jou", "WTH_2002.trn", "WTH_2002.wtb", "WTH_2003.jou", "WTH_2003.trn", "WTH_2003.wtb"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// download exports games and returns their transcripts in order.
func download(t *testing.T, s *webtest.Site, query url.Values) (sorted []string) {
	t.Helper()
	file := s.Send(http.StatusOK, "GET", api.Path+"database/export?"+query.Encode(), "")
	for source := range files.Contents([]files.Content{{Name: "x", Data: file}}, 1<<20) {
		for g, err := range source.Games {
			if err != nil {
				t.Fatal(err)
			}
			sorted = append(sorted, g.Transcript())
		}
	}
	slices.Sort(sorted)
	return sorted
}

func transcripts(list []explorer.ExploredGame) (sorted []string) {
	for _, g := range list {
		sorted = append(sorted, g.Transcript)
	}
	slices.Sort(sorted)
	return sorted
}

// TestWithoutStore checks that a server without a database has no operations of it.
func TestWithoutStore(t *testing.T) {
	s := serve(t, nil)
	for _, path := range []string{"database", "database/games", "explorer"} {
		s.WantProblem(http.StatusNotFound, "GET", api.Path+path, "", "unknown path")
	}
}
