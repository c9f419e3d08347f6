package verb

import (
	"regexp"
	"runtime"
	"strings"
)

// plain matches arguments that no shell changes. A leading hyphen would make a flag of one.
var plain = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=][A-Za-z0-9_./:@%+,=-]*$`)

// Quote returns an argument as a user types it into the shell of this system.
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
