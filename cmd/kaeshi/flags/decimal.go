package flags

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// decimal is an integer flag that accepts decimal digits only. Package pflag also accepts 0x10, 1_0 and octal numbers
// such as 010, which is 8.
type decimal struct{ pflag.Value }

// Set parses a decimal number.
func (d decimal) Set(text string) error {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return d.Value.Set(strconv.FormatUint(n, 10))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	return d.Value.Set(strconv.FormatInt(n, 10))
}

// Decimal makes the integer flags of a command and its subcommands accept decimal numbers only.
func Decimal(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if kind := f.Value.Type(); kind == "int" || kind == "uint64" {
			f.Value = decimal{f.Value}
		}
	})
	for _, sub := range c.Commands() {
		Decimal(sub)
	}
}
