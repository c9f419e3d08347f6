package api

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/kjson"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue holds the texts of comments in exported files.
var catalogue = lang.NewCatalogue(wordFiles, "words")

// exportRequest is the body of POST /export.
type exportRequest struct {
	Format   string       `json:"format" enum:"sgf,ggf" doc:"sgf: the whole tree; ggf: the main line without comments"`
	Language string       `json:"language,omitempty" enum:"en,ja" default:"en" doc:"language of the comments"`
	Document treeDocument `json:"document" doc:"the tree in the JSON format of the analysis page"`
}

// treeDocument is a tree of variations with analyses of its positions. Unknown fields are ignored.
type treeDocument struct {
	_        struct{} `json:"-" additionalProperties:"true"`
	Schema   string   `json:"schema" enum:"kaeshi/analysis-tree/1"`
	Size     int      `json:"size,omitempty" minimum:"4" maximum:"8" multipleOf:"2" default:"8"`
	Start    string   `json:"start,omitempty" enum:"usual,parallel" default:"usual"`
	Position string   `json:"position,omitempty" maxLength:"100" doc:"set-up position instead of size and start"`
	Black    string   `json:"black,omitempty" maxLength:"200" doc:"name of the black player"`
	White    string   `json:"white,omitempty" maxLength:"200" doc:"name of the white player"`
	Event    string   `json:"event,omitempty" maxLength:"500"`
	Round    string   `json:"round,omitempty" maxLength:"500"`
	Date     string   `json:"date,omitempty" maxLength:"100"`
	Comment  string   `json:"comment,omitempty" doc:"comment on the game"`
	Result   string   `json:"result,omitempty" maxLength:"10" doc:"as in POST /open; absent if the board decides"`
	Reason   string   `json:"reason,omitempty" maxLength:"20" doc:"why the game ended, as in POST /open"`
	Tree     treeNode `json:"tree" doc:"the root of the tree"`

	Details []openedDetail `json:"details,omitempty" nullable:"false" doc:"other fields, as in POST /open"`
}

// treeNode is a position of the tree with the move that leads to it.
type treeNode struct {
	_        struct{}      `json:"-" additionalProperties:"true"`
	Move     string        `json:"move,omitempty" maxLength:"4" doc:"a square, or pass; absent at the root"`
	Judged   *treeJudged   `json:"judged,omitempty" doc:"the judgement of the move"`
	Note     *moveNote     `json:"note,omitempty" doc:"what the opened file contains about the move"`
	Analysis *treeAnalysis `json:"analysis,omitempty" doc:"the analysis of the position"`
	Next     []treeNode    `json:"next,omitempty" doc:"the first child continues the line; the others are variations"`
}

// treeBasis is the source of a score and its search depth.
type treeBasis struct {
	Source     string `json:"source" doc:"as in GET /analyse"`
	Depth      int    `json:"depth" minimum:"0"`
	Confidence int    `json:"confidence" minimum:"0" maximum:"100"`
	Exact      bool   `json:"exact"`
	// Proved holds published bounds.
	Proved *claims.Proved `json:"proved,omitempty" doc:"published bounds of the score"`
}

// treeJudged is the judgement of a move, from the point of view of the side that played it.
type treeJudged struct {
	_ struct{} `json:"-" additionalProperties:"true"`
	treeBasis

	Played    float64      `json:"played"`
	Loss      float64      `json:"loss"`
	Mark      string       `json:"mark,omitempty" enum:",?!,?,??"`
	Uncertain bool         `json:"uncertain,omitempty" doc:"the loss may be too small for the mark"`
	Best      []string     `json:"best" nullable:"false"`
	Engine    string       `json:"engine,omitempty" enum:",device" doc:"device: the engine in the browser"`
	Why       []treeReason `json:"why,omitempty"`
}

// treeReason is a reason for the loss of a move.
type treeReason struct {
	_        struct{} `json:"-" additionalProperties:"true"`
	English  string   `json:"en"`
	Japanese string   `json:"ja"`
}

// treeAnalysis is the analysis of a position, from the point of view of the side to move.
type treeAnalysis struct {
	_     struct{}   `json:"-" additionalProperties:"true"`
	Moves []treeMove `json:"moves" nullable:"false" doc:"best move first"`
}

// treeMove is a move with its score.
type treeMove struct {
	_ struct{} `json:"-" additionalProperties:"true"`
	treeBasis

	Move  string   `json:"move"`
	Score *float64 `json:"score,omitempty"`
	PV    []string `json:"pv" nullable:"false"`
}

