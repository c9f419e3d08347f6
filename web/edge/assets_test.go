package edge

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		h := w.Header()
		got := [2]string{h.Get("Content-Type"), h.Get("Cache-Control")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: type and caching (-want +got):\n%s", name, diff)
		}
		if tag := h.Get("ETag"); !strings.HasPrefix(tag, `W/"`) {
			t.Errorf("%s: tag %s, want a weak tag", name, tag)
		}
		if body := w.Body.String(); body != "content" {
			t.Errorf("%s: body %q, want %q", name, body, "content")
		}
	}
	if _, err := newAsset("page.php", nil); err == nil {
		t.Error("newAsset accepts a file of unknown type, want an error")
	}
}

// TestGzippedAsset checks that the engine is sent compressed, or decompressed to clients that do not accept gzip.
func TestGzippedAsset(t *testing.T) {
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
		if w.Body.String() != want {
			t.Errorf("Accept-Encoding %q: %d bytes, want %d", accepted, w.Body.Len(), len(want))
		}
		got := [3]string{h.Get("Content-Encoding"), h.Get("Content-Type"), h.Get("Vary")}
		if diff := cmp.Diff([3]string{encoding, "application/wasm", "Accept-Encoding"}, got); diff != "" {
			t.Errorf("Accept-Encoding %q: headers (-want +got):\n%s", accepted, diff)
		}
	}
	damaged, err := newAsset("kaeshi.wasmgz", []byte("no gzip"))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	if damaged.ServeHTTP(w, httptest.NewRequest("GET", "/", nil)); w.Code != http.StatusInternalServerError {
		t.Errorf("damaged file: status %d, want 500", w.Code)
	}
}
