package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed text/*.json
var catalogues embed.FS

// catalogue is the texts of one language by their keys.
type catalogue map[string]string

func readCatalogue(language string) (catalogue, error) {
	file := "text/" + language + ".json"
	text, err := catalogues.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var c catalogue
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// languages are those that there is a catalogue of; the first is spoken to everyone else.
func languages() []string { return []string{"en", "ja"} }

// language is chosen by --lang, which must be known before the flags and their help are made, or else by the environment.
func (p *program) language(args []string) string {
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
		if value := p.env(name); value != "" {
			return spoken(value)
		}
	}
	return languages()[0]
}

func spoken(locale string) string {
	if strings.HasPrefix(strings.ToLower(locale), "ja") {
		return "ja"
	}
	return "en"
}