// exported is a tree in another file format.
type exported struct {
	Schema string   `json:"schema" example:"kaeshi/exported/1"`
	Format string   `json:"format" enum:"sgf,ggf"`
	Text   string   `json:"text" doc:"content of the file"`
	Lost   []string `json:"lost" nullable:"false" doc:"what the format cannot represent" example:"variations"`
}

func (a *API) addExport(api huma.API) {
	op := operation(http.MethodPost, Path+"export", "export", "Convert a tree of variations to another format")
	op.Description = "Scores and their sources are written as comments if the format has comments. " +
		"lost names the parts that the format cannot represent."
	op.MaxBodyBytes = openBodyBytes
	huma.Register(api, op, func(_ context.Context, in *struct{ Body exportRequest }) (*reply[exported], error) {
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

// commented reports whether the exporter writes as a comment what the format has no field for.
func commented(f files.Format, what string) bool {
	return f == files.SGF && (what == "where scores come from" || what == "the depth of scores")
}

// game returns the tree as a game record. The error is a problem.
func (q exportRequest) game() (*record.Game, error) {
	d := q.Document
	start, err := GameInput{Size: d.Size, Start: d.Start, Position: d.Position}.startPosition()
	if err != nil {
		return nil, err
	}
	w := treeWriter{catalogue.In(lang.Of(q.Language))}
	line, err := w.line(start, d.Tree)
	if err != nil {
		return nil, err
	}
	result, err := d.result()
	if err != nil {
		return nil, err
	}
	g := &record.Game{
		Start: start, Moves: line.Moves, Notes: line.Notes, Variations: line.Variations, Black: d.Black, White: d.White,
		Event: d.Event, Round: d.Round, Date: d.Date, Result: result,
		Comment: record.JoinTexts(d.Comment, w.comment(d.Tree, start.Turn)),
	}
	kjson.SetDetails(g, tagsOf(d.Details))
	return g, nil
}

// result returns the recorded result. The error is a problem.
func (d treeDocument) result() (record.Result, error) {
	r, ok := record.ParseResult(d.Result)
	if d.Result != "" && !ok {
		return r, unprocessable("result %q: want a difference of discs such as +6", d.Result)
	}
	r.Reason = d.Reason
	return r, nil
}

// treeWriter converts trees to game records with comments in one language.
type treeWriter struct{ words lang.Texts }

// line returns the line from a node, with its variations in the order of their plies. The error is a problem.
func (w treeWriter) line(p othello.Position, n treeNode) (v record.Variation, err error) {
	for ply := 0; len(n.Next) > 0; ply++ {
		for _, other := range n.Next[1:] {
			branch, err := w.line(p, treeNode{Analysis: n.Analysis, Next: []treeNode{other}})
			if err != nil {
				return v, err
			}
			branch.Ply = ply
			v.Variations = append(v.Variations, branch)
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

// note returns the note on a move. The mark and the score are those of the opened file or else of the judgement, which
// the comment describes too. Without either, the score is that of the analysis of the position before the move.
func (w treeWriter) note(mover othello.Color, before, n treeNode) record.Note {
	note := n.Note.note()
	note.Comment = record.JoinTexts(note.Comment, w.comment(n, mover))
	if n.Judged != nil {
		note.Mark = cmp.Or(note.Mark, n.Judged.Mark)
		note.Score = cmp.Or(note.Score, n.Judged.score(n.Judged.Played))
	}
	if note.Score == nil && before.Analysis != nil {
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

// maxCandidates is the number of candidate moves in the comment on a position.
const maxCandidates = 5

// comment returns the judgement of a move and the analysis of the position after it as text.
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
		for _, m := range n.Analysis.Moves[:min(maxCandidates, len(n.Analysis.Moves))] {
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

// plus formats a score with its sign and at most two decimals.
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

// judgedBy describes the source of a judgement, including whether the engine in the browser made it.
func (w treeWriter) judgedBy(j *treeJudged) string {
	if j.Engine == "device" {
		return w.words.Say("on-device", w.basis(j.treeBasis))
	}
	return w.basis(j.treeBasis)
}

// basis describes the source of a score.
func (w treeWriter) basis(b treeBasis) string {
	switch {
	case b.Proved.Exact():
		return w.words.Say("proved", b.Proved.Source)
	case b.Source == "book", b.Source == "exact", b.Source == "player":
		return w.words.Say(b.Source)
	case b.Confidence < 100:
		return w.words.Say("depth-selective", b.Depth, b.Confidence)
	}
	return w.words.Say("depth", b.Depth)
}
