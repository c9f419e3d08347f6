package api

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/bitboard"
	"github.com/kaeshi/kaeshi/claims"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/web/work"
)

// optional is a query parameter that distinguishes an absent value from the zero value.
type optional[T any] struct {
	Value T
	Given bool
}

// Schema returns the schema of the value.
func (o optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeOf(o.Value))
}

// Receiver returns the field that huma sets.
func (o *optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet records whether the request has the parameter.
func (o *optional[T]) OnParamSet(given bool, _ any) { o.Given = given }

// lineCount is a number of ranked moves: "all", or a number from 1 to 99.
type lineCount string

// Schema returns the schema of numbers of ranked moves.
func (lineCount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^(all|[1-9][0-9]?)$", PatternDescription: "all, or a number from 1 to 99",
		Description: "number of moves to rank, each with its own score and line",
	}
}

// analyseQuery is the query of GET /analyse.
type analyseQuery struct {
	GameInput
	Level      optional[int]     `query:"level" minimum:"0" maximum:"60" doc:"engine level; default 18"`
	Depth      optional[int]     `query:"depth" minimum:"1" maximum:"60" doc:"depth in plies, instead of a level"`
	Seconds    optional[float64] `query:"seconds" exclusiveMinimum:"0" maximum:"86400" doc:"time limit of the search"`
	Confidence optional[int]     `query:"confidence" minimum:"50" maximum:"100" doc:"of pruning in percent; 100: none"`
	Lines      lineCount         `query:"lines" default:"all"`
	Player     string            `query:"player" maxLength:"100" doc:"instead of the engine" example:"alphabeta:6"`
	Fresh      bool              `query:"fresh" doc:"ignore stored results"`
	Book       bool              `query:"book" doc:"consult the opening book first; it may replace the search"`
	Only       string            `query:"only" maxLength:"128" doc:"moves to analyse; not stored" example:"d3,c4"`
}

// defaultLevel is the level of an analysis without level, depth and seconds.
const defaultLevel = 18

// limits returns the limits of the search. The error is a problem.
func (q *analyseQuery) limits() (search.Limits, error) {
	var effort analysis.Effort
	var err error
	switch {
	case q.Depth.Given && q.Level.Given:
		return search.Limits{}, unprocessable("level and depth exclude each other; give one of them")
	case q.Depth.Given:
		effort, err = analysis.ToDepth(q.Depth.Value)
	case q.Level.Given:
		effort, err = analysis.AtLevel(q.Level.Value)
	case q.Seconds.Given:
		effort, err = analysis.ToDepth(analysis.MaxDepth)
	default:
		effort, err = analysis.AtLevel(defaultLevel)
	}
	if err != nil {
		return search.Limits{}, unprocessable("%v", err)
	}
	l := effort.Limits
	if q.Confidence.Given {
		l.Confidence = q.Confidence.Value
	}
	l.Time = time.Duration(q.Seconds.Value * float64(time.Second))
	return l, nil
}

// only returns the moves of p to analyse. The empty set means all of them. The error is a problem.
func (q *analyseQuery) only(p othello.Position) (squares bitboard.Set, err error) {
	for name := range strings.FieldsFuncSeq(q.Only, func(r rune) bool { return r == ',' }) {
		sq, err := p.Size.Parse(name)
		if err == nil {
			err = p.Check(sq)
		}
		if err != nil {
			return 0, unprocessable("only: %v", err)
		}
		squares |= 1 << sq
	}
	return squares, nil
}

// lines returns the number of ranked moves.
func (q *analyseQuery) lines() int {
	n, err := strconv.Atoi(string(q.Lines))
	if err != nil { // all
		n = analysis.MaxLines
	}
	return min(n, analysis.MaxLines)
}

