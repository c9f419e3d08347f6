package train

import (
	"bytes"
	"testing"

	"github.com/kaeshi/kaeshi/train/games"
)

// FuzzGames: no contents make the reader fail in disorder, and what it takes is written back the same.
func FuzzGames(f *testing.F) {
	m := NewGamer(tinyGames(), nil)
	for number := range 3 {
		lines, err := m.Play(f.Context(), number)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(appendLine(nil, &lines[0]))
		f.Add(appendLine(appendLine(nil, &lines[0]), &lines[1]))
		f.Add(appendLine(nil, &lines[1]))
	}
	f.Add([]byte{0, 1, 0, 0, 0, 19})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		games, _, err := parseGames(b)
		if err != nil {
			return
		}
		var again []byte
		for i := range games {
			again = appendLine(again, &games[i])
		}
		if !bytes.Equal(again, b) {
			t.Errorf("%x is written back as %x", b, again)
		}
	})
}

// FuzzLabels does the same for labels of two games.
func FuzzLabels(f *testing.F) {
	games := []games.Game{{Moves: make([]byte, 3)}, {Moves: make([]byte, 2)}}
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		labels, err := parseLabels(b, games)
		if err != nil {
			return
		}
		if again := appendLabels(appendLabels(nil, labels[0]), labels[1]); !bytes.Equal(again, b) {
			t.Errorf("%x is written back as %x", b, again)
		}
	})
}

// FuzzPhase: a phase that is read is written back the same.
func FuzzPhase(f *testing.F) {
	f.Add([]byte{2, '{', '}'})
	f.Add([]byte{0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		if weights, _, err := parsePhase(b); err == nil && 4*len(weights) > len(b) {
			t.Errorf("%d weights from %d bytes", len(weights), len(b))
		}
	})
}
