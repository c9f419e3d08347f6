package record

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// control is a time control that Kaeshi's grammar can say: so much for the game and so much more for each move, or a time for each move.
type control struct{ game, increment, move time.Duration }

// parseControl reads "5m", "5m+3s" and "1s/move".
func parseControl(text string) (c control, ok bool) {
	if move, each := strings.CutSuffix(text, "/move"); each {
		c.move, ok = parseSpan(move)
		return c, ok && c.String() == text
	}
	game, increment, both := strings.Cut(text, "+")
	if c.game, ok = parseSpan(game); !ok {
		return c, false
	}
	if both {
		if c.increment, ok = parseSpan(increment); !ok {
			return c, false
		}
	}
	return c, c.String() == text
}

func parseSpan(text string) (time.Duration, bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

// String is the control in Kaeshi's grammar, written one way only.
func (c control) String() string {
	if c.move > 0 {
		return span(c.move) + "/move"
	}
	if c.increment > 0 {
		return span(c.game) + "+" + span(c.increment)
	}
	return span(c.game)
}

// span writes a duration without parts that are zero: 5m, not 5m0s.
func span(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// clockForm is a time as clocks show it: mm:ss or hh:mm:ss, with decimals perhaps.
var clockForm = regexp.MustCompile(`^(?:(\d{1,5}):)?(\d{1,5}):(\d\d(?:\.\d{1,9})?)$`)

// parseClock reads mm:ss, hh:mm:ss, or seconds.
func parseClock(text string) (time.Duration, bool) {
	part := clockForm.FindStringSubmatch(text)
	if part == nil {
		return parseSeconds(text)
	}
	hours, _ := strconv.Atoi(part[1]) // digits by the pattern, or nothing
	minutes, _ := strconv.Atoi(part[2])
	seconds, ok := parseSeconds(part[3])
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + seconds, ok
}

// parseSeconds reads seconds with decimals, up to some years of them.
func parseSeconds(text string) (time.Duration, bool) {
	if text == "" || len(text) > 20 || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(text + "s")
	return d, err == nil && d <= 1e8*time.Second
}

// seconds writes a duration in seconds, with at least so many decimals, and with as many as it takes.
func seconds(d time.Duration, least int) string {
	text := strconv.FormatInt(int64(d/time.Second), 10) + "." + strconv.FormatInt(int64(1e9+d%time.Second), 10)[1:]
	whole := len(text) - len(".123456789")
	for len(text) > whole+1+least && text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return strings.TrimSuffix(text, ".")
}

// decimal writes a number with at least so many decimals, and with as many as it takes to read the same number back.
func decimal(x float64, least int) string {
	text := strconv.FormatFloat(x, 'f', -1, 64)
	_, after, _ := strings.Cut(text, ".")
	if len(after) < least {
		return strconv.FormatFloat(x, 'f', least, 64)
	}
	return text
}

// clockText writes h:mm:ss, with decimals where there are some.
func clockText(d time.Duration) string {
	minutes := int(d / time.Minute)
	rest := seconds(d%time.Minute, 0)
	if whole, _, _ := strings.Cut(rest, "."); len(whole) < 2 {
		rest = "0" + rest
	}
	return strconv.Itoa(minutes/60) + ":" + twoDigits(minutes%60) + ":" + rest
}

// shortClock writes mm:ss, or hh:mm:ss from an hour on, as GGF does.
func shortClock(d time.Duration) string {
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
