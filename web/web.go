// Package web embeds the page built from web/ui and the WebAssembly engine, so that building the program does not
// require Node.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
)

//go:embed all:dist engine
var embedded embed.FS

const (
	engineFile = "engine/kaeshi.wasmgz"
	assets     = "assets"
)

// Page returns the files of the built page. The engine is listed among the assets although it is not stored in
// web/dist. Its name contains its checksum, as web/ui/engine.mjs computes it for the page.
func Page() (fs.FS, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, err
	}
	content, err := embedded.ReadFile(engineFile)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	return page{dist, "kaeshi-" + hex.EncodeToString(sum[:8]) + ".wasmgz"}, nil
}

// page is the built page with the engine as one more asset.
type page struct {
	dist   fs.FS
	engine string // name of the engine in the assets folder
}

// Open opens a file of the page.
func (p page) Open(name string) (fs.File, error) {
	if name == assets+"/"+p.engine {
		return embedded.Open(engineFile)
	}
	return p.dist.Open(name)
}

// ReadDir lists a directory of the page, sorted by name.
func (p page) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(p.dist, name)
	if err != nil || name != assets {
		return entries, err
	}
	info, err := fs.Stat(embedded, engineFile)
	if err != nil {
		return nil, err
	}
	entries = append(entries, fs.FileInfoToDirEntry(renamed{info, p.engine}))
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// renamed is a file with a different name.
type renamed struct {
	fs.FileInfo
	name string
}

// Name returns the new name.
func (r renamed) Name() string { return r.name }
