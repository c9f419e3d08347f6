package files_test

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"github.com/kaeshi/kaeshi/record/files"
)

// pieces returns tokens of the syntax of a format.
func pieces(f files.Format) []string {
	list := []string{
		"\n", "\r\n", " ", "\x00", "\ufeff", "\ufffd", "f5", "pass", "99999999999999999999", "-1",
		"\x83\x5c\x83\x8c", "\xe9", "\xff\xfe", "返し",
	}
	return append(list, map[files.Format][]string{
		files.Transcript: {"1.", "2.", "+4", "34-30", ",", "--"},
		files.OBF:        {"%", ";", "X", "A1:+2;", "-----OX--XO-----", "White"},
		files.GGF:        {"(;", ";)", "[", "]", "GM[", "BO[", "BO[8 ", "B[", "RE[+1:", "TI[", "/"},
		files.SGF: {
			"(;", ")", "(", ";", "[", "]", "\\", "AB[", "SZ[4]", "PL[W]", "B[]", "W[tt]", "C[",
			"V[1e99]", "a1:h8", "GM[2]", "(;FF[4]",
		},
		files.PGN: {
			"[Event \"x\"]\n", "[FEN \"", "\"]", "{", "}", "(", ")", ";", "$5", "1-0", "*", "[%eval ",
			"[%clk ", "!?", "\\\"",
		},
		files.JSON: {
			"{", "}", "[", "]", "\"", ":", ",", "null", "1e999", "\"plies\":[", "\"variations\":[", "\\u0000",
			"{\"ply\":0,\"plies\":[{\"move\":\"f5\"}]}",
		},
	}[f]...)
}

// mutated returns a sample with a few random changes: parts deleted, inserted, repeated, replaced or cut off.
func mutated(rng *rand.Rand, seeds, pieces []string) string {
	b := []byte(seeds[rng.IntN(len(seeds))])
	for range 1 + rng.IntN(6) {
		at := rng.IntN(len(b) + 1)
		end := min(len(b), at+rng.IntN(1+[]int{1, 8, 200}[rng.IntN(3)]))
		switch rng.IntN(7) {
		case 0:
			b = append(b[:at:at], b[end:]...)
		case 1:
			b = append(b[:at:at], append([]byte(pieces[rng.IntN(len(pieces))]), b[at:]...)...)
		case 2:
			if at < len(b) {
				b[at] = byte(rng.IntN(256))
			}
		case 3:
			b = append(b[:at:at], append(bytes.Repeat(b[at:end], 1+rng.IntN(30)), b[at:]...)...)
		case 4:
			other := seeds[rng.IntN(len(seeds))]
			from := rng.IntN(len(other) + 1)
			b = append(b[:at:at], other[from:]...)
		case 5:
			b = append(b[:at:at], append([]byte(strings.Repeat(pieces[rng.IntN(len(pieces))], 1+rng.IntN(300))),
				b[at:]...)...)
		default:
			if rng.IntN(8) == 0 {
				b = b[:at]
			} else if at < len(b) {
				b[at] ^= 1 << rng.IntN(8)
			}
		}
	}
	return string(b)
}
