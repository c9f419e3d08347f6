package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/internal/newfile"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Conversion brings games from files into another format.
type Conversion struct {
	From, To Format          // zero: told from the content of each file, and from the name of the output
	In       io.Reader       // what "-" is read from
	Out      io.Writer       // what "-" is written to
	Fault    func(err error) // is told each fault of the input, after which the conversion goes on
	Created  time.Time       // the date that a new WTHOR base bears

	// called for what was concluded of a game, counted from 1; may be nil
	Remark func(game int, remark paste.Remark)
}

// Converted is what became of a conversion.
type Converted struct {
	Games  int           // written, those that were refused as a whole included
	Faults int           // of the input, each of which Fault was told
	Lost   []record.Loss // what the format has no place for
}

// Refused is the number of games that were not written at all, since the format cannot hold them.
func (c Converted) Refused() (games int) {
	for _, loss := range c.Lost {
		if loss.Whole {
			games += loss.Games
		}
	}
	return games
}

// Files reads all inputs and writes their games to one output, whose name tells the format unless To does. A file
// appears under its name when it is complete, and not at all when ctx ends, when an input cannot be opened, or when
// none of them held a game. A WTHOR base is three files: out, and beside it the lists of players and tournaments. The
// error says why there is no output; faults of single games are told to Fault and are none.
func (c Conversion) Files(ctx context.Context, inputs []string, out string) (Converted, error) {
	if c.To == 0 {
		var ok bool
		if c.To, ok = FormatOf(out); !ok {
			return Converted{}, fmt.Errorf("the name %q tells no format", out)
		}
	}
	var done Converted
	var failure error
	in := c.inputs(inputs, out)
	var names *wthor.Names
	if c.To == WTHOR {
		names = namesOf(in)
	}
	games := func(yield func(*record.Game) bool) {
		for g, err := range c.games(ctx, in) {
			switch unreadable := (*fs.PathError)(nil); {
			case ctx.Err() != nil || errors.As(err, &unreadable):
				failure = err
				return
			case err != nil:
				done.Faults++
				c.Fault(err)
			default:
				done.Games++
				c.remark(done.Games, g)
				if !yield(g) {
					return
				}
			}
		}
		if done.Games == 0 && done.Faults > 0 {
			failure = errors.New("no game could be read")
		}
	}
	var err error
	done.Lost, err = c.write(out, names, games, &failure)
	return done, err
}

// Save writes games to one output as [Conversion.Files] does, up to the first error, which leaves no output. To must be
// set.
func (c Conversion) Save(out string, games iter.Seq2[*record.Game, error]) (done Converted, err error) {
	var failure error
	good := func(yield func(*record.Game) bool) {
		for g, err := range games {
			if err != nil {
				failure = err
				return
			}
			done.Games++
			if !yield(g) {
				return
			}
		}
	}
	done.Lost, err = c.write(out, nil, good, &failure)
	return done, err
}

// write writes games to an output, which does not appear where the games end with a failure.
func (c Conversion) write(out string, names *wthor.Names, games iter.Seq[*record.Game], failure *error) (
	lost []record.Loss, err error,
) {
	if c.To == WTHOR {
		return c.toWTHOR(out, names, games, failure)
	}
	err = save(out, c.Out, func(w io.Writer) (err error) {
		lost, err = Write(w, c.To, games)
		return errors.Join(*failure, err)
	})
	return lost, err
}

func (c Conversion) remark(game int, g *record.Game) {
	for _, remark := range paste.Remarks(g) {
		if c.Remark != nil {
			c.Remark(game, remark)
		}
	}
}

// games reads one input after the other.
func (c Conversion) games(ctx context.Context, inputs Inputs) iter.Seq2[*record.Game, error] {
	return func(yield func(*record.Game, error) bool) {
		for source := range inputs.Sources() {
			for g, err := range source.Games {
				if ctx.Err() != nil {
					err = ctx.Err()
				}
				if !yield(g, err) {
					return
				}
			}
		}
	}
}

// inputs are the files to read. The output, which may lie in a folder of them, is none.
func (c Conversion) inputs(paths []string, out string) Inputs {
	except := []string{filepath.Clean(out), filepath.Clean(out + ".part")}
	return Inputs{Paths: paths, Stdin: c.In, As: c.From, except: except}
}

// namesOf are the lists of the first WTHOR base of the inputs.
func namesOf(inputs Inputs) *wthor.Names {
	for source := range inputs.Sources() {
		if source.names != nil && isBase(source.Name) {
			names, _ := source.names() // faults are reported when the games are read
			return names
		}
	}
	return nil
}

// toWTHOR writes the three files of a base. Lists of names that lie beside the input stay as they are, as long as its
// games refer to them.
func (c Conversion) toWTHOR(out string, names *wthor.Names, games iter.Seq[*record.Game], failure *error) (
	[]record.Loss, error,
) {
	if out == "-" {
		return nil, errors.New("a WTHOR base is three files: it needs a name")
	}
	var wtb, jou, trn bytes.Buffer
	lost, err := wthor.Write(&wtb, &jou, &trn, names, c.Created, games)
	if err = errors.Join(*failure, err); err != nil {
		return lost, err
	}
	base := strings.TrimSuffix(out, filepath.Ext(out))
	for _, file := range []struct {
		name    string
		content *bytes.Buffer
	}{{base + ".jou", &jou}, {base + ".trn", &trn}, {out, &wtb}} {
		err := save(file.name, nil, func(w io.Writer) error { _, err := file.content.WriteTo(w); return err })
		if err != nil {
			return lost, err
		}
	}
	return lost, nil
}

// save writes a file beside its place and moves it there when it is complete and on the disk. What is no file, as a
// pipe, is written at once, and so is standard output, which is "-".
func save(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	if place, err := filepath.EvalSymlinks(name); err == nil {
		name = place
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return writeFile(name, os.O_WRONLY, write)
	}
	part := name + ".part"
	var fault error // of write: it is not of this file
	err := writeFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, func(w io.Writer) (err error) {
		if fault = write(w); fault == nil {
			err = w.(*os.File).Sync()
		}
		return err
	})
	if err == nil && fault == nil {
		err = os.Rename(part, name)
	}
	if err = errors.Join(fault, newfile.Named(err, name)); err != nil {
		_ = os.Remove(part) // it is the first error that counts
	}
	return err
}

func writeFile(name string, flags int, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
