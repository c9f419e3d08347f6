package files

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/record/ggf"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/kjson"
	"github.com/kaeshi/kaeshi/record/obf"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/pgn"
	"github.com/kaeshi/kaeshi/record/sgf"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Sniff detects the format of a file from its beginning, a few kilobytes or all of it. The file's name decides where
// the content leaves the format open. Empty files and beginnings that fit no format are errors.
func Sniff(head []byte, name string) (Format, error) {
	if wthor.Sniff(head) {
		return WTHOR, wthor.CheckName(name)
	}
	if hasArchiveMark(head) {
		return 0, errors.New("a zip archive: give its file name, and unpack archives in archives")
	}
	byName, named := FormatOf(name)
	if bytes.IndexByte(head, 0) >= 0 && byName != WTHOR {
		return 0, errors.New("no game file: there is a zero byte in it, and it is no WTHOR file")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff"))
	switch found := sniffText(text); {
	case text == "" && byName != WTHOR:
		return 0, errors.New("the file is empty")
	case found == 0 && named: // its reader says what is wrong
		return byName, nil
	case found == 0:
		return 0, fmt.Errorf("no format is known that begins with %q: formats are %s", scan.Clip(text),
			strings.Join(FormatNames(), ", "))
	case found == Transcript && byName == PGN: // both can begin with "1. f5"
		return PGN, nil
	default:
		return found, nil
	}
}

// sniffText detects the format of a text without blanks at its ends.
func sniffText(text string) Format {
	switch {
	case text == "":
		return 0
	case kjson.Sniff(text):
		return JSON
	case pgn.Sniff(text):
		return PGN
	case ggf.Sniff(text):
		return GGF
	case sgf.Sniff(text):
		return SGF
	case obf.Sniff(text):
		return OBF
	case paste.Sniff(text):
		return Transcript
	}
	return 0
}
