// Package schema contains the JSON Schemas of the documents of package analysis, and a checker for tests.
package schema

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.schema.json
var files embed.FS

// Schema is a JSON Schema, limited to the keywords that the schemas here use. Load refuses any other keyword, so that
// no constraint is ignored.
type Schema struct {
	Ref         string             `json:"$ref"`
	Dialect     string             `json:"$schema"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Defs        map[string]*Schema `json:"$defs"`
	OneOf       []*Schema          `json:"oneOf"`
	Type        string             `json:"type"`
	Const       any                `json:"const"`
	Enum        []any              `json:"enum"`
	Pattern     string             `json:"pattern"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MinItems    *int               `json:"minItems"`
	MaxItems    *int               `json:"maxItems"`
	Items       *Schema            `json:"items"`
	Properties  map[string]*Schema `json:"properties"`
	Required    []string           `json:"required"`
	Additional  *bool              `json:"additionalProperties"`
}

// Load reads the schema name, such as "stdio.schema.json". It fails if there is no such schema, or if it has a keyword
// that [Schema] lacks.
func Load(name string) (*Schema, error) {
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var s Schema
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &s, nil
}

// Check returns an error unless the JSON text matches the schema or, if definition is not empty, that definition of the
// schema. The error names the first mismatch.
func (s *Schema) Check(text, definition string) error {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	if definition != "" {
		return s.fits(s.Defs[definition], value)
	}
	return s.fits(s, value)
}

// fits checks a value against a part of the root schema s.
func (s *Schema) fits(part *Schema, v any) error {
	switch {
	case part.Ref != "":
		target := s.Defs[strings.TrimPrefix(part.Ref, "#/$defs/")]
		if target == nil {
			return fmt.Errorf("no definition %s", part.Ref)
		}
		return s.fits(target, v)
	case part.OneOf != nil:
		var faults []string
		for _, one := range part.OneOf {
			if err := s.fits(one, v); err != nil {
				faults = append(faults, err.Error())
			}
		}
		if n := len(part.OneOf) - len(faults); n != 1 {
			return fmt.Errorf("%v fits %d alternatives: %s", v, n, strings.Join(faults, "; "))
		}
	case part.Const != nil && !reflect.DeepEqual(v, part.Const):
		return fmt.Errorf("%v is not %v", v, part.Const)
	case part.Enum != nil && !slices.ContainsFunc(part.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }):
		return fmt.Errorf("%v is not one of %v", v, part.Enum)
	}
	return s.fitsType(part, v)
}

func (s *Schema) fitsType(part *Schema, v any) error {
	switch v := v.(type) {
	case string:
		if part.Type != "" && part.Type != "string" ||
			part.Pattern != "" && !regexp.MustCompile(part.Pattern).MatchString(v) {
			return fmt.Errorf("%q is not a %s %s", v, part.Type, part.Pattern)
		}
	case bool:
		if part.Type != "" && part.Type != "boolean" {
			return fmt.Errorf("%v is not a %s", v, part.Type)
		}
	case float64:
		whole := v == float64(int64(v))
		if part.Type != "" && part.Type != "number" && (part.Type != "integer" || !whole) ||
			part.Minimum != nil && v < *part.Minimum || part.Maximum != nil && v > *part.Maximum {
			return fmt.Errorf("%v is not a %s within its bounds", v, part.Type)
		}
	case []any:
		return s.fitsList(part, v)
	case map[string]any:
		return s.fitsObject(part, v)
	default:
		return fmt.Errorf("%v is null", v)
	}
	return nil
}

func (s *Schema) fitsList(part *Schema, list []any) error {
	if part.Type != "" && part.Type != "array" || part.MinItems != nil && len(list) < *part.MinItems ||
		part.MaxItems != nil && len(list) > *part.MaxItems {
		return fmt.Errorf("a list of length %d is not a %s within its bounds", len(list), part.Type)
	}
	for i, v := range list {
		if part.Items == nil {
			break
		}
		if err := s.fits(part.Items, v); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

func (s *Schema) fitsObject(part *Schema, object map[string]any) error {
	if part.Type != "" && part.Type != "object" {
		return fmt.Errorf("an object is not a %s", part.Type)
	}
	for _, name := range part.Required {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("missing field %s", name)
		}
	}
	for name, v := range object {
		field, ok := part.Properties[name]
		if !ok {
			if part.Additional != nil && !*part.Additional {
				return fmt.Errorf("unexpected field %s", name)
			}
			continue
		}
		if err := s.fits(field, v); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
