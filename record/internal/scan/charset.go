package scan

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

// decode converts raw from Shift-JIS or Latin-1, which it guesses from the sample. The sample starts with raw. Invalid
// bytes become U+FFFD; bad is the offset of the first in text, or -1.
func decode(raw, sample []byte) (text string, bad int) {
	var set encoding.Encoding = charmap.Windows1252 // a superset of the printable characters of Latin-1
	if isShiftJIS(sample) {
		set = japanese.ShiftJIS
	}
	decoded, err := set.NewDecoder().Bytes(raw)
	if err != nil { // not expected: these decoders replace invalid bytes
		return string(bytes.ToValidUTF8(raw, []byte("\ufffd"))), 0
	}
	return string(decoded), bytes.IndexRune(decoded, utf8.RuneError)
}

// isShiftJIS distinguishes Shift-JIS from Latin-1. In nearly all Japanese text most lead bytes are 0x81 to 0x9F, which
// are control characters or rare symbols in Latin-1. Validity alone is not enough: an accented letter and the letter
// after it may also form a rare character of Shift-JIS.
func isShiftJIS(sample []byte) bool {
	usual, rare := 0, 0
	for i := 0; i < len(sample); i++ {
		switch b := sample[i]; {
		case b < 0x80, b >= 0xa1 && b <= 0xdf: // ASCII, half-width katakana
			continue
		case b == 0x80 || b == 0xa0 || b > 0xfc:
			return false
		case b <= 0x9f:
			usual++
		default:
			rare++
		}
		if i++; i < len(sample) && (sample[i] < 0x40 || sample[i] == 0x7f || sample[i] > 0xfc) {
			return false
		}
	}
	return usual > rare
}
