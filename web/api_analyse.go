package web

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/opening"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/search"
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
func (q *analyseQuestion) only(p othello.Position) (squares uint64, err error) {
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
	Schema      string         `json:"schema" example:"kaeshi/analyse/1"`
	Position    string         `json:"position" doc:"the one-line position"`
	Pov         string         `json:"pov" enum:"black,white" doc:"whose view the scores are: the side to move"`
	Turn        string         `json:"turn" enum:"black,white" doc:"the side to move"`
	Empties     int            `json:"empties"`
	Over        bool           `json:"over,omitempty" doc:"the game is over: there are no moves, and score is its result"`
	Player      string         `json:"player,omitempty" doc:"who was asked, when it is not the analysis engine"`
	Queue       int            `json:"queue" doc:"the place in the line of those who wait; 0: being served"`
	Stored      bool           `json:"stored" doc:"what moves tells was recalled, and not found now"`
	Score       *float64       `json:"score,omitempty" doc:"of the best move, in discs"`
	Depth       int            `json:"depth" doc:"plies looked ahead; the number of empty squares when exact; of what moves tells"`
	Selectivity int            `json:"selectivity" doc:"confidence in percent with which branches were cut off unsearched; 100: none"`
	Exact       bool           `json:"exact"`
	Nodes       uint64         `json:"nodes" doc:"positions entered by this search"`
	Seconds     float64        `json:"seconds" doc:"of this search"`
	NPS         uint64         `json:"nps" doc:"nodes a second"`
	Moves       []analysedMove `json:"moves" nullable:"false" doc:"the best first"`
	Opening     *openingName   `json:"opening,omitempty"`
	Ended       string         `json:"ended,omitempty" enum:"complete,time" doc:"why it is done: it looked as far as was asked, or its time was over"`
}

// analysedMove is a move and what it is worth.
type analysedMove struct {
	Move        string   `json:"move" doc:"a square, or pass"`
	Score       *float64 `json:"score,omitempty" doc:"expected final disc difference; absent from players that have none"`
	Depth       int      `json:"depth"`
	Selectivity int      `json:"selectivity"`
	Exact       bool     `json:"exact"`
	Source      string   `json:"source" enum:"book,exact,selective,depth,player" doc:"book: an opening book; exact: searched to the end; selective: to the end with branches cut off unsearched; depth: so many plies; player: chosen without a search"`
	PV          []string `json:"pv" nullable:"false" doc:"the line of best play, move first"`
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

// tell takes over what a hint says about the moves.
func (a *analysed) tell(h analysis.Hint) {
	a.Moves = make([]analysedMove, len(h.Lines))
	for i, l := range h.Lines {
		a.Moves[i] = analysedMove{l.Move, &l.Score, l.Depth, l.Selectivity, l.Exact, source(l, h.Empties), l.PV}
	}
	if len(h.Lines) > 0 || h.Over {
		a.Score = &h.Score
	}
	if len(h.Lines) > 0 {
		best := h.Lines[0]
		a.Depth, a.Selectivity, a.Exact = best.Depth, best.Selectivity, best.Exact
	}
}

func newAnalysed(g *record.Game, p othello.Position) analysed {
	turn := p.Turn.String()
	return analysed{
		Schema: "kaeshi/analyse/1", Position: p.String(), Pov: turn, Turn: turn, Empties: p.Empties(), Over: p.Over(), Moves: []analysedMove{}, Opening: openingOf(g),
	}
}

func (s *Server) addAnalyse(api huma.API) {
	op := operation(http.MethodGet, apiPath+"analyse", "analyse", "What every move is worth, as a stream of events that shows it ripen", http.StatusServiceUnavailable)
	op.Description = "Server-Sent Events, all with JSON data: `progress` at once with what is stored or with the place in the line, whenever more is known, and twice a second with the nodes; " +
		"then one `done`, or `problem`. Closing the connection ends the search at once. What was found is stored, so that asking again goes on from there. " +
		"A search that others wait for stops when it has had its turn, waits for the next, and goes on."
	op.Responses = eventResponses("event: progress\ndata: {\"schema\":\"kaeshi/analyse/1\",…}\n\n")
	huma.Register(api, op, s.analyse)
}

// eventResponses describes an answer of events.
func eventResponses(example string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: "Events", Content: map[string]*huma.MediaType{
		"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}, Example: example},
	}}}
}

func (s *Server) analyse(ctx context.Context, in *analyseQuestion) (*huma.StreamResponse, error) {
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
		seat, err := s.think.admit(ctx, in.Player)
		if err != nil {
			return nil, err
		}
		return events(seat.leave, func(ctx context.Context, out *stream) { seat.analyse(ctx, out, g) }), nil
	}
	turn, err := s.think.analyses.join(clientOf(ctx))
	if err != nil {
		return nil, asProblem(err)
	}
	look := &look{desk: s.desk, turn: turn, position: p, limits: l, lines: in.lines(), fresh: in.Fresh || l.Only != 0, book: in.Book, state: newAnalysed(g, p)}
	return events(turn.leave, look.streamTo), nil
}

// events is an answer that is streamed; leave gives back the place of whoever asked.
func events(leave func(), body func(context.Context, *stream)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer leave()
		r, w := humago.Unwrap(c)
		if r.Method != http.MethodHead {
			body(r.Context(), newStream(w))
		}
	}}
}
