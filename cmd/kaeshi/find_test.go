package main

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

func TestParseYears(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {0, 0}, "1995": {1995, 1995}, "1995-1999": {1995, 1999}, "1995-": {1995, 0}, "-1999": {0, 1999}, "1995-1995": {1995, 1995},
	} {
		from, to, err := parseYears(text)
		if err != nil || from != want[0] || to != want[1] {
			t.Errorf("%q: %d to %d, %v", text, from, to, err)
		}
	}
	for _, text := range []string{"-", "x", "1999-1995", "1995-x", "0", "1995-1999-2003", "19 95", "99999", "--"} {
		if from, to, err := parseYears(text); err == nil {
			t.Errorf("%q: %d to %d", text, from, to)
		}
	}
}

func TestMoveNames(t *testing.T) {
	first := othello.Start(othello.Size8, othello.Usual).Moves()
	if got := moveNames(othello.Size8, first); got[0] != "f5" || len(got) != 4 {
		t.Errorf("%v", got)
	}
	if got := moveNames(othello.Size8, nil); len(got) != 1 || got[0] != "end" {
		t.Errorf("%v", got)
	}
	if got := moveNames(othello.Size8, []othello.Square{othello.Pass}); got[0] != "pass" {
		t.Errorf("%v", got)
	}
}

func TestWinner(t *testing.T) {
	for want, r := range map[string]record.Result{
		"": {}, "draw": {Known: true}, "black": {Known: true, ScoreBlack: 2}, "white": {Known: true, ScoreBlack: -1, OnlyWinner: true},
	} {
		if got := winner(r); got != want {
			t.Errorf("%+v: %q", r, got)
		}
	}
}

// Bad games and bad files are counted and passed over; a bad database ends the import.
func TestImportNotes(t *testing.T) {
	run := &importing{program: newProgram(t, "en", nil)}
	run.sum.Read = 5
	for _, err := range []error{nil, &store.Refusal{Err: errors.New("x")}, &record.FileError{Game: 3, Err: errors.New("x")}, &record.FileError{Err: errors.New("x")}, &fs.PathError{}} {
		if err := run.note("file", err); err != nil {
			t.Error(err)
		}
	}
	if run.sum.Read != 6 || run.sum.Refused != 2 || run.broken != 2 {
		t.Errorf("%+v, %d broken", run.sum, run.broken)
	}
	if full := errors.New("the disk is full"); !errors.Is(run.note("file", full), full) {
		t.Error("a full disk did not end the import")
	}
	run.sum.count(store.ImportSum{Stored: 1, Known: 1})
	if run.sum.Left != 2 || run.verdict() == nil {
		t.Errorf("%+v", run.sum)
	}
}
