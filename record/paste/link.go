package paste

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/transcript"
)

var (
	linkForm  = regexp.MustCompile(`https?://\S+|^\s*#(?:analyse/)?(?:[468]|set-up)/\S*`)
	movesForm = regexp.MustCompile(`(?i)^(?:[a-h][1-8]|--|pa|ps|pass|[-_.,+() ])+$`)
	startForm = regexp.MustCompile(`(?:^|/)([468])/(usual|parallel)?(?:/|$)`)
)

// linkMarks is the punctuation around links.
const linkMarks = " \t()[]{}<>\"'`.,:;!?"

// linkIn returns the link in a line, or "". It ends before punctuation and before a bracket that it does not open.
func linkIn(line string) string {
	link := linkForm.FindString(line)
	for link != "" {
		last := link[len(link)-1:]
		closing := strings.Index(")]}>", last)
		if !strings.Contains(linkMarks, last) ||
			closing >= 0 && strings.Count(link, last) <= strings.Count(link, "([{<"[closing:closing+1]) {
			return link
		}
		link = link[:len(link)-1]
	}
	return ""
}

// htmlForm matches a line that begins with a tag of HTML.
var htmlForm = regexp.MustCompile(`(?i)^<(?:!doctype|/?[a-z][a-z0-9]*[ />])`)

var errHTML = errors.New("the source of an HTML page, which is not read; paste its text instead")

// page reports the source of an HTML page and skips the rest of the text.
func (r *reader) page(number int) {
	r.draft(number)
	r.failDraft(number, errHTML)
	r.html = true
}

// linked is the game in a link.
type linked struct {
	moves string
	start *othello.Position
	head  []headLine
}

// parseLink finds the moves of a link and their start position in its query, fragment or path.
func parseLink(link string) (linked, error) {
	var l linked
	u, err := url.Parse(link)
	if err != nil {
		return l, fmt.Errorf("not a link: %w", errors.Unwrap(err))
	}
	fragment, query, _ := strings.Cut(u.Fragment, "?")
	if parts := startForm.FindStringSubmatch(fragment); parts != nil {
		setup := othello.Usual
		if parts[2] == othello.Parallel.String() {
			setup = othello.Parallel
		}
		start := othello.Start(othello.Size(parts[1][0]-'0'), setup)
		l.start = &start
	}
	for _, fields := range []string{u.RawQuery, query} {
		if err := l.query(fields); err != nil {
			return l, err
		}
	}
	for _, text := range []string{fragment, strings.TrimSuffix(u.Path, path.Ext(u.Path))} {
		for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune("/#!&=;", c) }) {
			if err := l.take(part); err != nil {
				return l, err
			}
		}
	}
	if l.moves == "" && l.start == nil {
		return l, errors.New("the link contains no moves; paste the moves instead")
	}
	return l, nil
}

// query handles the fields of a query.
func (l *linked) query(text string) error {
	for field := range strings.SplitSeq(text, "&") {
		key, value, named := strings.Cut(field, "=")
		if decoded, err := url.QueryUnescape(value); err == nil {
			value = decoded
		}
		if !named {
			value = key
		}
		switch strings.ToLower(key) {
		case "black", "white", "event":
			l.head = append(l.head, headLine{key, value})
			continue
		}
		if err := l.take(value); err != nil {
			return err
		}
	}
	return nil
}

// take handles text that consists of moves or a board, and ignores other text.
func (l *linked) take(text string) error {
	switch {
	case movesForm.MatchString(text) && looksLikeMoves(text):
		if l.moves != "" && !strings.EqualFold(l.moves, text) {
			return errors.New("the link contains two lists of moves; paste one of them instead")
		}
		l.moves = text
	case boardForm(text) && len(text) >= 16:
		b, err := parseBoard(text)
		if err != nil {
			return err
		}
		if !b.sided {
			return errors.New("the board in the link has no side to move; want X or O after the cells")
		}
		l.start = &b.at
	}
	return nil
}

// game stores the contents of the link in the game of the heading above it.
func (l linked) game(g *record.Game, start othello.Position) error {
	setUp := l.start != nil
	if setUp {
		start = *l.start
	}
	m, start, remarks, err := beginMoves(start, setUp, l.moves)
	if err != nil {
		return err
	}
	g.Start = start
	for _, h := range l.head {
		setHead(g, h.key, h.value)
	}
	remark(g, remarks...)
	return m.Finish(g)
}

// remark adds remarks to a game.
func remark(g *record.Game, remarks ...Remark) {
	for _, what := range remarks {
		g.Tags = append(g.Tags, record.Tag{Name: RemarkTag, Value: string(what)})
	}
}

// beginMoves reads the first line of moves from a start. If the first move is illegal, it tries the mirrored start,
// White to move, and both together. The remarks say which of them applies.
func beginMoves(
	start othello.Position, setUp bool, line string,
) (*transcript.Moves, othello.Position, []Remark, error) {
	m := transcript.NewMoves(start, setUp)
	err := m.Add(line)
	if err == nil || setUp || m.Named() > 0 {
		return m, start, nil, err
	}
	mirrored := start
	mirrored.Mover, mirrored.Other = start.Other, start.Mover
	for _, other := range []struct {
		start   othello.Position
		remarks []Remark
	}{
		{mirrored, []Remark{MirroredStart}},
		{withTurn(start, start.Turn.Other()), []Remark{WhiteBegins}},
		{withTurn(mirrored, start.Turn.Other()), []Remark{MirroredStart, WhiteBegins}},
	} {
		moves := transcript.NewMoves(other.start, false)
		if wrong := moves.Add(line); moves.Named() > 0 {
			return moves, other.start, other.remarks, wrong
		}
	}
	return m, start, nil, err
}
