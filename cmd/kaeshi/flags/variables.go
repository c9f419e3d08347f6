package flags

import (
	"errors"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// blamed is an error whose text names environment variables, or lines of a file.
type blamed struct {
	text string
	err  error
}

func (b *blamed) Error() string { return b.text }
func (b *blamed) Unwrap() error { return b.err }

var flagName = regexp.MustCompile(`--[a-z][a-z-]*`)

// Blame rewrites the error of a command whose flags were set by environment variables or a configuration file, so that
// it names the variables, or the settings in the file. A usage error names them instead of the flags. An error that
// names no flag but contains the value of one gets the name of its variable or setting as a prefix.
func Blame(c *cobra.Command, err error) error {
	if err == nil || c == nil {
		return err
	}
	marked := (*terminal.ExitError)(nil)
	isUsage := errors.As(err, &marked) && marked.Code == terminal.ExitUsage
	before := err.Error()
	text, named := before, false
	replace := func(name string) string {
		if f := c.Flags().Lookup(strings.TrimPrefix(name, "--")); f != nil && f.Annotations[inherited] != nil {
			named = true
			return f.Annotations[inherited][0]
		}
		return name
	}
	if isUsage {
		text = flagName.ReplaceAllStringFunc(text, replace)
	} else if at := flagName.FindStringIndex(text); at != nil && at[0] == 0 {
		text = replace(text[:at[1]]) + text[at[1]:]
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if named || f.Annotations[inherited] == nil || strings.Contains(before, f.Annotations[inherited][0]) {
			return
		}
		switch f.Value.Type() {
		case "string", "stringArray", "stringSlice":
			value := strings.Trim(f.Value.String(), "[]")
			if named = len(value) > 2 && strings.Contains(before, value); named {
				text = f.Annotations[inherited][0] + ": " + text
			}
		}
	})
	if text == before {
		return err
	}
	return &blamed{text, err}
}
