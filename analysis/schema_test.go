package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// schema is a JSON Schema with the words that ours use; a schema with any other word does not load, so that none is passed over.
type schema struct {
	Ref         string             `json:"$ref"`
	Dialect     string             `json:"$schema"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Defs        map[string]*schema `json:"$defs"`
	OneOf       []*schema          `json:"oneOf"`
	Type        string             `json:"type"`
	Const       any                `json:"const"`
	Enum        []any              `json:"enum"`
	Pattern     string             `json:"pattern"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MinItems    *int               `json:"minItems"`
	MaxItems    *int               `json:"maxItems"`
	Items       *schema            `json:"items"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
	Additional  *bool              `json:"additionalProperties"`
}

func loadSchema(t testing.TB, name string) *schema {
	t.Helper()
	text, err := os.ReadFile("schema/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &s
}

// check is nil when the JSON text fits the schema, or one definition of it.
func (s *schema) check(text, definition string) error {
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
func (s *schema) fits(part *schema, v any) error {
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
		return fmt.Errorf("%v is none of %v", v, part.Enum)
	}
	return s.fitsType(part, v)
}

func (s *schema) fitsType(part *schema, v any) error {
	switch v := v.(type) {
	case string:
		if part.Type != "" && part.Type != "string" || part.Pattern != "" && !regexp.MustCompile(part.Pattern).MatchString(v) {
			return fmt.Errorf("%q is no %s %s", v, part.Type, part.Pattern)
		}
	case bool:
		if part.Type != "" && part.Type != "boolean" {
			return fmt.Errorf("%v is no %s", v, part.Type)
		}
	case float64:
		whole := v == float64(int64(v))
		if part.Type != "" && part.Type != "number" && (part.Type != "integer" || !whole) ||
			part.Minimum != nil && v < *part.Minimum || part.Maximum != nil && v > *part.Maximum {
			return fmt.Errorf("%v is no %s within its bounds", v, part.Type)
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

func (s *schema) fitsList(part *schema, list []any) error {
	if part.Type != "" && part.Type != "array" || part.MinItems != nil && len(list) < *part.MinItems || part.MaxItems != nil && len(list) > *part.MaxItems {
		return fmt.Errorf("a list of %d is no %s within its bounds", len(list), part.Type)
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

func (s *schema) fitsObject(part *schema, object map[string]any) error {
	if part.Type != "" && part.Type != "object" {
		return fmt.Errorf("an object is no %s", part.Type)
	}
	for _, name := range part.Required {
		if _, ok := object[name]; !ok {
			return fmt.Errorf("no field %s", name)
		}
	}
	for name, v := range object {
		field, ok := part.Properties[name]
		if !ok {
			if part.Additional != nil && !*part.Additional {
				return fmt.Errorf("a field %s", name)
			}
			continue
		}
		if err := s.fits(field, v); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// TestSchemasRefuse: what is wrong in one place does not fit.
func TestSchemasRefuse(t *testing.T) {
	s := loadSchema(t, "stdio.schema.json")
	good := `{"schema":"kaeshi/analysis-reply/1","id":"a","turnNumber":0,"isDuringSearch":false,"position":"x",` +
		`"moveInfos":[{"order":0,"move":"d3","score":1.5,"depth":4,"selectivity":87,"exact":false,"pv":["d3"]}],` +
		`"rootInfo":{"pov":"black","empties":60,"over":false,"score":1.5,"depth":4,"selectivity":87,"exact":false,"nodes":10,"seconds":0.1}}`
	if err := s.check(good, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"d3","score"`, `"d9","score"`},
		{`"score":1.5,"depth"`, `"score":65,"depth"`},
		{`"score":1.5,"depth"`, `"depth"`},
		{`"depth":4`, `"depth":4.5`},
		{`"isDuringSearch":false`, `"isDuringSearch":0`},
		{`"pov":"black"`, `"pov":"B"`},
		{`"id":"a"`, `"id":null`},
		{`"position":"x"`, `"position":"x","more":1`},
		{`reply/1`, `reply/2`},
		{`["d3"]`, `"d3"`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if bad == good {
			t.Errorf("%s does not occur", c[0])
		}
		if s.check(bad, "") == nil {
			t.Errorf("%s for %s fits", c[1], c[0])
		}
	}
}
