package eval_test

import (
	"fmt"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/othello"
)

// Plain values a corner positively for the side that holds it, and negatively for the other.
func ExamplePlain() {
	p, err := othello.Parse("XX-----------------O-------OO------XX--------------------------- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("with the corner, above 0:", eval.Plain(p) > 0)
	p.Mover, p.Other, p.Turn = p.Other, p.Mover, p.Turn.Other()
	fmt.Println("against it, above 0:", eval.Plain(p) > 0)
	// Output:
	// with the corner, above 0: true
	// against it, above 0: false
}
