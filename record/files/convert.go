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

	"github.com/kaeshi/kaeshi/internal/disk"
	"github.com/kaeshi/kaeshi/internal/newfile"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/paste"
	"github.com/kaeshi/kaeshi/record/wthor"
)

// Conversion converts files of games to another format.
type Conversion struct {
	From, To Format          // zero: detected from the content of each input and the name of the output
	In       io.Reader       // read for the input "-"
	Out      io.Writer       // written for the output "-"
	Fault    func(err error) // called for each bad game of the input; the conversion continues
	Created  time.Time       // date in the header of a new WTHOR base

	Progress func(games int) // called with the number of games read so far; may be nil
	// called for each remark on how a game was read, with the number of the game from 1; may be nil
	Remark func(game int, remark paste.Remark)
}

// Converted is the result of a conversion.
type Converted struct {
	Games  int           // games read, including those that the format cannot store
	Faults int           // calls of Conversion.Fault
	Lost   []record.Loss // parts that the format cannot store
}

// Refused returns the number of games that were not written at all because the format cannot store them.
func (c Converted) Refused() (games int) {
	for _, loss := range c.Lost {
		if loss.Whole {
			games += loss.Games
		}
	}
	return games
}

// Files reads all inputs and writes their games to one output. Unless c.To is set, the suffix of out selects the
// format. The output file is created only when it is complete. It is not created if ctx ends, an input cannot be
// opened, or no game could be read. A WTHOR base consists of three files: out, and the lists of players and
// tournaments beside it. The error says why there is no output. Errors in single games are passed to c.Fault instead.
func (c Conversion) Files(ctx context.Context, inputs []string, out string) (Converted, error) {
	if c.To == 0 {
		var ok bool
		if c.To, ok = FormatOf(out); !ok {
			return Converted{}, fmt.Errorf("file name %q: no format has this suffix", out)
		}
	}
	var done Converted
	var failure error
	in := c.inputs(inputs, out)
	var names *wthor.Names
	if c.To == WTHOR {
		names = firstNames(in)
	}
	games := func(yield func(*record.Game) bool) {
		for g, err := range c.games(ctx, in) {
			switch openError := (*fs.PathError)(nil); {
			case ctx.Err() != nil || errors.As(err, &openError):
				failure = err
				return
			case err != nil:
				done.Faults++
				c.Fault(err)
			default:
				done.Games++
				if c.Progress != nil {
					c.Progress(done.Games)
				}
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

// Save writes games to one output like [Conversion.Files]. It stops at the first error and then leaves no output. c.To
// must be set.
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

// write writes games to an output, which is not created if *failure is set when the games end.
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

// games yields the games of all inputs in order.
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

// inputs returns the inputs without the output, which may be in one of the folders.
func (c Conversion) inputs(paths []string, out string) Inputs {
	except := []string{filepath.Clean(out), filepath.Clean(out + ".part")}
	return Inputs{Paths: paths, Stdin: c.In, As: c.From, except: except}
}

// firstNames returns the lists of the first WTHOR base among the inputs, or nil.
func firstNames(inputs Inputs) *wthor.Names {
	for source := range inputs.Sources() {
		if source.names != nil && isBase(source.Name) {
			names, _ := source.names() // faults are reported when the games are read
			return names
		}
	}
	return nil
}

// toWTHOR writes the three files of a base. Lists of the input base are written unchanged if the games refer to them.
func (c Conversion) toWTHOR(out string, names *wthor.Names, games iter.Seq[*record.Game], failure *error) (
	[]record.Loss, error,
) {
	if out == "-" {
		return nil, errors.New("a WTHOR base consists of three files and cannot be written to standard output")
	}
	for _, name := range WTHOR.Files(out) { // so that all files are written, or none
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return nil, pathError("open", name, errors.New("is a directory"))
		}
	}
	var wtb, jou, trn bytes.Buffer
	lost, err := wthor.Write(&wtb, &jou, &trn, names, c.Created, games)
	if err = errors.Join(*failure, err); err != nil {
		return lost, err
	}
	written := WTHOR.Files(out)
	for i, content := range []*bytes.Buffer{&jou, &trn, &wtb} {
		err := save(written[i], nil, func(w io.Writer) error { _, err := content.WriteTo(w); return err })
		if err != nil {
			return lost, err
		}
	}
	return lost, nil
}

// Files returns the names of the files that are written for an output: out itself and, for a WTHOR base, the lists of
// players and tournaments before it.
func (f Format) Files(out string) []string {
	if f != WTHOR {
		return []string{out}
	}
	base := strings.TrimSuffix(out, filepath.Ext(out))
	return []string{base + ".jou", base + ".trn", out}
}

// save writes to a temporary file next to name, syncs it, and renames it to name. Pipes and other special files are
// written directly, and so is standard output, whose name is "-".
func save(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return writeFile(name, os.O_WRONLY, write)
	}
	return newfile.Write(name, 0o666, write)
}

func writeFile(name string, flags int, write func(io.Writer) error) error {
	f, err := disk.OpenFile(name, flags, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
