package train

import (
	"github.com/kaeshi/kaeshi/train/games"
)

// addKept reads games from files in the format of package games. When a file grows, its games keep their numbers and
// their use.
func (d *data) addKept(paths []string, most int) error {
	for _, path := range paths {
		err := games.EachBlock(path, func(b games.Block) {
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

// judgedKept appends the positions of files in the format of package games. Their values are the results of their
// lines.
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
