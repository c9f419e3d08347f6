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

// compareDirs says how the files under fresh differ from those under kept: one
// short phrase per file, in order of name; none when they are equal byte by byte.
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
			diff = append(diff, name+" should not be there")
		}
	}
	slices.Sort(diff)
	return diff, nil
}

// readDir reads every file below dir. A folder without files is an error: two
// empty ones would be equal.
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
		err = errors.New("no files there")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return files, nil
}

// sentence lists the first few of many.
func sentence(items []string) string {
	const most = 8
	if len(items) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(items[:most], ", "), len(items)-most)
	}
	return strings.Join(items, ", ")
}
