package classroom

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/kaeshi/kaeshi/internal/excerpt"
)

// Limits of a tree of numbers.
const (
	mostText   = 20_000 // bytes
	mostPlaces = 5_000
	mostPlies  = 30
	mostDigits = 6
	mostName   = 8 // letters
)

// parseNumbers reads a tree such as "((5 7 3)(1 B C)(? ? ?))". A tree is a list of branches in parentheses, separated
// by spaces or commas. A branch is a whole number, a ? or a name of letters for an unknown number, a name with its
// number such as A=1, or a tree.
func parseNumbers(text string) (*numberTree, error) {
	if len(text) > mostText {
		return nil, fmt.Errorf("%d bytes: a tree of numbers has at most %d", len(text), mostText)
	}
	p := numberParser{text: strings.TrimSpace(
		strings.NewReplacer("（", "(", "）", ")", "　", " ", "...", "…").Replace(text)), tree: &numberTree{}}
	if p.text == "" {
		return nil, errors.New("no tree of numbers: want one such as ((5 7 3)(1 B C)(? ? ?))")
	}
	if err := p.node(-1, 0); err != nil {
		return nil, err
	}
	if p.skip(); p.at < len(p.text) {
		return nil, p.fault("unexpected text after the tree")
	}
	return p.tree, nil
}

type numberParser struct {
	text string
	at   int
	tree *numberTree
}

// fault returns an error at the present place of the text.
func (p *numberParser) fault(format string, args ...any) error {
	what := "the end of the text"
	if p.at < len(p.text) {
		what = strconv.Quote(excerpt.Of(p.text[p.at:]))
	}
	return fmt.Errorf("character %d, %s: %s", len([]rune(p.text[:p.at]))+1, what, fmt.Sprintf(format, args...))
}

func (p *numberParser) skip() {
	for p.at < len(p.text) && strings.ContainsRune(" ,\t\r\n", rune(p.text[p.at])) {
		p.at++
	}
}

// node reads one place of the tree.
func (p *numberParser) node(parent, ply int) error {
	p.skip()
	at := len(p.tree.nodes)
	switch {
	case p.at == len(p.text):
		return p.fault("expected a number, ?, a name or a parenthesis")
	case at == mostPlaces:
		return p.fault("a tree of numbers has at most %d places", mostPlaces)
	case ply > mostPlies:
		return p.fault("a tree of numbers is at most %d plies deep", mostPlies)
	}
	p.tree.nodes = append(p.tree.nodes, numberNode{parent: parent, ply: ply})
	if parent >= 0 {
		p.tree.nodes[parent].children = append(p.tree.nodes[parent].children, at)
	}
	from := p.at
	read := p.leaf
	if p.text[p.at] == '(' {
		read = p.branches
	}
	if err := read(at, ply); err != nil {
		return err
	}
	p.tree.nodes[at].text = p.text[from:p.at]
	return nil
}

// branches reads the branches in a pair of parentheses.
func (p *numberParser) branches(at, ply int) error {
	opened := p.at
	p.at++
	for p.skip(); p.at < len(p.text) && p.text[p.at] != ')'; p.skip() {
		if err := p.node(at, ply+1); err != nil {
			return err
		}
	}
	if p.at == len(p.text) {
		return p.fault("the parenthesis at character %d is not closed", len([]rune(p.text[:opened]))+1)
	}
	if len(p.tree.nodes[at].children) == 0 {
		return p.fault("empty parentheses: expected a number, ? or a name")
	}
	p.at++
	return nil
}

// leaf reads a number, a name or both.
func (p *numberParser) leaf(at, _ int) error {
	end := strings.IndexAny(p.text[p.at:], " ,\t\r\n()")
	if end < 0 {
		end = len(p.text) - p.at
	}
	word := p.text[p.at : p.at+end]
	n := &p.tree.nodes[at]
	name, digits, both := strings.Cut(word, "=")
	switch {
	case !both && (word == "?" || word == "…" || isName(word)):
		n.name = word
	case both && !isName(name), !both && word == "":
		return p.fault("expected a number, ?, a name or a parenthesis")
	default:
		if !both {
			name, digits = "", word
		}
		value, err := strconv.Atoi(digits)
		if err != nil || len(strings.TrimLeft(digits, "+-")) > mostDigits {
			return p.fault("expected a whole number of at most %d digits, ?, a name of at most %d letters, or a "+
				"name with its number as in A=1", mostDigits, mostName)
		}
		n.name, n.value, n.known = name, value, true
	}
	p.at += end
	return nil
}

func isName(word string) bool {
	letters := []rune(word)
	for _, r := range letters {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return len(letters) > 0 && len(letters) <= mostName
}
