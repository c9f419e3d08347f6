package analysis

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/newfile"
)

// Page writes a report as a self-contained HTML file with a graph and a table of each game and boards of its mistakes.
// Games are written one by one, so memory use does not depend on their number. The file is created when it is complete.
type Page struct {
	path    string
	words   words
	marks   Marks
	games   *disk.File // temporary file with the sections
	written int
	left    int // games above the limit of a page
}

// Limits of a page.
const (
	PageGames  = 500 // sections; further games are only in the totals
	pageBoards = 6   // boards of a game
)

// NewPage starts a page in a language for games with the given marks.
func NewPage(path string, l lang.Lang, m Marks) (*Page, error) {
	games, err := disk.CreateTemp(filepath.Dir(path), ".kaeshi-*")
	if err != nil {
		return nil, newfile.Named(err, path)
	}
	return &Page{path: path, words: wordsIn(l), marks: m, games: games}, nil
}

// WritePage writes the page of one game, all of whose moves must be judged.
func WritePage(out io.Writer, l lang.Lang, m Marks, d *Game) error {
	w := wordsIn(l)
	summing := NewSumming()
	summing.Add(d)
	p := &Page{words: w, marks: m}
	written := htmlWriter{out: out, words: w}
	written.head(p.frame(summing.Sum()))
	written.game(w.section(d, 1))
	written.foot()
	return written.err
}

// Game adds a section for a game.
func (p *Page) Game(d *Game) error {
	if p.written == PageGames {
		p.left++
		return nil
	}
	p.written++
	section := htmlWriter{out: p.games, words: p.words}
	section.game(p.words.section(d, p.written))
	return newfile.Named(section.err, p.path)
}

// Left returns the number of games above [PageGames], which the page leaves out.
func (p *Page) Left() int { return p.left }

// frame is the page without its games.
type frame struct {
	Language          lang.Lang
	Sum               string
	Single            bool // one game, whose totals are in its own section
	Left, Most        int
	Marks             Marks
	Players, Openings [][]string
	Phases            [][]string
	Worst             []worstRow
}

// worstRow is one of the costliest moves of all games.
type worstRow struct{ Place, Player, Text string }

// Close writes the totals and creates the file.
func (p *Page) Close(s Sum) error {
	err := newfile.Write(p.path, 0o666, func(out io.Writer) error { return p.write(out, s) })
	return newfile.Named(errors.Join(err, p.Abandon()), p.path)
}

// Abandon removes the temporary file. It has no effect after Close.
func (p *Page) Abandon() error {
	if p.games == nil {
		return nil
	}
	err := errors.Join(p.games.Close(), os.Remove(p.games.Name()))
	p.games = nil
	return err
}

func (p *Page) write(out io.Writer, s Sum) error {
	page := htmlWriter{out: out, words: p.words}
	if page.head(p.frame(s)); page.err != nil {
		return page.err
	}
	if _, err := p.games.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.Copy(out, p.games); err != nil {
		return err
	}
	page.foot()
	return page.err
}

func (p *Page) frame(s Sum) frame {
	w := p.words
	f := frame{
		Language: w.Lang, Sum: w.sum(s), Single: s.Games == 1 && s.Damaged == 0, Left: p.left, Most: PageGames,
		Marks: p.marks, Players: w.playerRows(s), Openings: w.openingRows(s), Phases: w.phaseRows(s),
	}
	for _, m := range s.Worst {
		f.Worst = append(f.Worst, worstRow{w.place(m.File, m.Game), w.player(m.Player, m.Pov), w.mistake(m.Move)})
	}
	return f
}

// section is the data of a game on a page.
type section struct {
	*Game

	ID                             string
	Title, Place, Name, Effort, At string
	Graph                          graph
	Boards                         []board
	More                           int // marked moves without a board
	Sides                          [][]string
}

func (w words) section(d *Game, number int) section {
	s := section{
		Game: d, ID: "game-" + strconv.Itoa(number), Title: w.title(d), Place: w.place(d.File, d.Game),
		Name: d.Opening.In(w.Lang), Effort: w.effort(d.How), At: w.exactFrom(d),
		Graph: w.graph(d), Sides: w.sideRows(d), More: max(len(d.Mistakes)-pageBoards, 0),
	}
	positions, err := d.positions()
	if err != nil { // the document is not valid
		return s
	}
	for _, ply := range first(d.Mistakes, pageBoards) {
		s.Boards = append(s.Boards, w.board(positions[ply-1], d.Moves[ply-1]))
	}
	return s
}
