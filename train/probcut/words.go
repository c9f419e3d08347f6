package probcut

import (
	"embed"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue contains the texts of plots.
var catalogue = lang.NewCatalogue(wordFiles, "words")
