package api

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue has the texts of the comments in exported files.
var catalogue = lang.NewCatalogue(wordFiles, "words")

// exportQuestion is the body of POST /export.
type exportQuestion struct {
	Format   string       `json:"format" enum:"sgf,ggf" doc:"sgf holds the whole tree; ggf has, by its definition, a single line and no comments"`
	Language string       `json:"language,omitempty" enum:"en,ja" default:"en" doc:"of the comments"`
	Document treeDocument `json:"document" doc:"the tree, as the page of analyses saves it as JSON"`
}

// treeDocument is a tree of variations with what is known of its positions. Members that are not listed are not looked
// at.
type treeDocument struct {
	_        struct{} `json:"-" additionalProperties:"true"`
	Schema   string   `json:"schema" enum:"kaeshi/analysis-tree/1"`
	Size     int      `json:"size,omitempty" minimum:"4" maximum:"8" multipleOf:"2" default:"8"`
	Start    string   `json:"start,omitempty" enum:"usual,parallel" default:"usual"`
	Position string   `json:"position,omitempty" maxLength:"100" doc:"a one-line set-up position, in place of size and start"`
	Black    string   `json:"black,omitempty" maxLength:"200" doc:"who played Black"`
	White    string   `json:"white,omitempty" maxLength:"200"`
	Event    string   `json:"event,omitempty" maxLength:"500"`
	Tree     treeNode `json:"tree" doc:"the position where it begins"`
}

// treeNode is a position of the tree, and the move that led there.
type treeNode struct {
	_        struct{}      `json:"-" additionalProperties:"true"`
	Move     string        `json:"move,omitempty" maxLength:"4" doc:"a square, or pass; absent at the beginning"`
	Judged   *treeJudged   `json:"judged,omitempty" doc:"what the move was worth"`
	Analysis *treeAnalysis `json:"analysis,omitempty" doc:"what is known of the position"`
	Next     []treeNode    `json:"next,omitempty" doc:"the first goes on with the line, the others are variations"`
}

// treeBasis says where a value comes from.
type treeBasis struct {
	Source     string `json:"source" doc:"as in GET /analyse"`
	Depth      int    `json:"depth" minimum:"0"`
	Confidence int    `json:"confidence" minimum:"0" maximum:"100"`
	Exact      bool   `json:"exact"`
}

// treeJudged is what a move was worth, as the side that played it sees it.
type treeJudged struct {
	_ struct{} `json:"-" additionalProperties:"true"`
	treeBasis

	Played    float64      `json:"played"`
	Loss      float64      `json:"loss"`
	Mark      string       `json:"mark,omitempty" enum:",?!,?,??"`
	Uncertain bool         `json:"uncertain,omitempty" doc:"the loss is perhaps too small for the mark"`
	Best      []string     `json:"best" nullable:"false"`
	Engine    string       `json:"engine,omitempty" enum:",device" doc:"device: the engine in a browser, with its light weights"`
	Why       []treeReason `json:"why,omitempty"`
}

// treeReason is why a move lost something.
type treeReason struct {
	_        struct{} `json:"-" additionalProperties:"true"`
	English  string   `json:"en"`
	Japanese string   `json:"ja"`
}

// treeAnalysis is what is known of a position, as the side to move sees it.
type treeAnalysis struct {
	_     struct{}   `json:"-" additionalProperties:"true"`
	Moves []treeMove `json:"moves" nullable:"false" doc:"the best first"`
}

// treeMove is a move and what it is worth.
type treeMove struct {
	_ struct{} `json:"-" additionalProperties:"true"`
	treeBasis

	Move  string   `json:"move"`
	Score *float64 `json:"score,omitempty"`
	PV    []string `json:"pv" nullable:"false"`
}

// exported is a tree as a file.
type exported struct {
	Schema string   `json:"schema" example:"kaeshi/exported/1"`
	Format string   `json:"format" enum:"sgf,ggf"`
	Text   string   `json:"text" doc:"the file"`
	Lost   []string `json:"lost" nullable:"false" doc:"what the tree has and the format has no place for" example:"variations"`
}

func (a *API) addExport(api huma.API) {
	op := operation(http.MethodPost, Path+"export", "export", "A tree of variations as a file of another format")
	op.Description = "Values and where they come from stand in the comments, where the format has any. Whatever it " +
		"cannot hold is told."
	op.MaxBodyBytes = openBodyBytes
	huma.Register(api, op, func(_ context.Context, in *struct{ Body exportQuestion }) (*reply[exported], error) {
		q := in.Body
		g, err := q.game()
		if err != nil {
			return nil, err
		}
		format, err := files.ParseFormat(q.Format)
		if err != nil {
			return nil, unprocessable("%v", err)
		}
		var file bytes.Buffer
		lost, err := files.Write(&file, format, slices.Values([]*record.Game{g}))
		if err != nil {
			return nil, unprocessable("%v", err)
		}
		answer := exported{"kaeshi/exported/1", q.Format, file.String(), []string{}}
		for _, l := range lost {
			if !commented(format, l.What) {
				answer.Lost = append(answer.Lost, l.What)
			}
		}
		return &reply[exported]{answer}, nil
	})
}

