package kaeshi_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// maxDocsWords limits the total number of words of the English pages in docs.
const maxDocsWords = 25000

// TestDocs checks the pages for users: each English page has a Japanese page with the same headings, the index links
// every page, links lead to existing files and headings, and the length is within maxDocsWords.
func TestDocs(t *testing.T) {
	for _, fault := range docsFaults(t, os.DirFS("."), maxDocsWords) {
		t.Error(fault)
	}
}

// docsFaults returns the faults of the pages of a tree.
func docsFaults(t *testing.T, fsys fs.FS, limit int) []string {
	t.Helper()
	pages, err := fs.Glob(fsys, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md",
		"SECURITY.md", "SECURITY.ja.md")
	texts := map[string]string{}
	for _, page := range pages {
		text, err := fs.ReadFile(fsys, page)
		if err != nil {
			t.Fatal(err)
		}
		texts[page] = string(text)
	}
	faults := twinFaults(texts)
	faults = append(faults, indexFaults(texts, "docs/README.md", ".md")...)
	faults = append(faults, indexFaults(texts, "docs/README.ja.md", ".ja.md")...)
	for page, text := range texts {
		faults = append(faults, linkFaults(fsys, page, text)...)
	}
	words := 0
	for page, text := range texts {
		if path.Dir(page) == "docs" && !strings.HasSuffix(page, ".ja.md") {
			words += len(strings.Fields(text))
		}
	}
	if words > limit {
		faults = append(faults, fmt.Sprintf("the English pages in docs have %d words, want at most %d", words, limit))
	}
	slices.Sort(faults)
	return faults
}

// twinFaults compares the headings of each page of docs, of the README, and of SECURITY.md in the two languages.
func twinFaults(texts map[string]string) (faults []string) {
	for page, text := range texts {
		other, isJapanese := strings.CutSuffix(page, ".ja.md")
		if isJapanese {
			if _, ok := texts[other+".md"]; !ok {
				faults = append(faults, page+": no English page")
			}
			continue
		}
		if path.Dir(page) != "docs" && page != "README.md" && page != "SECURITY.md" {
			continue
		}
		twin := strings.TrimSuffix(page, ".md") + ".ja.md"
		japanese, ok := texts[twin]
		if !ok {
			faults = append(faults, page+": no Japanese page")
			continue
		}
		if en, ja := levels(headings(text)), levels(headings(japanese)); !slices.Equal(en, ja) {
			faults = append(faults, fmt.Sprintf("%s: headings of levels %v, and %v in %s", page, en, ja, twin))
		}
	}
	return faults
}

// indexFaults returns the pages of a language without a link in the index.
func indexFaults(texts map[string]string, index, suffix string) (faults []string) {
	linked := map[string]bool{index: true}
	for _, link := range links(texts[index]) {
		file, _, _ := strings.Cut(link, "#")
		linked[path.Join("docs", file)] = true
	}
	for page := range texts {
		japanese := strings.HasSuffix(page, ".ja.md")
		if path.Dir(page) == "docs" && japanese == (suffix == ".ja.md") && !linked[page] {
			faults = append(faults, index+": no link to "+page)
		}
	}
	return faults
}

// linkFaults returns the relative links of a page to files or headings that do not exist.
func linkFaults(fsys fs.FS, page, text string) (faults []string) {
	for _, link := range links(text) {
		if strings.Contains(link, ":") {
			continue
		}
		file, anchor, hasAnchor := strings.Cut(link, "#")
		target := page
		if file != "" {
			target = path.Join(path.Dir(page), file)
		}
		if _, err := fs.Stat(fsys, target); err != nil {
			faults = append(faults, fmt.Sprintf("%s: link to %s: no such file", page, link))
			continue
		}
		if !hasAnchor {
			continue
		}
		content, err := fs.ReadFile(fsys, target)
		if err != nil || !slices.Contains(anchors(string(content)), anchor) {
			faults = append(faults, fmt.Sprintf("%s: link to %s: no such heading", page, link))
		}
	}
	return faults
}

var (
	linkTarget  = regexp.MustCompile(`\]\(([^)\s]+)(?:\s+"[^"]*")?\)|\b(?:src|srcset|href)="([^"]+)"`)
	headingLine = regexp.MustCompile(`^(#{1,6}) +(.*)$`)
	anchorName  = regexp.MustCompile(`<a id="([^"]+)"`)
	inlineLink  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	inlineCode  = regexp.MustCompile("`[^`]*`")
)

