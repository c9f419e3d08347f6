package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/web/api"
)

// TestOpenAPI checks that openapi.json is up to date. After a change of the API, update it with
//
//	go test ./web/server -run TestOpenAPI -args update
func TestOpenAPI(t *testing.T) {
	const file = "../openapi.json"
	s := serve(t)
	var made bytes.Buffer
	if err := json.Indent(&made, s.Send(http.StatusOK, "GET", api.DocumentPath, ""), "", "  "); err != nil {
		t.Fatal(err)
	}
	made.WriteByte('\n')
	if slices.Contains(flag.Args(), "update") {
		if err := os.WriteFile(file, made.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, want := made.String(), strings.ReplaceAll(string(kept), "\r", "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s is out of date (-file +server); run go test ./web/server -run TestOpenAPI -args "+
			"update\n%s", file, diff)
	}
}

// TestOpenAPIIsValid checks that the document is OpenAPI 3.1, with unique operation ids and without dangling
// references.
func TestOpenAPIIsValid(t *testing.T) {
	s := serve(t)
	var document struct {
		OpenAPI    string
		Paths      map[string]map[string]struct{ OperationID, Summary string }
		Components struct{ Schemas map[string]any }
	}
	text := string(s.Send(http.StatusOK, "GET", api.DocumentPath, ""))
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.1.0" || len(document.Paths) < 20 {
		t.Errorf("OpenAPI version %s with %d paths, want 3.1.0 and at least 20", document.OpenAPI, len(document.Paths))
	}
	ids := map[string]bool{}
	for path, methods := range document.Paths {
		for method, o := range methods {
			if o.OperationID == "" || o.Summary == "" {
				t.Errorf("%s %s: %+v, want an id and a summary", method, path, o)
			}
			if ids[o.OperationID] {
				t.Errorf("%s %s: the id %s is not unique", method, path, o.OperationID)
			}
			ids[o.OperationID] = true
		}
	}
	for _, part := range strings.Split(text, `"#/components/schemas/`)[1:] {
		if name, _, _ := strings.Cut(part, `"`); document.Components.Schemas[name] == nil {
			t.Errorf("the document has no schema %s", name)
		}
	}
}

// TestReference checks that the API reference lists every operation with its parameters and fields in both languages,
// and that it loads nothing from other servers.
func TestReference(t *testing.T) {
	s := serve(t)
	var document struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(s.Send(http.StatusOK, "GET", api.DocumentPath, ""), &document); err != nil {
		t.Fatal(err)
	}
	for language, words := range map[string]string{"en": "Operations", "ja": "操作"} {
		page := string(s.Send(http.StatusOK, "GET", api.Path+"docs"+"?lang="+language, ""))
		if !strings.Contains(page, `<html lang="`+language+`">`) || !strings.Contains(page, words) {
			t.Errorf("%s: the page has another language or does not contain %q", language, words)
		}
		for _, methods := range document.Paths {
			for _, o := range methods {
				if !strings.Contains(page, `<details id="`+o.OperationID+`">`) {
					t.Errorf("%s: operation %s is missing", language, o.OperationID)
				}
			}
		}
		for _, name := range []string{
			"score_black", "legal[].flips", "text/event-stream",
			"&#34;usual&#34; | &#34;parallel&#34;", "<code>422</code>",
		} {
			if !strings.Contains(page, name) {
				t.Errorf("%s: field %s is missing", language, name)
			}
		}
		foreign := regexp.MustCompile(`(src|href)="https?:[^"]*"|<script|style="|ZgotmplZ|<no value>`)
		if found := foreign.FindString(page); found != "" {
			t.Errorf("%s: the page refers to %s, want no other server", language, found)
		}
	}
}
