package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBundled checks that all npm packages of the notices are found, and no Go module.
func TestBundled(t *testing.T) {
	notices, err := os.ReadFile("../../cmd/kaeshi/notices/licenses.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range bundled(notices) {
		names = append(names, c.Name)
		if strings.HasPrefix(c.Version, "v") || !strings.HasPrefix(c.PURL, "pkg:npm/") {
			t.Errorf("component %+v, want an npm package", c)
		}
	}
	if all := strings.Join(names, " "); !strings.Contains(all, "svelte") || strings.Contains(all, "github.com") {
		t.Errorf("packages %s, want svelte and no Go module", all)
	}
}

// TestBill checks that a bill lists the modules of a program once, in order, and does not depend on their order.
func TestBill(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	list, err := linked(program)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, npmPackage("@scope/name", "1.2.3"))
	s := stamp{"v1.2.3", strings.Repeat("0", 40), noon()}
	text, err := newBill(s, append(list, list...)).encode()
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if len(b.Components) != len(list) || len(b.Dependencies[0].On) != len(list) {
		t.Errorf("%d components, want %d", len(b.Components), len(list))
	}
	want := component{
		"library", "pkg:npm/%40scope/name@1.2.3", "@scope/name", "1.2.3", "pkg:npm/%40scope/name@1.2.3",
	}
	if diff := cmp.Diff(want, b.Components[len(list)-1]); diff != "" {
		t.Errorf("component (-want +got):\n%s", diff)
	}
	out, err := exec.CommandContext(t.Context(), "go", "version", "-m", self).Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); f[0] == "dep" && !strings.Contains(string(text), `"pkg:golang/`+f[1]+"@"+f[2]) {
			t.Errorf("the bill lacks %s %s", f[1], f[2])
		}
	}
}
