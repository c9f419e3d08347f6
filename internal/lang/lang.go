// Package lang provides the languages of the program, sentences in both languages, and catalogues of texts.
package lang

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"
)

// Lang is a language tag. Values other than the constants mean English.
type Lang string

// The languages.
const (
	English  Lang = "en"
	Japanese Lang = "ja"
)

// All returns the languages. The first is the default.
func All() []Lang { return []Lang{English, Japanese} }

// Of returns the language of a locale or tag such as "ja_JP.UTF-8". It is English unless the language is Japanese.
func Of(locale string) Lang {
	if strings.HasPrefix(strings.ToLower(locale), string(Japanese)) {
		return Japanese
	}
	return English
}

// Sentence is a text in both languages.
type Sentence struct {
	En string `json:"en"` // in English
	Ja string `json:"ja"` // in Japanese
}

// In returns the text in a language.
func (s Sentence) In(l Lang) string {
	if l == Japanese {
		return s.Ja
	}
	return s.En
}

// Catalogue holds texts in all languages. It reads them at the first use.
type Catalogue struct {
	read func() (map[Lang]Texts, error)
}

// NewCatalogue returns the catalogue of the files en.json and ja.json in a folder of an embedded file system. Each file
// is an object of keys and texts, which may have the verbs of package fmt.
func NewCatalogue(files fs.FS, folder string) *Catalogue {
	return &Catalogue{sync.OnceValues(func() (map[Lang]Texts, error) {
		all := map[Lang]Texts{}
		for _, l := range All() {
			name := path.Join(folder, string(l)+".json")
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			t := Texts{Lang: l}
			if err := json.Unmarshal(text, &t.texts); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			all[l] = t
		}
		return all, nil
	})}
}

// In returns the texts in a language. It panics if the files, which are part of the program, are missing or invalid.
// langtest.Check tests them.
func (c *Catalogue) In(l Lang) Texts {
	all, err := c.read()
	if err != nil {
		panic(err) //nolint:forbidigo // a defect of the program that no caller can handle
	}
	return all[Of(string(l))]
}

// Texts holds the texts of a catalogue in one language.
type Texts struct {
	Lang  Lang
	texts map[string]string
}

// Say returns the text of a key, formatted with the arguments, or "" for an unknown key. Without arguments, the text is
// returned unchanged.
func (t Texts) Say(key string, args ...any) string {
	if len(args) == 0 {
		return t.texts[key]
	}
	return fmt.Sprintf(t.texts[key], args...)
}

// Map returns a copy of all texts by key.
func (t Texts) Map() map[string]string { return maps.Clone(t.texts) }
