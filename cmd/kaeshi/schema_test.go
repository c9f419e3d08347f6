package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kaeshi/kaeshi/analysis/schema"
	"github.com/kaeshi/kaeshi/book"
	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/problems"
	"github.com/kaeshi/kaeshi/record/kjson"
	"github.com/kaeshi/kaeshi/search"
	"github.com/kaeshi/kaeshi/train"
	"github.com/kaeshi/kaeshi/train/probcut"
)

// documents are the types of the JSON documents that the commands write, by name. Those of package analysis are absent:
// their schemas are files.
func documents() map[string]document {
	list := map[string]document{
		"kaeshi/accuracy/1":          {problems.AccuracyDocument{}, "accuracy"},
		"kaeshi/accuracy-position/1": {problems.Comparison{}, "accuracy"},
		"kaeshi/audit/1":             {auditDocument{}, "prove"},
		"kaeshi/audit-total/1":       {auditTotal{}, "prove"},
		"kaeshi/backup/1":            {backupDocument{}, "backup"},
		"kaeshi/balanced/1":          {balanced{}, "openings balanced"},
		"kaeshi/bench/1":             {benchmark{}, "bench"},
		"kaeshi/book-show/1":         {book.View{}, "book show"},
		"kaeshi/book-verify/1":       {book.Verdict{}, "book verify"},
		"kaeshi/compare-row/1":       {classroom.RowDocument{}, "compare"},
		"kaeshi/convert/1":           {converted{}, "convert"},
		"kaeshi/doctor/1":            {diagnosis{}, "doctor"},
		"kaeshi/error/1":             {terminal.ErrorDocument{}, "every command with --json"},
		"kaeshi/explorer/2":          {explorer.Explored{}, "find"},
		"kaeshi/game-record/1":       {kjson.Document(), "convert, export, match"},
		"kaeshi/import/1":            {explorer.Imported{}, "import"},
		"kaeshi/levels/1":            {search.Levels{}, "levels"},
		"kaeshi/match/1":             {match.Standings{}, "match"},
		"kaeshi/match-game/1":        {match.Played{}, "match"},
		"kaeshi/move/1":              {player.Answer{}, "move"},
		"kaeshi/opening/1":           {named{}, "openings"},
		"kaeshi/perft/1":             {leafCount{}, "perft"},
		"kaeshi/prove/1":             {proved{}, "prove, solve"},
		"kaeshi/puzzle/1":            {puzzleLine{}, "puzzles"},
		"kaeshi/restore/1":           {restoreDocument{}, "restore"},
		"kaeshi/solve/1":             {problems.Solution{}, "solve"},
		"kaeshi/solve-total/1":       {problems.TotalDocument{}, "solve"},
		"kaeshi/train-probcut/1":     {probcut.Report{}, "train probcut"},
		"kaeshi/train-report/2":      {train.Report{}, "train report, train all"},
		"kaeshi/tournament/1":        {match.Tournament{}, "match"},
		"kaeshi/tictactoe-move/1":    {player.TicTacToeAnswer{}, "move"},
		"kaeshi/tree/1":              {classroom.Document{}, "tree"},
		"kaeshi/verify/1":            {verdictDocument{}, "verify"},
		"kaeshi/version/1":           {verb.Build{}, "version"},
	}
	for name, value := range cluster.Documents() {
		list[name] = document{value, "cluster"}
	}
	return list
}

type document struct {
	value    any
	commands string
}

// described are the documents of package analysis: the file and the definition of each, and the commands.
var described = map[string][3]string{
	"kaeshi/analysis/2":        {"documents", "game", "analyze"},
	"kaeshi/analysis-sum/2":    {"documents", "sum", "analyze"},
	"kaeshi/hint/1":            {"documents", "hint", "hint"},
	"kaeshi/analysis-reply/1":  {"stdio", "reply", "analyze --stdio"},
	"kaeshi/analysis-error/1":  {"stdio", "refusal", "analyze --stdio"},
	"kaeshi/analysis-action/1": {"stdio", "echo", "analyze --stdio"},
}

// reflected returns the schema of a document and the registry of the types in it.
func reflected(name string, value any) (*huma.Schema, huma.Registry) {
	r := huma.NewMapRegistry("#/$defs/", huma.DefaultSchemaNamer)
	s := *r.Schema(reflect.TypeOf(value), false, "")
	s.Properties = maps.Clone(s.Properties)
	s.Properties["schema"] = &huma.Schema{Type: huma.TypeString, Enum: []any{name}}
	return &s, r
}

