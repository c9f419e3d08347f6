package edge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/web/api"
)

const referencePath = api.Path + "docs"

// reference is the HTML page of the API reference, generated from the OpenAPI document.
type reference struct {
	page       *template.Template
	operations []operation
}

// operation describes an operation on the page.
type operation struct {
	ID, Method, Path, Summary, Description string

	Parameters, Body, Answer []field
	Statuses                 []string
	Media                    string // content type of the answer; empty for JSON
}

// field describes a parameter or a field of a JSON object. The names of nested fields are paths.
type field struct {
	Name, Where, Kind, About, Default, Example string

	Required bool
}

// addReference registers the page.
func addReference(mux *http.ServeMux, document *huma.OpenAPI) error {
	page, err := readPlain("reference.html")
	if err != nil {
		return err
	}
	r := &reference{page: page}
	for path, item := range document.Paths {
		for method, o := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
			http.MethodDelete: item.Delete,
		} {
			if o != nil {
				r.operations = append(r.operations, describe(document, method, path, o))
			}
		}
	}
	slices.SortFunc(r.operations, func(a, b operation) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
	})
	mux.Handle("GET "+referencePath, r)
	return nil
}

// ServeHTTP sends the page in the language of the request.
func (p *reference) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	words := plainTexts.In(languageOf(r))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language")
	_ = p.page.Execute(w, map[string]any{ // the client may have left
		"Lang": words.Lang, "Words": words.Map(), "Style": plainStyle, "Document": api.DocumentPath,
		"Operations": p.operations,
	})
}

func describe(document *huma.OpenAPI, method, path string, o *huma.Operation) operation {
	schemas := document.Components.Schemas
	d := operation{ID: o.OperationID, Method: method, Path: path, Summary: o.Summary, Description: o.Description}
	for _, p := range o.Parameters {
		f := fieldOf(schemas, p.Name, p.Schema)
		f.Where, f.Required, f.About = p.In, p.Required, cmp.Or(p.Description, f.About)
		if p.Example != nil {
			f.Example = fmt.Sprint(p.Example)
		}
		d.Parameters = append(d.Parameters, f)
	}
	if o.RequestBody != nil {
		for _, media := range o.RequestBody.Content {
			d.Body = fieldsOf(schemas, "", media.Schema, nil)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		d.Statuses = append(d.Statuses, status)
		for kind, media := range o.Responses[status].Content {
			if !strings.HasPrefix(status, "2") || d.Answer != nil {
				continue
			}
			if d.Answer = fieldsOf(schemas, "", media.Schema, nil); kind != "application/json" {
				d.Media = kind
			}
		}
	}
	return d
}

// maxDepth limits the nesting of listed objects.
const maxDepth = 3

// fieldsOf lists the fields of a schema that is an object, an array of objects or a stream of events. within holds the
// enclosing schemas, which ends recursive schemas.
func fieldsOf(schemas huma.Registry, before string, s *huma.Schema, within []*huma.Schema) (list []field) {
	s = resolved(schemas, s)
	if s == nil || slices.Contains(within, s) || len(within) > maxDepth {
		return nil
	}
	within = append(within, s)
	if s.Items != nil {
		return fieldsOf(schemas, before+"[]", s.Items, within)
	}
	for _, event := range s.OneOf { // events of a stream
		data := event.Properties["data"]
		list = append(list, field{Name: event.Title, Kind: kindOf(schemas, data)})
		list = append(list, fieldsOf(schemas, event.Title, data, within)...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[name]
		full := strings.TrimPrefix(before+"."+name, ".")
		f := fieldOf(schemas, full, property)
		f.Required = slices.Contains(s.Required, name)
		list = append(list, f)
		list = append(list, fieldsOf(schemas, full, property, within)...)
	}
	return list
}

func resolved(schemas huma.Registry, s *huma.Schema) *huma.Schema {
	if s != nil && s.Ref != "" {
		return schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func fieldOf(schemas huma.Registry, name string, s *huma.Schema) field {
	f := field{Name: name, Kind: kindOf(schemas, s)}
	if s == nil {
		return f
	}
	f.About = s.Description
	if s.Default != nil {
		f.Default = inJSON(s.Default)
	}
	if len(s.Examples) > 0 {
		f.Example = fmt.Sprint(s.Examples[0])
	}
	return f
}

// kindOf returns a short notation of the type of a value, such as [string] or integer 1…60.
func kindOf(schemas huma.Registry, s *huma.Schema) string {
	s = resolved(schemas, s)
	switch {
	case s == nil:
		return ""
	case s.Items != nil:
		return "[" + kindOf(schemas, s.Items) + "]"
	case len(s.Enum) > 0:
		var values []string
		for _, v := range s.Enum {
			values = append(values, inJSON(v))
		}
		return strings.Join(values, " | ")
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("%s %v…%v", s.Type, *s.Minimum, *s.Maximum)
	}
	return s.Type
}

func inJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
