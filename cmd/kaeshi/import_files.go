package main

import (
	"context"
	"path/filepath"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
)

// importing is a run of the verb import.
type importing struct {
	*program

	into   *store.Import
	sum    imported
	broken int // files that could not be read, or not to their end
	waited bool
}

// files stores the games of all files, however many games are bad.
func (r *importing) files(ctx context.Context, paths []string) (err error) {
	defer func() { r.sum.count(r.into.Sum()) }()
	for _, path := range paths {
		for g, err := range record.ReadFile(path) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				r.sum.Read++
				err = r.into.Add(ctx, filepath.Base(path), g)
			}
			if err := r.note(path, err); err != nil {
				return err
			}
		}
	}
	_, err = r.into.Finish(ctx)
	return err
}
