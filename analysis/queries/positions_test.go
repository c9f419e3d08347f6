package queries

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
)

const ending = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

func TestPositions(t *testing.T) {
	start := othello.Start(othello.Size8, othello.Usual)
	file := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(file, []byte("f5\nf5x9\nf5d6c3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":               "0:60",
		"f5d6c3":         "0:57",
		ending:           "0:14",
		file:             "1:59 2:fault 3:57",
		"-":              "3:59 4:fault 6:14",
		"f5a1":           "0:fault",
		file + ".absent": "0:fault",
	} {
		var got []string
		for asked := range Positions(text, start, strings.NewReader("# note\n\nf5\nx9\n% note\n"+ending)) {
			if asked.Err != nil {
				got = append(got, fmt.Sprint(asked.Number, ":fault"))
			} else {
				got = append(got, fmt.Sprint(asked.Number, ":", asked.Position.Empties()))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
	for asked := range Positions("-", start, strings.NewReader(strings.Repeat("f", LongestLine+1)+"\n")) {
		if asked.Err == nil {
			t.Error("a line above the limit is accepted")
		}
	}
}
