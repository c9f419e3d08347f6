package main

import "github.com/kaeshi/kaeshi/puzzles"

// shippedPuzzles shows some of those that come with the program.
func (p *program) shippedPuzzles(choice puzzles.Choice, write func(any) error) error {
	list, err := puzzles.Shipped()
	for _, z := range choice.Of(list) {
		if err := write(z); err != nil {
			return err
		}
	}
	return err
}
