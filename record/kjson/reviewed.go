package kjson

import (
	"cmp"
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// basis is the origin of a value.
type basis struct {
	Source      string `json:"source"` // "book" for a value from an opening book
	Depth       int    `json:"depth"`
	Confidence  int    `json:"confidence"`
	Selectivity int    `json:"selectivity"` // former name of Confidence
	Exact       bool   `json:"exact"`
}

// score returns a value of a move with its origin.
func (b basis) score(value float64) *record.Score {
	return &record.Score{
		Value: value, Depth: b.Depth, Confidence: cmp.Or(b.Confidence, b.Selectivity),
		Exact: b.Exact, Book: b.Source == "book",
	}
}

// reviewedMove is a move of a review. Scores are from the point of view of the side that moves.
type reviewedMove struct {
	basis

	Move   string   `json:"move"`
	Score  float64  `json:"score"`  // of the best move
	Played float64  `json:"played"` // of the move played
	Loss   float64  `json:"loss"`
	Mark   string   `json:"mark"`
	PV     []string `json:"pv"` // best play, starting with the best move
}

// readAnalysis reads a review of a game. Marks and scores become notes. Where a move lost something, the line of best
// play becomes a variation.
func readAnalysis(text string) ([]*record.Game, error) {
	var d struct {
		listedGame

		Moves []reviewedMove `json:"moves"` // hides listedGame.Moves
	}
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	start, err := d.first()
	if err != nil {
		return nil, err
	}
	line := record.NewLine(start)
	for i, m := range d.Moves {
		if err := m.add(line); err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, scan.Clip(m.Move), err)
		}
	}
	g, err := d.game() // names and result
	if err != nil {
		return nil, err
	}
	line.Finish(g)
	if err := g.Validate(); err != nil {
		return nil, err
	}
	return []*record.Game{g}, nil
}

// add appends the move to a line and adds the better play as a variation.
func (m reviewedMove) add(line *record.Line) error {
	from, ply := line.Position(), line.Len()
	square, err := from.Size.Parse(m.Move)
	if err != nil {
		return err
	}
	if err := line.Play(square); err != nil {
		return err
	}
	note := line.Note()
	note.Mark, note.Score = m.Mark, m.score(m.Played)
	if m.Loss <= 0 || len(m.PV) == 0 || m.PV[0] == m.Move {
		return nil
	}
	better := record.NewLine(from)
	for i, name := range m.PV {
		square, err := from.Size.Parse(name)
		if err == nil {
			err = better.Play(square)
		}
		if err != nil {
			return fmt.Errorf("best play, move %d, %q: %w", i+1, scan.Clip(name), err)
		}
		if i == 0 {
			better.Note().Score = m.score(m.Score)
		}
	}
	line.Add(ply, better, "")
	return nil
}

// treeNode is a position in a tree and the move that led to it.
type treeNode struct {
	Move   string `json:"move"`
	Judged *struct {
		basis

		Played float64 `json:"played"`
		Mark   string  `json:"mark"`
	} `json:"judged"`
	Analysis *struct {
		Moves []struct {
			basis

			Move  string   `json:"move"`
			Score *float64 `json:"score"`
		} `json:"moves"`
	} `json:"analysis"`
	Note *treeNote  `json:"note"`
	Next []treeNode `json:"next"`
}

// treeNote is what the file from which the tree was opened contains about a move.
type treeNote struct {
	Comment string  `json:"comment"`
	Mark    string  `json:"mark"`
	Seconds float64 `json:"seconds"`
	Left    float64 `json:"seconds_left"`

	Tags  []tagDocument `json:"tags"`
	Score *struct {
		Value      float64 `json:"value"` // from the point of view of the side that moves
		Depth      int     `json:"depth"`
		Confidence int     `json:"confidence"`
		Exact      bool    `json:"exact"`
		Book       bool    `json:"book"`
		By         string  `json:"by"`
	} `json:"score"`
}

func (n *treeNote) note() record.Note {
	if n == nil {
		return record.Note{}
	}
	note := record.Note{
		Comment: n.Comment, Mark: n.Mark, Spent: duration(n.Seconds), Left: duration(n.Left), Tags: tagsOf(n.Tags),
	}
	if n.Score != nil {
		note.Score = new(record.Score(*n.Score))
	}
	return note
}

// readTree reads a tree of variations. The first child of each node continues its line.
func readTree(text string) ([]*record.Game, error) {
	var d struct {
		listedGame

		Tree treeNode `json:"tree"`
	}
	if err := decode(text, &d, false); err != nil {
		return nil, err
	}
	g, err := d.game()
	if err != nil {
		return nil, err
	}
	line, err := d.Tree.line(g.Start, 0)
	if err != nil {
		return nil, err
	}
	line.Finish(g)
	if err := g.Validate(); err != nil {
		return nil, err
	}
	return []*record.Game{g}, nil
}

// line returns the line that follows a node, with its variations.
func (n treeNode) line(from othello.Position, depth int) (*record.Line, error) {
	if depth > record.MaxNesting {
		return nil, fmt.Errorf("variations nested deeper than %d", record.MaxNesting)
	}
	line := record.NewLine(from)
	for ply := 0; len(n.Next) > 0; ply++ {
		at := line.Position()
		for _, other := range n.Next[1:] {
			way, err := treeNode{Analysis: n.Analysis, Next: []treeNode{other}}.line(at, depth+1)
			if err != nil {
				return nil, err
			}
			line.Add(ply, way, "")
		}
		next := n.Next[0]
		square, err := at.Size.Parse(next.Move)
		if err == nil {
			err = line.Play(square)
		}
		if err != nil {
			return nil, fmt.Errorf("tree, %q in %s: %w", scan.Clip(next.Move), at, err)
		}
		note := next.Note.note()
		score, mark := n.judgement(next)
		note.Score, note.Mark = cmp.Or(note.Score, score), cmp.Or(note.Mark, mark)
		if !empty(note) {
			*line.Note() = note
		}
		n = next
	}
	return line, nil
}

// judgement returns the score and the mark of a move from the node. They come from the judgement of the move if there
// is one, otherwise from the analysis of the node.
func (n treeNode) judgement(next treeNode) (score *record.Score, mark string) {
	if j := next.Judged; j != nil {
		return j.score(j.Played), j.Mark
	}
	if n.Analysis == nil {
		return nil, ""
	}
	for _, m := range n.Analysis.Moves {
		if m.Move == next.Move && m.Score != nil {
			score = m.score(*m.Score)
		}
	}
	return score, ""
}
