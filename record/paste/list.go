package paste

import (
	"errors"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/record/transcript"
)

// list is an open list in square brackets, as JSON and other languages write it.
type list struct {
	at    int    // its first line
	depth int    // open brackets
	game  *draft // the game whose moves the innermost list holds, or nil
	full  bool   // it has an entry
	bad   bool   // that game is bad, so the rest of the list is skipped
}

var errOpenList = errors.New("a ] is missing")

var errEmptyList = errors.New("an empty list: want moves in [ ]")

// holds reports whether the moves of the innermost list belong to a game.
func (l *list) holds(d *draft) bool { return l != nil && l.game != nil && l.game == d }

// nest enters a bracket (1) or leaves it (-1).
func (l *list) nest(by int) { l.depth, l.game, l.bad = l.depth+by, nil, false }

// quotes are the characters that enclose text.
const quotes = "\"'`“”„‘’‚«»「」『』"

// gameForm matches an entry with two squares, which is not a single move.
var gameForm = regexp.MustCompile(`[A-Ha-h][1-8].*[A-Ha-h][1-8]`)

// isList reports whether a line of moves has quotes or begins with a bracket.
func isList(text string) bool {
	return strings.ContainsAny(text, quotes) && !strings.ContainsRune(text, '{') ||
		strings.HasPrefix(strings.TrimSpace(transcript.Plain(text)), "[")
}

// listLine reads a line of a list.
func (r *reader) listLine(text string, number int) {
	line := []rune(strings.Map(func(c rune) rune {
		if strings.ContainsRune(quotes, c) {
			return ' '
		}
		return c
	}, transcript.Plain(text)))
	begin := 0
	for i, c := range line {
		switch {
		case c == '[':
			r.entries(line, begin, i, number)
			if r.list == nil {
				r.list = &list{at: number}
			}
			r.list.nest(1)
		case c == ']' && r.list != nil:
			r.entries(line, begin, i, number)
			if r.list.nest(-1); r.list.depth == 0 {
				if !r.list.full {
					r.failDraft(number, errEmptyList)
				}
				r.list = nil
			}
		default:
			continue
		}
		begin = i + 1
	}
	r.entries(line, begin, len(line), number)
}

// entries reads the part of a line between two brackets. If each entry is a single move, they belong to one game.
// Otherwise each entry is a game.
func (r *reader) entries(line []rune, begin, end, number int) {
	part := line[begin:end]
	if strings.Trim(string(part), " ,;") == "" || r.list != nil && r.list.bad {
		return
	}
	if r.list != nil {
		r.list.full = true
	}
	at := begin // columns in errors are those of the line
	var texts []string
	single := true
	for entry := range strings.SplitSeq(strings.ReplaceAll(string(part), ";", ","), ",") {
		if strings.TrimSpace(entry) != "" {
			texts = append(texts, strings.Repeat(" ", at)+entry)
			single = single && !gameForm.MatchString(entry)
		}
		at += len([]rune(entry)) + 1
	}
	if single || len(texts) == 1 {
		texts = []string{strings.Repeat(" ", begin) + string(part)}
	}
	for _, text := range texts {
		r.entry(text, number, single)
		if len(texts) > 1 && r.now != nil {
			r.now.done = true
		}
	}
}

// entry reads a single move of a list, the moves of its only game, or one of its games.
func (r *reader) entry(text string, number int, single bool) {
	more := single && r.list.holds(r.now) // moves of the game on the line above
	if r.list != nil && !more && r.now.begun() && (r.now.moves != nil || r.now.done) {
		r.flush()
	}
	r.squares(text, number)
	switch {
	case r.list != nil && single:
		r.list.game, r.list.bad = r.now, r.now == nil
	case r.list != nil && r.now != nil:
		r.now.done = true
	}
}
