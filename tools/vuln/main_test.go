package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var today = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func TestReadExceptions(t *testing.T) {
	if _, err := readExceptions("allowed.json", time.Now()); err != nil {
		t.Error(err)
	}
	const good = `{"id":"GO-2026-4321","until":"2027-01-31","reason":"not reached"}`
	for text, want := range map[string]string{
		`[]`:                          "",
		`[` + good + `]`:              "",
		`{}`:                          "cannot unmarshal",
		`[{"id":"x","a":1}]`:          "unknown field",
		`[` + good + `,` + good + `]`: "entry 2: GO-2026-4321 is listed twice",
		`[{"id":"CVE-2026-1","until":"2027-01-31","reason":"x"}]`:          `id "CVE-2026-1": want one such as GO-`,
		`[{"id":"GHSA-abcd-1234-wxyz","until":"soon","reason":"x"}]`:       `until "soon": want a day`,
		`[{"id":"GHSA-abcd-1234-wxyz","until":"2027-12-31","reason":"x"}]`: "too far away (want at most 180 days)",
		`[{"id":"GHSA-abcd-1234-wxyz","until":"2027-01-31"}]`:              "reason is empty",
	} {
		path := filepath.Join(t.TempDir(), "allowed.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readExceptions(path, today)
		if got := errorText(err); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: error %q, want %q", text, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestJudge checks which findings and exceptions are faults.
func TestJudge(t *testing.T) {
	exceptions := []exception{
		{ID: "GO-2026-0001", Until: "2026-11-29", Reason: "not reached"},
		{ID: "GO-2026-0002", Until: "2026-11-27", Reason: "waits for 1.2"},
		{ID: "GO-2026-0003", Until: "2027-01-31", Reason: "mended"},
		{ID: "GHSA-abcd-1234-wxyz", Until: "2027-01-31", Reason: "of the other scanner"},
	}
	for i := range exceptions {
		if err := exceptions[i].check(nil, today); err != nil {
			t.Fatal(err)
		}
	}
	notes, faults := judge([]finding{{"GO-2026-0001", "a"}, {"GO-2026-0002", "b"}, {"GO-2026-0004", "c"}}, exceptions,
		goID, today)
	if diff := cmp.Diff([]string{"GO-2026-0001: a; allowed until 2026-11-29: not reached"}, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"GO-2026-0002: b; it was allowed until 2026-11-27: waits for 1.2", "GO-2026-0004: c",
		"GO-2026-0003: not found; remove it from allowed.json",
	}, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestParseGovulncheck(t *testing.T) {
	const output = `{"config":{"protocol_version":"v1.0.0"}}
{"progress":{"message":"Scanning"}}
{"osv":{"id":"GO-2026-0001"}}
{"finding":{"osv":"GO-2026-0002","fixed_version":"v1.2.3","trace":[{"module":"m","version":"v1.0.0","package":"m/p"}]}}
{"finding":{"osv":"GO-2026-0001","trace":[{"module":"m","version":"v1.0.0","package":"m/p","function":"Read"}]}}
`
	got, err := parseGovulncheck([]byte(output))
	if err != nil {
		t.Fatal(err)
	}
	want := []finding{{"GO-2026-0001", "m/p.Read of m v1.0.0 is called; fixed in no version"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "govulncheck: no packages", `{"progress":{}}`} {
		if _, err := parseGovulncheck([]byte(bad)); err == nil {
			t.Errorf("%q is accepted, want an error", bad)
		}
	}
}

func TestParseAudit(t *testing.T) {
	const output = `{"auditReportVersion":2,"vulnerabilities":{
		"a":{"name":"a","severity":"high","via":[{"source":1,"name":"a","title":"Prototype pollution",
			"url":"https://github.com/advisories/GHSA-abcd-1234-wxyz","severity":"high","range":"<2.0.0"}]},
		"b":{"name":"b","severity":"high","via":["a"]}},"metadata":{}}`
	got, err := parseAudit([]byte(output))
	if err != nil {
		t.Fatal(err)
	}
	want := []finding{{"GHSA-abcd-1234-wxyz", "a <2.0.0: Prototype pollution (high)"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", `{"error":{"code":"ENOLOCK"}}`} {
		if _, err := parseAudit([]byte(bad)); err == nil {
			t.Errorf("%q is accepted, want an error", bad)
		}
	}
}

// TestCheck runs a scanner that prints a given output: the test itself.
func TestCheck(t *testing.T) {
	if text, ok := os.LookupEnv("VULN_TEST_PRINT"); ok {
		_, _ = os.Stdout.WriteString(text)
		os.Exit(0)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := scanners()[1]
	s.folder, s.command = ".", []string{program, "-test.run=^TestCheck$"}
	for text, want := range map[string]struct{ out, err string }{
		`{"auditReportVersion":2}`:       {"0 vulnerabilities, 0 allowed", ""},
		`{"error":{"code":"ENOTFOUND"}}`: {"not checked", ""},
		`{"error":{"code":"ENOLOCK"}}`:   {"", "not a report"},
		`{"auditReportVersion":2,"vulnerabilities":{"a":{"via":[{"url":"/GHSA-abcd-1234-wxyz"}]}}}`: {
			"GHSA-abcd-1234-wxyz", "1 faults",
		},
	} {
		t.Setenv("VULN_TEST_PRINT", text)
		var out strings.Builder
		err := s.check(t.Context(), ".", nil, &out)
		if got := errorText(err); (got == "") != (want.err == "") || !strings.Contains(got, want.err) {
			t.Errorf("%s: error %q, want %q", text, got, want.err)
		}
		if !strings.Contains(out.String(), want.out) {
			t.Errorf("%s: output %q, want %q", text, out.String(), want.out)
		}
	}
}
