package lang

import (
	"fmt"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Plural returns one or other, as the plural rules of the language require for n.
func (l Lang) Plural(n int, one, other string) string {
	if plural.Cardinal.MatchPlural(language.Make(string(Of(string(l)))), n, 0, 0, 0, 0) == plural.One {
		return one
	}
	return other
}

// Count returns a number and its noun in English, as in "1 game" and "2 games".
func Count[N int | int64 | uint64](n N, one, other string) string {
	return fmt.Sprintf("%d %s", n, English.Plural(int(n), one, other))
}
