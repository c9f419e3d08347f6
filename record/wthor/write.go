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

// Write writes games as the three files of a base and returns what was lost. If all games come from one base, its
// header and numbers are kept, and with the lists of that base as names all three files are reproduced exactly. If
// names is nil or does not match the games, the names are sorted and numbered, and created is the date of the lists.
// Write returns an error if a writer fails, a game is not valid, or there are more names than the format can number.
func Write(wtb, jou, trn io.Writer, names *Names, created time.Time, games iter.Seq[*record.Game]) ([]record.Loss,
	error,
) {
	b := &writer{LossRecorder: emit.LossRecorder{Holds: parts}}
	for g := range games {
		if err := b.Begin(g); err != nil {
			return b.Lost(), err
		}
		b.add(g)
	}
	header, lists := b.header(created), b.number(names, created)
	if lists == nil {
		return b.Lost(), errors.New("more than 65535 names, which is the limit of the format")
	}
	return b.Lost(), errors.Join(b.writeGames(wtb, header), writeNames(jou, lists.PlayersHeader, lists.Players,
		playerSize),
		writeNames(trn, lists.TournamentsHeader, lists.Tournaments, tournamentSize))
}

const parts = emit.Names | emit.Event | emit.Date | emit.Score | emit.Reason | emit.Tags

// entry is a game before its names are numbered.
type entry struct {
	name        [3]string // tournament, black, white
	number      [3]int    // from the tags, or -1
	data        [gameSize]byte
	header      string // value of the tag
	year        int
	theoretical bool // the theoretical score is from a tag
}

type writer struct {
	emit.LossRecorder

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

// discs returns the number of Black's discs at the end of the game.
func (b *writer) discs(g *record.Game) byte {
	r, p := g.Outcome(), g.Position()
	switch {
	case r.Reason != record.PlayedOut && (r.Reason != record.Unfinished || p.Over()):
		b.Lose("why the game ended")
	case !r.Known:
		b.Lose("the missing result: the current number of discs is written instead")
		r.ScoreBlack = p.ScoreBlack()
	}
	if r.OnlyWinner {
		b.Lose("the result, of which only the winner is recorded: 33 to 31 discs are written")
		r.ScoreBlack *= 2
	}
	if score := r.ScoreBlack; score%2 != 0 || score < -64 || score > 64 {
		b.Lose("an impossible score")
		r.ScoreBlack = max(-64, min(64, score/2*2))
	}
	return byte((r.ScoreBlack + 64) / 2)
}

// year returns the year of a date, or 0 without one. The rest of the date is lost. The format uses the year 0 for an
// unknown date.
func (b *writer) year(date string) int {
	n, err := strconv.ParseUint(date, 10, 16)
	if err == nil && n > 0 && strconv.FormatUint(n, 10) == date {
		return int(n)
	}
	year := (&record.Game{Date: date}).Year()
	switch {
	case date == "":
	case year == 0:
		b.Lose("the date")
	default:
		b.Lose("the date except the year")
	}
	return year
}

// readTags reads the tags of a game from a WTHOR base. Other tags are lost.
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

// header returns the header of the base from which all games come, or else a new one. With a new header, the
// theoretical scores are the actual ones, computed at zero empty squares.
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
		b.resetTheoretical()
	}
	h.Games, h.Records = uint32(len(b.rows)), 0
	b.setYear(&h)
	return h
}

// resetTheoretical replaces the theoretical scores with the actual scores.
func (b *writer) resetTheoretical() {
	for i := range b.rows {
		if row := &b.rows[i]; row.theoretical {
			b.SetGame(i + 1)
			b.Lose("theoretical scores of games from several bases")
		}
		b.rows[i].data[7] = b.rows[i].data[6]
	}
}

// setYear sets the year of the file to that of the first game.
func (b *writer) setYear(h *Header) {
	h.Year = 0
	for i, row := range b.rows {
		if h.Year == 0 && i == 0 {
			h.Year = uint16(row.year)
		}
		if int(h.Year) != row.year {
			b.SetGame(i + 1)
			b.Lose("the year: all games of a WTHOR file have that of the first game")
		}
	}
}

func newHeader(created time.Time) Header {
	return Header{
		CreatedCentury: uint8(created.Year() / 100), CreatedYear: uint8(created.Year() % 100),
		CreatedMonth: uint8(created.Month()), CreatedDay: uint8(created.Day()),
	}
}

// number assigns a number to every name and returns the lists: the given ones if the tags refer to them, or else new
// ones. It returns nil if there are too many names.
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

// refersTo reports whether the numbers in the tags of every game refer to the names of the game in these lists.
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

// newNames numbers the names of the games from 1. The number 0 is an unknown player or tournament.
func (b *writer) newNames(created time.Time) *Names {
	n := &Names{PlayersHeader: newHeader(created), TournamentsHeader: newHeader(created)}
	var lists [2][]string
	for i := range b.rows {
		for j, name := range b.rows[i].name {
			b.SetGame(i + 1)
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
	n.Players[0] = unknownPlayer
	return n
}

// latin returns a name in the form that a list can store: at most size characters of Latin-1 without zero bytes. Other
// characters become ?.
func (b *writer) latin(name string, size int) string {
	short := []rune(name)
	if len(short) > size {
		short = short[:size]
		b.Lose("the ends of long names")
	}
	for i, c := range short {
		if c == 0 || c > 0xff {
			short[i] = '?'
			b.Lose("characters in names outside Latin-1")
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
