package edge

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// contentTypes maps the extensions of the page's files to content types. Package mime would also read the tables of the
// operating system.
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
	gzippedWasm:    "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// gzippedWasm is the extension of gzip-compressed WebAssembly modules.
const gzippedWasm = ".wasmgz"

// hashedFolder holds files whose names contain a hash of their content. Browsers may cache them indefinitely.
const hashedFolder = "assets/"

// addAssets registers every file of the built page under its name, and index.html as / too.
func addAssets(mux *http.ServeMux, files fs.FS) error {
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return fmt.Errorf("the page is not built; run make dist-web (%w)", err)
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

// asset is a file of the page.
type asset struct {
	content                    []byte
	contentType, tag, lifetime string
	encoding                   string // of content: "gzip" or ""
}

func newAsset(name string, content []byte) (asset, error) {
	kind, ok := contentTypes[path.Ext(name)]
	if !ok {
		return asset{}, fmt.Errorf("%s: contentTypes has no entry for %q", name, path.Ext(name))
	}
	sum := sha256.Sum256(content)
	// The tag is weak because the file may be sent with and without compression.
	a := asset{
		content: content, contentType: kind, tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		lifetime: "no-cache",
	}
	if path.Ext(name) == gzippedWasm {
		a.encoding = "gzip"
	}
	if strings.HasPrefix(name, hashedFolder) {
		a.lifetime = "public, max-age=31536000, immutable"
	}
	return a, nil
}

// ServeHTTP sends the file, or status 304 if the client's copy is up to date.
func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", a.lifetime)
	content := a.content
	if a.encoding != "" {
		h.Set("Vary", "Accept-Encoding")
		if accepts(r, a.encoding) {
			h.Set("Content-Encoding", a.encoding)
		} else if content = gunzip(content); content == nil {
			http.Error(w, "the file is damaged", http.StatusInternalServerError)
			return
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// accepts reports whether the client accepts an encoding. Of the quality values only q=0 matters, which refuses it.
func accepts(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(offer), " ", ""), ";")
		if name == encoding {
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}

// gunzip returns the content of a gzip file, or nil if it is invalid.
func gunzip(file []byte) []byte {
	in, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil
	}
	content, err := io.ReadAll(in)
	if err != nil {
		return nil
	}
	return content
}
