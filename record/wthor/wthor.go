// Package wthor reads and writes the game bases of the French Othello Federation: a .wtb file of games with a .jou
// list of players and a .trn list of tournaments.
package wthor

import (
	"encoding/binary"
	"encoding/hex"
)

// The sizes of what WTHOR files consist of, in bytes.
const (
	headerSize     = 16
	gameSize       = 68
	playerSize     = 20
	tournamentSize = 26
)

// Header is what each of the three files of a WTHOR base begins with.
type Header struct {
	CreatedCentury, CreatedYear, CreatedMonth, CreatedDay uint8 // 20, 26, 2, 24 is 24 February 2026

	Games    uint32 // how many games a .wtb has; 0 in the others
	Records  uint16 // how many names a .jou or .trn has; 0 in a .wtb
	Year     uint16 // of the games
	Size     uint8  // of the board; 0 means 8
	Kind     uint8  // 0 games, 1 solitaires
	Depth    uint8  // at how many empty squares the theoretical score was computed
	Reserved uint8  // without a meaning, kept as it is
}

// Tags that games from a WTHOR base have, so that it can be written again as it was.
const (
	headerTag      = "WTHORHeader"
	tournamentTag  = "WTHORTournament"
	blackTag       = "WTHORBlack"
	whiteTag       = "WTHORWhite"
	theoreticalTag = "WTHORTheoretical"
)

// nobody is how the list of players names someone who is not known.
const nobody = "???"

func (h Header) bytes() []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, h) // fixed-size fields cannot fail
	return b
}

func parseHeader(b []byte) (h Header) {
	_, _ = binary.Decode(b, binary.LittleEndian, &h) // the callers have 16 bytes
	return h
}

func (h Header) tag() string { return hex.EncodeToString(h.bytes()) }

func parseHeaderTag(tag string) (h Header, ok bool) {
	b, err := hex.DecodeString(tag)
	if err != nil || len(b) != headerSize {
		return h, false
	}
	return parseHeader(b), true
}

// Sniff reports whether a file begins with the header of one of the three files, which begins with a date as numbers.
func Sniff(head []byte) bool {
	if len(head) < headerSize {
		return false
	}
	h := parseHeader(head)
	return h.CreatedCentury >= 18 && h.CreatedCentury <= 30 && h.CreatedYear < 100 && h.CreatedMonth <= 12 &&
		h.CreatedDay <= 31 &&
		h.Kind <= 1 && h.Reserved == 0
}