// analysed is the analysis of a position.
type analysed struct {
	Schema     string         `json:"schema" example:"kaeshi/analyse/1"`
	Position   string         `json:"position" doc:"the one-line position"`
	Pov        string         `json:"pov" enum:"black,white" doc:"point of view of the scores: the side to move"`
	Turn       string         `json:"turn" enum:"black,white" doc:"the side to move"`
	Empties    int            `json:"empties"`
	Over       bool           `json:"over,omitempty" doc:"the game is over: moves is empty and score is the result"`
	Player     string         `json:"player,omitempty" doc:"the player; absent for the analysis engine"`
	Queue      int            `json:"queue" doc:"position in the queue from 1; 0 while the search runs"`
	Stored     bool           `json:"stored" doc:"moves is a stored result"`
	Score      *float64       `json:"score,omitempty" doc:"score of the best move in discs"`
	Depth      int            `json:"depth" doc:"depth of the best move in plies; number of empty squares if exact"`
	Confidence int            `json:"confidence" doc:"confidence of forward pruning in percent; 100: no pruning"`
	Exact      bool           `json:"exact"`
	Nodes      uint64         `json:"nodes" doc:"nodes of this search"`
	Seconds    float64        `json:"seconds" doc:"duration of this search"`
	NPS        uint64         `json:"nps" doc:"nodes per second"`
	Moves      []analysedMove `json:"moves" nullable:"false" doc:"best move first"`
	Opening    *openingName   `json:"opening,omitempty"`
	Ended      string         `json:"ended,omitempty" enum:"complete,time" doc:"limits reached, or time over"`
}

// analysedMove is a move with its score.
type analysedMove struct {
	Move       string   `json:"move" doc:"a square, or pass"`
	Score      *float64 `json:"score,omitempty" doc:"expected final disc difference; absent if the player has none"`
	Depth      int      `json:"depth"`
	Confidence int      `json:"confidence"`
	Exact      bool     `json:"exact"`
	Source     string   `json:"source" enum:"book,exact,selective,depth,player" doc:"how the score was found"`
	// Proved describes the score, which is kept within the bounds.
	Proved *claims.Proved `json:"proved,omitempty" doc:"published bounds of the score"`
	PV     []string       `json:"pv" nullable:"false" doc:"principal variation, starting with the move"`
}

// openingName is the name of an opening in both languages.
type openingName struct {
	English  string `json:"en,omitempty"`
	Japanese string `json:"ja,omitempty"`
}

// openingOf returns the name of the opening of a game, or nil if it has none.
func openingOf(g *record.Game) *openingName {
	names := opening.Find(g.Start, g.Moves)
	o := openingName{names.English.String(), names.Japanese.String()}
	if o == (openingName{}) {
		return nil
	}
	return &o
}

// source returns the source of a score.
func source(l analysis.Line, empties int) string {
	switch {
	case l.Book:
		return "book"
	case l.Exact:
		return "exact"
	case l.Depth >= empties:
		return "selective"
	}
	return "depth"
}

// update copies the progress of an analysis.
func (a *analysed) update(now work.AnalysisProgress) {
	a.Queue, a.Stored, a.Nodes = now.Place, now.Stored, now.Nodes
	a.Seconds = now.Elapsed.Round(time.Microsecond).Seconds()
	if now.Elapsed > 0 {
		a.NPS = uint64(float64(now.Nodes) / now.Elapsed.Seconds())
	}
	if len(now.Known.Lines) > 0 {
		a.show(now.Known)
	}
}

// show copies the ranked moves of a hint.
func (a *analysed) show(h analysis.Hint) {
	a.Moves = make([]analysedMove, len(h.Lines))
	for i, l := range h.Lines {
		a.Moves[i] = analysedMove{
			l.Move, &l.Score, l.Depth, l.Confidence, l.Exact, source(l, h.Empties), l.Proved, l.PV,
		}
	}
	best := h.Lines[0]
	a.Score, a.Depth, a.Confidence, a.Exact = &h.Score, best.Depth, best.Confidence, best.Exact
}

// finish sets the score of a finished game.
func (a *analysed) finish(p othello.Position) {
	score := float64(p.Score())
	a.Score, a.Exact, a.Confidence = &score, true, 100
}

