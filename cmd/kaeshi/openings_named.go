package main

import (
	"fmt"
	"strings"

	"github.com/kaeshi/kaeshi/opening"
)

// named is what the lists call a game. A name that there is none of is absent.
type named struct {
	Schema   string    `json:"schema,omitempty"`
	Moves    string    `json:"moves,omitempty"`
	English  *nameText `json:"english,omitempty"`
	Japanese *nameText `json:"japanese,omitempty"`
}

// nameText is a name, after how many plies the game bore it, and the moves by which the list gets there.
type nameText struct {
	Names []string `json:"names"`
	Ply   int      `json:"ply"`
	Moves string   `json:"moves"`
}

func newNamed(n opening.Names, moves string) named {
	return named{"kaeshi/opening/1", moves, newNameText(n.English), newNameText(n.Japanese)}
}

func newNameText(n opening.Name) *nameText {
	if len(n.Names) == 0 {
		return nil
	}
	return &nameText{n.Names, n.Ply, n.Line().String()}
}

// String is the line that people read: after how many plies, and the name; twice where the lists differ.
func (n named) String() string {
	parts := []string{n.Moves}
	for _, t := range []*nameText{n.English, n.Japanese} {
		if t != nil {
			parts = append(parts, fmt.Sprintf("%d %s", t.Ply, strings.Join(t.Names, " / ")))
		}
	}
	if len(parts) == 1 {
		parts = append(parts, "-")
	}
	return strings.Join(parts, "\t")
}
