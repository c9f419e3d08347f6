package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// compareDirs returns the differences of the files in fresh from those in kept, one phrase for each file in the order
// of their names.
func compareDirs(kept, fresh string) ([]string, error) {
	var diff []string
	old, err := readDir(kept)
	if err != nil {
		return nil, err
	}
	now, err := readDir(fresh)
	if err != nil {
		return nil, err
	}
	for name, text := range now {
		had, ok := old[name]
		switch {
		case !ok:
			diff = append(diff, name+" is missing")
		case !bytes.Equal(had, text):
			diff = append(diff, name+" differs")
		}
	}
	for name := range old {
		if _, ok := now[name]; !ok {
			diff = append(diff, name+" is no longer built")
		}
	}
	slices.Sort(diff)
	return diff, nil
}

// readDir reads all files in dir. A directory without files is an error, as two empty ones would be equal.
func readDir(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(root, path)
		return err
	})
	if err == nil && len(files) == 0 {
		err = errors.New("no files")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return files, nil
}

// sentence joins the first items of a list.
func sentence(items []string) string {
	const shown = 8
	if len(items) > shown {
		return fmt.Sprintf("%s and %d more", strings.Join(items[:shown], ", "), len(items)-shown)
	}
	return strings.Join(items, ", ")
}
