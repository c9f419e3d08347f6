package scan

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

// decode reads bytes that are no UTF-8. The sample, which begins with them, is what the character set is guessed
// from. Where a byte has no meaning the text holds U+FFFD, and bad is where the first of them stands in it; -1: there
// is none.
func decode(raw, sample []byte) (text string, bad int) {
	var set encoding.Encoding = charmap.Windows1252 // Latin-1, and what Windows calls so
	if isShiftJIS(sample) {
		set = japanese.ShiftJIS
	}
	decoded, err := set.NewDecoder().Bytes(raw)
	if err != nil { // these decoders replace and do not fail
		return string(bytes.ToValidUTF8(raw, []byte("\ufffd"))), 0
	}
	return string(decoded), bytes.IndexRune(decoded, utf8.RuneError)
}

// isShiftJIS tells Shift-JIS from Latin-1. Nearly all Japanese text leads its characters in with bytes from 0x81 to
// 0x9F, which are controls or rare marks in Latin-1; an accented letter and the plain one after it may also be a rare
// character of Shift-JIS, so that it is not enough to be possible.
func isShiftJIS(sample []byte) bool {
	usual, rare := 0, 0
	for i := 0; i < len(sample); i++ {
		switch b := sample[i]; {
		case b < 0x80, b >= 0xa1 && b <= 0xdf: // ASCII; a half-width character
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