// links returns the targets of links and images of a page, except in code.
func links(text string) (targets []string) {
	for _, line := range prose(text) {
		for _, match := range linkTarget.FindAllStringSubmatch(inlineCode.ReplaceAllString(line, "``"), -1) {
			targets = append(targets, match[1]+match[2])
		}
	}
	return targets
}

// prose returns the lines of a page outside fenced code.
func prose(text string) (lines []string) {
	fenced := false
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case !fenced:
			lines = append(lines, line)
		}
	}
	return lines
}

// heading is a heading such as "## Levels".
type heading struct {
	level int
	text  string
}

func headings(text string) (list []heading) {
	for _, line := range prose(text) {
		if match := headingLine.FindStringSubmatch(line); match != nil {
			list = append(list, heading{len(match[1]), match[2]})
		}
	}
	return list
}

func levels(list []heading) []int {
	all := make([]int, len(list))
	for i, h := range list {
		all[i] = h.level
	}
	return all
}

// anchors returns the anchors of a page: those of headings on GitHub, and those of <a id="…">.
func anchors(text string) (names []string) {
	seen := map[string]int{}
	for _, h := range headings(text) {
		name := anchorOf(h.text)
		seen[name]++
		if n := seen[name]; n > 1 {
			name = fmt.Sprintf("%s-%d", name, n-1)
		}
		names = append(names, name)
	}
	for _, match := range anchorName.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// anchorOf returns the anchor of a heading on GitHub: lower case, hyphens for spaces, no punctuation.
func anchorOf(text string) string {
	text = inlineLink.ReplaceAllString(text, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return '-'
		case r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// TestDocsFaults checks that TestDocs finds each kind of fault.
func TestDocsFaults(t *testing.T) {
	tree := func(change map[string]string) fstest.MapFS {
		files := map[string]string{
			"README.md": "# K\n[docs](docs/README.md)\n", "README.ja.md": "# K\n",
			"SECURITY.md": "# S\n", "SECURITY.ja.md": "# S\n",
			"ARCHITECTURE.md": "", "CONTRIBUTING.md": "", "CHANGELOG.md": "[a](https://example.test/x)",
			"docs/README.md":    "# Docs\n[a](a.md#one-two)\n",
			"docs/README.ja.md": "# 文書\n[a](a.ja.md#一つ目)\n",
			"docs/a.md":         "# A\n## One, `two`\n```sh\n# no heading\n[no](link.md)\n```\n`[no](link.md)`\n",
			"docs/a.ja.md":      "# A\n## 一つ目\n",
		}
		fsys := fstest.MapFS{}
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for name, text := range change {
			if text == "" {
				delete(fsys, name)
				continue
			}
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return fsys
	}
	for _, c := range []struct {
		name, page, text string
		limit            int
		want             []string
	}{
		{"no fault", "docs/a.ja.md", "# A\n## 一つ目\n", 15, nil},
		{"length", "docs/a.ja.md", "# A\n## 一つ目\n", 14, []string{
			"the English pages in docs have 15 words, want at most 14",
		}},
		{"no twin", "docs/b.md", "# B\n", 99, []string{
			"docs/README.md: no link to docs/b.md", "docs/b.md: no Japanese page",
		}},
		{"Japanese only", "docs/b.ja.md", "# B\n", 99, []string{
			"docs/README.ja.md: no link to docs/b.ja.md", "docs/b.ja.md: no English page",
		}},
		{"headings", "README.ja.md", "# K\n## L\n", 99, []string{
			"README.md: headings of levels [1], and [1 2] in README.ja.md",
		}},
		{"links", "CONTRIBUTING.md", "[a](docs/none.md) ![b](docs/a.md#two) <img src=\"c.png\">", 99, []string{
			"CONTRIBUTING.md: link to c.png: no such file",
			"CONTRIBUTING.md: link to docs/a.md#two: no such heading",
			"CONTRIBUTING.md: link to docs/none.md: no such file",
		}},
	} {
		if got := docsFaults(t, tree(map[string]string{c.page: c.text}), c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}
