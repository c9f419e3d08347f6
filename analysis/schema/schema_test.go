package schema

import (
	"strings"
	"testing"
)

// TestSchemasRefuse checks that a document with one error does not match.
func TestSchemasRefuse(t *testing.T) {
	s, err := Load("stdio.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	good := `{"schema":"kaeshi/analysis-reply/1","id":"a","turnNumber":0,"isDuringSearch":false,"position":"x",` +
		`"moveInfos":[{"order":0,"move":"d3","score":1.5,"depth":4,"confidence":87,"exact":false,"pv":["d3"]}],` +
		`"rootInfo":{"pov":"black","empties":60,"over":false,"score":1.5,"depth":4,"confidence":87,"exact":false,` +
		`"nodes":10,"seconds":0.1}}`
	if err := s.Check(good, ""); err != nil {
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
			t.Errorf("%s does not occur in the document", c[0])
		}
		if s.Check(bad, "") == nil {
			t.Errorf("the document with %s instead of %s matches the schema, want an error", c[1], c[0])
		}
	}
}
