package classroom

import "strings"

// mostWidth is the greatest width of a picture in columns.
const mostWidth = 160

const labelWidth = 11

// layout holds the positions of the places of a tree in a picture.
type layout struct {
	middle []int // column of the middle of each place
	cell   int   // width of a leaf in columns
}

// layout places leaves side by side and every other place over the middle of its branches.
func (t *numberTree) layout() layout {
	l := layout{middle: make([]int, len(t.nodes)), cell: 4}
	for i, n := range t.nodes {
		if len(n.children) == 0 {
			l.cell = max(l.cell, len(t.label(i))+3)
		}
	}
	next := labelWidth + (l.cell-2)/2
	var place func(at int)
	place = func(at int) {
		children := t.nodes[at].children
		if len(children) == 0 {
			l.middle[at] = next
			next += l.cell
			return
		}
		for _, c := range children {
			place(c)
		}
		l.middle[at] = (l.middle[children[0]] + l.middle[children[len(children)-1]]) / 2
	}
	place(0)
	return l
}

// label returns the longest text that a leaf shows.
func (t *numberTree) label(at int) string {
	n := t.nodes[at]
	text := n.text
	if _, value, ok := strings.Cut(text, "="); ok {
		text = value
	}
	if len([]rune(n.name)) > len(text) {
		text = n.name
	}
	return text
}

// width returns the width of a picture in columns.
func (t *numberTree) width() int {
	leaves := 0
	for _, n := range t.nodes {
		if len(n.children) == 0 {
			leaves++
		}
	}
	return labelWidth + leaves*t.layout().cell
}

// canvas holds lines of characters, which grow as needed.
type canvas [][]rune

func (c *canvas) write(row, column int, text string) {
	for len(*c) <= row {
		*c = append(*c, nil)
	}
	line := &(*c)[row]
	for i, r := range []rune(text) {
		for len(*line) <= column+i {
			*line = append(*line, ' ')
		}
		(*line)[column+i] = r
	}
}

// plyRows is the number of rows of a ply: the places, the line above the branches, and their stems.
const plyRows = 3

// picture draws the tree with its marks.
func (t *numberTree) picture(marks []mark) string {
	var c canvas
	l := t.layout()
	for i, n := range t.nodes {
		row := plyRows * n.ply
		text := "(" + or(marks[i].value, " ") + ")"
		c.write(row, 0, []string{"   me", "opponent"}[n.ply%2])
		c.write(row, l.middle[i]-len(text)/2+(len(text)+1)%2, strings.TrimRight(text+" "+marks[i].note, " "))
		if i > 0 {
			c.write(row-1, l.middle[i], []string{"|", "X"}[btoi(marks[i].cut)])
		}
		if t.lettered(i) && marks[n.parent].entered && !t.cutPair(n.parent, marks) {
			c.write(row+1, l.middle[i], ":")
			c.write(row+2, l.middle[i], n.name)
		}
		if i > 0 && t.cutPair(n.parent, marks) && marks[i].cut && !marks[i-1].cut {
			c.beneath(row+1, l.middle[i], l.middle[i+1])
		}
		if len(n.children) > 0 {
			from, to := l.middle[n.children[0]], l.middle[n.children[len(n.children)-1]]
			c.write(row+1, from+1, strings.Repeat("_", max(0, to-from-1)))
			c.write(row+1, l.middle[i], "|")
		}
	}
	var b strings.Builder
	for _, line := range c {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return b.String()
}

// lettered reports whether a leaf has a letter, which stands for the subtree below it.
func (t *numberTree) lettered(at int) bool {
	n := t.nodes[at]
	return len(n.children) == 0 && n.parent >= 0 && n.name != "" && n.name != "?" && n.name != "…"
}

// cutPair reports whether exactly the last two branches of a place were cut off and are letters in the lowest row. The
// subtrees below them are then drawn as well.
func (t *numberTree) cutPair(at int, marks []mark) bool {
	children := t.nodes[at].children
	const branches = 3 // room for two
	if len(children) < branches || t.nodes[at].ply+1 < t.height() || t.layout().cell != 4 {
		return false
	}
	for i, c := range children {
		if last := i >= len(children)-2; marks[c].cut != last || last && !t.lettered(c) {
			return false
		}
	}
	return true
}

// beneath draws the subtrees below two places side by side, as article 004 does.
func (c *canvas) beneath(row, left, right int) {
	c.write(row, left-7, "_______|")
	c.write(row, right, "|_______")
	for _, column := range []int{left - 8, left - 4, left, right, right + 4, right + 8} {
		c.write(row+1, column, "|")
		c.write(row+2, column-1, "( )")
		c.write(row+3, column, ":")
	}
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func btoi(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
