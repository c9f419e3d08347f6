package record

import (
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// Result is how a game ended, as someone recorded it.
type Result struct {
	Known      bool // there is a result
	ScoreBlack int  // the final disc difference as Black sees it, empty squares counted to the winner
	// nothing but the winner is recorded: ScoreBlack is then +1 or -1, which is the score of no game; a draw has its
	// score
	OnlyWinner bool
	Reason     string // one of the reasons below
	Detail     string // more about the reason in words, such as what a fault was
}

// Why a game ended.
const (
	PlayedOut   = ""            // neither side had a move left, or nothing else is recorded
	Resigned    = "resign"      // a side gave up
	OutOfTime   = "time"        // a side's clock ran out
	Agreed      = "mutual"      // the sides agreed on the score
	Faulted     = "fault"       // a side broke the rules: an illegal move, a crash, no answer
	Adjudicated = "adjudicated" // a third party decided
	Unfinished  = "unfinished"  // the moves end before the game does, and why is not recorded
)

// Note is what is known of one ply. The zero value is nothing.
type Note struct {
	Comment string        // on the position after the ply
	Mark    string        // the move judged: "!!", "!", "!?", "?!", "?" or "??"
	Score   *Score        // what whoever chose the move thought of it
	Spent   time.Duration // by the mover on this move; 0: not known
	Left    time.Duration // on the mover's clock after the move; 0: not known
	Tags    []Tag         // what a format holds and no field does
}

// Marks returns the marks that judge a move, in the order of their numbers in PGN: $1 is the first.
func Marks() []string { return []string{"!", "?", "!!", "??", "!?", "?!"} }

// Score is a value and where it comes from.
type Score struct {
	Value float64 // the final disc difference that is expected, from the view of the side that plays the move
	Depth int     // how many plies were searched; 0: not known
	// how sure the search wanted to be of what it cut, in percent: 100 is everything searched; 0: not known
	Selectivity int
	Exact       bool   // proven by search to the end
	Book        bool   // from an opening book
	By          string // who said so: a program or a person
}

// Variation is another way to go on from some position of a line of moves, which is the game's or another variation's.
type Variation struct {
	// it stands in the place of Moves[Ply] of that line; as Ply may be len(Moves), it can also go on from the end
	Ply        int
	Moves      []othello.Square // one at least
	Notes      []Note           // empty, or as long as Moves
	Variations []Variation      // from this one in turn: their Ply counts in Moves here, and is 1 or more
	Comment    string           // before its first move
}

// Tag is something that a file states: the Name under which it does, and the Value. Both are texts as the file has
// them.
type Tag struct{ Name, Value string }

// Names of tags that several formats have under names of their own.
const (
	BlackRating = "BlackRating" // the strength of Black in the unit of the place of the game
	WhiteRating = "WhiteRating" // the strength of White
)

// Tag is the value of the first tag of that name.
func (g *Game) Tag(name string) (value string, ok bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// RemoveTag removes the tag at an index. Without tags the list is nil.
func (g *Game) RemoveTag(at int) {
	if len(g.Tags) == 1 {
		g.Tags = nil
		return
	}
	g.Tags = slices.Delete(g.Tags, at, at+1)
}
