// Package online implements games of two people over a network, without accounts. The creator of a game receives two
// keys. The holder of a key moves for one side. Everybody with the id of the game may watch it.
//
// [Game] is the state machine of a game. Its events are stored before they are acknowledged, and the same events always
// lead to the same state. [Games] keeps the games of a server: it checks keys, runs the clocks and informs subscribers.
package online

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// Person is the role of a client in a game.
type Person int

// The roles. Creator and Guest are also indexes of arrays.
const (
	Viewer  Person = -1
	Creator Person = 0
	Guest   Person = 1
)

// Other returns the opponent of a player.
func (p Person) Other() Person { return 1 - p }

// Setup is what the creator of a game chooses.
type Setup struct {
	Start   othello.Position
	Opening []othello.Square // moves on the board at the start of each round, passes included
	Control player.Control   // the zero value is a game without clocks
	Colour  othello.Color    // of the creator in the first round
}

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Join     Kind = "join"      // the guest accepts the invitation, and the first round begins
	Move     Kind = "move"      // a move; passes are added to the record automatically
	Resign   Kind = "resign"    // a player gives up the round
	Time     Kind = "time"      // the side to move has lost on time; from the server
	TakeBack Kind = "take-back" // a player requests to take back the last own move
	Rematch  Kind = "rematch"   // a player requests another round with the colours swapped
	Agree    Kind = "agree"     // the opponent grants the open request
	Decline  Kind = "decline"   // the opponent declines the open request, or the requester withdraws it
	Resume   Kind = "resume"    // the server has restarted, and the clock of the current move begins again
)

// Event is a change of a game.
type Event struct {
	Kind Kind   `json:"kind"`
	By   Person `json:"by"`             // the player who acted; without meaning for Time and Resume
	Move string `json:"move,omitempty"` // the square of a Move
	Name string `json:"name,omitempty"` // the name of the guest, for Join
	At   int64  `json:"at"`             // milliseconds since 1970 UTC
}

// Request is a request that waits for the answer of the opponent: a [TakeBack] or a [Rematch].
type Request struct {
	Kind Kind
	By   Person
}

// End is the end of a round.
type End struct {
	How        string // store.EndedByTime, store.EndedByResigning, or empty: by the rules
	ScoreBlack int    // Black's final disc difference; ± all squares if How is not empty
}

// Errors of [Game.Apply].
var (
	ErrWaiting  = errors.New("the guest has not joined yet")
	ErrJoined   = errors.New("the guest has joined already")
	ErrOver     = errors.New("the round is over")
	ErrPlaying  = errors.New("the round is not over")
	ErrTurn     = errors.New("the opponent is to move")
	ErrTime     = errors.New("the time of the side to move has run out")
	ErrNotYet   = errors.New("the side to move has time left")
	ErrNoMove   = errors.New("there is no move to take back")
	ErrRequest  = errors.New("there is an open request; answer it first")
	ErrNoAnswer = errors.New("there is no request to answer")
	ErrLong     = errors.New("the game has too many events; create another one")
	// ErrInvalid is wrapped by errors about the content of an event or a setup, such as an illegal move.
	ErrInvalid = errors.New("invalid")
)

// MaxEvents is the maximum number of events of a game. A game with more events can only end.
const MaxEvents = 1000

// Game is the state of a game after its events. [New] returns one without events.
type Game struct {
	setup   Setup
	names   [2]string
	events  int
	last    time.Time // of the last event
	joined  bool
	round   int
	moves   record.Game     // of the round, with the opening
	took    []time.Duration // for each ply after the opening; 0 for passes and first moves
	began   time.Time       // when the current move began
	request *Request
	end     *End
	mixed   bool   // a move was taken back in the round
	points  [2]int // half points of the finished rounds
}

// New returns a game that waits for its guest. The error reports an invalid setup.
func New(s Setup, name string, at time.Time) (*Game, error) {
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%w setup: %w", ErrInvalid, err)
	}
	g := &Game{setup: s, last: at, names: [2]string{CleanName(name), ""}}
	g.begin(at)
	return g, nil
}

// begin starts the next round.
func (g *Game) begin(at time.Time) {
	g.round++
	g.moves = record.Game{Start: g.setup.Start, Moves: slices.Clone(g.setup.Opening)}
	g.moves.PassIfForced()
	g.took, g.began, g.request, g.end, g.mixed = nil, at, nil, nil, false
}

// given returns the number of plies of the opening. It includes a forced pass after it.
func (g *Game) given() int { return len(g.moves.Moves) - len(g.took) }

// Colour returns the colour of a player in the current round.
func (g *Game) Colour(p Person) othello.Color {
	if (int(p)+g.round-1)%2 == 0 {
		return g.setup.Colour
	}
	return g.setup.Colour.Other()
}

// mover returns the player to move.
func (g *Game) mover() Person {
	if g.Colour(Creator) == g.moves.Position().Turn {
		return Creator
	}
	return Guest
}

// Playing reports whether a round is in progress.
func (g *Game) Playing() bool { return g.joined && g.end == nil }

