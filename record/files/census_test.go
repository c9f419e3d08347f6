package files_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/internal/recordtest"
	"github.com/kaeshi/kaeshi/record/wthor"
)

var censusInputs = flag.Int("census", 7000, "number of mutated inputs of the census over all readers")

// TestCensus checks that readers ignore no input silently. It changes one word of each mutated input that is read
// without errors and reads it again. Unless the word has no meaning in the format, the games must change, or an error
// must appear. The inputs are the same in every run.
func TestCensus(t *testing.T) {
	for _, f := range textFormats() {
		t.Run(f.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(28, uint64(f)))
			seeds, parts := samples(t, f), pieces(f)
			faultless, dropped := 0, 0
			for range *censusInputs / 7 {
				text := seeds[rng.IntN(len(seeds))]
				if rng.IntN(4) > 0 {
					text = mutated(rng, seeds, parts)
				}
				before := reading(f, text)
				if before.faults > 0 || before.games == 0 {
					continue
				}
				faultless++
				at := words.FindAllStringIndex(text, -1)
				if len(at) == 0 {
					continue
				}
				word := at[rng.IntN(len(at))]
				changed := text[:word[0]] + otherWord(text[word[0]:word[1]]) + text[word[1]:]
				if hasNoMeaning(f, text, word) || sameResult(text, changed, word) || reading(f, changed) != before {
					continue
				}
				if dropped++; dropped <= 5 {
					around := text[max(word[0]-30, 0):min(word[1]+30, len(text))]
					t.Errorf("%q in %q, at byte %d, is silently ignored: %q", text[word[0]:word[1]], around, word[0],
						text)
				}
			}
			t.Logf("%d inputs, %d of them read without errors", *censusInputs/7, faultless)
			if faultless < *censusInputs/100 {
				t.Errorf("%d inputs are read without errors, want at least %d", faultless, *censusInputs/100)
			}
		})
	}
}

// result contains the games and errors that were read from an input.
type result struct {
	games, faults int
	text          string // the games as JSON
}

func reading(f files.Format, text string) (r result) {
	games, faults := recordtest.Collect(files.ReadAs(strings.NewReader(text), f, ""))
	var b bytes.Buffer
	if _, err := files.Write(&b, files.JSON, slices.Values(games)); err != nil {
		return result{faults: 1, text: err.Error()}
	}
	return result{len(games), len(faults), b.String() + fmt.Sprint(faults)}
}

var words = regexp.MustCompile(`[A-Za-z0-9]+`)

// otherWord returns a word of the same kind with another meaning.
func otherWord(word string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case '9', 'z', 'Z':
			return c - 1
		case '8':
			return '5'
		}
		return c + 1
	}, word)
}

// meaningless returns patterns of the places where a word has no meaning.
func meaningless() map[files.Format]*regexp.Regexp {
	return map[files.Format]*regexp.Regexp{
		// move numbers, which may count moves or pairs, and names of columns, which are lost if no row has a value
		files.Transcript: regexp.MustCompile(`\d+[.:)]|(?m:^.*\bwinner,game_moves)`),
		files.OBF:        regexp.MustCompile(`--\s*:-?\w+`), // the placeholder at the end of some lines
		files.GGF:        regexp.MustCompile(`\w+ \(;GM`),   // the number of games at the start of a line
		// the version, and the character set, which is detected instead
		files.SGF: regexp.MustCompile(`(?:FF|CA)\[[-\s\w.:]*`),
		// move numbers, comments of other programs, and the tag SetUp, which FEN implies
		files.PGN: regexp.MustCompile(`\d+[\s.]|(?m:^%.*)|SetUp\W+\w+`),
	}
}

func hasNoMeaning(f files.Format, text string, word []int) bool {
	form := meaningless()[f]
	if form == nil {
		return false
	}
	return slices.ContainsFunc(form.FindAllStringIndex(text, -1), func(at []int) bool {
		return at[0] <= word[0] && word[1] <= at[1]
	})
}

var discCounts = regexp.MustCompile(`\d+-\d+`)

// sameResult reports whether a word is in disc counts that mean the same result before and after a change of the word,
// as 12-32 and 12-33 do, because the empty squares count for the winner.
func sameResult(text, changed string, word []int) bool {
	for _, at := range discCounts.FindAllStringIndex(text, -1) {
		if at[0] <= word[0] && word[1] <= at[1] {
			before, known := record.ParseResult(text[at[0]:at[1]])
			after, _ := record.ParseResult(changed[at[0]:at[1]])
			return known && before == after
		}
	}
	return false
}

// TestCensusOfWTHOR checks that every record of a base yields a game or an error, and that data after the last record
// yields an error.
func TestCensusOfWTHOR(t *testing.T) {
	const head, size = 16, 68
	rng := rand.New(rand.NewPCG(28, 0))
	seed := string(readFile(t, "../wthor/testdata/KAESHI.wtb"))
	for range *censusInputs / 7 {
		text := mutated(rng, []string{seed[:head+3*size], seed}, []string{"\x00", "\xff\xff", seed[head : head+size]})
		if rng.IntN(2) == 0 && len(text) > head {
			text = seed[:head] + text[head:]
		}
		games, faults := recordtest.Collect(wthor.Read(strings.NewReader(text), "f"))
		if len(text) < head || len(faults) == 1 && len(games) == 0 {
			continue // the header is not valid
		}
		stated, there := int(binary.LittleEndian.Uint32([]byte(text[4:8]))), (len(text)-head)/size
		want := min(stated, there)
		if stated != there || (len(text)-head)%size > 0 {
			want++ // the error of missing or additional data
		}
		if got := len(games) + len(faults); got != want {
			t.Fatalf("%d games and %d errors, want %d in all (%d stated and %d present records): %q", len(games),
				len(faults), want, stated, there, text)
		}
	}
}
