// Package verb holds what the commands of kaeshi share: the streams, environment variables and language of a run, the
// database, and checks of arguments. A verb is a command such as kaeshi play.
package verb

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Env is the environment of one run of kaeshi: its streams, environment variables, language and build.
type Env struct {
	In       *os.File
	Out      *terminal.Output // results
	Err      io.Writer        // everything else
	Getenv   func(string) string
	Language lang.Lang         // of help and text output
	Words    map[string]string // texts in Language by key
	Build    Build
}

// Has reports whether an environment variable is set and not empty.
func (e *Env) Has(variable string) bool { return e.Getenv(variable) != "" }

// Log writes a line to standard error. Arguments that are errors are formatted by [terminal.Plain].
func (e *Env) Log(format string, args ...any) {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = terminal.Plain(err)
		}
	}
	fmt.Fprintln(e.Err, terminal.Escape(fmt.Sprintf("kaeshi: "+format, args...)))
}

// LogText is [Env.Log] of a text.
func (e *Env) LogText(text string) { e.Log("%s", text) }

// Fault logs an error in the input after which the command continues. With asJSON it also writes a
// [terminal.ErrorDocument] to the output.
func (e *Env) Fault(err error, asJSON bool) {
	e.Log("%v", err)
	if asJSON {
		_ = e.encode(terminal.ErrorDocument{Schema: terminal.ErrorSchema, Error: terminal.Plain(err)})
	}
}

// Fail logs the error that ends a run. With asJSON it also writes a [terminal.ErrorDocument] to the output.
func (e *Env) Fail(err error, status int, asJSON bool) {
	e.Log("%v", err)
	if asJSON {
		_ = e.encode(terminal.ErrorDocument{Schema: terminal.ErrorSchema, Error: terminal.Plain(err), Status: status})
	}
}

// encode writes a document as one line of JSON. Out records a failed write.
func (e *Env) encode(document any) error {
	encoder := json.NewEncoder(e.Out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(document)
}

// Progress returns a progress line on standard error. If that is not a terminal, a line is logged every half minute.
func (e *Env) Progress() *terminal.Progress {
	return terminal.NewProgress(e.Err, func(line string) { e.Log("%s", line) })
}

// patience is the duration of work from which its progress is shown.
const patience = 2 * time.Second

// Watch shows the progress of work on a terminal.
type Watch struct {
	progress *terminal.Progress
	stop     context.CancelFunc
}

// Watch shows the progress of work on a terminal, once it has taken two seconds. Several times a second it requests the
// line, from another goroutine, until ctx ends or Stop is called.
func (e *Env) Watch(ctx context.Context, line func(elapsed time.Duration) string) *Watch {
	watched, stop := context.WithCancel(ctx)
	w, began := &Watch{terminal.NewProgress(e.Err, nil), stop}, time.Now()
	w.progress.Follow(watched, func() string {
		if elapsed := time.Since(began); elapsed >= patience && watched.Err() == nil {
			return line(elapsed)
		}
		return ""
	})
	return w
}

// Clear removes the line until it is shown again, so that something else can be written in its place. A nil Watch shows
// nothing.
func (w *Watch) Clear() {
	if w != nil {
		w.progress.Clear()
	}
}

// Stop removes the line for good. It may be called more than once.
func (w *Watch) Stop() {
	w.stop()
	w.progress.Clear()
}

// Show writes a result as text or as one line of JSON.
func (e *Env) Show(result fmt.Stringer, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintln(e.Out, result)
		return err
	}
	return e.encode(result)
}

// Stdin returns standard input as a document, which ends with the input. If it is a terminal, Stdin prints how to end
// it. Reads fail when ctx ends, so a terminal that waits for a line does not block the end of the program.
func (e *Env) Stdin(ctx context.Context) io.Reader {
	if terminal.Is(e.In) {
		end := "Ctrl-D"
		if runtime.GOOS == "windows" {
			end = "Ctrl-Z, Enter"
		}
		e.Log(e.Words["stdin.typed"], end)
	}
	return e.Dialogue(ctx)
}

// Dialogue is [Env.Stdin] for commands that answer each line, such as protocols. It prints nothing.
func (e *Env) Dialogue(ctx context.Context) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, e.In)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return r
}

// Document returns standard output for the content of a file. It is written unchanged except to a terminal, which
// control characters in it might affect.
func (e *Env) Document() io.Writer {
	e.Out.Verbatim = !terminal.Is(e.Out.Writer)
	return e.Out
}

// OnScreen reports whether an output file is standard output on a terminal, where a progress line would overwrite it.
func (e *Env) OnScreen(file string) bool { return file == "-" && terminal.Is(e.Out.Writer) }

// StdinIfNamed returns standard input if "-" is among the arguments. Otherwise it returns an empty reader and does not
// read standard input.
func (e *Env) StdinIfNamed(ctx context.Context, args []string) io.Reader {
	if slices.Contains(args, "-") {
		return e.Stdin(ctx)
	}
	return strings.NewReader("")
}

