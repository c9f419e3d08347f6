// Package wthor reads and writes the WTHOR game bases of the French Othello Federation. A base consists of a .wtb file
// of games, a .jou list of players and a .trn list of tournaments.
package wthor

import (
	"encoding/binary"
	"encoding/hex"
)

// Sizes of the parts of WTHOR files in bytes.
const (
	headerSize     = 16
	gameSize       = 68
	playerSize     = 20
	tournamentSize = 26
)

// Header is the header of the files of a WTHOR base.
type Header struct {
	CreatedCentury, CreatedYear, CreatedMonth, CreatedDay uint8 // 20, 26, 2, 24 for 24 February 2026

	Games    uint32 // number of games in a .wtb; otherwise 0
	Records  uint16 // number of names in a .jou or .trn; otherwise 0
	Year     uint16 // of the games
	Size     uint8  // of the board; 0 stands for 8
	Kind     uint8  // 0 games, 1 solitaires
	Depth    uint8  // number of empty squares for the theoretical score
	Reserved uint8  // unused, kept unchanged
}

// Tags of games from a WTHOR base, which allow [Write] to reproduce it.
const (
	headerTag      = "WTHORHeader"
	tournamentTag  = "WTHORTournament"
	blackTag       = "WTHORBlack"
	whiteTag       = "WTHORWhite"
	theoreticalTag = "WTHORTheoretical"
)

// unknownPlayer is the entry for an unknown player in the list of players.
const unknownPlayer = "???"

func (h Header) bytes() []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, h) // cannot fail for fixed-size fields
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

// Sniff reports whether head starts with the header of a WTHOR file, whose first bytes are a date.
func Sniff(head []byte) bool {
	if len(head) < headerSize {
		return false
	}
	h := parseHeader(head)
	return h.CreatedCentury >= 18 && h.CreatedCentury <= 30 && h.CreatedYear < 100 && h.CreatedMonth <= 12 &&
		h.CreatedDay <= 31 &&
		h.Kind <= 1 && h.Reserved == 0
}
