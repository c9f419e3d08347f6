package newfile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/kaeshi/kaeshi/internal/newfile"
)

func TestNamed(t *testing.T) {
	plain := errors.New("no game")
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "/nope/x.txt.part", Err: fs.ErrNotExist}, "open x.txt: file does not exist"},
		{
			fmt.Errorf("page: %w", &fs.PathError{Op: "open", Path: ".kaeshi-1", Err: fs.ErrPermission}),
			"open x.txt: permission denied",
		},
		{&os.LinkError{Op: "rename", Old: "x.part", New: "x", Err: fs.ErrExist}, "write x.txt: file already exists"},
		{plain, "no game"},
	} {
		if got := newfile.Named(c.err, "x.txt"); got.Error() != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
	if err := newfile.Named(nil, "x.txt"); err != nil {
		t.Errorf("Named(nil) = %v, want nil", err)
	}
}