// commented reports whether a comment says what a format has no place of its own for.
func commented(f files.Format, what string) bool {
	return f == files.SGF && (what == "where scores come from" || what == "the depth of scores")
}

// game is the tree as a record; the error is a problem.
func (q exportQuestion) game() (*record.Game, error) {
	d := q.Document
	start, err := GameText{Size: d.Size, Start: d.Start, Position: d.Position}.first()
	if err != nil {
		return nil, err
	}
	w := treeWriter{catalogue.In(lang.Of(q.Language))}
	line, err := w.line(start, d.Tree)
	if err != nil {
		return nil, err
	}
	return &record.Game{
		Start: start, Moves: line.Moves, Notes: line.Notes, Variations: line.Variations, Black: d.Black, White: d.White,
		Event:   d.Event,
		Comment: w.comment(d.Tree, start.Turn),
	}, nil
}

// treeWriter makes records of trees, with comments in a language.
type treeWriter struct{ words lang.Texts }

// line is what follows from a node: the line itself, and its variations in the order of their plies. The error is a
// problem.
func (w treeWriter) line(p othello.Position, n treeNode) (v record.Variation, err error) {
	for ply := 0; len(n.Next) > 0; ply++ {
		for _, other := range n.Next[1:] {
			way, err := w.line(p, treeNode{Analysis: n.Analysis, Next: []treeNode{other}})
			if err != nil {
				return v, err
			}
			way.Ply = ply
			v.Variations = append(v.Variations, way)
		}
		next := n.Next[0]
		m, err := p.Size.Parse(next.Move)
		if err == nil {
			err = p.Check(m)
		}
		if err != nil {
			return v, unprocessable("tree, in %s: %v", p, err)
		}
		v.Moves = append(v.Moves, m)
		v.Notes = append(v.Notes, w.note(p.Turn, n, next))
		p, n = p.Play(m), next
	}
	return v, nil
}

// note is what is known of a move: as it was judged, or else as the analysis of the position before it has it.
func (w treeWriter) note(mover othello.Color, before, n treeNode) record.Note {
	note := record.Note{Comment: w.comment(n, mover)}
	if n.Judged != nil {
		note.Mark, note.Score = n.Judged.Mark, n.Judged.score(n.Judged.Played)
		return note
	}
	if before.Analysis != nil {
		for _, m := range before.Analysis.Moves {
			if strings.EqualFold(m.Move, n.Move) && m.Score != nil {
				note.Score = m.score(*m.Score)
			}
		}
	}
	return note
}

func (b treeBasis) score(value float64) *record.Score {
	return &record.Score{
		Value: value, Depth: b.Depth, Confidence: b.Confidence, Exact: b.Exact,
		Book: b.Source == "book",
	}
}

// mostCandidates are told in the comment on a position.
const mostCandidates = 5

// comment tells what a move was worth and what is known of the position after it.
func (w treeWriter) comment(n treeNode, mover othello.Color) string {
	var lines []string
	if j := n.Judged; j != nil {
		mark := j.Mark
		if j.Uncertain {
			mark = "(" + mark + ")"
		}
		side, loss := w.words.Say([]string{"black", "white"}[mover]), strconv.FormatFloat(j.Loss, 'f', -1, 64)
		lines = append(lines, strings.TrimSpace(w.words.Say(
			"judged", mark, plus(j.Played), side, loss, w.judgedBy(j), strings.Join(j.Best, " "))))
		for _, why := range j.Why {
			lines = append(lines, lang.Sentence{En: why.English, Ja: why.Japanese}.In(w.words.Lang))
		}
	}
	if n.Analysis != nil {
		for _, m := range n.Analysis.Moves[:min(mostCandidates, len(n.Analysis.Moves))] {
			value := ""
			if m.Score != nil {
				value = " " + plus(*m.Score)
			}
			lines = append(lines,
				fmt.Sprintf("%s%s (%s) %s", m.Move, value, w.basis(m.treeBasis), strings.Join(m.PV, " ")))
		}
	}
	return strings.Join(lines, "\n")
}

// plus is a score with its sign, to a hundredth of a disc.
func plus(score float64) string {
	text := strconv.FormatFloat(score, 'f', -1, 64)
	if whole, part, ok := strings.Cut(text, "."); ok && len(part) > 2 {
		text = whole + "." + part[:2]
	}
	if score > 0 {
		return "+" + text
	}
	return text
}

// judgedBy is where the value of a move comes from, in words, and whether an engine in a browser found it.
func (w treeWriter) judgedBy(j *treeJudged) string {
	if j.Engine == "device" {
		return w.words.Say("on-device", w.basis(j.treeBasis))
	}
	return w.basis(j.treeBasis)
}

// basis is where a value comes from, in words.
func (w treeWriter) basis(b treeBasis) string {
	switch {
	case b.Source == "book", b.Source == "exact", b.Source == "player":
		return w.words.Say(b.Source)
	case b.Confidence < 100:
		return w.words.Say("depth-selective", b.Depth, b.Confidence)
	}
	return w.words.Say("depth", b.Depth)
}
