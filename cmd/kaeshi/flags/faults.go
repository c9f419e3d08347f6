package flags

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// Explain rewrites an error of parsing the flags of a command in plain words, with status [terminal.ExitUsage]. For an
// unknown flag it suggests flags with similar names, or lists all flags.
func Explain(c *cobra.Command, err error) error {
	var (
		value   *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
		unknown *pflag.NotExistError
		syntax  *pflag.InvalidSyntaxError
	)
	switch {
	case errors.As(err, &value):
		return terminal.Usage("--%s %q: %s", value.GetFlag().Name, value.GetValue(), expectation(value.GetFlag(), err))
	case errors.As(err, &missing):
		return terminal.Usage("--%s needs a value: %s", missing.GetFlag().Name, expectation(missing.GetFlag(), nil))
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &syntax):
		return terminal.Usage("%q is not a flag: expected --NAME or --NAME=VALUE", syntax.GetSpecifiedFlag())
	}
	return terminal.Usage("%w", err)
}

// expectation describes the values that a flag accepts. The error is that of a refused value, or nil for a missing one.
func expectation(f *pflag.Flag, err error) string {
	if errors.Is(err, strconv.ErrRange) {
		return "the number is too large"
	}
	switch f.Value.Type() {
	case "int":
		return "expected a whole number"
	case "uint64":
		return "expected a whole number, 0 or more"
	case "float64":
		return "expected a number"
	case "bool":
		return "expected true or false"
	case "duration":
		return "expected a duration such as 30s or 1m30s"
	case "intSlice":
		return "expected whole numbers, separated by commas"
	case "string", "stringArray", "stringSlice":
		return "expected a text"
	}
	if cause := errors.Unwrap(err); cause != nil {
		return cause.Error()
	}
	return "expected " + f.Value.Type()
}

// unknownFlag returns the error for an unknown flag. It suggests flags with similar names, or lists all flags. After an
// unknown subcommand, whose flags are unknown too, it returns the error for the subcommand.
func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	if c.HasSubCommands() {
		if err := c.ValidateArgs(c.Flags().Args()); err != nil {
			return terminal.Usage("%w", err)
		}
	}
	name, dashes := unknown.GetSpecifiedName(), "--"
	if shorts := unknown.GetSpecifiedShortnames(); shorts != "" {
		name, dashes = shorts, "-"
		if shorts[0] >= '0' && shorts[0] <= '9' {
			return terminal.Usage("-%s is not a flag of %s; write arguments that begin with - after --",
				shorts, c.CommandPath())
		}
	}
	var names []string
	known := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, "--"+f.Name)
		known.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	if similar := known.SuggestionsFor(name); dashes == "--" && len(similar) > 0 {
		return terminal.Usage("unknown flag --%s of %s; did you mean --%s?",
			name, c.CommandPath(), strings.Join(similar, " or --"))
	}
	return terminal.Usage("unknown flag %s%s; flags of %s are %s",
		dashes, name, c.CommandPath(), strings.Join(names, ", "))
}

// Annotations of flags that are numbers or durations: the least and the greatest value allowed.
const (
	least    = "kaeshi_least"
	greatest = "kaeshi_greatest"
)

// AtLeast sets the least allowed value of flags that are numbers. The least value of flags without one is 0. The
// default of a flag may be less. A duration with a least value above 0 must be longer than 0s.
func AtLeast(c *cobra.Command, low float64, names ...string) {
	for _, name := range names {
		annotate(c.Flags().Lookup(name), least, strconv.FormatFloat(low, 'f', -1, 64))
	}
}

// Between sets the least and the greatest allowed value of flags that are numbers.
func Between(c *cobra.Command, low, high float64, names ...string) {
	AtLeast(c, low, names...)
	for _, name := range names {
		annotate(c.Flags().Lookup(name), greatest, strconv.FormatFloat(high, 'f', -1, 64))
	}
}

// Check returns an error with status [terminal.ExitUsage] if a number is out of bounds or if flags that exclude each
// other are given.
func Check(set *pflag.FlagSet) (err error) {
	set.Visit(func(f *pflag.Flag) {
		if err == nil {
			err = checkBounds(f)
		}
		for _, other := range f.Annotations[alternatives] {
			if err == nil && other != f.Name && set.Changed(other) {
				err = terminal.Usage("--%s and --%s exclude each other; use one of them", f.Name, other)
			}
		}
	})
	return err
}

func checkBounds(f *pflag.Flag) error {
	var values []float64
	switch v := f.Value.(type) {
	case pflag.SliceValue:
		if f.Value.Type() != "intSlice" {
			return nil
		}
		for _, text := range v.GetSlice() {
			n, _ := strconv.ParseFloat(text, 64) // the flag has parsed it
			values = append(values, n)
		}
	default:
		n, ok := numberOf(f)
		if !ok {
			return nil
		}
		values = append(values, n)
	}
	low, high := bound(f, least), bound(f, greatest)
	for _, n := range values {
		bounded := f.Annotations[greatest] != nil
		switch {
		case n >= low && (!bounded || n <= high) && n-n == 0:
		case f.Value.Type() == "duration" && bounded:
			return terminal.Usage("--%s %v: expected a time from %v to %v", f.Name, f.Value, time.Duration(low),
				time.Duration(high))
		case f.Value.Type() == "duration" && low == 0:
			return terminal.Usage("--%s %v: expected 0s or longer", f.Name, f.Value)
		case f.Value.Type() == "duration":
			return terminal.Usage("--%s %v: expected a time longer than 0s", f.Name, f.Value)
		case bounded:
			return terminal.Usage("--%s %v: expected a number from %v to %v", f.Name, f.Value, low, high)
		case n == 0:
			return terminal.Usage("--%s 0: expected %v or more; leave the flag out for its default", f.Name, low)
		default:
			return terminal.Usage("--%s %v: expected a number, %v or more", f.Name, f.Value, low)
		}
	}
	return nil
}

// numberOf returns the value of a flag that is a number, or a duration in nanoseconds.
func numberOf(f *pflag.Flag) (n float64, ok bool) {
	switch f.Value.Type() {
	case "int", "float64", "uint64":
		n, err := strconv.ParseFloat(f.Value.String(), 64)
		return n, err == nil
	case "duration":
		d, err := time.ParseDuration(f.Value.String())
		return float64(d), err == nil
	}
	return 0, false
}

func bound(f *pflag.Flag, key string) float64 {
	if f.Annotations[key] == nil {
		return 0
	}
	n, _ := strconv.ParseFloat(f.Annotations[key][0], 64) // Between wrote it
	return n
}
