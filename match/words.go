package match

import (
	"embed"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue holds the texts of reports and plots.
var catalogue = lang.NewCatalogue(wordFiles, "words")
