package player

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/kaeshi/kaeshi/internal/lines"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/paste"
)

// Answers queries a Player for moves in positions and writes one line to Out for each: the move, "pass" or "over".
type Answers struct {
	Player Player
	Start  othello.Position // the start position of transcripts
	JSON   bool             // write an [Answer] instead
	Out    io.Writer
	Bad    func(line int, err error) // called for each line that is not a position
	// called with what the player prefers so far, if it is a [Thinker]; may be nil
	Progress func(Choice)

	// Check returns an error for positions to refuse. It may be nil.
	Check func(othello.Position) error
	// Remark is called for each remark on how a line was read. It may be nil.
	Remark func(line int, remark paste.Remark)
}

// longestLine is the greatest length of a line of input in bytes. A position or a game has a few hundred.
const longestLine = 1 << 20

// Lines answers each line of in, a one-line position or a transcript, as soon as it is read. It skips lines that are
// empty or begin with % or #, and summaries of the documents above them. The answer to a line that is not a position is
// the word "error" or, with JSON, a document with the reason. Lines fails if the player, the input or the output fails.
func (a *Answers) Lines(ctx context.Context, r io.Reader) error {
	good := false // the line before was a position
	for item, err := range lines.List(r, longestLine) {
		if err != nil {
			return fmt.Errorf("input, line %d: %w", item.Number, err)
		}
		p, remarks, err := files.Position(a.Start, item.Text)
		if good && files.IsSummary(err) {
			continue
		}
		good = err == nil
		if err == nil && a.Check != nil {
			err = a.Check(p)
		}
		if a.Remark != nil {
			for _, remark := range remarks {
				a.Remark(item.Number, remark)
			}
		}
		if err != nil {
			a.Bad(item.Number, err)
			err = a.write("error", terminal.ErrorDocument{
				Schema: terminal.ErrorSchema, Line: item.Number, Error: terminal.Plain(err),
			})
		} else {
			err = a.Position(ctx, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Position answers p. It queries the player only if there is a choice, and fails if the player or the output fails or
// if the move is illegal.
func (a *Answers) Position(ctx context.Context, p othello.Position) error {
	if p.Over() {
		answer := overAnswer(a.Player.Name(), p)
		return a.write(answer.Move, answer)
	}
	choice := Choice{Move: othello.Pass}
	if !p.MustPass() {
		var err error
		if choice, err = a.think(ctx, p); err != nil {
			return err
		}
	}
	if err := p.Check(choice.Move); err != nil {
		return fmt.Errorf("%s: %w", a.Player.Name(), err)
	}
	answer := NewAnswer(a.Player.Name(), p, choice)
	return a.write(answer.Move, answer)
}

func (a *Answers) think(ctx context.Context, p othello.Position) (Choice, error) {
	progress := a.Progress
	if progress == nil {
		progress = func(Choice) {}
	}
	choice, err := Think(ctx, a.Player, &record.Game{Start: p}, Clock{}, progress)
	if err == nil {
		err = ctx.Err() // an interrupted search gives no answer
	}
	return choice, err
}

func (a *Answers) write(word string, document any) error {
	if !a.JSON {
		_, err := fmt.Fprintln(a.Out, word)
		return err
	}
	e := json.NewEncoder(a.Out)
	e.SetEscapeHTML(false)
	return e.Encode(document)
}
