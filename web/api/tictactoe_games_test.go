package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/web/webtest"
)

const (
	learnGamesPath  = learnPath + "games"
	learnRecordPath = learnPath + "record"
	drawnTicTacToe  = "b2a1c3a3a2c2b1b3c1"
)

func ticTacToeBody(id, moves, human string) string {
	return fmt.Sprintf(`{"id":%q,"moves":%q,"human":%q}`, id, moves, human)
}

func addTicTacToe(s *site, id, moves, human, result string) storedTicTacToe {
	s.Helper()
	var got storedTicTacToe
	if err := json.Unmarshal(s.Send(http.StatusCreated, "POST", learnGamesPath, ticTacToeBody(id, moves, human)),
		&got); err != nil {
		s.Fatal(err)
	}
	want := got
	want.Result, want.Human, want.ID, want.Schema = result, human, id, "kaeshi/stored-tictactoe/1"
	webtest.Same(s, moves+" as "+human, want, got)
	return got
}

func wantLearnRecord(s *site, wins, losses, draws int) ticTacToeRecord {
	s.Helper()
	r := read[ticTacToeRecord](s, "GET", learnRecordPath, "")
	want := ticTacToeRecord{
		Schema: "kaeshi/tictactoe-record/1", Wins: wins, Losses: losses, Draws: draws, Since: r.Since,
	}
	webtest.Same(s, "record", want, r)
	return r
}

// TestTicTacToeRecordFlow stores games, some of them twice, resets the record and stores more.
func TestTicTacToeRecordFlow(t *testing.T) {
	s := serve(t)
	if r := wantLearnRecord(s, 0, 0, 0); r.Since != "" {
		t.Errorf("since %q, want none before the first reset", r.Since)
	}
	first := addTicTacToe(s, "game-0001", drawnTicTacToe, "x", "draw")
	if played, err := time.Parse(time.RFC3339, first.Played); err != nil || time.Since(played).Abs() > time.Minute {
		t.Errorf("played %q, want a time: %v", first.Played, err)
	}
	again := read[storedTicTacToe](s, "POST", learnGamesPath,
		ticTacToeBody("game-0001", "B2 A1, C3 A3 A2 C2 B1 B3 C1", "x"))
	if again != first {
		t.Errorf("sent again: %+v, want %+v", again, first)
	}
	addTicTacToe(s, "game-0002", "a1b1a2b2a3", "x", "win")
	addTicTacToe(s, "game-0003", "a1b1a2b2a3", "o", "loss")
	addTicTacToe(s, "game-0004", "c3a1b1a2b2a3", "o", "win")
	addTicTacToe(s, "game-0005", "c3a1b1a2b2a3", "x", "loss")
	addTicTacToe(s, "game-0006", drawnTicTacToe, "o", "draw")
	wantLearnRecord(s, 2, 2, 2)
	for _, body := range []string{
		ticTacToeBody("game-0001", drawnTicTacToe, "o"),
		ticTacToeBody("game-0001", "a1b1a2b2a3", "x"),
	} {
		s.WantProblem(http.StatusConflict, "POST", learnGamesPath, body, "game-0001", "in use")
	}
	s.Send(http.StatusNoContent, "DELETE", learnRecordPath, "")
	if r := wantLearnRecord(s, 0, 0, 0); r.Since == "" {
		t.Error("the record lacks the time of the reset")
	}
	s.Send(http.StatusOK, "POST", learnGamesPath, ticTacToeBody("game-0001", drawnTicTacToe, "x"))
	addTicTacToe(s, "game-0007", "a1b1a2b2a3", "o", "loss")
	wantLearnRecord(s, 0, 1, 0)
	if r := read[playRecord](s, "GET", recordPath, ""); len(r.Rows) != 0 || r.Since != "" {
		t.Errorf("record of Othello after the reset: %+v, want no rows and no reset", r)
	}
}

func TestTicTacToeSentConcurrently(t *testing.T) {
	s := serve(t)
	var sending sync.WaitGroup
	for i := range 20 {
		sending.Go(func() {
			body := ticTacToeBody(fmt.Sprintf("game-%04d", i%4), drawnTicTacToe, "x")
			response, answer := s.Do(s.Request(t.Context(), "POST", learnGamesPath, body))
			if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated {
				t.Errorf("status %s, want 200 or 201: %s", response.Status, answer)
			}
		})
	}
	sending.Wait()
	wantLearnRecord(s, 0, 0, 4)
}

func TestTicTacToeGameProblems(t *testing.T) {
	s := serve(t)
	for body, words := range map[string][]string{
		ticTacToeBody("short", drawnTicTacToe, "x"):     {"id", "length >= 8"},
		ticTacToeBody("not/an/id", drawnTicTacToe, "x"): {"id", "letters, digits, _ and -"},
		ticTacToeBody("game-0001", "", "x"):             {"not finished", "X is to move after move 0"},
		ticTacToeBody("game-0001", "a1b1a2", "x"):       {"not finished", "O is to move after move 3"},
		ticTacToeBody("game-0001", "a1a1", "x"): {
			"move 2", `"a1"`, "character 3", "a1 is taken",
			"legal moves are b1",
		},
		ticTacToeBody("game-0001", "a1d4", "x"):                        {"move 2", `"d4"`, "want a1 to c3"},
		ticTacToeBody("game-0001", "a1 b", "x"):                        {"move 2", `"b"`, "character 4"},
		ticTacToeBody("game-0001", "a1b1a2b2a3c1", "x"):                {"move 6", "the game is over"},
		ticTacToeBody("game-0001", "é", "x"):                           {"move 1", `"é"`},
		ticTacToeBody("game-0001", drawnTicTacToe, "z"):                {"human", `"z"`, "x, o"},
		ticTacToeBody("game-0001", strings.Repeat("a1", 21), "x"):      {"moves", "length <= 40"},
		`{"id":"game-0001","moves":"a1b1a2b2a3"}`:                      {"lacks the field human", "human, id, moves"},
		`{"id":"game-0001","moves":["a1"],"human":"x"}`:                {"moves", "string"},
		`{"id":"game-0001","moves":"a1","human":"x","winner":"x"}`:     {`unknown field "winner"`},
		`{"id":"game-0001","moves":"a1b1a2b2a3","human":"x"}` + "   {": nil,
	} {
		response, answer := s.Do(s.Request(t.Context(), "POST", learnGamesPath, body))
		status := http.StatusUnprocessableEntity
		if words == nil {
			status = http.StatusBadRequest
		}
		s.CheckProblem(response, answer, status, words...)
	}
	wantLearnRecord(s, 0, 0, 0)
	s.WantProblem(http.StatusMethodNotAllowed, "PUT", learnRecordPath, "{}", "GET, DELETE, HEAD")
	s.WantProblem(http.StatusUnprocessableEntity, "DELETE", learnRecordPath+"?all=1", "", `"all"`, "has none")
}

func FuzzTicTacToeGame(f *testing.F) {
	f.Add(ticTacToeBody("game-0001", drawnTicTacToe, "x"))
	f.Add(ticTacToeBody("game-0002", "a1b1a2b2a3", "o"))
	f.Add(`{"id":"game-0003","moves":null,"human":1}`)
	s := serve(f)
	f.Fuzz(func(t *testing.T, body string) { wantAnswer(t, answerTo(t, s, "POST", learnGamesPath, "", body)) })
}
