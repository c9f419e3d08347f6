// Package web embeds the page as it is built from web/ui, so that building the program needs no Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Page returns the files of the built page.
func Page() (fs.FS, error) { return fs.Sub(dist, "dist") }
