package transcript

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/kaeshi/kaeshi/record"
)

// openForm matches text at the end of a line of a list that continues: a move number, the letter of a square, or both.
var openForm = regexp.MustCompile(`^(?:([0-9]{1,3})([.:)]*) *)?([A-Ha-h])?$`)

// tail parses the text after the last move of the line.
func (l *lexer) tail() *MoveError {
	begin := l.i
	for begin < len(l.r) && strings.ContainsRune(" ,;|:.-", l.r[begin]) &&
		(l.r[begin] != '-' || begin+1 == len(l.r) || l.r[begin+1] == ' ') {
		begin++
	}
	for begin < len(l.r) && l.r[begin] == ')' && len(l.outer) > 0 {
		if l.line.Len() == 0 {
			return l.wrong(begin, 1, errNoVariation)
		}
		l.endVariation()
		begin = l.skipBlanks(begin + 1)
	}
	rest := strings.TrimSpace(string(l.r[begin:]))
	if rest == "" || rest == "*" {
		if l.words == 0 && l.waiting == nil {
			return l.wrong(l.skipBlanks(0), 2, errNoSquare)
		}
		return nil
	}
	if parts := openForm.FindStringSubmatch(rest); parts != nil && l.breaksOff(begin, parts) {
		return nil
	}
	if l.words > 0 && len(l.outer) == 0 && l.takeResult(rest) {
		return nil
	}
	return l.noMove(begin)
}

// noMove returns the error of text that is neither a move nor a result.
func (l *lexer) noMove(at int) *MoveError {
	if !unicode.IsLetter(l.r[at]) {
		return l.wrong(at, 2, errNoSquare)
	}
	wrong := l.wrong(at, l.wordWidth(at), nil)
	_, wrong.Err = l.Position().Size.Parse(wrong.Text)
	if wrong.Err == nil {
		wrong.Err = errNoSquare
	}
	return wrong
}

// breaksOff handles a move number or a letter at the end of a line, and reports whether it is valid there.
func (l *lexer) breaksOff(at int, parts []string) bool {
	digits, dots, letter := parts[1], parts[2], parts[3]
	if digits != "" {
		n, _ := strconv.Atoi(digits)                 // at most three digits
		bare := dots == "" && letter == "" && n == 1 // the list begins with this line
		if l.number == 0 && dots == "" && !bare || l.numberFits(n, len(dots) > 1) != nil {
			return false
		}
		l.setNumber(n)
		l.waiting = l.wrong(at, len(digits)+len(dots), errNoMove)
	}
	if letter != "" {
		end := len(strings.TrimRight(string(l.r), " "))
		for i := range l.r {
			if strings.TrimSpace(string(l.r[i:])) == letter {
				end = i
			}
		}
		l.letter = l.wrong(end, 1, nil)
		_, l.letter.Err = l.Position().Size.Parse(letter)
		l.waiting = nil
	}
	return true
}

var (
	pairForm = regexp.MustCompile(`^\(?([0-9]{1,2}) ?[-: 対] ?([0-9]{1,2})\)?$`)
	winForm  = regexp.MustCompile(`^(?i:(b|black|w|white)) ?\+ ?([0-9A-Za-z]*)$`)
	sideForm = regexp.MustCompile(`^(?i:黒|black|●)[ :]{0,2}([0-9]{1,2})[石個枚]?[ ,:-]{0,3}` +
		`(?i:白|white|○)[ :]{0,2}([0-9]{1,2})[石個枚]?$`)
	discForm = regexp.MustCompile(`^(黒|白)(?:の)?([0-9]{1,2})石勝ち$`)
	gamForm  = regexp.MustCompile(`^([+-]?[0-9]{1,2}) +([0-9]+)$`)
)

// takeResult ends the game if text is a result for [ParseResult], or the score and number after the signed moves of
// Logistello. It reports whether text is a result.
func (l *lexer) takeResult(text string) bool {
	if parts := gamForm.FindStringSubmatch(text); parts != nil && l.signed {
		r, ok := record.ParseDifference(parts[1])
		if ok {
			l.end(r)
			l.tags = append(l.tags, record.Tag{Name: "Number", Value: parts[2]})
		}
		return ok
	}
	if inside, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inside, ")") {
		text = strings.TrimSuffix(inside, ")")
	}
	r, ok := ParseResult(text)
	if ok {
		l.end(r)
	}
	return ok
}

// ParseResult parses a result: the forms of [record.ParseResult], two disc counts with a space, a colon or their sides,
// "B + 4", "黒4石勝ち" and "draw". A bare number is not accepted because it may be a score or a disc count.
func ParseResult(text string) (r record.Result, ok bool) {
	text = strings.TrimSpace(Plain(text))
	if parts := pairForm.FindStringSubmatch(text); parts != nil && text != "1-0" && text != "0-1" {
		black, _ := strconv.Atoi(parts[1]) // at most two digits
		white, _ := strconv.Atoi(parts[2])
		return record.ParseResult(fmt.Sprintf("%d-%d", black, white))
	}
	if parts := sideForm.FindStringSubmatch(text); parts != nil {
		return record.ParseResult(parts[1] + "-" + parts[2])
	}
	if parts := discForm.FindStringSubmatch(text); parts != nil {
		return record.ParseDifference(map[string]string{"黒": "+", "白": "-"}[parts[1]] + parts[2])
	}
	if parts := winForm.FindStringSubmatch(text); parts != nil {
		text = parts[1] + "+" + parts[2]
	}
	if strings.EqualFold(text, "draw") || text == "引き分け" || text == "引分け" || text == "引分" {
		text = "0"
	}
	if text != "0" && text != "1" && !strings.ContainsAny(text, "+-½") {
		return record.Result{}, false
	}
	return record.ParseResult(text)
}
