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

// Log writes a line that is no result to standard error, and errors in plain words.
func (e *Env) Log(format string, args ...any) {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = terminal.Plain(err)
		}
	}
	fmt.Fprintln(e.Err, terminal.Escape(fmt.Sprintf("kaeshi: "+format, args...)))
}

// Fault logs an error of the input that the verb goes on behind. As JSON it is a document of the result as well.
func (e *Env) Fault(err error, asJSON bool) {
	e.Log("%v", err)
	if asJSON {
		_ = e.encode(terminal.ErrorDocument{Schema: terminal.ErrorSchema, Error: terminal.Plain(err)})
	}
}

// Fail logs the error that ends a run. As JSON it is the last document of the result as well.
func (e *Env) Fail(err error, status int, asJSON bool) {
	e.Log("%v", err)
	if asJSON {
		_ = e.encode(terminal.ErrorDocument{Schema: terminal.ErrorSchema, Error: terminal.Plain(err), Status: status})
	}
}

// encode writes a document in a line. Out remembers a failure.
func (e *Env) encode(document any) error {
	encoder := json.NewEncoder(e.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
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
	return e.encode(result)
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

var errFolder = errors.New("it is a folder, and a file is expected")

// Open opens the file that the only argument names. Without one, and for "-", it is standard input.
func (e *Env) Open(ctx context.Context, args []string) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(e.Stdin(ctx)), nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, err
	}
	if about, err := f.Stat(); err == nil && about.IsDir() {
		return nil, errors.Join(&fs.PathError{Op: "open", Path: args[0], Err: errFolder}, f.Close())
	}
	return f, nil
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

// NotPositions is the error of n lines of the input that are not positions.
func NotPositions(n int) error {
	return terminal.Illegal("%d %s", n, lang.English.Plural(n, "line is not a position", "lines are not positions"))
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
			return fmt.Errorf("%q: %s takes no argument; usage: %s", args[0], pathOf(c), c.UseLine())
		}
		return fmt.Errorf("%s takes %s, but %s given; usage: %s", pathOf(c), names,
			lang.English.Plural(len(args), "1 argument is", fmt.Sprintf("%d arguments are", len(args))), c.UseLine())
	}
}

// pathOf names a verb without the program, as in "book show".
func pathOf(c *cobra.Command) string {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	return path
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
