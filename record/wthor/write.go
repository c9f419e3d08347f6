package wthor

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/emit"
)

// Write writes games as a base of three files and lists what these could not hold. Games that were read from one base
// keep its header and its numbers, so that with the lists that belong to them, given as names, all three files are
// written as they were. Without lists (nil) or with games from elsewhere the names are numbered anew, in the order of
// the alphabet; created is then the date of the files. The error is a writer's, a game's that is not legal, or says
// that there are more names than the format can number.
func Write(wtb, jou, trn io.Writer, names *Names, created time.Time, games iter.Seq[*record.Game]) ([]record.Loss,
	error,
) {
	b := &writer{Account: emit.Account{Holds: parts}}
	for g := range games {
		if err := b.Begin(g); err != nil {
			return b.Lost(), err
		}
		b.add(g)
	}
	header, lists := b.header(created), b.number(names, created)
	if lists == nil {
		return b.Lost(), errors.New("more than 65535 names: WTHOR files cannot number them")
	}
	return b.Lost(), errors.Join(b.writeGames(wtb, header), writeNames(jou, lists.PlayersHeader, lists.Players,
		playerSize),
		writeNames(trn, lists.TournamentsHeader, lists.Tournaments, tournamentSize))
}

const parts = emit.Names | emit.Event | emit.Date | emit.Score | emit.Reason | emit.Tags

// entry is a game to be written, before its names have numbers.
type entry struct {
	name        [3]string // tournament, black, white
	number      [3]int    // those that its tags say; -1 without
	data        [gameSize]byte
	header      string // the tag
	year        int
	theoretical bool // the tag says it
}

type writer struct {
	emit.Account

	rows []entry
}

func (b *writer) add(g *record.Game) {
	if g.Start != othello.Start(othello.Size8, othello.Usual) {
		b.Refuse("it does not begin at the usual start of the 8×8 board")
		return
	}
	b.Check(g)
	row := entry{name: [3]string{g.Event, g.Black, g.White}}
	row.data[6] = b.discs(g)
	at := 8
	for _, m := range g.Moves {
		if m != othello.Pass {
			row.data[at] = byte(10*(int(m)/8+1) + int(m)%8 + 1)
			at++
		}
	}
	b.readTags(g, &row)
	row.year = b.year(g.Date)
	b.rows = append(b.rows, row)
}

// discs is Black's discs at the end of the game.
func (b *writer) discs(g *record.Game) byte {
	r, p := g.Outcome(), g.Position()
	switch {
	case r.Reason != record.PlayedOut && (r.Reason != record.Unfinished || p.Over()):
		b.Lose("why the game ended")
	case !r.Known:
		b.Lose("that no result is recorded: the discs so far are")
		r.ScoreBlack = p.ScoreBlack()
	}
	if r.OnlyWinner {
		b.Lose("that only the winner is recorded: a score of 33 to 31 is")
		r.ScoreBlack *= 2
	}
	if score := r.ScoreBlack; score%2 != 0 || score < -64 || score > 64 {
		b.Lose("a score that no game has")
		r.ScoreBlack = max(-64, min(64, score/2*2))
	}
	return byte((r.ScoreBlack + 64) / 2)
}

// year is the year of a date; what else a date says is lost.
func (b *writer) year(date string) int {
	n, err := strconv.Atoi(date[:min(len(date), 4)])
	if err != nil || n < 0 || len(date) > 4 {
		if date != "" {
			b.Lose("the date but for its year")
		}
		if err != nil {
			return 0
		}
	}
	return n
}

// readTags takes what a game from a WTHOR base has kept of it; other tags are lost.
func (b *writer) readTags(g *record.Game, row *entry) {
	row.number = [3]int{-1, -1, -1}
	for _, t := range g.Tags {
		n, err := strconv.Atoi(t.Value)
		known := err == nil && n >= 0
		switch {
		case t.Name == headerTag:
			row.header = t.Value
		case t.Name == tournamentTag && known && n <= 1<<16-1:
			row.number[0] = n
		case t.Name == blackTag && known && n <= 1<<16-1:
			row.number[1] = n
		case t.Name == whiteTag && known && n <= 1<<16-1:
			row.number[2] = n
		case t.Name == theoreticalTag && known && n <= 64:
			row.data[7], row.theoretical = byte(n), true
		default:
			b.Lose("tags")
		}
	}
}

// header is that of the base which all games come from, else a new one: then the theoretical scores are the real
// ones, as computed with no square empty.
func (b *writer) header(created time.Time) Header {
	h, ok := Header{}, len(b.rows) > 0
	for _, row := range b.rows {
		ok = ok && row.header == b.rows[0].header && row.theoretical
	}
	if ok {
		h, ok = parseHeaderTag(b.rows[0].header)
	}
	if !ok {
		h = newHeader(created)
		h.Size = 8
		b.forgetTheory()
	}
	h.Games, h.Records = uint32(len(b.rows)), 0
	b.setYear(&h)
	return h
}

