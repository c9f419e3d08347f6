package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// schemasJSON holds the JSON Schemas of all documents that the commands write, by the names of the documents.
// schema_test.go makes it from the types.
//
//go:embed schemas.json
var schemasJSON []byte

// documentSchema is an entry of schemas.json.
type documentSchema struct {
	Commands []string        `json:"commands"` // that write the document
	Schema   json.RawMessage `json:"schema"`
}

func (p *program) schemaCommand() *cobra.Command {
	c := p.Command("schema", "schema [NAME]", verb.Args(0, 1, "the name of a document, or nothing"))
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		known, _ := readSchemas()
		return slices.Sorted(maps.Keys(known)), cobra.ShellCompDirectiveNoFileComp
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		known, err := readSchemas()
		if err != nil {
			return err
		}
		names := slices.Sorted(maps.Keys(known))
		if len(args) == 0 {
			for _, name := range names {
				fmt.Fprintf(p.Out, "%-28s %s\n", name, strings.Join(known[name].Commands, ", "))
			}
			return nil
		}
		for _, name := range names {
			short := strings.TrimPrefix(name, "kaeshi/")
			if slices.Contains([]string{name, short, beforeVersion(short)}, args[0]) {
				return p.printIndented(known[name].Schema)
			}
		}
		return terminal.Usage("no document %q; 'kaeshi schema' lists the documents", args[0])
	}
	return c
}

func readSchemas() (known map[string]documentSchema, err error) {
	err = json.Unmarshal(schemasJSON, &known)
	return known, err
}

// beforeVersion returns the name of a document without its version.
func beforeVersion(name string) string { return name[:strings.LastIndexByte(name, '/')] }

func (p *program) printIndented(document []byte) error {
	var text bytes.Buffer
	if err := json.Indent(&text, document, "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.Out, "%s\n", &text)
	return err
}
