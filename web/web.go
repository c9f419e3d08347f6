// Package web embeds the page built from web/ui and the WebAssembly modules, so that building the program does not
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
	modules = "engine"
	assets  = "assets"
)

// Page returns the files of the built page. The WebAssembly modules are listed among the assets although they are not
// stored in web/dist. Their names contain their checksums, as web/ui/engine.mjs computes them for the page.
func Page() (fs.FS, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, err
	}
	entries, err := embedded.ReadDir(modules)
	if err != nil {
		return nil, err
	}
	p := page{dist, map[string]string{}}
	for _, entry := range entries {
		file := modules + "/" + entry.Name()
		content, err := embedded.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(content)
		name, suffix, _ := strings.Cut(entry.Name(), ".")
		p.modules[name+"-"+hex.EncodeToString(sum[:8])+"."+suffix] = file
	}
	return p, nil
}

// page is the built page with the modules as more assets.
type page struct {
	dist    fs.FS
	modules map[string]string // files by their names in the assets folder
}

// Open opens a file of the page.
func (p page) Open(name string) (fs.File, error) {
	if asset, ok := strings.CutPrefix(name, assets+"/"); ok && p.modules[asset] != "" {
		return embedded.Open(p.modules[asset])
	}
	return p.dist.Open(name)
}

// ReadDir lists a directory of the page, sorted by name.
func (p page) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(p.dist, name)
	if err != nil || name != assets {
		return entries, err
	}
	for name, file := range p.modules {
		info, err := fs.Stat(embedded, file)
		if err != nil {
			return nil, err
		}
		entries = append(entries, fs.FileInfoToDirEntry(renamed{info, name}))
	}
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
