package lines_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lines"
)

// TestAppend uses a reader with a buffer of 16 bytes, so that longer lines are read in parts.
func TestAppend(t *testing.T) {
	type read struct {
		Line  string
		Whole bool
		End   bool
	}
	long := strings.Repeat("x", 40)
	for text, want := range map[string][]read{
		"":                              {{"", true, true}},
		"a\r\n\nb":                      {{"a\r\n", true, false}, {"\n", true, false}, {"b", true, true}},
		long[1:] + "\nb\n":              {{long[1:] + "\n", true, false}, {"b\n", true, false}, {"", true, true}},
		long + "\nb\n":                  {{"", false, false}, {"b\n", true, false}, {"", true, true}},
		long + long:                     {{"", false, true}},
		"a\n" + long + long + "\n" + "": {{"a\n", true, false}, {"", false, false}, {"", true, true}},
	} {
		in := bufio.NewReaderSize(strings.NewReader(text), 16)
		var got []read
		for len(got) == 0 || !got[len(got)-1].End {
			line, whole, err := lines.Append(nil, in, 40)
			if err != nil && !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			if !whole {
				line = nil
			}
			got = append(got, read{string(line), whole, err != nil})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestAppendReturnsReadError(t *testing.T) {
	in := bufio.NewReader(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	line, whole, err := lines.Append([]byte("kept "), in, 40)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want io.ErrUnexpectedEOF", err)
	}
	if string(line) != "kept half" || !whole {
		t.Errorf("line %q, whole %t; want \"kept half\", true", line, whole)
	}
}
