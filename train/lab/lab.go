// Package lab plays training games for an unlimited time and stores them.
//
// A lab is a folder of files in the format of package games. Each kind of game has its own files, KIND-0001.games and
// so on. [Lab.Run] appends blocks of games to the last file of the kind that is furthest behind its share. It can be
// killed at any time: only the current block is lost, and the next run continues after the last complete one.
//
// There are three kinds. Sound games are between equal searches, from random starts that are approximately even. Late
// games are the same with many side lines in the second half, where evaluations are least accurate. Wild games are
// between players that misjudge moves and play random ones.
package lab

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kaeshi/kaeshi/eval"
	"github.com/kaeshi/kaeshi/internal/filelock"
	"github.com/kaeshi/kaeshi/train/games"
	"github.com/kaeshi/kaeshi/train/play"
)

// Lab contains the settings of a lab.
type Lab struct {
	Dir     string
	Threads int
	Weights *eval.Weights
	Commit  string // of the program

	Games  int                        // approximate number of games after which Run stops; 0 for no limit
	Report func(kind string, s State) // called after each block; may be nil
}

// State is the progress of a kind of game.
type State struct {
	All     games.Counts  // of all its files
	Block   games.Counts  // of the last block
	Elapsed time.Duration // of the last block
}

// A player plays the game with a number and its side lines.
type player interface {
	Play(ctx context.Context, number int) ([]games.Game, error)
}

// kind is a kind of game.
type kind struct {
	name     string
	share    int // of the positions, relative to the other kinds
	block    int // maximum number of games in a block
	settings any
	player   func(seed uint64) player
}

// kinds returns the kinds with their settings.
func kinds(w *eval.Weights) []kind {
	even := SoundSettings{
		RandomMin: 5, RandomMost: 16, Even: 10, Lines: 3, Leave: 60, Depth: 6, Confidence: 50, Exact: 14, Last: 8,
	}
	late := even
	late.Lines, late.Leave = 12, 32
	wild := play.Wild(0, 0)
	return []kind{
		{"sound", 5, 1000, even, func(seed uint64) player { return newSoundPlayer(even, seed, w) }},
		{"late", 3, 500, late, func(seed uint64) player { return newSoundPlayer(late, seed, w) }},
		{"wild", 2, 500, wild, func(seed uint64) player {
			s := wild
			s.Seed = seed
			return play.New(s, w)
		}},
	}
}

const (
	maxFile  = 8 << 20         // bytes after which a kind gets a new file
	maxBlock = 5 * time.Minute // time after which an incomplete block is written
)

// kindFiles contains the files of a kind.
type kindFiles struct {
	kind
	file    *games.File
	all     games.Counts
	number  int // number of the last file
	players []player
}

