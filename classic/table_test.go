package classic_test

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// rows reads a table of testdata with fields separated by spaces. Lines that begin with # are comments.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			all = append(all, strings.Fields(line))
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no rows", name)
	}
	return all
}

// sample returns n of the rows, evenly spaced.
func sample(all [][]string, n int) [][]string {
	var some [][]string
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}
