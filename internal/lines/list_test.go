package lines_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/internal/lines"
)

func TestList(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		in   io.Reader
		want []string
	}{
		"nothing":  {strings.NewReader(""), nil},
		"comments": {strings.NewReader("\ufeff# names\r\n\n f5 # why\r\n\n%\nd6"), []string{"3 f5", "6 d6"}},
		"a long line": {
			strings.NewReader("f5\n" + strings.Repeat("d6", 9) + "\nc3\n"),
			[]string{"1 f5", "2: the line is longer than 16 bytes"},
		},
		"an error": {
			io.MultiReader(strings.NewReader("f5\n\n"), iotest.ErrReader(broken)),
			[]string{"1 f5", "3: broken"},
		},
	} {
		var got []string
		for item, err := range lines.List(c.in, 16) {
			if err != nil {
				got = append(got, fmt.Sprintf("%d: %v", item.Number, err))
				continue
			}
			got = append(got, fmt.Sprintf("%d %s", item.Number, item.Text))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for item, err := range lines.List(strings.NewReader("f5\nd6\n"), 16) {
		if err != nil || item.Number != 1 {
			t.Errorf("item %+v, error %v after the loop has ended", item, err)
		}
		break
	}
}
