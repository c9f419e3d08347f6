package edge

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAsset(t *testing.T) {
	for name, want := range map[string][2]string{
		"assets/index-Ab12Cd34.js":  {"text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		"assets/index-Ab12Cd34.css": {"text/css; charset=utf-8", "public, max-age=31536000, immutable"},
		"favicon.svg":               {"image/svg+xml", "no-cache"},
		"engine.wasm":               {"application/wasm", "no-cache"},
	} {
		a, err := newAsset(name, []byte("content"))
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest("GET", "/"+name, nil))
		if h := w.Header(); h.Get("Content-Type") != want[0] || h.Get("Cache-Control") != want[1] ||
			!strings.HasPrefix(h.Get("ETag"), `W/"`) || w.Body.String() != "content" {
			t.Errorf("%s: %v", name, h)
		}
	}
	if _, err := newAsset("page.php", nil); err == nil {
		t.Error("a file of unknown type is served")
	}
}

// TestPackedAsset: the engine for browsers travels as it is kept, or as it is when it is unpacked.
func TestPackedAsset(t *testing.T) {
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	_, _ = z.Write([]byte("module"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := newAsset("assets/kaeshi-Ab12Cd34.wasmgz", file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for accepted, encoding := range map[string]string{
		"gzip, deflate, br": "gzip", "br;q=1, GZIP;q=0.5": "gzip", "": "", "gzip;q=0": "", "gzip; q=0.0, br": "",
		"deflate": "",
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", accepted)
		a.ServeHTTP(w, r)
		want := "module"
		if encoding != "" {
			want = file.String()
		}
		h := w.Header()
		if w.Body.String() != want || h.Get("Content-Encoding") != encoding ||
			h.Get("Content-Type") != "application/wasm" || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("for %q: %d bytes, %v", accepted, w.Body.Len(), h)
		}
	}
	damaged, err := newAsset("kaeshi.wasmgz", []byte("no gzip"))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	if damaged.ServeHTTP(w, httptest.NewRequest("GET", "/", nil)); w.Code != http.StatusInternalServerError {
		t.Errorf("a damaged file is sent with %d", w.Code)
	}
}
