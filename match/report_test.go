package match

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/internal/lang"
)

func TestReports(t *testing.T) {
	s := database(t)
	e := held(t, s, Tournament{Players: []string{"greedy", "random", "random"}, Games: 6, Seed: 2})
	st := e.Standings()
	var text, japanese, markdown bytes.Buffer
	var brief bytes.Buffer
	if err := st.Brief(&brief, lang.English); err != nil || strings.Count(brief.String(), "\n") != 5 {
		t.Errorf("brief report: error %v, want 5 lines:\n%s", err, brief.String())
	}
	for _, err := range []error{
		st.Text(&text, lang.English), st.Text(&japanese, lang.Japanese),
		st.Markdown(&markdown, lang.English),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"18 of 18 games", "random #2", "score of the row against the column",
		"games between players at adjacent ranks", "player  ",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report does not contain %q:\n%s", want, text.String())
		}
	}
	if !strings.Contains(japanese.String(), "平均石差") || !strings.Contains(markdown.String(), "| `random #2` |") {
		t.Errorf("the Japanese report does not contain 平均石差, or the Markdown report random #2:\n%s\n%s",
			japanese.String(), markdown.String())
	}
	wins, losses := 0, 0
	for i, row := range st.Cross {
		for j, c := range row {
			if back := st.Cross[j][i]; c.Wins != back.Losses || c.Pairs != back.Pairs.Opposite() {
				t.Errorf("cells %d, %d contradict each other: %+v, %+v", i, j, c, back)
			}
			wins, losses = wins+c.Wins, losses+c.Losses
		}
	}
	if wins != losses || wins == 0 {
		t.Errorf("%d games won, %d lost; want equal numbers above 0", wins, losses)
	}
	if e.Standings().Players[0].Seconds <= 0 {
		t.Error("the time of the first player is 0, want more")
	}
}

func TestHeadReport(t *testing.T) {
	s := database(t)
	e := held(t, s, Tournament{Players: []string{"greedy", "kaeshi:3"}, Games: 20, SPRT: "elo0=0,elo1=10"})
	st := e.Standings()
	var text bytes.Buffer
	if err := st.Text(&text, lang.English); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"greedy v kaeshi:3: +", "Elo ", "95 % between",
		"SPRT elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized: LLR -",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report does not contain %q:\n%s", want, text.String())
		}
	}
	if line := st.String(); !strings.Contains(line, "LLR -") {
		t.Errorf("%q, want a negative LLR in it", line)
	}
	if b, err := json.Marshal(st); err != nil ||
		!bytes.Contains(b, []byte(`"normalized_elo":`)) && st.Head.NElo != nil {
		t.Errorf("%s, want normalized_elo in it; error %v", b, err)
	}
}

func TestPlots(t *testing.T) {
	s := database(t)
	folder := filepath.Join(t.TempDir(), "plots")
	for _, players := range [][]string{{"greedy", "random"}, {"random", "greedy", "alphabeta:1"}} {
		e := held(t, s, Tournament{Players: players, Games: 8})
		if err := e.WritePlots(folder, lang.Japanese); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"elo.svg", "score.svg"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, number := range []string{"NaN", "Inf"} {
				if strings.Contains(string(text), number) {
					t.Errorf("%s contains %s:\n%s", name, number, text)
				}
			}
			if name == "elo.svg" && !strings.Contains(string(text), "greedy") {
				t.Errorf("%s does not contain greedy:\n%s", name, text)
			}
			for d := xml.NewDecoder(bytes.NewReader(text)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
	if err := start(t, s, Tournament{Players: []string{"greedy", "random"}, Games: 8}).WritePlots(folder,
		lang.English); err != nil {
		t.Errorf("plots before the first game: error %v, want none", err)
	}
}
