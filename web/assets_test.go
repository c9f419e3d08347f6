//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	s := serve(t)
	response, page := s.do(s.request(t.Context(), "GET", "/", ""))
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(strings.ToLower(string(page)), "<!doctype html>") {
		t.Errorf("GET /: %s %v", response.Status, response.Header)
	}
	if cache := response.Header.Get("Cache-Control"); cache != "no-cache" {
		t.Errorf("the page may be kept: %q", cache)
	}
	r := s.request(t.Context(), "GET", "/", "")
	r.Header.Set("If-None-Match", response.Header.Get("ETag"))
	if again, body := s.do(r); again.StatusCode != http.StatusNotModified || len(body) != 0 {
		t.Errorf("unchanged: %s with %d bytes", again.Status, len(body))
	}
	if same := s.ask(http.StatusOK, "GET", "/index.html", ""); string(same) != string(page) {
		t.Error("/index.html is another page")
	}
	if response, _ := s.do(s.request(t.Context(), "POST", "/", "{}")); response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /: %s", response.Status)
	}
}

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
		if h := w.Header(); h.Get("Content-Type") != want[0] || h.Get("Cache-Control") != want[1] || !strings.HasPrefix(h.Get("ETag"), `W/"`) || w.Body.String() != "content" {
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
		"gzip, deflate, br": "gzip", "br;q=1, GZIP;q=0.5": "gzip", "": "", "gzip;q=0": "", "gzip; q=0.0, br": "", "deflate": "",
	} {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", accepted)
		a.ServeHTTP(w, r)
		want := "module"
		if encoding != "" {
			want = file.String()
		}
		h := w.Header()
		if w.Body.String() != want || h.Get("Content-Encoding") != encoding || h.Get("Content-Type") != "application/wasm" || h.Get("Vary") != "Accept-Encoding" {
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

// TestModuleProvenance: the pages that say where the engine for browsers comes from give the size and the sum of the one that is served.
func TestModuleProvenance(t *testing.T) {
	found, err := fs.Glob(dist, "dist/assets/kaeshi-*"+packed)
	if err != nil || len(found) != 1 {
		t.Fatalf("%d modules in dist (%v)", len(found), err)
	}
	module, err := fs.ReadFile(dist, found[0])
	if err != nil {
		t.Fatal(err)
	}
	size, sum := len(module), fmt.Sprintf("%x", sha256.Sum256(module))
	written := fmt.Sprintf("%d,%03d,%03d", size/1e6, size/1e3%1e3, size%1e3)
	for _, page := range []string{"../docs/offline.md", "../docs/offline.ja.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), written) || !strings.Contains(string(text), sum) {
			t.Errorf("%s does not say that the module has %s bytes and the sum %s", page, written, sum)
		}
	}
}

func TestGzip(t *testing.T) {
	s := serve(t)
	get := func(address string) *http.Response {
		r := s.request(t.Context(), "GET", address, "")
		r.Header.Set("Accept-Encoding", "gzip")
		response, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	for _, address := range []string{openAPIPath, apiPath + "players"} {
		response := get(address)
		if response.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(response.Header.Get("Vary"), "Accept-Encoding") {
			t.Fatalf("%s: %v", address, response.Header)
		}
		plain, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.NewDecoder(plain).Decode(&document); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for name, content := range largeTexts(t) {
		response := get("/" + name)
		if response.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v", name, response.Header)
		}
		plain, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(plain); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes became %d (%v)", name, len(content), len(got), err)
		}
	}
	for _, address := range []string{"/healthz", thinkPath + "?player=kaeshi:level=5"} {
		if response := get(address); response.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v", address, response.Header)
		}
	}
}

// largeTexts is the scripts and styles of the built page that are worth compressing.
func largeTexts(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || ext != ".js" && ext != ".css" {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if len(content) > minGzipBytes {
			texts[name] = content
		}
		return err
	})
	if err != nil || len(texts) == 0 {
		t.Fatalf("%d large texts in dist (%v)", len(texts), err)
	}
	return texts
}
