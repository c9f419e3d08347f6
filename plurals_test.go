package kaeshi_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// neverOne lists texts with a number before a plural. The number is never 1.
func neverOne() []string {
	return []string{
		"%d nodes, %.1f M nodes/s",
		"each opening is used by %d pairs of games", "%d arguments are", "%d moves", "%d cells",
		"%s: lost in %d games, the first being game %d", "%d games, want one", "%s has %d values: ",
		"%d cells: want 64, 36 or 16", "row %d, %q, has %d cells and row 1 has %d", "a drawn board with %d rows",
		"%d games or positions, want one", "FEN %q: %d rows", "%d bytes after the last of %d ",
		"scores of %d and %d discs", "does not fit %d bytes of Latin-1",
		"it has %d bytes and should have %d (positions",
		"diagram of %d×%d cells", "a position on a board of size %d",
		"%d bytes: a tree of numbers has at most %d", "a message of %d bytes exceeds the limit",
	}
}

var (
	counted = regexp.MustCompile(`(\S*) ?%(?:\[\d\])?d (?:empty )?(?:games|positions|moves|players|files|lines|` +
		`changes|discs|links|bytes|cells|pairs|nodes|roots|rows|values|records|faults|names|squares|plies|` +
		`arguments|digits|characters|variations|mismatches|requests|tournaments|openings|puzzles|books)\b`)
	literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	// A limit, or a number that is less than a minimum.
	limit = regexp.MustCompile(`^(?:than|most|least|of|expected|to|over|want|for)$`)
	least = regexp.MustCompile(`expected (?:0|1|5|24|at|%d|from)|want (?:1|at)|expected .*≥`)
)

// TestNumbersAgreeWithNouns finds texts such as "%d games", which are wrong for 1. Use lang.Count or "games: %d"
// instead.
func TestNumbersAgreeWithNouns(t *testing.T) {
	code, err := readTree(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range code.program() {
		if regexp.MustCompile(`^(?:train|eval|proof|tools)\b|test$`).MatchString(s.dir) {
			continue // errors of damaged files, in which the number 1 is unlikely
		}
		text, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range disagreeing(string(text)) {
			t.Errorf("%s: %s", s.path, found)
		}
	}
}

// disagreeing returns the string literals of a program that may print text such as "1 games".
func disagreeing(program string) (found []string) {
	for _, text := range literal.FindAllString(program, -1) {
		known := func(part string) bool { return strings.Contains(text, part) }
		if least.MatchString(text) || slices.ContainsFunc(neverOne(), known) {
			continue
		}
		for _, m := range counted.FindAllStringSubmatch(text, -1) {
			if !limit.MatchString(m[1]) {
				found = append(found, text)
				break
			}
		}
	}
	return found
}

func TestDisagreeing(t *testing.T) {
	for program, want := range map[string]bool{
		`fmt.Errorf("%d games are bad", n)`:          true,
		`fmt.Errorf("total: %d lines", n)`:           true,
		`fmt.Errorf("games: %d", n)`:                 false,
		`fmt.Errorf("longer than %d bytes", n)`:      false,
		`fmt.Errorf("%d games: expected 1 or more")`: false,
		`fmt.Sprintf("%d of %d squares", n, m)`:      false,
	} {
		if got := len(disagreeing(program)) > 0; got != want {
			t.Errorf("%s: disagreeing %t, want %t", program, got, want)
		}
	}
}
