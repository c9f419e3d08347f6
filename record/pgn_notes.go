package record

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mark takes a judgement such as "!?". A second one, or one that is none of the six, stays a tag of the move.
func (r *pgnReader) mark(b *branch, mark string) error {
	if len(b.moves) == 0 {
		return fmt.Errorf("%q before the first move: there is none to judge", mark)
	}
	n := b.note()
	if n.Mark == "" && slices.Contains(pgnMarks(), mark) {
		n.Mark = mark
		return nil
	}
	n.Tags = append(n.Tags, Tag{"NAG", mark})
	return nil
}

// nag takes a judgement by its number.
func (r *pgnReader) nag(b *branch, name string) error {
	number, err := strconv.Atoi(name[1:])
	switch {
	case err != nil || number < 0 || number > 255:
		return fmt.Errorf("%q: marks are $0 to $255", clip(name))
	case len(b.moves) == 0:
		return errors.New(name + " before the first move: there is none to judge")
	case number >= 1 && number <= len(pgnMarks()):
		return r.mark(b, pgnMarks()[number-1])
	}
	n := b.note()
	n.Tags = append(n.Tags, Tag{"NAG", name})
	return nil
}

// commandForm is what programs write into comments about the move before.
var commandForm = regexp.MustCompile(`\[%(eval|clk|emt) ([^\]\[]*)\]\s?`)

// discsForm is how some sites end a game: {X wins 34-30}.
var discsForm = regexp.MustCompile(`^(X|O|Black|White) wins (\d+)-(\d+)$`)

// comment takes a comment apart.
func (r *pgnReader) comment(b *branch, text string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if len(b.moves) > 0 {
		text = commandForm.ReplaceAllStringFunc(text, func(command string) string {
			part := commandForm.FindStringSubmatch(command)
			if b.command(part[1], strings.TrimSpace(part[2])) {
				return ""
			}
			return command
		})
	}
	text = strings.TrimSpace(text)
	if m := discsForm.FindStringSubmatch(text); m != nil && r.discs == "" {
		if result, ok := parseResult(m[2] + "-" + m[3]); ok && !result.OnlyWinner {
			if m[1] == "O" || m[1] == "White" {
				result.ScoreBlack = -result.ScoreBlack
			}
			r.discs = fmt.Sprintf("%+d", result.ScoreBlack)
			return
		}
	}
	if text != "" {
		b.say(text)
	}
}

// command takes what [%name value] says of the last move; false: it says nothing that is understood.
func (b *branch) command(name, value string) bool {
	if name == "eval" {
		eval, depth, _ := strings.Cut(value, ",")
		x, err := strconv.ParseFloat(eval, 64)
		d, err2 := strconv.Atoi(depth)
		if err != nil || !isFinite(x) || depth != "" && (err2 != nil || d < 0) {
			return false
		}
		n := b.note()
		n.Score = &Score{Value: x * float64(1-2*int(b.now.Turn.Other())), Depth: d}
		return true
	}
	d, ok := parseClock(value)
	if !ok || d == 0 {
		return false
	}
	if name == "clk" {
		b.note().Left = d
	} else {
		b.note().Spent = d
	}
	return true
}

// clockOfPGN reads "300+3" (seconds) and "1/10" (a move in ten seconds). What Kaeshi's grammar cannot say stays as it is.
func clockOfPGN(value string) string {
	if moves, each, ok := strings.Cut(value, "/"); ok {
		d, ok := parseSeconds(each)
		if moves != "1" || !ok || d == 0 {
			return value
		}
		return control{move: d}.String()
	}
	game, increment, both := strings.Cut(value, "+")
	d, ok := parseSeconds(game)
	i, ok2 := parseSeconds(increment)
	switch {
	case value == "?" || value == "-":
		return ""
	case !ok || d == 0 || both && !ok2:
		return value
	}
	return control{game: d, increment: i}.String()
}

// pgnClock is the other way round.
func pgnClock(clock string) string {
	c, ok := parseControl(clock)
	switch {
	case !ok:
		return clock
	case c.move > 0:
		return "1/" + seconds(c.move, 0)
	case c.increment > 0:
		return seconds(c.game, 0) + "+" + seconds(c.increment, 0)
	}
	return seconds(c.game, 0)
}
