package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// dist is the page as built from ui: go build needs no Node.
//
//go:embed all:dist
var dist embed.FS

// contentTypes are those of the built page. They do not come from the machine's own table, which may say anything.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// hashedFolder holds the files whose names change with their content, so that a browser may keep them for ever.
const hashedFolder = "assets/"

// addAssets serves every file of the built page by its name, and index.html as /.
func addAssets(mux *http.ServeMux) error {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return err
	}
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return fmt.Errorf("the page is not built: run make dist-web (%w)", err)
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		a, err := newAsset(name, content)
		if err != nil {
			return err
		}
		mux.Handle("GET /"+name, a)
		if name == "index.html" {
			mux.Handle("GET /{$}", a)
		}
		return nil
	})
}

// asset is one file of the page.
type asset struct {
	content                    []byte
	contentType, tag, lifetime string
}

func newAsset(name string, content []byte) (asset, error) {
	kind, ok := contentTypes[path.Ext(name)]
	if !ok {
		return asset{}, fmt.Errorf("%s: the type of %q files is not known to contentTypes", name, path.Ext(name))
	}
	sum := sha256.Sum256(content)
	// The tag is weak since the same file may travel in gzip and plain.
	a := asset{content, kind, `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, "no-cache"}
	if strings.HasPrefix(name, hashedFolder) {
		a.lifetime = "public, max-age=31536000, immutable"
	}
	return a, nil
}

// ServeHTTP sends the file, or says that the client's copy is still right.
func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", a.lifetime)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
}
