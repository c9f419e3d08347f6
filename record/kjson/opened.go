package kjson

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// openedGame is a game of an opened file.
type openedGame struct {
	listedGame

	Tree  string `json:"tree"` // the moves with variations in brackets, such as "f5d6(f4e3)c3"; "" without variations
	Notes []struct {
		Moves string    `json:"moves"` // the moves to the position; a pass at the end is --
		Note  *treeNote `json:"note"`
	} `json:"notes"`
}

// readOpened reads the games of an opened file with their variations and notes. The error reports games that the file
// contains and the document does not.
func readOpened(text string) ([]*record.Game, error) {
	var d struct {
		Games   json.RawMessage `json:"games"`
		More    int             `json:"more"`
		Damaged int             `json:"damaged"`
		Problem string          `json:"problem"`
	}
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	var list []openedGame
	if err := decode(string(d.Games), &list, false); err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	var games []*record.Game
	for i, entry := range list {
		g, err := entry.game()
		if err != nil {
			return games, fmt.Errorf("entry %d of the list: %w", i+1, err)
		}
		games = append(games, g)
	}
	var missing []string
	if len(games) == 0 {
		missing = append(missing, "the list of games is empty")
	}
	if d.More > 0 {
		missing = append(missing, fmt.Sprintf("games of the file that the document leaves out: %d", d.More))
	}
	if d.Damaged > 0 {
		missing = append(missing,
			fmt.Sprintf("games of the file that could not be read: %d (%s)", d.Damaged, scan.Clip(d.Problem)))
	}
	if missing != nil {
		return games, errors.New(strings.Join(missing, "; "))
	}
	return games, nil
}

func (d openedGame) game() (*record.Game, error) {
	g, err := d.listedGame.game()
	if err != nil {
		return nil, err
	}
	r := &treeReader{text: cmp.Or(d.Tree, g.Transcript()), notes: map[string]*treeNote{}}
	for _, n := range d.Notes {
		r.notes[n.Moves] = r.notes[n.Moves].join(n.Note)
	}
	next, err := r.children(g.Start, "", 0)
	switch {
	case err != nil:
		return nil, fmt.Errorf("tree, character %d: %w", r.place+1, err)
	case r.place < len(r.text):
		return nil, fmt.Errorf("tree, character %d: unexpected )", r.place+1)
	}
	for moves := range r.notes {
		return nil, fmt.Errorf("note on %q: no such moves in the game", scan.Clip(moves))
	}
	line, err := treeNode{Next: next}.line(g.Start, 0)
	if err != nil {
		return nil, err
	}
	moves := len(g.Transcript()) / 2
	line.Finish(g)
	endMain(g, moves)
	if err := g.Validate(); err != nil {
		return nil, err
	}
	return g, nil
}

// endMain ends the main line of a game after a number of moves, not counting passes. Further moves become a variation
// that continues the main line, because a tree does not show where its main line ends.
func endMain(g *record.Game, moves int) {
	isMove := func(m othello.Square) bool { return m != othello.Pass }
	end := 0
	for ; moves > 0 && end < len(g.Moves); end++ {
		if isMove(g.Moves[end]) {
			moves--
		}
	}
	if !slices.ContainsFunc(g.Moves[end:], isMove) {
		return
	}
	rest := record.Variation{Ply: end, Moves: slices.Clone(g.Moves[end:])}
	g.Moves = g.Moves[:end]
	if len(g.Notes) > 0 {
		rest.Notes, g.Notes = slices.Clone(g.Notes[end:]), g.Notes[:end]
	}
	at := slices.IndexFunc(g.Variations, func(v record.Variation) bool { return v.Ply >= end })
	if at < 0 {
		at = len(g.Variations)
	}
	later := slices.Clone(g.Variations[at:])
	g.Variations = append(g.Variations[:at], rest)
	for _, v := range later {
		if v.Ply == end {
			g.Variations = append(g.Variations, v)
			continue
		}
		v.Ply -= end
		g.Variations[at].Variations = append(g.Variations[at].Variations, v)
	}
}

// join adds a later note on the same moves, which come from two lines. The values of n take precedence.
func (n *treeNote) join(other *treeNote) *treeNote {
	if n == nil || other == nil {
		return cmp.Or(n, other)
	}
	return &treeNote{
		Comment: record.JoinTexts(n.Comment, other.Comment), Mark: cmp.Or(n.Mark, other.Mark),
		Seconds: cmp.Or(n.Seconds, other.Seconds), Left: cmp.Or(n.Left, other.Left),
		Score: cmp.Or(n.Score, other.Score), Tags: append(slices.Clone(n.Tags), other.Tags...),
	}
}

// treeReader parses the moves of a game with variations in brackets. It inserts the passes that the rules imply.
type treeReader struct {
	text  string
	place int
	notes map[string]*treeNote // by the moves to the position; each is removed when it is used
}

// children parses the moves from a position to the end of the line. The first child is the move of the line, and the
// others replace it. made is the transcript of the moves before.
func (r *treeReader) children(p othello.Position, made string, depth int) ([]treeNode, error) {
	switch rest := r.text[r.place:]; {
	case depth > 2*record.MaxNesting:
		return nil, fmt.Errorf("variations nested deeper than %d", record.MaxNesting)
	case p.MustPass() && (r.notes[made+passText] != nil || strings.HasPrefix(rest, passText) || !ends(rest)):
		pass := treeNode{Move: p.Size.Name(othello.Pass), Note: r.note(made + passText)}
		if strings.HasPrefix(rest, passText) {
			r.place += len(passText)
			return []treeNode{pass}, nil
		}
		var err error
		pass.Next, err = r.children(p.Play(othello.Pass), made, depth)
		return []treeNode{pass}, err
	case ends(rest):
		return nil, nil
	}
	move, next, err := r.move(p)
	if err != nil {
		return nil, err
	}
	children := []treeNode{{Move: move, Note: r.note(made + move)}}
	for strings.HasPrefix(r.text[r.place:], "(") {
		r.place++
		others, err := r.children(p, made, depth+1)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(r.text[r.place:], ")") {
			return nil, errors.New("a ) is missing")
		}
		r.place++
		children = append(children, others...)
	}
	children[0].Next, err = r.children(next, made+move, depth)
	return children, err
}

const passText = "--"

func ends(rest string) bool { return rest == "" || rest[0] == ')' }

// move parses a move and returns the position after it.
func (r *treeReader) move(p othello.Position) (string, othello.Position, error) {
	name := r.text[r.place:min(r.place+2, len(r.text))]
	m, err := p.Size.Parse(name)
	if err == nil {
		err = p.Check(m)
	}
	if err != nil {
		return "", p, err
	}
	r.place += len(name)
	return name, p.Play(m), nil
}

func (r *treeReader) note(moves string) *treeNote {
	n := r.notes[moves]
	delete(r.notes, moves)
	return n
}
