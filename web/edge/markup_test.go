package edge

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMarkup checks that arguments are escaped in text and attributes, and formats are not.
func TestMarkup(t *testing.T) {
	var m markup
	m.add(`<p title="%s">%s</p>`, `"a" onclick='x'`, "<b> & 100%")
	m.addIf("<i>%s</i>", "")
	m.addIf("<i>%s</i>", "c")
	want := `<p title="&#34;a&#34; onclick=&#39;x&#39;">&lt;b&gt; &amp; 100%</p><i>c</i>`
	if diff := cmp.Diff(want, m.String()); diff != "" {
		t.Errorf("markup (-want +got):\n%s", diff)
	}
}
