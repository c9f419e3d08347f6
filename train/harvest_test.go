package train

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/train/steps"
)

// harvestTwice runs a step with one thread, and with three threads for some of the games first and then for all. It
// checks that the three files are equal and returns the folder of the first run.
func harvestTwice(
	t *testing.T, step string, some, all int, run func(dir string, threads, games int) error,
) (dir string) {
	t.Helper()
	dir, other := t.TempDir(), t.TempDir()
	for _, err := range []error{run(dir, 1, all), run(other, 3, some), run(other, 3, all)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		name := filepath.Join(step, fmt.Sprintf("%05d.%s", i, step))
		a, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(other, name)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s depends on the number of threads or on the interruption, error %v", name, err)
		}
	}
	return dir
}

// TestHarvestedUpTo checks that FOLDER:N selects positions with at most N empty squares of that folder only.
func TestHarvestedUpTo(t *testing.T) {
	dir := t.TempDir()
	if err := (Run{steps.Run{Threads: 2}}).Outcomes(t.Context(), dir, fewOutcomes(), quickWeights(t)); err != nil {
		t.Fatal(err)
	}
	all, checkAll, _, err := harvested([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	few := func(list []judged) []judged {
		return slices.DeleteFunc(slices.Clone(list), func(x judged) bool { return x.empties() > 12 })
	}
	train, check, files, err := harvested([]string{dir, dir + ":12"})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 6 {
		t.Errorf("%d files, want 6: %v", len(files), files)
	}
	for name, lists := range map[string][2][]judged{
		"for training":   {slices.Concat(all, few(all)), train},
		"for validation": {slices.Concat(checkAll, few(checkAll)), check},
	} {
		if diff := cmp.Diff(lists[0], lists[1], cmp.AllowUnexported(judged{})); diff != "" {
			t.Errorf("positions %s (-want +got):\n%s", name, diff)
		}
	}
	if len(few(all)) == 0 || len(few(all)) == len(all) {
		t.Errorf("%d of %d positions have at most 12 empty squares, want some and not all", len(few(all)), len(all))
	}
	if _, _, _, err := harvested([]string{dir + ":0"}); err == nil || !strings.Contains(err.Error(), "FOLDER:N") {
		t.Errorf("error %v, want one about FOLDER:N", err)
	}
}
