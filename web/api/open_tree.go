package api

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/kjson"
	"github.com/kaeshi/kaeshi/record/paste"
)

// openedNote is the information of a file about a move and the position after it.
type openedNote struct {
	Moves string   `json:"moves" doc:"the moves to the position; a pass at the end is --"`
	Note  moveNote `json:"note"`
}

// moveNote is the information of a file about a move.
type moveNote struct {
	Comment string     `json:"comment,omitempty"`
	Mark    string     `json:"mark,omitempty" enum:",!!,!,!?,?!,?,??" doc:"the judgement of the move"`
	Score   *noteScore `json:"score,omitempty" doc:"evaluation of the move"`
	Seconds float64    `json:"seconds,omitempty" doc:"time spent on the move"`
	Left    float64    `json:"seconds_left,omitempty" doc:"time on the clock after the move"`

	Tags []openedDetail `json:"tags,omitempty" nullable:"false" doc:"other data of the file about the move"`
}

// noteScore is an evaluation of a move, from the point of view of the side that played it.
type noteScore struct {
	Value      float64 `json:"value"`
	Depth      int     `json:"depth,omitempty"`
	Confidence int     `json:"confidence,omitempty" doc:"in percent; absent if unknown"`
	Exact      bool    `json:"exact,omitempty"`
	Book       bool    `json:"book,omitempty"`
	By         string  `json:"by,omitempty" doc:"the program or person that gave the score"`
}

// note returns the note of a game record.
func (n *moveNote) note() record.Note {
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

// duration returns the duration of a number of seconds, which is limited to about 30 years.
func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(max(-1e9, min(1e9, seconds)) * float64(time.Second)))
}

func tagsOf(list []openedDetail) (tags []record.Tag) {
	for _, d := range list {
		tags = append(tags, record.Tag(d))
	}
	return tags
}

// openedDetail is information about a game or a move for which openedGame and moveNote have no field.
type openedDetail struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// openedNode is a position of the tree of a game: the root, or the position after a move.
type openedNode struct {
	move othello.Square
	next []*openedNode // the first continues the line
}

// openedTree builds the tree of a game and collects its notes. Lines with the same moves are merged.
type openedTree struct {
	root  openedNode
	size  othello.Size
	notes []openedNote
	lines int
	// What exceeds the limits.
	moreNotes, moreLines, moreDetails int
}

// Limits of an opened game.
const (
	maxNotes   = 2000
	maxLines   = 300
	maxDetails = 100
)

func newOpenedTree(g *record.Game) *openedTree {
	t := &openedTree{size: g.Start.Size}
	t.line([]*openedNode{&t.root}, record.Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations})
	return t
}

// line adds a line after the last node of a path.
func (t *openedTree) line(path []*openedNode, v record.Variation) {
	path = slices.Clone(path)
	before := len(path)
	for i, move := range v.Moves {
		path = append(path, path[len(path)-1].child(move))
		note := record.Note{}
		if len(v.Notes) > 0 {
			note = v.Notes[i]
		}
		if i == 0 {
			note.Comment = record.JoinTexts(v.Comment, note.Comment)
		}
		t.note(path, note)
	}
	for _, branch := range v.Variations {
		if t.lines == maxLines {
			t.moreLines += linesOf(branch)
			continue
		}
		t.lines++
		t.line(path[:before+branch.Ply], branch)
	}
}

// linesOf returns the number of lines of a variation, including itself.
func linesOf(v record.Variation) int {
	n := 1
	for _, branch := range v.Variations {
		n += linesOf(branch)
	}
	return n
}

func (n *openedNode) child(move othello.Square) *openedNode {
	for _, c := range n.next {
		if c.move == move {
			return c
		}
	}
	c := &openedNode{move: move}
	n.next = append(n.next, c)
	return c
}

func (t *openedTree) note(path []*openedNode, n record.Note) {
	note := moveNote{Comment: n.Comment, Mark: n.Mark, Seconds: n.Spent.Seconds(), Left: n.Left.Seconds()}
	if n.Score != nil {
		note.Score = new(noteScore(*n.Score))
	}
	for _, tag := range n.Tags {
		note.Tags = append(note.Tags, openedDetail(tag))
	}
	switch {
	case reflect.ValueOf(note).IsZero():
		return
	case len(t.notes) >= maxNotes:
		t.moreNotes++
		return
	}
	var moves strings.Builder
	for i, node := range path[1:] {
		t.write(&moves, node, i == len(path)-2)
	}
	t.notes = append(t.notes, openedNote{moves.String(), note})
}

// omitted returns remarks on what the response leaves out.
func (t *openedTree) omitted() []lang.Sentence {
	var list []lang.Sentence
	add := func(n int, en, ja string) {
		if n > 0 {
			list = append(list, lang.Sentence{En: fmt.Sprintf(en, n), Ja: fmt.Sprintf(ja, n)})
		}
	}
	add(t.moreLines, "variations left out because the game has too many: %d",
		"変化が多すぎるため省いた変化の数: %d")
	add(t.moreNotes, "comments, marks and scores left out because the game has too many: %d",
		"コメント・記号・評価値が多すぎるため省いた数: %d")
	add(t.moreDetails, "fields left out because the game has too many: %d", "項目が多すぎるため省いた数: %d")
	return list
}

// details returns what a game contains without a field in the response, except remarks.
func (t *openedTree) details(g *record.Game) []openedDetail {
	var list []openedDetail
	add := func(name, value string) {
		switch {
		case value == "":
		case len(list) >= maxDetails:
			t.moreDetails++
		default:
			list = append(list, openedDetail{name, value})
		}
	}
	add(kjson.PlaceDetail, g.Place)
	add(kjson.ClockDetail, g.Clock)
	add(kjson.ResultDetail, g.Result.Detail)
	for _, tag := range g.Tags {
		if tag.Name != paste.RemarkTag {
			add(tag.Name, tag.Value)
		}
	}
	return list
}

// write writes a move. A pass is written only at the end of a line, where the rules do not imply it.
func (t *openedTree) write(b *strings.Builder, n *openedNode, last bool) {
	switch {
	case n.move != othello.Pass:
		b.WriteString(t.size.Name(n.move))
	case last:
		b.WriteString("--")
	}
}

// branches reports whether the tree has variations.
func (t *openedTree) branches() bool {
	n := &t.root
	for len(n.next) == 1 {
		n = n.next[0]
	}
	return len(n.next) > 1
}

// String returns the moves in the form of the addresses of the analysis page.
func (t *openedTree) String() string {
	var b strings.Builder
	t.below(&b, &t.root)
	return b.String()
}

func (t *openedTree) below(b *strings.Builder, n *openedNode) {
	for len(n.next) > 0 {
		main := n.next[0]
		t.write(b, main, len(main.next) == 0)
		for _, other := range n.next[1:] {
			b.WriteByte('(')
			t.write(b, other, len(other.next) == 0)
			t.below(b, other)
			b.WriteByte(')')
		}
		n = main
	}
}