var errFolder = errors.New("is a folder (want a file)")

// Each calls do for each file that the arguments name, "-" being standard input and the only one without arguments.
// With several files the errors of do name the file. It fails before the first call if a file cannot be opened.
func (e *Env) Each(ctx context.Context, args []string, do func(name string, in io.Reader) error) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, name := range args {
		if name == "-" {
			continue
		}
		in, err := e.Open(ctx, []string{name})
		if err != nil {
			return err
		}
		_ = in.Close() // nothing was read
	}
	for _, name := range args {
		in, err := e.Open(ctx, []string{name})
		if err != nil {
			return err
		}
		err = do(name, in)
		_ = in.Close() // it was only read
		if err != nil && len(args) > 1 && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Open opens the file named by the only argument. Without an argument, or for "-", it returns standard input.
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

// Unreadable reports whether err is an I/O error rather than an error in the input.
func Unreadable(err error) bool {
	path := (*fs.PathError)(nil)
	return errors.As(err, &path)
}

// Faults counts errors in the input after which a command continues.
type Faults struct {
	Count int

	unread bool
}

// Add counts an error.
func (f *Faults) Add(err error) {
	f.Count++
	f.unread = f.unread || Unreadable(err)
}

// Verdict returns the error of the command at its end, or nil if no errors were counted. It is a failure if a file
// could not be read, and otherwise an error in the input. The plural noun what names the input, such as "games".
func (f *Faults) Verdict(what string) error {
	switch {
	case f.Count == 0:
		return nil
	case f.unread:
		return terminal.Failure("%s or files that could not be read: %d", what, f.Count)
	}
	return terminal.Illegal("%s that could not be read: %d", what, f.Count)
}

// NotPositions returns the error for n lines of the input that are not positions.
func NotPositions(n int) error {
	return terminal.Illegal("%d %s", n, lang.English.Plural(n, "line is not a position", "lines are not positions"))
}

// Command returns a command whose help consists of the texts KEY.short, KEY.long and, if it exists, KEY.example.
func (e *Env) Command(key, use string, args cobra.PositionalArgs) *cobra.Command {
	return &cobra.Command{
		Use: use, Args: args,
		Short: e.Words[key+".short"], Long: e.Words[key+".long"], Example: e.Words[key+".example"],
	}
}

// UseLine returns the command line of c with English names.
func UseLine(c *cobra.Command) string { return strings.Replace(c.UseLine(), "[flags]", "[FLAGS]", 1) }

// Args returns a check of the number of arguments. Its error describes the arguments by names.
func Args(low, high int, names string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) >= low && len(args) <= high:
			return nil
		case high == 0:
			return fmt.Errorf("%q: %s takes no argument; usage: %s", args[0], pathOf(c), UseLine(c))
		}
		return fmt.Errorf("%s takes %s, but %s given; usage: %s", pathOf(c), names,
			lang.English.Plural(len(args), "1 argument is", fmt.Sprintf("%d arguments are", len(args))), UseLine(c))
	}
}

// Files is [Args] for files, among which "-" is standard input and may occur once.
func Files(low int, names string) cobra.PositionalArgs {
	args := Args(low, math.MaxInt, names)
	return func(c *cobra.Command, list []string) error {
		return cmp.Or(args(c, list), OneStdin(list))
	}
}

// OneStdin returns an error if standard input is named twice.
func OneStdin(files []string) error {
	if at := slices.Index(files, "-"); at >= 0 && slices.Contains(files[at+1:], "-") {
		return errors.New(`"-" is given twice, but standard input can be read only once`)
	}
	return nil
}

// pathOf returns the path of a command without the program, such as "book show".
func pathOf(c *cobra.Command) string {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	return path
}

// OnlyVerbs returns an error for arguments of a command that accepts only subcommands.
func OnlyVerbs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Unknown(c, args[0])
}

// Unknown returns the error for an unknown subcommand of c. It suggests similar names, or lists all names.
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
		return fmt.Errorf("unknown command %q: %s has no subcommands", name, c.CommandPath())
	case len(similar) > 0:
		return fmt.Errorf("unknown command %q%s; did you mean %s?", name, of, strings.Join(similar, " or "))
	}
	return fmt.Errorf("unknown command %q%s (want one of %s)", name, of, strings.Join(verbs, ", "))
}

// CommandLine returns the command line of a run, for files that record how they were made: the command, the flags set
// by the command line or the environment, and the arguments. The flags of the cluster are omitted: they do not affect
// the result, and an address holds a secret.
func CommandLine(c *cobra.Command, args []string) string {
	words := []string{c.CommandPath()}
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"cluster", "creds", "tls-ca", "replicas", "silence", "verify"}, f.Name) {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return strings.Join(append(words, args...), " ")
}
