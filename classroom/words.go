package classroom

import (
	"embed"

	"github.com/kaeshi/kaeshi/internal/lang"
)

//go:embed words/*.json
var wordFiles embed.FS

// catalogue has the texts above and inside trees, and the columns of tables.
var catalogue = lang.NewCatalogue(wordFiles, "words")