// Run plays games until ctx ends, which is not an error, or until there are enough games.
func (l *Lab) Run(ctx context.Context) (err error) {
	if l.Threads < 1 {
		return fmt.Errorf("%d threads, want 1 or more", l.Threads)
	}
	if err := os.MkdirAll(l.Dir, 0o755); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(l.Dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	var shelves []*kindFiles
	defer func() {
		err = errors.Join(err, lock.Close())
		for _, s := range shelves {
			err = errors.Join(err, s.close())
		}
	}()
	if err := filelock.Lock(lock); err != nil {
		return fmt.Errorf("%s: another run uses this folder: %w", l.Dir, err)
	}
	for _, k := range kinds(l.Weights) {
		s := &kindFiles{kind: k}
		shelves = append(shelves, s)
		if err := l.open(s); err != nil {
			return err
		}
	}
	for played := 0; ctx.Err() == nil && (l.Games == 0 || played < l.Games); {
		s := slices.MinFunc(shelves, func(a, b *kindFiles) int {
			return a.all.Positions*b.share - b.all.Positions*a.share
		})
		n, err := l.block(ctx, s, played)
		if err != nil {
			return err
		}
		played += n
	}
	return nil
}

func (s *kindFiles) close() error {
	if s.file == nil {
		return nil
	}
	f := s.file
	s.file = nil
	return f.Close()
}

// header returns the header of a new file.
func (l *Lab) header(s *kindFiles) (games.Header, error) {
	settings, err := json.Marshal(s.settings)
	if err != nil {
		return games.Header{}, err
	}
	var seed [8]byte
	_, err = rand.Read(seed[:])
	return games.Header{
		Kind: s.name, Seed: binary.LittleEndian.Uint64(seed[:]) >> 11, // exact in every JSON reader
		Settings: settings, Weights: l.Weights.Checksum(), Commit: l.Commit,
	}, err
}

// open counts the games of a kind, and opens its last file for appending if it has the same settings.
func (l *Lab) open(s *kindFiles) error {
	paths, err := filepath.Glob(filepath.Join(l.Dir, s.name+"-*.games"))
	if err != nil {
		return err
	}
	h, err := l.header(s)
	if err != nil {
		return err
	}
	for _, path := range paths {
		var number int
		if _, err := fmt.Sscanf(strings.TrimPrefix(filepath.Base(path), s.name+"-"), "%d.games", &number); err != nil {
			continue // not a file of this kind
		}
		was, c, err := games.Count(path)
		if err != nil {
			return err
		}
		s.all.Add(c)
		s.number = max(s.number, number)
		h.Seed = was.Seed
		same := was.Kind == h.Kind && was.Weights == h.Weights && was.Commit == h.Commit &&
			string(was.Settings) == string(h.Settings)
		if !same || c.Bytes >= maxFile || number < s.number || s.file != nil {
			continue
		}
		if s.file, err = games.Append(path); err != nil {
			return err
		}
	}
	return nil
}

// next creates a new file if the current one is full or missing.
func (l *Lab) next(s *kindFiles) error {
	if s.file != nil && s.file.Counts.Bytes < maxFile {
		return nil
	}
	if err := s.close(); err != nil {
		return err
	}
	h, err := l.header(s)
	if err != nil {
		return err
	}
	s.number, s.players = s.number+1, nil
	s.file, err = games.Create(filepath.Join(l.Dir, fmt.Sprintf("%s-%04d.games", s.name, s.number)), h)
	return err
}

// block plays and writes a block of games. before is the number of games played earlier. If ctx ends, it writes the
// complete games.
func (l *Lab) block(ctx context.Context, s *kindFiles, before int) (played int, err error) {
	if err := l.next(s); err != nil {
		return 0, err
	}
	for len(s.players) < l.Threads {
		s.players = append(s.players, s.player(s.file.Header.Seed))
	}
	most := s.block
	if l.Games > 0 {
		most = min(most, l.Games-before)
	}
	began := time.Now()
	list, err := playBlock(ctx, s.players, s.file.Next, most, began.Add(maxBlock))
	if err != nil || len(list) == 0 {
		return 0, err
	}
	written := s.file.Counts
	if err := s.file.Write(slices.Concat(list...)); err != nil {
		return 0, err
	}
	state := State{Block: s.file.Counts.Less(written), Elapsed: time.Since(began)}
	s.all.Add(state.Block)
	state.All = s.all
	if l.Report != nil {
		l.Report(s.name, state)
	}
	return len(list), nil
}

// playBlock plays up to n games, starting with the number first, until a time or the end of ctx. It returns consecutive
// games.
func playBlock(ctx context.Context, players []player, first, n int, until time.Time) ([][]games.Game, error) {
	list := make([][]games.Game, n)
	var mu sync.Mutex
	var all sync.WaitGroup
	next := 0
	var failed error
	take := func() (i int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == n || failed != nil || ctx.Err() != nil || next > 0 && time.Now().After(until) {
			return 0, false
		}
		next++
		return next - 1, true
	}
	for _, p := range players {
		all.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				lines, err := p.Play(ctx, first+i)
				if err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
					return
				}
				list[i] = lines
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		failed = nil // the error is that of ctx
	}
	whole := 0
	for whole < n && list[whole] != nil {
		whole++
	}
	return list[:whole], failed
}
