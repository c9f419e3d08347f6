package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// bill is a software bill of materials in the format CycloneDX 1.6 (ECMA-424). It lists the modules that are linked
// into a program of the release, the standard library of Go, and the npm packages of the page.
type bill struct {
	Schema       string      `json:"$schema"`
	Format       string      `json:"bomFormat"`
	Spec         string      `json:"specVersion"`
	Serial       string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
	Dependencies []depends   `json:"dependencies"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"` // application or library
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
}

type depends struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

// goModule returns the component of a Go module.
func goModule(path, version string) component {
	purl := "pkg:golang/" + path + "@" + url.PathEscape(version)
	return component{Type: "library", Ref: purl, Name: path, Version: version, PURL: purl}
}

// npmPackage returns the component of an npm package.
func npmPackage(name, version string) component {
	purl := "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + url.PathEscape(version)
	return component{Type: "library", Ref: purl, Name: name, Version: version, PURL: purl}
}

// linked returns the components of a program: its modules and the standard library.
func linked(program []byte) ([]component, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, err
	}
	version, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), " ")
	list := []component{goModule("std", version)}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		list = append(list, goModule(m.Path, m.Version))
	}
	return list, nil
}

// notedPackage matches the heading of the licence of an npm package. The versions of Go modules begin with v.
var notedPackage = regexp.MustCompile(`(?m)^={80}\n(@?[a-z0-9][a-z0-9./_-]*) ([0-9]\S*)\n={80}$`)

// bundled returns the npm packages in the notices.
func bundled(notices []byte) (list []component) {
	for _, match := range notedPackage.FindAllSubmatch(notices, -1) {
		list = append(list, npmPackage(string(match[1]), string(match[2])))
	}
	return list
}

// newBill returns the bill of a release with components, of which equal ones are listed once.
func newBill(s stamp, list []component) bill {
	main := goModule("github.com/kaeshi/kaeshi", s.version)
	main.Type = "application"
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b component) int { return strings.Compare(a.Ref, b.Ref) })
	list = slices.Compact(list)
	on := make([]string, len(list))
	for i, c := range list {
		on[i] = c.Ref
	}
	id := sha256.Sum256([]byte(s.String()))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8 and variant of RFC 9562
	return bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6",
		Serial:  fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		Version: 1, Metadata: metadata{s.made.Format(time.RFC3339), main}, Components: list,
		Dependencies: []depends{{Ref: main.Ref, On: on}},
	}
}

// encode returns the bill as JSON.
func (b bill) encode() ([]byte, error) {
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}
