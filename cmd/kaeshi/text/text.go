// Package text holds the texts of the command line in all languages.
package text

import (
	"embed"
	"strings"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed *.json
var files embed.FS

var catalogue = lang.NewCatalogue(files, ".")

// In returns the texts of a language by key.
func In(l lang.Lang) map[string]string { return catalogue.In(l).Map() }

// Languages returns the available languages. The first is the default.
func Languages() []string {
	var tags []string
	for _, l := range lang.All() {
		tags = append(tags, string(l))
	}
	return tags
}

// Choose returns the language of a run: that of --lang or, without it, that of the environment. It searches args for
// --lang, because the flags cannot be defined before the language of their help is known.
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