// TestSchemas checks that schemas.json has the schemas of the types. After a change of a document,
//
//	go test ./cmd/kaeshi -run TestSchemas -args update
//
// writes the file.
func TestSchemas(t *testing.T) {
	comments := fieldComments(t)
	made := map[string]documentSchema{}
	for name, d := range documents() {
		s, r := reflected(name, d.value)
		defs := maps.Clone(r.Map())
		maps.DeleteFunc(defs, func(_ string, def *huma.Schema) bool { return def.Title == "" && def == s })
		describe(s, reflect.TypeOf(d.value), comments)
		for key, def := range defs {
			describe(def, r.TypeFromRef("#/$defs/"+key), comments)
		}
		made[name] = documentSchema{strings.Split(d.commands, ", "), withDefinitions(t, s, defs)}
	}
	for name, d := range described {
		text, err := os.ReadFile("../../analysis/schema/" + d[0] + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		made[name] = documentSchema{[]string{d[2]}, pointedAt(t, text, d[1])}
	}
	text, err := json.MarshalIndent(made, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if slices.Contains(flag.Args(), "update") {
		if err := os.WriteFile("schemas.json", text, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(schemasJSON), "\n"), strings.Split(string(text), "\n")); diff != "" {
		t.Fatalf("schemas.json (-file +types): go test ./cmd/kaeshi -run TestSchemas -args update\n%s", diff)
	}
}

// withDefinitions returns a schema with the definitions that it refers to, directly or not.
func withDefinitions(t *testing.T, s *huma.Schema, defs map[string]*huma.Schema) json.RawMessage {
	t.Helper()
	text := marshal(t, s)
	used := map[string]*huma.Schema{}
	for pending := [][]byte{text}; len(pending) > 0; {
		next := pending[0]
		pending = pending[1:]
		for key, def := range defs {
			if used[key] == nil && bytes.Contains(next, []byte(`"#/$defs/`+key+`"`)) {
				used[key] = def
				pending = append(pending, marshal(t, def))
			}
		}
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if len(used) > 0 {
		whole["$defs"] = used
	}
	return marshal(t, whole)
}

// pointedAt returns the schemas of a file with a reference to the definition at the root.
func pointedAt(t *testing.T, file []byte, definition string) json.RawMessage {
	t.Helper()
	var whole map[string]any
	if err := json.Unmarshal(file, &whole); err != nil {
		t.Fatal(err)
	}
	delete(whole, "oneOf")
	delete(whole, "title")
	delete(whole, "description")
	whole["$ref"] = "#/$defs/" + definition
	return marshal(t, whole)
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// describe gives the properties of a struct that have no description the comments of its fields.
func describe(s *huma.Schema, of reflect.Type, comments map[string]string) {
	for of != nil && of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of == nil || of.Kind() != reflect.Struct {
		return
	}
	for f := range of.Fields() {
		if f.Anonymous {
			describe(s, f.Type, comments)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		property := s.Properties[name]
		comment := comments[of.PkgPath()+"."+of.Name()+"."+f.Name]
		if property == nil || property.Description != "" || comment == "" {
			continue
		}
		with := *property
		with.Description = comment
		s.Properties[name] = &with
	}
}

// fieldComments returns the comments of all fields of struct types of the module by "PACKAGE.TYPE.FIELD".
func fieldComments(t *testing.T) map[string]string {
	t.Helper()
	comments := map[string]string{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "web/ui") || strings.HasPrefix(path, "tools") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", path), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		of := "github.com/kaeshi/kaeshi/" + filepath.ToSlash(filepath.Dir(path))
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				addComments(comments, of+"."+spec.Name.Name, spec.Type)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return comments
}

func addComments(comments map[string]string, of string, body ast.Expr) {
	structure, ok := body.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range structure.Fields.List {
		text := strings.Join(strings.Fields(field.Doc.Text()+field.Comment.Text()), " ")
		for _, name := range field.Names {
			comments[of+"."+name.Name] = text
		}
	}
}

// schemas is `schemas stdout`: each line of the output is a document that matches the schema that it names.
func schemas(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: schemas stdout")
	}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if err := matches(strings.TrimSpace(line)); err != nil {
			ts.Fatalf("%v\n%s", err, line)
		}
	}
}

// matches returns an error unless a document matches the schema that it names.
func matches(line string) error {
	var head struct{ Schema string }
	if err := json.Unmarshal([]byte(line), &head); err != nil {
		return err
	}
	if d, ok := described[head.Schema]; ok {
		s, err := schema.Load(d[0] + ".schema.json")
		if err != nil {
			return err
		}
		return s.Check(line, d[1])
	}
	d, ok := documents()[head.Schema]
	if !ok {
		return fmt.Errorf("schema %q: no such document", head.Schema)
	}
	s, r := reflected(head.Schema, d.value)
	var value any
	if err := json.Unmarshal([]byte(line), &value); err != nil {
		return err
	}
	result := huma.ValidateResult{}
	huma.Validate(r, s, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &result)
	if len(result.Errors) > 0 {
		return fmt.Errorf("%s: %v", head.Schema, result.Errors)
	}
	return nil
}
