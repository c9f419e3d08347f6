package flags

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// LongestConfig is the maximum size of a configuration file in bytes.
const LongestConfig = 1 << 16

// Settings returns the names of the flags that a configuration file may set, sorted.
func Settings(set *pflag.FlagSet) (names []string) {
	set.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains([]string{"config", "print-config", "help", "lang", "version"}, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// ReadConfig sets flags from the text of a configuration file, unless they were given on the command line or in the
// environment. A line has the form NAME = VALUE, with the name of a flag. A value may be in double quotes, with the
// escapes of Go strings. Empty lines and comments, which begin with #, are ignored. The names are those that the file
// may set. Names without a flag in the set belong to other commands and are checked only for repetition.
func ReadConfig(set *pflag.FlagSet, file, text string, names []string) error {
	fault := func(line int, format string, args ...any) error {
		return terminal.Usage("%s: line %d: %s", file, line, fmt.Sprintf(format, args...))
	}
	if len(text) > LongestConfig || !utf8.ValidString(text) {
		return terminal.Usage("%s: not a configuration file: want text of at most %d bytes in UTF-8", file,
			LongestConfig)
	}
	lines, overridden := map[string]int{}, overriddenIn(set) // lines of the names
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		name, value, err := parseSetting(line)
		switch {
		case err != nil:
			return fault(i+1, "%v", err)
		case name == "":
			continue
		case !slices.Contains(names, name):
			return fault(i+1, "%q is not a setting (want one of %s)", name, strings.Join(names, ", "))
		case lines[name] > 0:
			return fault(i+1, "%s is already set in line %d", name, lines[name])
		}
		lines[name] = i + 1
		f := set.Lookup(name)
		if f == nil || overridden(f) {
			continue
		}
		if err := set.Set(name, value); err != nil {
			return fault(i+1, "%s = %s: %s", name, value, expectation(f, err))
		}
		annotate(f, inherited, file+": "+name, fmt.Sprintf("%s, line %d", file, i+1))
	}
	return nil
}

// parseSetting parses a line of a configuration file. The name of an empty line is empty.
func parseSetting(line string) (name, value string, err error) {
	if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
		return "", "", nil
	}
	name, value, ok := strings.Cut(line, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return "", "", fmt.Errorf("%q is not of the form NAME = VALUE", line)
	}
	value = strings.TrimSpace(value)
	if !strings.HasPrefix(value, `"`) {
		value, _, _ = strings.Cut(value, "#")
		return name, strings.TrimSpace(value), nil
	}
	quoted, err := strconv.QuotedPrefix(value)
	if err != nil {
		return "", "", fmt.Errorf("%s: the value lacks its closing quotation mark or has an unknown escape", name)
	}
	if rest := strings.TrimSpace(value[len(quoted):]); rest != "" && rest[0] != '#' {
		return "", "", fmt.Errorf("%s: %q follows the value (want a comment or nothing)", name, rest)
	}
	value, err = strconv.Unquote(quoted)
	return name, value, err
}

// Source returns where the value of a flag comes from: the name of the flag or of the environment variable, the file
// with the line, or "default".
func Source(f *pflag.Flag) string {
	if from := f.Annotations[inherited]; len(from) > 0 {
		return from[len(from)-1]
	}
	if f.Changed {
		return "--" + f.Name
	}
	return "default"
}

// Setting returns a flag as a line of a configuration file that ends with the source of its value as a comment. The
// line is a comment if the value is the default, or if it is a secret, which is not shown.
func Setting(f *pflag.Flag, secret bool) string {
	value, from := f.Value.String(), Source(f)
	switch f.Value.Type() {
	case "bool", "int", "duration":
	case "stringSlice":
		value = strconv.Quote(strings.TrimSuffix(strings.TrimPrefix(value, "["), "]"))
	default:
		value = strconv.Quote(value)
	}
	if secret && value != `""` {
		value = "(secret)"
	}
	line := fmt.Sprintf("%s = %s  # %s", f.Name, value, from)
	if from == "default" || secret {
		line = "# " + line
	}
	return line
}
