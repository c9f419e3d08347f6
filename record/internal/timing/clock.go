// Package timing parses and formats the time controls, clock times and dates of game files.
package timing

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/internal/span"
)

// Control is a time control in Kaeshi's syntax: either a time for the game with an increment per move, or a time for
// each move.
type Control struct{ Game, Increment, Move time.Duration }

// ParseControl parses controls such as "5m", "5m+3s" and "1s/move". ok is false for any other form.
func ParseControl(text string) (c Control, ok bool) {
	if move, each := strings.CutSuffix(text, "/move"); each {
		c.Move, ok = parseSpan(move)
		return c, ok && c.String() == text
	}
	game, increment, both := strings.Cut(text, "+")
	if c.Game, ok = parseSpan(game); !ok {
		return c, false
	}
	if both {
		if c.Increment, ok = parseSpan(increment); !ok {
			return c, false
		}
	}
	return c, c.String() == text
}

func parseSpan(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

// String returns the control in Kaeshi's syntax, in its canonical form.
func (c Control) String() string {
	if c.Move > 0 {
		return span.Text(c.Move) + "/move"
	}
	if c.Increment > 0 {
		return span.Text(c.Game) + "+" + span.Text(c.Increment)
	}
	return span.Text(c.Game)
}

// clockForm matches clock times: mm:ss or hh:mm:ss with optional decimals.
var clockForm = regexp.MustCompile(`^(?:(\d{1,5}):)?(\d{1,5}):(\d\d(?:\.\d{1,9})?)$`)

// ParseClock parses mm:ss, hh:mm:ss, or a number of seconds.
func ParseClock(text string) (time.Duration, bool) {
	part := clockForm.FindStringSubmatch(text)
	if part == nil {
		return ParseSeconds(text)
	}
	hours, _ := strconv.Atoi(part[1]) // the pattern matches digits or nothing
	minutes, _ := strconv.Atoi(part[2])
	seconds, ok := ParseSeconds(part[3])
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + seconds, ok
}

// ParseSeconds parses a number of seconds with optional decimals, up to 1e8.
func ParseSeconds(text string) (time.Duration, bool) {
	if text == "" || len(text) > 20 || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(text + "s")
	return d, err == nil && d <= 1e8*time.Second
}

// Seconds formats a duration in seconds with at least the given number of decimals, and with more if needed.
func Seconds(d time.Duration, least int) string {
	text := strconv.FormatInt(int64(d/time.Second), 10) + "." + strconv.FormatInt(int64(1e9+d%time.Second), 10)[1:]
	whole := len(text) - len(".123456789")
	for len(text) > whole+1+least && text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return strings.TrimSuffix(text, ".")
}

// ClockText formats a duration as h:mm:ss, with decimals if needed.
func ClockText(d time.Duration) string {
	minutes := int(d / time.Minute)
	rest := Seconds(d%time.Minute, 0)
	if whole, _, _ := strings.Cut(rest, "."); len(whole) < 2 {
		rest = "0" + rest
	}
	return strconv.Itoa(minutes/60) + ":" + twoDigits(minutes%60) + ":" + rest
}

// ShortClock formats a duration as mm:ss, or hh:mm:ss from one hour on, as in GGF.
func ShortClock(d time.Duration) string {
	s := int(d.Seconds())
	text := twoDigits(s/60%60) + ":" + twoDigits(s%60)
	if s >= 3600 {
		text = twoDigits(s/3600) + ":" + text
	}
	return text
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
