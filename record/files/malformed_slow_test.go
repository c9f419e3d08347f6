//go:build slow

package files_test

import (
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/wthor"
)

const (
	malformedInputs = 100_000
	memoryBound     = 256 << 20
	longestRead     = 10 * time.Second // for one input
)

// TestMalformed reads 100,000 damaged inputs of each format, the same in every run. All games read must be valid, and
// some are written as well.
func TestMalformed(t *testing.T) {
	for _, f := range []files.Format{files.Transcript, files.OBF, files.GGF, files.SGF, files.PGN, files.JSON} {
		t.Run(f.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, uint64(f)))
			seeds := samples(t, f)
			watched(t, func() string { return mutated(rng, seeds, pieces(f)) }, func(text string) {
				if rng.IntN(16) == 0 {
					tested(f).Check(t, text)
					return
				}
				games, _ := read(text, f)
				checkGames(t, text, games)
			})
		})
	}
	t.Run("wthor", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 0))
		wtb, jou, trn := readFile(t, "../wthor/testdata/KAESHI.wtb"), readFile(t, "../wthor/testdata/KAESHI.JOU"),
			readFile(t, "../wthor/testdata/KAESHI.TRN")
		all := string(wtb) + string(jou) + string(trn)
		watched(t, func() string {
			return mutated(rng, []string{all[:16+3*68], all}, []string{"\x00", "\xff\xff\xff\xff", string(jou[:16])})
		},
			func(text string) {
				cut := []int{rng.IntN(len(text) + 1), rng.IntN(len(text) + 1)}
				names, _ := wthor.ReadNames(strings.NewReader(text[cut[0]:]), strings.NewReader(text[cut[1]:]))
				games, _ := recordtest.Collect(wthor.ReadWith(strings.NewReader(text), names, ""))
				checkGames(t, text, games)
			})
	})
}

// watched checks the time of each input and the memory of the process.
func watched(t *testing.T, next func() string, read func(text string)) {
	t.Helper()
	most := uint64(0)
	for i := range malformedInputs {
		text := next()
		inTime(func() { read(text) }, text)
		if i%1000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.Sys-m.HeapReleased)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d inputs, at most %d MiB", malformedInputs, most>>20)
	if most > memoryBound {
		t.Errorf("the process used %d MiB of memory", most>>20)
	}
}

// inTime panics if read hangs, because a test cannot interrupt it.
func inTime(read func(), text string) {
	alarm := time.AfterFunc(longestRead, func() { panic("a reader hangs on " + text) })
	defer alarm.Stop()
	read()
}

func checkGames(t *testing.T, text string, games []*record.Game) {
	t.Helper()
	for _, g := range games {
		if err := g.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestHuge checks that large files without games are read in bounded memory.
func TestHuge(t *testing.T) {
	for _, f := range []files.Format{files.Transcript, files.OBF, files.GGF, files.SGF, files.PGN, files.JSON} {
		for _, piece := range append(pieces(f),
			"(;B[f5]", "{\"a\":", "(1. f5", "f5 (", "X", "\"", "% ", "[", "hello world\n", "Event: x\n", "# x\n") {
			var before runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			games, faults := 0, 0
			for _, err := range files.ReadAs(&endless{piece: piece, left: 20 << 20}, f, "huge") {
				if err != nil {
					faults++
				} else {
					games++
				}
			}
			var after runtime.MemStats
			runtime.ReadMemStats(&after)
			if used := after.Sys - after.HeapReleased; used > memoryBound {
				t.Fatalf("%s of %q: %d MiB of memory, %d games, %d faults", f, piece, used>>20, games, faults)
			}
		}
	}
}

// endless repeats a piece of text.
type endless struct {
	piece string
	at    int
	left  int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	for i := range b {
		b[i] = e.piece[e.at]
		e.at = (e.at + 1) % len(e.piece)
	}
	e.left -= len(b)
	return len(b), nil
}
