// Package text holds the texts of the command line in every language.
package text

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed *.json
var files embed.FS

// Read returns the texts of a language by their keys.
func Read(language string) (map[string]string, error) {
	file := language + ".json"
	text, err := files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var c map[string]string
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// Languages are those that have a catalogue. The first is the default.
func Languages() []string { return []string{"en", "ja"} }

// Choose returns the language of a run: that of --lang, which must be known before the flags and their help are made,
// or else that of the environment.
func Choose(args []string, getenv func(string) string) string {
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok {
			return spoken(value)
		}
	}
	for _, name := range []string{"KAESHI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			return spoken(value)
		}
	}
	return Languages()[0]
}

func spoken(locale string) string {
	if strings.HasPrefix(strings.ToLower(locale), "ja") {
		return "ja"
	}
	return "en"
}