// Apply changes the game by an event. It returns an error and leaves the game unchanged if the event is not permitted.
func (g *Game) Apply(e Event) error {
	if g.events >= MaxEvents && e.Kind != Time && e.Kind != Resign && e.Kind != Resume {
		return ErrLong
	}
	if e.Kind != Time && e.Kind != Resume && e.By != Creator && e.By != Guest {
		return fmt.Errorf("%w event %q: %d is not a player", ErrInvalid, e.Kind, e.By)
	}
	at := time.UnixMilli(e.At)
	if at.Before(g.last) {
		at = g.last // the clock of the machine was set back
	}
	if err := g.change(e, at); err != nil {
		return err
	}
	g.events++
	g.last = at
	return nil
}

func (g *Game) change(e Event, at time.Time) error {
	switch e.Kind {
	case Join:
		return g.join(e, at)
	case Rematch:
		return g.askRematch(e.By, at)
	case Agree, Decline:
		return g.answer(e, at)
	default:
	}
	switch {
	case !g.joined:
		return ErrWaiting
	case g.end != nil:
		return ErrOver
	}
	switch e.Kind {
	case Move:
		return g.play(e, at)
	case TakeBack:
		return g.askTakeBack(e.By)
	case Resign:
		g.lose(g.Colour(e.By), resigned)
		return nil
	case Time:
		if !g.late(at) {
			return ErrNotYet
		}
		g.lose(g.moves.Position().Turn, onTime)
		return nil
	case Resume:
		g.began = at
		return nil
	default:
		return fmt.Errorf("%w event %q", ErrInvalid, e.Kind)
	}
}

func (g *Game) join(e Event, at time.Time) error {
	switch {
	case g.joined:
		return ErrJoined
	case e.By != Guest:
		return ErrWaiting
	}
	g.joined, g.names[Guest], g.began = true, CleanName(e.Name), at
	return nil
}

func (g *Game) play(e Event, at time.Time) error {
	p := g.moves.Position()
	if g.mover() != e.By {
		return ErrTurn
	}
	if g.late(at) {
		return ErrTime
	}
	m, err := p.Size.Parse(e.Move)
	if err == nil && m == othello.Pass {
		err = errors.New("want a square; passes are automatic")
	}
	if err == nil {
		err = p.Check(m)
	}
	if err != nil {
		return fmt.Errorf("%w move: %w", ErrInvalid, err)
	}
	took := time.Duration(0)
	if g.clockRuns() {
		took = at.Sub(g.began)
	}
	g.moves.Moves = append(g.moves.Moves, m)
	g.took = append(g.took, took)
	if g.moves.PassIfForced() {
		g.took = append(g.took, 0)
	}
	g.began, g.request = at, nil
	if p := g.moves.Position(); p.Over() {
		g.finish(End{ScoreBlack: p.ScoreBlack()})
	}
	return nil
}

// Values of [End.How], as in package store.
const (
	onTime   = "time"
	resigned = "resigned"
)

func (g *Game) lose(loser othello.Color, how string) {
	score := g.setup.Start.Size.Squares()
	if loser == othello.Black {
		score = -score
	}
	g.finish(End{How: how, ScoreBlack: score})
}

func (g *Game) finish(end End) {
	g.end, g.request = &end, nil
	for _, p := range []Person{Creator, Guest} {
		score := end.ScoreBlack
		if g.Colour(p) == othello.White {
			score = -score
		}
		switch {
		case score > 0:
			g.points[p] += 2
		case score == 0:
			g.points[p]++
		}
	}
}

// lastOwn returns the ply of the last move that a player chose in the round, or -1.
func (g *Game) lastOwn(p Person) int {
	for i := len(g.moves.Moves) - 1; i >= g.given(); i-- {
		if g.moves.Moves[i] != othello.Pass && g.moves.PositionAt(i).Turn == g.Colour(p) {
			return i
		}
	}
	return -1
}

func (g *Game) askTakeBack(by Person) error {
	switch {
	case g.request != nil:
		return ErrRequest
	case g.lastOwn(by) < 0:
		return ErrNoMove
	}
	g.request = &Request{TakeBack, by}
	return nil
}

// askRematch records a request for another round. The second player's request grants the first one.
func (g *Game) askRematch(by Person, at time.Time) error {
	switch {
	case g.end == nil:
		return ErrPlaying
	case g.request == nil:
		g.request = &Request{Rematch, by}
	case g.request.By == by:
		return ErrRequest
	default:
		g.begin(at)
	}
	return nil
}

func (g *Game) answer(e Event, at time.Time) error {
	switch {
	case g.request == nil, e.Kind == Agree && g.request.By == e.By:
		return ErrNoAnswer
	case e.Kind == Decline:
		g.request = nil
	case g.request.Kind == Rematch:
		g.begin(at)
	default:
		ply, given := g.lastOwn(g.request.By), g.given()
		g.moves.Moves, g.took = g.moves.Moves[:ply], g.took[:ply-given]
		g.began, g.request, g.mixed = at, nil, true
	}
	return nil
}