func (b *writer) forgetTheory() {
	for i := range b.rows {
		if row := &b.rows[i]; row.theoretical {
			b.Return(i + 1)
			b.Lose("theoretical scores of games from several bases")
		}
		b.rows[i].data[7] = b.rows[i].data[6]
	}
}

// setYear makes the year of the first dated game that of all.
func (b *writer) setYear(h *Header) {
	h.Year = 0
	for i, row := range b.rows {
		if h.Year == 0 && i == 0 {
			h.Year = uint16(row.year)
		}
		if int(h.Year) != row.year {
			b.Return(i + 1)
			b.Lose("the year: a WTHOR file has one for all games, and the first game's is taken")
		}
	}
}

func newHeader(created time.Time) Header {
	return Header{
		CreatedCentury: uint8(created.Year() / 100), CreatedYear: uint8(created.Year() % 100),
		CreatedMonth: uint8(created.Month()), CreatedDay: uint8(created.Day()),
	}
}

// number gives every name its number and returns the lists: those given, when the tags refer to them, else new ones;
// nil when there are too many names.
func (b *writer) number(given *Names, created time.Time) *Names {
	if given == nil || !b.refersTo(given) {
		given = b.newNames(created)
	}
	if len(given.Players) > 1<<16-1 || len(given.Tournaments) > 1<<16-1 {
		return nil
	}
	for i := range b.rows {
		for j, n := range b.rows[i].number {
			binary.LittleEndian.PutUint16(b.rows[i].data[2*j:], uint16(n))
		}
	}
	given.PlayersHeader.Records, given.TournamentsHeader.Records = uint16(len(given.Players)),
		uint16(len(given.Tournaments))
	return given
}

// refersTo reports whether the numbers in the tags of every game stand for its names in these lists.
func (b *writer) refersTo(n *Names) bool {
	for _, row := range b.rows {
		for j, list := range [3][]string{n.Tournaments, n.Players, n.Players} {
			if row.number[j] < 0 || row.number[j] >= len(list) {
				return false
			}
			if name, _ := numbered(list, row.number[j], ""); name != row.name[j] {
				return false
			}
		}
	}
	return true
}

// newNames numbers the names of the games from 1 on: 0 is nobody in particular.
func (b *writer) newNames(created time.Time) *Names {
	n := &Names{PlayersHeader: newHeader(created), TournamentsHeader: newHeader(created)}
	var lists [2][]string
	for i := range b.rows {
		for j, name := range b.rows[i].name {
			b.Return(i + 1)
			name = b.latin(name, [3]int{tournamentSize, playerSize, playerSize}[j])
			b.rows[i].name[j] = name
			if name != "" {
				lists[min(j, 1)] = append(lists[min(j, 1)], name)
			}
		}
	}
	for i := range lists {
		slices.Sort(lists[i])
		lists[i] = slices.Insert(slices.Compact(lists[i]), 0, "")
	}
	n.Tournaments, n.Players = lists[0], lists[1]
	for i := range b.rows {
		for j, name := range b.rows[i].name {
			b.rows[i].number[j], _ = slices.BinarySearch(lists[min(j, 1)], name)
		}
	}
	n.Players[0] = nobody
	return n
}

// latin is a name as a list can hold it: as many bytes as there are, Latin-1, no zero byte. Characters that it lacks
// become ?.
func (b *writer) latin(name string, size int) string {
	short := []rune(name)
	if len(short) > size {
		short = short[:size]
		b.Lose("the ends of long names")
	}
	for i, c := range short {
		if c == 0 || c > 0xff {
			short[i] = '?'
			b.Lose("characters of names that are not in Latin-1")
		}
	}
	return string(short)
}

func (b *writer) writeGames(w io.Writer, h Header) error {
	if _, err := w.Write(h.bytes()); err != nil {
		return err
	}
	for i := range b.rows {
		if _, err := w.Write(b.rows[i].data[:]); err != nil {
			return err
		}
	}
	return nil
}

func writeNames(w io.Writer, h Header, list []string, size int) error {
	if _, err := w.Write(h.bytes()); err != nil {
		return err
	}
	for i, name := range list {
		record := make([]byte, size)
		latin, err := charmap.ISO8859_1.NewEncoder().String(name)
		if err != nil || len(latin) > size {
			return fmt.Errorf("name %d, %q, does not fit %d bytes of Latin-1", i, name, size)
		}
		copy(record, latin)
		if _, err := w.Write(record); err != nil {
			return err
		}
	}
	return nil
}
