package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
)

// parseGovulncheck returns the vulnerabilities whose code the program calls, from the output of govulncheck -format
// json: https://pkg.go.dev/golang.org/x/vuln/internal/govulncheck. Vulnerabilities of packages that are only imported
// are left out, as in the text of govulncheck.
func parseGovulncheck(output []byte) ([]finding, error) {
	found := map[string]finding{}
	scanned := false
	for d := json.NewDecoder(bytes.NewReader(output)); ; {
		var message struct {
			Config  *struct{}
			Finding *struct {
				OSV          string
				FixedVersion string `json:"fixed_version"`
				Trace        []struct{ Module, Version, Package, Function string }
			}
		}
		err := d.Decode(&message)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		scanned = scanned || message.Config != nil
		f := message.Finding
		if f == nil || len(f.Trace) == 0 || f.Trace[0].Function == "" {
			continue
		}
		called := f.Trace[0]
		found[f.OSV] = finding{f.OSV, fmt.Sprintf("%s.%s of %s %s is called; fixed in %s", called.Package,
			called.Function, called.Module, called.Version, cmp.Or(f.FixedVersion, "no version"))}
	}
	if !scanned {
		return nil, errors.New("the output has no configuration")
	}
	return inOrder(found), nil
}

// parseAudit returns the vulnerabilities in the output of npm audit --json.
func parseAudit(output []byte) ([]finding, error) {
	var report struct {
		Version         int `json:"auditReportVersion"`
		Vulnerabilities map[string]struct {
			Via []json.RawMessage // an advisory, or the name of a package that has one
		}
	}
	if err := json.Unmarshal(output, &report); err != nil {
		return nil, err
	}
	if report.Version == 0 {
		return nil, errors.New("the output is not a report")
	}
	found := map[string]finding{}
	for _, affected := range report.Vulnerabilities {
		for _, via := range affected.Via {
			var advisory struct{ Name, Title, URL, Severity, Range string }
			if json.Unmarshal(via, &advisory) != nil || advisory.URL == "" {
				continue // the name of another entry
			}
			id := path.Base(advisory.URL)
			found[id] = finding{id, fmt.Sprintf("%s %s: %s (%s)", advisory.Name, advisory.Range, advisory.Title,
				advisory.Severity)}
		}
	}
	return inOrder(found), nil
}

func inOrder(found map[string]finding) (list []finding) {
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[id])
	}
	return list
}
