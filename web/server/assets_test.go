package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/web"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/webtest"
)

func TestPage(t *testing.T) {
	s := serve(t)
	response, page := s.Do(s.Request(t.Context(), "GET", "/", ""))
	webtest.Same(t, "status", http.StatusOK, response.StatusCode)
	webtest.Same(t, "type", "text/html; charset=utf-8", response.Header.Get("Content-Type"))
	if !strings.Contains(strings.ToLower(string(page)), "<!doctype html>") {
		t.Errorf("the page has no document type: %.200s", page)
	}
	if cache := response.Header.Get("Cache-Control"); cache != "no-cache" {
		t.Errorf("Cache-Control of the page: %q, want no-cache", cache)
	}
	r := s.Request(t.Context(), "GET", "/", "")
	r.Header.Set("If-None-Match", response.Header.Get("ETag"))
	if again, body := s.Do(r); again.StatusCode != http.StatusNotModified || len(body) != 0 {
		t.Errorf("unchanged page: status %s with %d bytes, want 304 and no body", again.Status, len(body))
	}
	if same := s.Send(http.StatusOK, "GET", "/index.html", ""); string(same) != string(page) {
		t.Error("/index.html and / have different bodies")
	}
	if response, _ := s.Do(s.Request(t.Context(), "POST", "/", "{}")); response.StatusCode !=
		http.StatusMethodNotAllowed {
		t.Errorf("POST /: status %s, want 405", response.Status)
	}
}

// TestModuleProvenance checks that the pages about the origin of the WebAssembly modules state the size and checksum of
// the served files.
func TestModuleProvenance(t *testing.T) {
	page, err := web.Page()
	if err != nil {
		t.Fatal(err)
	}
	found, err := fs.Glob(page, "assets/*.wasmgz")
	if err != nil || len(found) != 2 {
		t.Fatalf("%d modules in the page (%v), want 2", len(found), err)
	}
	for _, name := range found {
		module, err := fs.ReadFile(page, name)
		if err != nil {
			t.Fatal(err)
		}
		size, sum := len(module), fmt.Sprintf("%x", sha256.Sum256(module))
		written := fmt.Sprintf("%d,%03d,%03d", size/1e6, size/1e3%1e3, size%1e3)
		for _, doc := range []string{"../../docs/offline.md", "../../docs/offline.ja.md"} {
			text, err := os.ReadFile(doc)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), written) || !strings.Contains(string(text), sum) {
				t.Errorf("%s: want the size of %s bytes and the checksum %s of %s", doc, written, sum, name)
			}
		}
	}
}

func TestGzip(t *testing.T) {
	s := serve(t)
	get := func(address string) *http.Response {
		r := s.Request(t.Context(), "GET", address, "")
		r.Header.Set("Accept-Encoding", "gzip")
		response, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	for _, address := range []string{api.DocumentPath, api.Path + "players"} {
		response := get(address)
		if response.Header.Get("Content-Encoding") != "gzip" ||
			!strings.Contains(response.Header.Get("Vary"), "Accept-Encoding") {
			t.Fatalf("%s: header %v, want the encoding gzip and Vary: Accept-Encoding", address, response.Header)
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
			t.Fatalf("%s: header %v, want the encoding gzip", name, response.Header)
		}
		plain, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(plain); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%s: %d bytes after decompression differ from the %d of the file (%v)", name, len(got),
				len(content), err)
		}
	}
	for _, address := range []string{"/healthz", thinkPath + "?player=kaeshi:level=5"} {
		if response := get(address); response.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: header %v, want no encoding", address, response.Header)
		}
	}
}

// largeTexts returns the scripts and styles of the page that are large enough for compression.
func largeTexts(t *testing.T) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	files, err := web.Page()
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || ext != ".js" && ext != ".css" {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if len(content) > 1<<10 {
			texts[name] = content
		}
		return err
	})
	if err != nil || len(texts) == 0 {
		t.Fatalf("%d large texts in the page (%v)", len(texts), err)
	}
	return texts
}
