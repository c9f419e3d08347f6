package wthor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
)

// Read yields the games of a .wtb file without the names of players and tournaments. Their numbers are tags. The errors
// are those of [ReadWith].
func Read(r io.Reader, name string) iter.Seq2[*record.Game, error] {
	return ReadWith(r, &Names{}, name)
}

// ReadWith yields the games of a .wtb file with names from its lists. The numbers are tags as well. name is the file
// name for errors. A game with an invalid move, number or score yields a [*record.FileError] and a nil game. A game
// whose moves end early is [record.Unfinished].
func ReadWith(r io.Reader, names *Names, name string) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		var buffer [gameSize]byte
		if _, err := io.ReadFull(in, buffer[:headerSize]); err != nil {
			yield(nil, &record.FileError{File: name, Err: fmt.Errorf("header of 16 bytes: %w", cutOff(err))})
			return
		}
		base := newBase(parseHeader(buffer[:]), names)
		if err := base.check(); err != nil {
			yield(nil, &record.FileError{File: name, Err: err})
			return
		}
		for i := range base.header.Games {
			if _, err := io.ReadFull(in, buffer[:]); err != nil {
				err = fmt.Errorf("%d of %d games: %w", i, base.header.Games, cutOff(err))
				yield(nil, &record.FileError{File: name, Game: int(i) + 1, Err: err})
				return
			}
			g, err := base.game(&buffer)
			if err != nil && !yield(nil, &record.FileError{File: name, Game: int(i) + 1, Err: err}) {
				return
			}
			if g != nil && !yield(g, nil) {
				return
			}
		}
		if rest, err := io.Copy(io.Discard, in); rest > 0 || err != nil {
			err = errors.Join(fmt.Errorf("%d bytes after the last of %d games", rest, base.header.Games), err)
			yield(nil, &record.FileError{File: name, Err: err})
		}
	}
}

// base is the data that all games of a .wtb file share.
type base struct {
	header Header
	names  *Names
	tag    record.Tag
	date   string
	start  othello.Position
	short  bool // a short list of names has been reported
}

func newBase(h Header, names *Names) *base {
	b := &base{
		header: h, names: names, tag: record.Tag{Name: headerTag, Value: h.tag()},
		start: othello.Start(othello.Size8, othello.Usual),
	}
	if h.Year != 0 {
		b.date = strconv.Itoa(int(h.Year))
	}
	return b
}

func (b *base) check() error {
	switch {
	case b.header.Size != 0 && b.header.Size != 8:
		return fmt.Errorf("games on a %d×%d board: want 8×8", b.header.Size, b.header.Size)
	case b.header.Kind != 0:
		return fmt.Errorf("records of kind %d: want 0 (games)", b.header.Kind)
	case b.header.Games == 0 && b.header.Records != 0:
		return fmt.Errorf("a list of %d names contains no games; pass the .wtb file", b.header.Records)
	}
	return nil
}

// game parses a game of 68 bytes. If a list of names is too short, as an old one may be, game returns the game and,
// only for the first such game, an error as well.
func (b *base) game(r *[gameSize]byte) (*record.Game, error) {
	number := func(at int) int { return int(r[at]) | int(r[at+1])<<8 }
	if r[6] > 64 || r[7] > 64 {
		return nil, fmt.Errorf("scores of %d and %d discs: want at most 64", r[6], r[7])
	}
	l := record.NewLine(b.start)
	if err := play(l, r[8:]); err != nil {
		return nil, err
	}
	g := &record.Game{Start: b.start, Moves: l.Moves(), Date: b.date, Result: record.Result{
		Known:      true,
		ScoreBlack: 2*int(r[6]) - 64,
	}}
	if !l.Position().Over() {
		g.Result.Reason = record.Unfinished
	}
	g.Tags = []record.Tag{
		b.tag,
		{Name: tournamentTag, Value: strconv.Itoa(number(0))},
		{Name: blackTag, Value: strconv.Itoa(number(2))},
		{Name: whiteTag, Value: strconv.Itoa(number(4))},
		{Name: theoreticalTag, Value: strconv.Itoa(int(r[7]))},
	}
	var err1, err2, err3 error
	g.Event, err1 = numbered(b.names.Tournaments, number(0), "tournament")
	g.Black, err2 = numbered(b.names.Players, number(2), "player")
	g.White, err3 = numbered(b.names.Players, number(4), "player")
	if err := errors.Join(err1, err2, err3); err != nil && !b.short {
		b.short = true
		return g, fmt.Errorf("%w; such games are kept without the name", err)
	}
	return g, nil
}

// play plays moves written as 10·row + column. A 0 ends them.
func play(l *record.Line, moves []byte) error {
	for i, b := range moves {
		if b == 0 {
			for _, after := range moves[i:] {
				if after != 0 {
					return fmt.Errorf("move %d: unexpected %d after the end of the moves", i+1, after)
				}
			}
			return nil
		}
		row, column := int(b)/10, int(b)%10
		if row < 1 || row > 8 || column < 1 || column > 8 {
			return fmt.Errorf("move %d: %d is not a square (want 11 to 88, row and column)", i+1, b)
		}
		m := othello.Size8.Square(column-1, row-1)
		if err := l.Follow(m); err != nil {
			return fmt.Errorf("move %d, %q: %w", i+1, othello.Size8.Name(m), err)
		}
	}
	return nil
}

// numbered returns the name with a number in a list. The name is empty if the list is empty because its file is
// missing, and for an unknown player.
func numbered(list []string, n int, what string) (string, error) {
	switch {
	case len(list) == 0:
		return "", nil
	case n >= len(list):
		return "", fmt.Errorf("%s %d: the list of names ends at %d", what, n, len(list)-1)
	case list[n] == unknownPlayer:
		return "", nil
	}
	return list[n], nil
}
