//go:build slow

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
)

// TestInterfacesAgreeAtAllLevels is [TestInterfacesAgree] for levels 1 to 16, with positions of random games and of
// tournament games. It takes a few minutes.
func TestInterfacesAgreeAtAllLevels(t *testing.T) {
	var tournament []*record.Game
	for g, err := range files.ReadFile("../../record/wthor/testdata/KAESHI.wtb") {
		if err != nil {
			t.Fatal(err)
		}
		tournament = append(tournament, g)
	}
	lists := 0
	for level := 1; level <= 16; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(level), 4))
			games := slices.Clone(tournament)
			r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
			for _, g := range append(games[:2],
				randomMoves(r, othello.Start(othello.Size8, othello.Usual)),
				randomMoves(r, othello.Start(othello.Size8, othello.Usual)),
				randomMoves(r, othello.Start(othello.Size6, othello.Usual))) {
				lists += checkInterfaces(t, level, g, 7)
			}
		})
	}
	t.Logf("%d lists", lists)
	if lists < 2000 && !t.Failed() {
		t.Errorf("%d lists, want at least 2000", lists)
	}
}
