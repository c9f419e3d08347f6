package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/store"
)

const (
	fewBoards  = 4 // are filled up with games that have just ended
	mostBoards = 16
	// What the standings of a tournament may take of a processor: they are worked out anew only after so many times as long as it took. The games
	// that are being played need the machine more.
	standingsShare = 20
	standingsTime  = time.Second
)

// scoreboard follows one tournament.
type scoreboard struct {
	id    int64
	store *store.Store

	mu     sync.Mutex // one reader of the database at a time
	event  *match.Event
	names  []string
	read   time.Time
	heard  time.Time // the latest end of a game
	recent []store.TournamentGame
	played int       // games that the standings hold
	stood  time.Time // when they were worked out
	took   time.Duration
	scene  scene
}

// scene is what onlookers see. It does not change; the next look makes another one.
type scene struct {
	state             tournamentState
	boards            boardList
	stateText         json.RawMessage
	boardsText        json.RawMessage
	stateID, boardsID string // equal for equal contents, of other runs of the server too
}

// look is the present scene, at most [lookTime] old.
func (b *scoreboard) look(ctx context.Context) (scene, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.read) < lookTime {
		return b.scene, nil
	}
	row, err := b.store.Tournament(ctx, b.id)
	if err != nil {
		return scene{}, err
	}
	if err := b.open(ctx); err != nil {
		return scene{}, err
	}
	if b.scene.state.State == stateFinished {
		return b.scene, nil
	}
	if err := b.advance(ctx, row); err != nil {
		return scene{}, err
	}
	b.read = time.Now()
	return b.scene, nil
}

// entered is the tournament with its players and openings, its games apart.
func (b *scoreboard) entered(ctx context.Context) (*match.Event, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.open(ctx)
	return b.event, err
}

func (b *scoreboard) open(ctx context.Context) error {
	if b.event != nil {
		return nil
	}
	event, err := match.Open(ctx, b.store, b.id)
	if err == nil {
		b.event, b.names = event, event.Names()
	}
	return err
}

// advance makes the next scene.
func (b *scoreboard) advance(ctx context.Context, row store.Tournament) error {
	standings, finished := outcomeOf(row)
	// Who has seen a tournament go on also sees how its last games ended.
	if !finished || b.scene.stateID != "" {
		if err := b.event.Follow(ctx, b.saw); err != nil {
			return err
		}
	}
	if !finished {
		standings = b.standings()
	}
	boards, err := b.store.TournamentBoards(ctx, b.id) // none when it has ended
	if err != nil {
		return err
	}
	heard := b.heard
	for _, one := range append([]store.TournamentBoard{{Seen: row.Began}, {Seen: row.Ended}}, boards...) {
		if one.Seen.After(heard) {
			heard = one.Seen
		}
	}
	next := scene{state: tournamentState{
		Schema: "kaeshi/tournament-state/1", ID: row.ID, Name: row.Name, State: stateAt(row.Ended, heard), Began: written(row.Began),
		Ended: written(row.Ended), Heard: written(heard), Spec: b.event.Tournament, Names: b.names, Standings: standings,
	}, boards: boardList{Schema: "kaeshi/tournament-boards/1", Boards: b.show(boards)}}
	return next.write(&b.scene)
}

// standings are worked out anew when there are new games and the last time is long enough ago.
func (b *scoreboard) standings() match.Standings {
	played, _ := b.event.Progress()
	began := time.Now()
	if b.scene.stateID != "" && (played == b.played || began.Sub(b.stood) < max(standingsTime, standingsShare*b.took)) {
		return b.scene.state.Standings
	}
	s := b.event.Standings()
	b.played, b.stood, b.took = played, began, time.Since(began)
	return s
}

// saw notes a game that has ended.
func (b *scoreboard) saw(g store.TournamentGame) {
	if g.Ended.After(b.heard) {
		b.heard = g.Ended
	}
	b.recent = append(b.recent, g)
	if len(b.recent) > 4*fewBoards {
		b.recent = latest(b.recent, fewBoards)
	}
}

// latest is the n games that ended last, the last one first.
func latest(games []store.TournamentGame, n int) []store.TournamentGame {
	slices.SortStableFunc(games, func(a, b store.TournamentGame) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.Number, a.Number))
	})
	return games[:min(n, len(games))]
}

// show is the boards of running games, and where these are few, of games that have just ended.
func (b *scoreboard) show(running []store.TournamentBoard) []watchBoard {
	list := []watchBoard{}
	for _, r := range running[:min(len(running), mostBoards)] {
		if shown, ok := boardOf(r.Position, r.Moves, b.names, r.Number, r.Black, r.White); ok {
			list = append(list, shown)
		}
	}
	b.recent = latest(b.recent, fewBoards)
	for _, g := range b.recent[:min(len(b.recent), max(0, fewBoards-len(list)))] {
		if shown, ok := boardOf(b.event.Played(g).Start, g.Moves, b.names, g.Number, g.Black, g.White); ok {
			shown.Over, shown.Score, shown.Reason = true, g.ScoreBlack, g.Reason
			list = append(list, shown)
		}
	}
	return list
}

// write puts the scene into words and takes the place of the last one.
func (s scene) write(last *scene) (err error) {
	// What the standings rest on tells them apart, and costs less than comparing them. When something was last heard changes with each board.
	t := s.state.Standings
	s.stateID = fmt.Sprintf("%d-%d-%s", t.Played, t.Total, s.state.State)
	if s.stateID == last.stateID {
		s.stateText = last.stateText
	} else if s.stateText, err = json.Marshal(s.state); err != nil {
		return err
	}
	if s.boardsText, err = json.Marshal(s.boards); err != nil {
		return err
	}
	s.boardsID = fmt.Sprintf("%08x", crc32.ChecksumIEEE(s.boardsText))
	*last = s
	return nil
}
