package record

import (
	"slices"
	"time"

	"github.com/kaeshi/kaeshi/othello"
)

// Result is the recorded result of a game.
type Result struct {
	Known      bool // a result is recorded
	ScoreBlack int  // final disc difference for Black; empty squares count for the winner
	// only the winner is recorded: ScoreBlack is +1 or -1, which no finished game can have; a draw has the score 0
	OnlyWinner bool
	Reason     string // one of the constants below
	Detail     string // the reason in words, such as a description of the fault
}

// Reasons for the end of a game.
const (
	PlayedOut   = ""            // neither side has a move, or no reason is recorded
	Resigned    = "resign"      // a side resigned
	OutOfTime   = "time"        // a side exceeded its time
	Agreed      = "mutual"      // the sides agreed on the score
	Faulted     = "fault"       // a side made an illegal move, crashed or did not answer
	Adjudicated = "adjudicated" // a third party decided
	Unfinished  = "unfinished"  // the moves end before the game is over, for no recorded reason
)

// Note is the annotation of one ply.
type Note struct {
	Comment string        // on the position after the ply
	Mark    string        // judgement of the move: "!!", "!", "!?", "?!", "?" or "??"
	Score   *Score        // evaluation by the player of the move, or by an analysis
	Spent   time.Duration // time spent on the move; 0 if unknown
	Left    time.Duration // time left on the mover's clock after the move; 0 if unknown
	Tags    []Tag         // data of the file without a field
}

// Marks returns the marks of moves in the order of their numbers in PGN. The first is $1.
func Marks() []string { return []string{"!", "?", "!!", "??", "!?", "?!"} }

// Score is the evaluation of a move and its origin.
type Score struct {
	Value float64 // expected final disc difference, from the point of view of the side that moves
	Depth int     // search depth in plies; 0 if unknown
	// confidence of the selective search in percent: 100 for a full search; 0 if unknown
	Confidence int
	Exact      bool   // proven by a search to the end of the game
	Book       bool   // from an opening book
	By         string // the program or person that gave the score
}

// Variation is an alternative to the moves of a line, which is the main line or another variation.
type Variation struct {
	// the variation replaces Moves[Ply] of that line; if Ply is len(Moves), it continues the line
	Ply        int
	Moves      []othello.Square // at least one
	Notes      []Note           // empty, or as long as Moves
	Variations []Variation      // of this variation, with Ply ≥ 1
	Comment    string           // before the first move
}

// Tag is a name and a value as written in the file.
type Tag struct {
	Name, Value string // verbatim
}

// Names of tags that several formats store under different names.
const (
	BlackRating = "BlackRating" // rating of Black, in the scale of the server or federation
	WhiteRating = "WhiteRating" // rating of White
)

// Tag returns the value of the first tag with the given name.
func (g *Game) Tag(name string) (value string, ok bool) {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value, true
		}
	}
	return "", false
}

// RemoveTag removes the tag at an index. It sets Tags to nil if no tags are left.
func (g *Game) RemoveTag(at int) {
	if len(g.Tags) == 1 {
		g.Tags = nil
		return
	}
	g.Tags = slices.Delete(g.Tags, at, at+1)
}
