package train

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/kaeshi/kaeshi/train/games"
)

// keptFiles returns the files in the format of package games that a source names: itself, or those in the folder.
func keptFiles(source string) ([]string, error) {
	if info, err := os.Stat(source); err == nil && !info.IsDir() {
		return []string{source}, nil
	}
	return filepath.Glob(filepath.Join(source, "*.games"))
}

// eachKept calls do with the blocks of a file. A torn tail, as of a file that is being written, is left out.
func eachKept(path string, do func(b games.Block)) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r, err := games.NewReader(f)
	for err == nil {
		var b games.Block
		if b, err = r.Next(); err == nil {
			do(b)
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, games.ErrTorn) {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// addKept reads the games of files in the format of package games. A game keeps its number, and with it its split,
// when a file grows.
func (d *data) addKept(paths []string, most int) error {
	for _, path := range paths {
		err := eachKept(path, func(b games.Block) {
			number := b.First - 1
			for i := range b.Lines {
				if !b.Lines[i].Side {
					number++
				}
				d.games, d.labels = append(d.games, b.Lines[i]), append(d.labels, nil)
				d.number, d.early = append(d.number, number), append(d.early, most)
			}
		})
		if err != nil {
			return err
		}
		d.files = append(d.files, path)
	}
	return nil
}

// judgedKept takes the positions of files in the format of package games for worth what their lines came to.
func judgedKept(train, check []judged, paths []string) (learn, control []judged, err error) {
	d := &data{}
	if err := d.addKept(paths, squaresLeft); err != nil {
		return nil, nil, err
	}
	for i := range d.games {
		into := &train
		if splitOf(d.number[i]) != training {
			into = &check
		}
		d.visit(i, 1, squaresLeft, 0, func(s sample) { *into = append(*into, judged{s.P, s.O, s.want}) })
	}
	return train, check, nil
}