// setAnswer copies the answer of a player.
func (a *analysed) setAnswer(answer player.Answer) {
	m := analysedMove{
		Move: answer.Move, Score: answer.Score, Depth: answer.Depth, Confidence: answer.Confidence,
		Exact: answer.Exact, Proved: answer.Proved, PV: answer.PV,
	}
	switch {
	case answer.Book:
		m.Source = "book"
	case answer.Exact:
		m.Source = "exact"
	case answer.Depth >= a.Empties && answer.Score != nil:
		m.Source = "selective"
	case answer.Depth > 0:
		m.Source = "depth"
	default:
		m.Source = "player"
	}
	if m.PV == nil {
		m.PV = []string{m.Move}
	}
	a.Moves, a.Score = []analysedMove{m}, m.Score
	a.Depth, a.Confidence, a.Exact = m.Depth, m.Confidence, m.Exact
	a.Nodes, a.Seconds = answer.Nodes, answer.Seconds
	if a.Seconds > 0 {
		a.NPS = uint64(float64(a.Nodes) / a.Seconds)
	}
}

func newAnalysed(g *record.Game, p othello.Position) analysed {
	turn := p.Turn.String()
	return analysed{
		Schema: "kaeshi/analyse/1", Position: p.String(), Pov: turn, Turn: turn, Empties: p.Empties(), Over: p.Over(),
		Moves: []analysedMove{}, Opening: openingOf(g),
	}
}

func (a *API) addAnalyse(api huma.API) {
	op := operation(http.MethodGet, Path+"analyse", "analyse",
		"Analyse a position (event stream)", http.StatusServiceUnavailable)
	op.Description = "Server-Sent Events with JSON data. `progress` is sent at once with the stored result or the " +
		"position in the queue, after each new result, and twice a second with the number of nodes. " +
		"The last event is `done` or `problem`. Closing the connection stops the search. " +
		"Results are stored, and a repeated request continues from them. " +
		"When other requests wait, long searches take turns. " +
		"The source of a score is book (opening book), exact (searched to the end), selective (to the end " +
		"with forward pruning), depth (to a fixed depth) or player (chosen without a search)."
	op.Responses = eventResponses(api, "event: progress\ndata: {\"schema\":\"kaeshi/analyse/1\",…}\n\n",
		kind[analysed]("progress"), kind[analysed]("done"), problemKind())
	huma.Register(api, op, a.analyse)
}

func (a *API) analyse(ctx context.Context, in *analyseQuery) (*huma.StreamResponse, error) {
	g, err := in.game()
	if err != nil {
		return nil, err
	}
	l, err := in.limits()
	if err != nil {
		return nil, err
	}
	p := g.Position()
	if l.Only, err = in.only(p); err != nil {
		return nil, err
	}
	if in.Player != "" && !p.Over() {
		return a.analyseByPlayer(ctx, in.Player, g, p)
	}
	ticket, err := a.scheduler.Analyses.Join(clientOf(ctx))
	if err != nil {
		return nil, problemOf(err)
	}
	request := work.AnalysisRequest{
		Position: p, Limits: l, Lines: in.lines(), Fresh: in.Fresh || l.Only != 0,
		Book: in.Book,
	}
	return events(ticket.Leave, func(ctx context.Context, out *stream) {
		state := newAnalysed(g, p)
		last, end, err := a.analyses.Run(ctx, ticket, request, func(now work.AnalysisProgress) error {
			state.update(now)
			return out.send("progress", state)
		})
		if err != nil {
			out.sendProblem(err)
			return
		}
		state.update(last)
		if state.Over {
			state.finish(p)
		}
		state.Ended = string(end)
		_ = out.send("done", state) // the client may have left
	}), nil
}

// analyseByPlayer streams the analysis of a computer player.
func (a *API) analyseByPlayer(
	ctx context.Context, spec string, g *record.Game, p othello.Position,
) (*huma.StreamResponse, error) {
	admission, err := a.scheduler.Admit(ctx, clientOf(ctx), spec)
	if err != nil {
		return nil, problemOf(err)
	}
	return events(admission.Leave, func(ctx context.Context, out *stream) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		state := newAnalysed(g, p)
		state.Player = admission.Player()
		answer, err := admission.Choose(ctx, g, p, func(answer player.Answer) {
			state.setAnswer(answer)
			if out.send("progress", state) != nil {
				cancel()
			}
		})
		if err != nil {
			out.sendProblem(err)
			return
		}
		state.setAnswer(answer)
		state.Ended = string(work.AnalysisComplete)
		_ = out.send("done", state) // the client may have left
	}), nil
}
