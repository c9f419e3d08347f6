package verb

import (
	"regexp"
	"runtime"
	"strings"
)

// plain matches arguments that need no quoting. They have no leading hyphen, as they would be read as flags.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=][A-Za-z0-9_./:@%+,=-]*$`)

// Quote returns an argument quoted for the shell of this system.
func Quote(argument string) string { return quoteFor(runtime.GOOS, argument) }

func quoteFor(system, argument string) string {
	switch {
	case plain.MatchString(argument):
		return argument
	case system == "windows":
		return `"` + argument + `"`
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}
