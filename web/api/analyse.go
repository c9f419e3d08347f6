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
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/web/work"
)

// optional is a parameter that need not be given, and has no value then.
type optional[T any] struct {
	Value T
	Given bool
}

// Schema is that of the value.
func (o optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeOf(o.Value))
}

// Receiver is where huma puts the value.
func (o *optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet is told whether there was one.
func (o *optional[T]) OnParamSet(given bool, _ any) { o.Given = given }

// analyseQuestion is the query of GET /analyse.
type analyseQuestion struct {
	GameText
	Level      optional[int]     `query:"level" minimum:"0" maximum:"60" doc:"how far to look, as a level of the engine; 18 when nothing says how far"`
	Depth      optional[int]     `query:"depth" minimum:"1" maximum:"60" doc:"how many plies to look ahead, in place of a level"`
	Seconds    optional[float64] `query:"seconds" exclusiveMinimum:"0" maximum:"86400" doc:"how long to look at most; alone, as far as that goes"`
	Confidence optional[int]     `query:"confidence" minimum:"50" maximum:"100" doc:"how sure, in percent, to be of branches that are cut off unsearched; 100 cuts none"`
	Lines      string            `query:"lines" default:"all" pattern:"^(all|[1-9][0-9]?)$" patternDescription:"all, or a number from 1 to 99" doc:"how many of the best moves get a value and a line of their own"`
	Player     string            `query:"player" maxLength:"100" doc:"another computer player to ask, in place of the analysis engine" example:"alphabeta:6"`
	Fresh      bool              `query:"fresh" doc:"look anew, whatever is stored"`
	Book       bool              `query:"book" doc:"look into the opening book that comes with the program first; where it knows at least as much, nothing is searched"`
	Only       string            `query:"only" maxLength:"128" doc:"squares, such as d3,c4: look into these moves alone; what is found is not stored" example:"d3,c4"`
}

// usualLevel is how far an analysis looks when nothing says how far.
const usualLevel = 18

// limits is how far to look; the error is a problem.
func (q *analyseQuestion) limits() (search.Limits, error) {
	var effort analysis.Effort
	var err error
	switch {
	case q.Depth.Given && q.Level.Given:
		return search.Limits{}, unprocessable("level and depth are both given: one of them says how far to look")
	case q.Depth.Given:
		effort, err = analysis.ToDepth(q.Depth.Value)
	case q.Level.Given:
		effort, err = analysis.AtLevel(q.Level.Value)
	case q.Seconds.Given:
		effort, err = analysis.ToDepth(analysis.MaxDepth)
	default:
		effort, err = analysis.AtLevel(usualLevel)
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

// only is the moves of p to look into; none means all. The error is a problem.
func (q *analyseQuestion) only(p othello.Position) (squares bitboard.Set, err error) {
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

// lines is how many of the best moves are asked for.
func (q *analyseQuestion) lines() int {
	n, err := strconv.Atoi(q.Lines)
	if err != nil { // all
		n = analysis.MaxLines
	}
	return min(n, analysis.MaxLines)
}

// analysed is what is known of a position.
type analysed struct {
	Schema     string         `json:"schema" example:"kaeshi/analyse/1"`
	Position   string         `json:"position" doc:"the one-line position"`
	Pov        string         `json:"pov" enum:"black,white" doc:"whose view the scores are: the side to move"`
	Turn       string         `json:"turn" enum:"black,white" doc:"the side to move"`
	Empties    int            `json:"empties"`
	Over       bool           `json:"over,omitempty" doc:"the game is over: there are no moves, and score is its result"`
	Player     string         `json:"player,omitempty" doc:"who was asked, when it is not the analysis engine"`
	Queue      int            `json:"queue" doc:"the place in the line of those who wait; 0: being served"`
	Stored     bool           `json:"stored" doc:"what moves tells was recalled, and not found now"`
	Score      *float64       `json:"score,omitempty" doc:"of the best move, in discs"`
	Depth      int            `json:"depth" doc:"plies looked ahead; the number of empty squares when exact; of what moves tells"`
	Confidence int            `json:"confidence" doc:"confidence in percent with which branches were cut off unsearched; 100: none"`
	Exact      bool           `json:"exact"`
	Nodes      uint64         `json:"nodes" doc:"positions entered by this search"`
	Seconds    float64        `json:"seconds" doc:"of this search"`
	NPS        uint64         `json:"nps" doc:"nodes a second"`
	Moves      []analysedMove `json:"moves" nullable:"false" doc:"the best first"`
	Opening    *openingName   `json:"opening,omitempty"`
	Ended      string         `json:"ended,omitempty" enum:"complete,time" doc:"why it is done: it looked as far as was asked, or its time was over"`
}

// analysedMove is a move and what it is worth.
type analysedMove struct {
	Move       string   `json:"move" doc:"a square, or pass"`
	Score      *float64 `json:"score,omitempty" doc:"expected final disc difference; absent from players that have none"`
	Depth      int      `json:"depth"`
	Confidence int      `json:"confidence"`
	Exact      bool     `json:"exact"`
	Source     string   `json:"source" enum:"book,exact,selective,depth,player" doc:"book: an opening book; exact: searched to the end; selective: to the end with branches cut off unsearched; depth: so many plies; player: chosen without a search"`
	PV         []string `json:"pv" nullable:"false" doc:"the line of best play, move first"`
}

// openingName is what lists of openings call a position or a game.
type openingName struct {
	English  string `json:"en,omitempty"`
	Japanese string `json:"ja,omitempty"`
}

// openingOf is the name of the opening of a game; nil when it has none.
func openingOf(g *record.Game) *openingName {
	names := opening.Find(g.Start, g.Moves)
	o := openingName{names.English.String(), names.Japanese.String()}
	if o == (openingName{}) {
		return nil
	}
	return &o
}

// source says where a value comes from.
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

// update takes over the progress of an analysis.
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

// show takes over what a hint says about the moves.
func (a *analysed) show(h analysis.Hint) {
	a.Moves = make([]analysedMove, len(h.Lines))
	for i, l := range h.Lines {
		a.Moves[i] = analysedMove{l.Move, &l.Score, l.Depth, l.Confidence, l.Exact, source(l, h.Empties), l.PV}
	}
	best := h.Lines[0]
	a.Score, a.Depth, a.Confidence, a.Exact = &h.Score, best.Depth, best.Confidence, best.Exact
}

// finish takes over the result of a finished game.
func (a *analysed) finish(p othello.Position) {
	score := float64(p.Score())
	a.Score, a.Exact, a.Confidence = &score, true, 100
}

// take takes over the answer of a player.
func (a *analysed) take(answer player.Answer) {
	m := analysedMove{
		Move: answer.Move, Score: answer.Score, Depth: answer.Depth, Confidence: answer.Confidence,
		Exact: answer.Exact, PV: answer.PV,
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
		"What every move is worth, as a stream of events that shows it ripen", http.StatusServiceUnavailable)
	op.Description = "Server-Sent Events, all with JSON data: `progress` at once with what is stored or with the " +
		"place in the line, whenever more is known, and twice a second with the nodes; " +
		"then one `done`, or `problem`. Closing the connection ends the search at once. What was found is stored, " +
		"so that asking again goes on from there. " +
		"A search that others wait for stops when it has had its turn, waits for the next, and goes on."
	op.Responses = eventResponses(api, "event: progress\ndata: {\"schema\":\"kaeshi/analyse/1\",…}\n\n",
		kind[analysed]("progress"), kind[analysed]("done"), problemKind())
	huma.Register(api, op, a.analyse)
}

func (a *API) analyse(ctx context.Context, in *analyseQuestion) (*huma.StreamResponse, error) {
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

// analyseByPlayer streams the choice of a player.
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
			state.take(answer)
			if out.send("progress", state) != nil {
				cancel()
			}
		})
		if err != nil {
			out.sendProblem(err)
			return
		}
		state.take(answer)
		state.Ended = string(work.AnalysisComplete)
		_ = out.send("done", state) // the client may have left
	}), nil
}
