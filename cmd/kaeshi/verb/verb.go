// Package verb holds what the verbs of kaeshi share: the streams, variables and language of a run, and the checks of
// arguments.
package verb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Env is the environment of one run of kaeshi: what it reads, where it writes, and in which language.
type Env struct {
	In       *os.File
	Out      *terminal.Output // results
	Err      io.Writer        // everything else
	Getenv   func(string) string
	Language lang.Lang         // of what people read
	Words    map[string]string // the texts of the language by their keys
	Build    Build
}

// Has reports whether an environment variable is set to something.
func (e *Env) Has(variable string) bool { return e.Getenv(variable) != "" }

// Log writes a line that is no result to standard error.
func (e *Env) Log(format string, args ...any) {
	fmt.Fprintln(e.Err, terminal.Escape(fmt.Sprintf("kaeshi: "+format, args...)))
}

// Progress shows on standard error how far work has come. Without a terminal it logs a line now and then.
func (e *Env) Progress() *terminal.Progress {
	return terminal.NewProgress(e.Err, func(line string) { e.Log("%s", line) })
}

// Show writes one line of a result: as JSON, or as people read it.
func (e *Env) Show(result fmt.Stringer, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintln(e.Out, result)
		return err
	}
	encoder := json.NewEncoder(e.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(result)
}

// Stdin is standard input until ctx ends: a terminal that waits for a line must not keep a program that is to stop.
func (e *Env) Stdin(ctx context.Context) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, e.In)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return r
}

// StdinIfNamed is standard input when "-" is among the arguments. Otherwise it is empty and standard input is left
// alone.
func (e *Env) StdinIfNamed(ctx context.Context, args []string) io.Reader {
	if slices.Contains(args, "-") {
		return e.Stdin(ctx)
	}
	return strings.NewReader("")
}

// Open opens the file that the only argument names. Without one, and for "-", it is standard input.
func (e *Env) Open(ctx context.Context, args []string) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(e.Stdin(ctx)), nil
	}
	return os.Open(args[0])
}

// Unreadable distinguishes input that could not be read from input that holds mistakes.
func Unreadable(err error) bool {
	path := (*fs.PathError)(nil)
	return errors.As(err, &path)
}

// Faults counts faults in the input of a verb that goes on behind them.
type Faults struct {
	Count int

	unread bool
}

// Add counts one.
func (f *Faults) Add(err error) {
	f.Count++
	f.unread = f.unread || Unreadable(err)
}

// Verdict returns the error of the verb at its end, nil without faults: a failure if a file could not be read, and
// otherwise an error in the input. What names the things that were to be read, as in "games".
func (f *Faults) Verdict(what string) error {
	switch {
	case f.Count == 0:
		return nil
	case f.unread:
		return terminal.Failure("%s or files that could not be read: %d", what, f.Count)
	}
	return terminal.Illegal("%s that could not be read: %d", what, f.Count)
}

// Command returns a verb whose help is the texts KEY.short, KEY.long and, where there is one, KEY.example.
func (e *Env) Command(key, use string, args cobra.PositionalArgs) *cobra.Command {
	return &cobra.Command{
		Use: use, Args: args,
		Short: e.Words[key+".short"], Long: e.Words[key+".long"], Example: e.Words[key+".example"],
	}
}

// Args checks the number of a verb's arguments and names them in its error.
func Args(low, high int, names string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) >= low && len(args) <= high:
			return nil
		case high == 0:
			return fmt.Errorf("%s takes no argument, but %q is given; write %s", c.CommandPath(), args[0], c.UseLine())
		}
		return fmt.Errorf("%s takes %s, but %d arguments are given; write %s",
			c.CommandPath(), names, len(args), c.UseLine())
	}
}

// OnlyVerbs refuses arguments of a command that has verbs: whatever stands there is no verb of it.
func OnlyVerbs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Unknown(c, args[0])
}

// Unknown returns an error that names the verbs of c, or those with a similar name.
func Unknown(c *cobra.Command, name string) error {
	var verbs []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			verbs = append(verbs, sub.Name())
		}
	}
	c.SuggestionsMinimumDistance = 2
	similar, of := c.SuggestionsFor(name), ""
	if c.HasParent() {
		of = " of " + c.CommandPath()
	}
	switch {
	case len(verbs) == 0:
		return fmt.Errorf("no verb %q: %s has none", name, c.CommandPath())
	case len(similar) > 0:
		return fmt.Errorf("no verb %q%s; did you mean %s?", name, of, strings.Join(similar, " or "))
	}
	return fmt.Errorf("no verb %q%s: there are %s", name, of, strings.Join(verbs, ", "))
}

// CommandLine is the command that runs, for a file that records how it was made: the verb, the flags that were set by
// the command line or by the environment, and the arguments.
func CommandLine(c *cobra.Command, args []string) string {
	words := []string{c.CommandPath()}
	c.Flags().Visit(func(f *pflag.Flag) { words = append(words, "--"+f.Name+"="+f.Value.String()) })
	return strings.Join(append(words, args...), " ")
}
