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

// Sniff detects the format of a file from its first kilobytes. If the content is ambiguous, the file name decides.
// Sniff returns an error for an empty file and for content of no known format.
func Sniff(head []byte, name string) (Format, error) {
	if wthor.Sniff(head) {
		return WTHOR, wthor.CheckName(name)
	}
	if hasZipSignature(head) {
		return 0, errors.New("a zip archive: pass it by file name, and unpack nested archives first")
	}
	byName, named := FormatOf(name)
	if bytes.IndexByte(head, 0) >= 0 && byName != WTHOR {
		return 0, errors.New("not a game file: it contains a zero byte and is not a WTHOR file")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(head), "\ufeff"))
	switch found := sniffText(text); {
	case text == "" && byName != WTHOR:
		return 0, errors.New("the file is empty")
	case found == 0 && named: // the reader of that format reports the error
		return byName, nil
	case found == 0:
		return 0, fmt.Errorf("unknown format that begins with %q; want one of %s", scan.Clip(text),
			strings.Join(FormatNames(), ", "))
	case found == Transcript && byName == PGN: // both can begin with "1. f5"
		return PGN, nil
	default:
		return found, nil
	}
}

// sniffText detects the format of text without surrounding white space.
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
