package record

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// cutTranscripts makes a game of each line. A line that goes on numbering moves, as in "2. c3 d3", belongs to the one before.
func cutTranscripts(s *source, c *chunks) error {
	last := 0 // the last move number of the game being collected, 0 when its moves have none
	err := s.each(func(text string, fault error) bool {
		first, highest := moveNumbers(text)
		switch {
		case strings.TrimSpace(text) == "" && fault == nil:
			return true
		case s.number == 1 && strings.Contains(text, "game_moves"): // the head of eOthello's tables
			return true
		case last == 0 || first <= 1 || first > last+1:
			if !c.cut() {
				return false
			}
			last = 0
		}
		if c.open() && first > 1 || first == 1 {
			last = highest
		}
		c.add(text, s.number, fault)
		return true
	})
	c.cut()
	return err
}

// moveNumbers is the number that a line begins with, as "12." does, and the highest one in it; 0: the line has none.
func moveNumbers(text string) (first, highest int) {
	for i, field := range strings.Fields(text) {
		digits, _, dotted := strings.Cut(field, ".")
		n, err := strconv.Atoi(digits)
		if !dotted || err != nil || n < 1 || n > maxPlies {
			if i == 0 {
				return 0, 0
			}
			continue
		}
		if i == 0 {
			first = n
		}
		highest = max(highest, n)
	}
	return first, highest
}

// maxPlies is more than any game has: 60 moves and less than as many passes.
const maxPlies = 128

// parseTranscriptLine reads the moves of one game and, behind them, its result: discs as "34-30", a difference as "+4", or who won as
// "1-0" or "-1". A line of eOthello's tables has a number and the winner in front, between commas.
func parseTranscriptLine(text string) (*Game, error) {
	moves, result, offset := text, "", 0
	if fields := strings.Split(text, ","); len(fields) == 3 && isNumber(fields[0]) && isNumber(fields[1]) {
		offset = len(fields[0]) + len(fields[1]) + 2
		moves, result = fields[2], fields[1]
	} else if at := strings.LastIndexAny(strings.TrimRight(text, " \t\r\n,;"), " \t,;"); at > 0 {
		if _, ok := parseResult(strings.TrimSpace(strings.Trim(text[at:], " \t\r\n,;"))); ok {
			moves, result = text[:at], strings.Trim(text[at:], " \t\r\n,;")
		}
	}
	g, err := ParseTranscript(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		return nil, place(offset, err)
	}
	if len(g.Moves) == 0 {
		return nil, fmt.Errorf("%q has no moves", clip(strings.TrimSpace(text)))
	}
	if result != "" {
		g.Result, _ = parseResult(result)
	}
	return g, nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil
}

// parseResult reads a result as people and sites write it: "34-30" discs, "+4" or "+4.00" a difference, "1-0", "0-1", "1/2-1/2",
// "1", "0" and "-1" who won; Black comes first.
func parseResult(text string) (r Result, ok bool) {
	switch text {
	case "1-0", "1", "+1":
		return Result{Known: true, ScoreBlack: 1, OnlyWinner: true}, true
	case "0-1", "-1":
		return Result{Known: true, ScoreBlack: -1, OnlyWinner: true}, true
	case "1/2-1/2", "½-½", "0":
		return Result{Known: true}, true
	}
	if black, white, two := strings.Cut(text, "-"); two && black != "" {
		b, err1 := strconv.Atoi(black)
		w, err2 := strconv.Atoi(white)
		if err1 != nil || err2 != nil || b < 0 || w < 0 || b+w > 64 || b+w < 4 {
			return Result{}, false
		}
		return Result{Known: true, ScoreBlack: scoreOfDiscs(b, w)}, true
	}
	return parseDifference(text)
}

// parseDifference reads "+4", "-12.00" and "0": a difference that a game can end with.
func parseDifference(text string) (r Result, ok bool) {
	score, err := strconv.ParseFloat(text, 64)
	if err != nil || score != float64(int(score)) || score < -64 || score > 64 {
		return Result{}, false
	}
	return Result{Known: true, ScoreBlack: int(score)}, true
}

// scoreOfDiscs gives the squares that are empty on a full-size board to the winner.
func scoreOfDiscs(black, white int) int {
	empty := 64 - black - white
	switch {
	case black > white:
		return black + empty - white
	case black < white:
		return black - white - empty
	}
	return 0
}

// writeTranscript writes the moves, and the result where it does not follow from them.
func writeTranscript(w *printer, g *Game) {
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		w.refuse("it does not begin at the usual start of the 8×8 board")
		return
	}
	if len(g.Moves) == 0 {
		w.refuse("it has no moves")
		return
	}
	w.text(g.Transcript())
	if board, over := g.boardResult(); g.Result.Known && (!over || !g.Result.agrees(board)) {
		w.text(" " + resultText(g.Result))
	}
	w.text("\n")
}

// resultText is a result that [parseResult] reads.
func resultText(r Result) string {
	switch {
	case !r.OnlyWinner:
		return fmt.Sprintf("%+d.00", r.ScoreBlack)
	case r.ScoreBlack > 0:
		return "1-0"
	}
	return "0-1"
}
