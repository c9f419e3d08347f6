package main

import (
	"errors"
	"fmt"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// note tells of what is wrong with one game or one file; what is wrong with the database ends the run.
func (r *importing) note(path string, err error) error {
	refusal, file := (*store.Refusal)(nil), (*record.FileError)(nil)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		r.sum.Refused++
		r.log("%s: game %d of this run: %v", path, r.sum.Read, err)
	case errors.As(err, &file) && file.Game > 0:
		r.sum.Read++
		r.sum.Refused++
		r.log("%v", err)
	case errors.As(err, &file) || failed(err):
		r.broken++
		r.log("%v", err)
	default:
		return err
	}
	return nil
}

func (r *importing) waiting() {
	if !r.waited {
		r.log("another program is writing to the database: waiting for it")
	}
	r.waited = true
}

// verdict is nil when every file was read and every game is in the database.
func (r *importing) verdict() error {
	switch {
	case r.broken > 0:
		return &exit{exitFailure, fmt.Errorf("not read, or not to the end: %d files", r.broken)}
	case r.sum.Refused > 0:
		return &exit{exitIllegal, fmt.Errorf("refused: %d of %d games", r.sum.Refused, r.sum.Read)}
	}
	return nil
}
