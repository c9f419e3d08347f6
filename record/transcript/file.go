package transcript

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
	"github.com/kaeshi/kaeshi/record/internal/scan"
)

// Read yields the games of a file, one on each line, with the errors of [scan.Syntax.Read].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return scan.Syntax{Cut: cut, Parse: parseLine}.Read(r, name)
}

// Write writes the moves of each game on a line, and lists what was lost. The error is that of w, or of a game that
// is not valid.
func Write(w io.Writer, games iter.Seq[*record.Game]) ([]record.Loss, error) {
	return emit.Games(w, games, emit.Score, write)
}

// Sniff reports whether a text begins like a file of transcripts.
func Sniff(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return beginsWithMove(first) || strings.Contains(first, "game_moves")
}

// cut makes a game of each line. A line that goes on numbering moves, as in "2. c3 d3", belongs to the one before.
func cut(s *scan.Source, c *scan.Chunks) error {
	last := 0 // the last move number of the game being collected, 0 when its moves have none
	err := s.Each(func(text string, fault error) bool {
		first, highest := moveNumbers(text)
		switch {
		case strings.TrimSpace(text) == "" && fault == nil:
			return true
		case s.Number == 1 && strings.Contains(text, "game_moves"): // the head of eOthello's tables
			return true
		case last == 0 || first <= 1 || first > last+1:
			if !c.Cut() {
				return false
			}
			last = 0
		}
		if c.Open() && first > 1 || first == 1 {
			last = highest
		}
		c.Add(text, s.Number, fault)
		return true
	})
	c.Cut()
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

// parseLine reads the moves of one game and, behind them, its result: discs as "34-30", a difference as "+4", or who
// won as "1-0" or "-1". A line of eOthello's tables has a number and the winner in front, between commas.
func parseLine(text string) (*record.Game, error) {
	moves, result, offset := text, "", 0
	if fields := strings.Split(text, ","); len(fields) == 3 && isNumber(fields[0]) && isNumber(fields[1]) {
		offset = len(fields[0]) + len(fields[1]) + 2
		moves, result = fields[2], fields[1]
	} else if at := strings.LastIndexAny(strings.TrimRight(text, " \t\r\n,;"), " \t,;"); at > 0 {
		if _, ok := record.ParseResult(strings.TrimSpace(strings.Trim(text[at:], " \t\r\n,;"))); ok {
			moves, result = text[:at], strings.Trim(text[at:], " \t\r\n,;")
		}
	}
	g, err := Parse(othello.Start(othello.Size8, othello.Usual), moves)
	if err != nil {
		return nil, scan.Place(offset, err)
	}
	if len(g.Moves) == 0 {
		return nil, fmt.Errorf("%q has no moves", scan.Clip(strings.TrimSpace(text)))
	}
	if result != "" {
		g.Result, _ = record.ParseResult(result)
	}
	return g, nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil
}

// write writes the moves, and the result where it does not follow from them.
func write(w *emit.Printer, g *record.Game) {
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		w.Refuse("it does not begin at the usual start of the 8×8 board")
		return
	}
	if len(g.Moves) == 0 {
		w.Refuse("it has no moves")
		return
	}
	w.Text(g.Transcript())
	if board, over := g.BoardResult(); g.Result.Known && (!over || !g.Result.Agrees(board)) {
		w.Text(" " + resultText(g.Result))
	}
	w.Text("\n")
}

// resultText is a result that [record.ParseResult] reads.
func resultText(r record.Result) string {
	switch {
	case !r.OnlyWinner:
		return fmt.Sprintf("%+d.00", r.ScoreBlack)
	case r.ScoreBlack > 0:
		return "1-0"
	}
	return "0-1"
}

func beginsWithMove(line string) bool {
	word, at := nextMove(line, 0)
	if word == "" || len(strings.TrimSpace(line[:at])) > 0 && strings.ContainsAny(line[:at], "-+") {
		return false
	}
	return len(word) == 2 && (word[0]|0x20) >= 'a' && (word[0]|0x20) <= 'h' && word[1] >= '1' && word[1] <= '8'
}
