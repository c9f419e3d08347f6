package pgn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// mark handles a mark such as "!?". A second mark of a move and an unknown mark become tags.
func (r *reader) mark(b *record.Line, mark string) error {
	if b.Len() == 0 {
		return fmt.Errorf("%q before the first move", mark)
	}
	n := b.Note()
	if n.Mark == "" && slices.Contains(record.Marks(), mark) {
		n.Mark = mark
		return nil
	}
	n.Tags = append(n.Tags, record.Tag{Name: "NAG", Value: mark})
	return nil
}

// nag handles a numeric mark such as $5.
func (r *reader) nag(b *record.Line, name string) error {
	number, err := strconv.Atoi(name[1:])
	switch {
	case err != nil || number < 0 || number > 255:
		return fmt.Errorf("%q: want a mark from $0 to $255", scan.Clip(name))
	case b.Len() == 0:
		return errors.New(name + " before the first move")
	case number >= 1 && number <= len(record.Marks()):
		return r.mark(b, record.Marks()[number-1])
	}
	n := b.Note()
	n.Tags = append(n.Tags, record.Tag{Name: "NAG", Value: name})
	return nil
}

// commandForm matches the commands in comments with which programs annotate the preceding move.
var commandForm = regexp.MustCompile(`\[%(eval|clk|emt) ([^\]\[]*)\]\s?`)

// discsForm matches the comment with which some sites end a game, such as {X wins 34-30}.
var discsForm = regexp.MustCompile(`^(X|O|Black|White) wins (\d+)-(\d+)$`)

// comment handles a comment: commands become notes of the last move, a disc count becomes the result, and the rest is
// stored.
func (r *reader) comment(b *record.Line, text string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if b.Len() > 0 {
		text = commandForm.ReplaceAllStringFunc(text, func(command string) string {
			part := commandForm.FindStringSubmatch(command)
			if take(b, part[1], strings.TrimSpace(part[2])) {
				return ""
			}
			return command
		})
	}
	text = strings.TrimSpace(text)
	if m := discsForm.FindStringSubmatch(text); m != nil && r.discs == "" {
		if result, ok := record.ParseResult(m[2] + "-" + m[3]); ok && !result.OnlyWinner {
			if m[1] == "O" || m[1] == "White" {
				result.ScoreBlack = -result.ScoreBlack
			}
			r.discs = fmt.Sprintf("%+d", result.ScoreBlack)
			return
		}
	}
	if text != "" {
		b.AddComment(text)
	}
}

// take stores the value of a command [%name value] in the note of the last move. It returns false if the value is not
// valid or the note already has one.
func take(b *record.Line, name, value string) bool {
	if name == "eval" {
		eval, depth, _ := strings.Cut(value, ",")
		x, ok := scan.Number(eval)
		d, err := strconv.Atoi(depth)
		n := b.Note()
		if !ok || depth != "" && (err != nil || d < 0) || n.Score != nil {
			return false
		}
		n.Score = &record.Score{Value: x * float64(1-2*int(b.Position().Turn.Other())), Depth: d}
		return true
	}
	time := &b.Note().Spent
	if name == "clk" {
		time = &b.Note().Left
	}
	d, ok := timing.ParseClock(value)
	if !ok || d == 0 || *time != 0 {
		return false
	}
	*time = d
	return true
}

// clockOf converts a clock such as "300+3" (seconds) or "1/10" (one move in ten seconds) to Kaeshi's syntax. A clock
// that Kaeshi's syntax cannot express is returned unchanged.
func clockOf(value string) string {
	if moves, each, ok := strings.Cut(value, "/"); ok {
		d, ok := timing.ParseSeconds(each)
		if moves != "1" || !ok || d == 0 {
			return value
		}
		return timing.Control{Move: d}.String()
	}
	game, increment, both := strings.Cut(value, "+")
	d, ok := timing.ParseSeconds(game)
	i, ok2 := timing.ParseSeconds(increment)
	switch {
	case value == "?" || value == "-":
		return ""
	case !ok || d == 0 || both && !ok2:
		return value
	}
	return timing.Control{Game: d, Increment: i}.String()
}

// timeControl is the inverse of [clockOf].
func timeControl(clock string) string {
	c, ok := timing.ParseControl(clock)
	switch {
	case !ok:
		return clock
	case c.Move > 0:
		return "1/" + timing.Seconds(c.Move, 0)
	case c.Increment > 0:
		return timing.Seconds(c.Game, 0) + "+" + timing.Seconds(c.Increment, 0)
	}
	return timing.Seconds(c.Game, 0)
}
