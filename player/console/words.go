// Package console plays games at a text terminal: it draws the board, prints what happens, and reads moves and
// commands.
package console

import (
	"embed"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue has the texts of a [Terminal].
var catalogue = lang.NewCatalogue(wordFiles, "words")
