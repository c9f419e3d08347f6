package train

import (
	"fmt"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/train/steps"
)

// opened is a game that others begin like.
type opened struct {
	start othello.Position
	moves []othello.Square // without those that nobody needs
}

// readStarts reads the games of the files that last for as many moves.
func readStarts(paths []string, moves int) (list []opened, err error) {
	for _, file := range paths {
		for g, err := range files.ReadFile(file) {
			switch {
			case err != nil:
				return nil, err
			case g.Start.Size != othello.Size8:
				return nil, fmt.Errorf("%s: a game on a board of %v: expected 8×8", file, g.Start.Size)
			case len(g.Moves) >= moves:
				list = append(list, opened{g.Start, append([]othello.Square(nil), g.Moves[:moves]...)})
			}
		}
	}
	if len(paths) > 0 && len(list) == 0 {
		return nil, fmt.Errorf("games to begin like: none of those in %d files lasts for %d moves", len(paths), moves)
	}
	return list, nil
}

// after is the position behind its first moves, a pass being one.
func (o opened) after(moves int) othello.Position {
	p := o.start
	for _, move := range o.moves[:moves] {
		p = p.Play(move)
	}
	return p
}

// sumsOf names the contents of files.
func sumsOf(paths []string) (sums []string, err error) {
	for _, file := range paths {
		sum, err := steps.SumOf(file)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	return sums, nil
}
