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
	packed:         "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// packed is the end of the name of a module that is kept in gzip form, as it is sent to nearly everyone.
const packed = ".wasmgz"

// hashedFolder holds the files whose names change with their content, so that a browser may keep them for ever.
const hashedFolder = "assets/"

// addAssets serves every file of the built page by its name, and index.html as /.
func addAssets(mux *http.ServeMux, files fs.FS) error {
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
	encoding                   string // of content: gzip, or none
}

func newAsset(name string, content []byte) (asset, error) {
	kind, ok := contentTypes[path.Ext(name)]
	if !ok {
		return asset{}, fmt.Errorf("%s: the type of %q files is not known to contentTypes", name, path.Ext(name))
	}
	sum := sha256.Sum256(content)
	// The tag is weak since the same file may travel in gzip and plain.
	a := asset{
		content: content, contentType: kind, tag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		lifetime: "no-cache",
	}
	if path.Ext(name) == packed {
		a.encoding = "gzip"
	}
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
	content := a.content
	if a.encoding != "" {
		h.Set("Vary", "Accept-Encoding")
		if takes(r, a.encoding) {
			h.Set("Content-Encoding", a.encoding)
		} else if content = unpacked(content); content == nil {
			http.Error(w, "the file is damaged", http.StatusInternalServerError)
			return
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// takes reports whether whoever asks can read an encoding. What they prefer is no matter: q=0 alone is a refusal.
func takes(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(offer), " ", ""), ";")
		if name == encoding {
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}

// unpacked is what a gzip file holds; nil when it is none.
func unpacked(file []byte) []byte {
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
