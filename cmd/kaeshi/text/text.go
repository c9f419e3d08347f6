// Package text holds the texts of the command line in every language.
package text

import (
	"embed"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed *.json
var files embed.FS

var catalogue = lang.NewCatalogue(files, ".")

// In returns the texts of a language by their keys.
func In(l lang.Lang) map[string]string { return catalogue.In(l).Map() }

// Languages are those that have a catalogue. The first is the default.
func Languages() []string {
	var tags []string
	for _, l := range lang.All() {
		tags = append(tags, string(l))
	}
	return tags
}

// Choose returns the language of a run: that of --lang, which must be known before the flags and their help are made,
// or else that of the environment.
func Choose(args []string, getenv func(string) string) lang.Lang {
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok {
			return lang.Of(value)
		}
	}
	for _, name := range []string{"KAESHI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			return lang.Of(value)
		}
	}
	return lang.All()[0]
}
