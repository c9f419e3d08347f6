package edge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/web/api"
)

const referencePath = api.Path + "docs"

// reference is the HTML page of the API reference, generated from the OpenAPI document.
type reference struct {
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
func addReference(mux *http.ServeMux, document *huma.OpenAPI) {
	r := &reference{}
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
}

// ServeHTTP sends the page in the language of the request.
func (p *reference) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	words := plainTexts.In(languageOf(r))
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Vary", "Accept-Language")
	var m markup
	m.begin(words, words.Say("reference_title"))
	m.add(`<main>
<h1>%s</h1>
<p>%s <a href="%s">%s</a></p>
<p class="small"><a href="?lang=en" lang="en">English</a> · <a href="?lang=ja" lang="ja">日本語</a> ·
<a href="/">%s</a></p>
<h2>%s</h2>
<pre>curl 'http://127.0.0.1:8080/api/v1/game?moves=f5d6c3'</pre>
<h2>%s</h2>
`, words.Say("reference_title"), words.Say("reference_lead"), api.DocumentPath, words.Say("reference_document"),
		words.Say("reference_page"), words.Say("reference_first"), words.Say("reference_operations"))
	for _, o := range p.operations {
		m.addOperation(words, o)
	}
	m.add("</main>\n</body>\n</html>\n")
	_, _ = io.WriteString(w, m.String()) // the client may have left
}

func (m *markup) addOperation(words lang.Texts, o operation) {
	m.add("<details id=\"%s\">\n", o.ID)
	m.add(`<summary><span class="method">%s</span> <code>%s</code> <span class="about" lang="en">%s</span></summary>
`, o.Method, o.Path, o.Summary)
	m.addIf("<p lang=\"en\">%s</p>\n", o.Description)
	m.addFields(words, words.Say("reference_parameters"), o.Parameters)
	m.addFields(words, words.Say("reference_body"), o.Body)
	m.add("<h3>%s</h3>\n<p>", words.Say("reference_answer"))
	m.addIf("<code>%s</code> · ", o.Media)
	for _, status := range o.Statuses {
		m.add("<code>%s</code> ", status)
	}
	m.add("</p>\n")
	m.addFields(words, "", o.Answer)
	m.add("</details>\n")
}

// addFields appends a table of fields with a heading, which may be empty. It does nothing without fields.
func (m *markup) addFields(words lang.Texts, heading string, list []field) {
	if len(list) == 0 {
		return
	}
	m.addIf("<h3>%s</h3>", heading)
	m.add(`<table role="table">
<thead role="rowgroup"><tr role="row">`)
	for _, column := range []string{
		words.Say("reference_name"), words.Say("reference_kind"), words.Say("reference_about"),
	} {
		m.add(`<th role="columnheader" scope="col">%s</th>`, column)
	}
	m.add("</tr></thead>\n<tbody role=\"rowgroup\">\n")
	for _, f := range list {
		m.add(`<tr role="row"><td role="cell"><code>%s</code>`, f.Name)
		m.addIf(` <span class="small">%s</span>`, f.Where)
		m.add(`</td><td role="cell"><code>%s</code></td><td role="cell">`, f.Kind)
		if f.Required {
			m.add("<strong>%s</strong> ", words.Say("reference_required"))
		}
		m.add(`<span lang="en">%s</span>`, f.About)
		for _, value := range [][2]string{
			{f.Default, words.Say("reference_usual")}, {f.Example, words.Say("reference_example")},
		} {
			if value[0] != "" {
				m.add(` <span class="small">%s <code>%s</code></span>`, value[1], value[0])
			}
		}
		m.add("</td></tr>\n")
	}
	m.add("</tbody></table>\n")
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
