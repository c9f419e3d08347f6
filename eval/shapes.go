package eval

import (
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/bitboard"
)

// shape is a pattern: a set of squares whose content is an index into a table of weights. It has up to eight images on
// the board under the symmetries, which share the table.
type shape struct {
	name    string
	squares string // of the first image; in a file, the first square is the lowest digit of an index
}

// shapes returns the patterns. Edges with adjacent squares, rows, diagonals with squares near their corners, and corner
// regions are the patterns of M. Buro's Logistello (1997), which later programs vary. No shape has more than ten
// squares, so that an index fits into 16 bits. Each has four or eight images.
//
// A change of the shapes invalidates all weights files, which contain the fingerprint of the shapes.
func shapes() []shape {
	return []shape{
		{"edge and x", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"},
		{"second row", "a2 b2 c2 d2 e2 f2 g2 h2 a1 h1"},
		{"third row", "a3 b3 c3 d3 e3 f3 g3 h3"},
		{"fourth row", "a4 b4 c4 d4 e4 f4 g4 h4"},
		{"long diagonal", "a1 b2 c3 d4 e5 f6 g7 h8 b1 a2"},
		{"diagonal of seven", "b1 c2 d3 e4 f5 g6 h7 a1 h8"},
		{"diagonal of six", "c1 d2 e3 f4 g5 h6 b1 h7 b2 g7"},
		{"diagonals of five and four", "d1 e2 f3 g4 h5 e1 f2 g3 h4"},
		{"corner square", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
		{"corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
		{"corner block", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
		{"edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"},
		{"corner wedge", "a1 b1 c1 d1 e1 a2 b2 a3 a4 a5"},
		{"corner band", "a1 b2 c3 d4 b1 c2 d3 a2 b3 c4"},
		{"kite", "a1 b1 a2 b2 c2 d2 e2 b3 b4 b5"},
	}
}

// A word of a [State] holds four images. Symmetric shapes have four images, the others eight.
const (
	words      = 16
	wordImages = 4
	images     = words * wordImages
)

// layout describes the images of the shapes on the board and in a State.
type layout struct {
	shapes  []shape
	shapeOf [words]int    // shape of each word
	squares [images][]int // squares of each image, from the lowest digit of its index to the highest
	digits  [][]int       // for each shape, the digit of each of its squares: see turnover
	mirrors [][]int       // for each shape, the order of its squares in its mirror image; nil without a symmetry
	sizes   []int         // for each shape, the number of indices
	starts  []int         // for each shape, the sum of the sizes of the shapes before it
	indices int           // sum of the sizes
}

// board is the layout of shapes.
var board = newLayout(shapes())

// powers holds, for each square, the increments of the indices of a State when the digit of the square increases by one
// (0 mover, 1 empty, 2 other side). Square 64 has increments of 0. greatest holds the indices of a board full of discs
// of the other side.
var powers, greatest = board.powers()

func newLayout(list []shape) *layout {
	l := &layout{shapes: list}
	word := 0
	for i, s := range list {
		squares := s.places()
		digits := digitsOf(squares)
		l.digits = append(l.digits, digits)
		l.sizes, l.starts = append(l.sizes, power(len(squares))), append(l.starts, l.indices)
		l.indices += power(len(squares))
		placed, mirror := place(squares)
		l.mirrors = append(l.mirrors, mirror)
		for j, image := range placed {
			l.shapeOf[word+j/wordImages] = i
			l.squares[word*wordImages+j] = make([]int, len(image))
			for k, sq := range image {
				l.squares[word*wordImages+j][digits[k]] = sq
			}
		}
		word += len(placed) / wordImages
	}
	return l
}

func (l *layout) powers() (powers [64 + 1][words]uint64, greatest [words]uint64) {
	for image, squares := range l.squares {
		for digit, sq := range squares {
			powers[sq][image/wordImages] += uint64(power(digit)) << (16 * (image % wordImages))
		}
		greatest[image/wordImages] += uint64(power(len(squares))-1) << (16 * (image % wordImages))
	}
	return powers, greatest
}

// turnover ranks the squares of a quarter of the board, beginning with the corner, by how often a search changes their
// discs: 0 most often. Squares that change often are the lowest digits of an index, which improves the locality of
// memory accesses: experiments/023.
var turnover = [4][4]int{
	{9, 8, 5, 2},
	{8, 7, 0, 1},
	{5, 0, 3, 4},
	{2, 1, 4, 6},
}

// digitsOf returns, for each of the squares of a shape, its digit of an index.
func digitsOf(squares []int) []int {
	rank := func(sq int) int { return turnover[min(sq>>3, 7-sq>>3)][min(sq&7, 7-sq&7)] }
	list := slices.Clone(squares)
	slices.SortStableFunc(list, func(a, b int) int { return rank(a) - rank(b) })
	return order(list, squares)
}

// places returns the squares as numbers.
func (s shape) places() []int {
	var list []int
	for name := range strings.FieldsSeq(s.squares) {
		list = append(list, int(name[1]-'1')*8+int(name[0]-'a'))
	}
	return list
}

// place returns the distinct images of a shape, and the order of its squares under the symmetry that maps it to itself,
// or nil.
func place(squares []int) (placed [][]int, mirror []int) {
	seen := map[bitboard.Set]bool{}
	for s := range bitboard.Symmetry(bitboard.Symmetries) {
		var image []int
		var set bitboard.Set
		for _, sq := range squares {
			image = append(image, s.Square(sq))
			set |= 1 << s.Square(sq)
		}
		if s != 0 && set == setOf(squares) {
			mirror = order(squares, image)
		}
		if !seen[set] {
			placed = append(placed, image)
		}
		seen[set] = true
	}
	return placed, mirror
}

func setOf(squares []int) (set bitboard.Set) {
	for _, sq := range squares {
		set |= 1 << sq
	}
	return set
}

// order returns, for each square of image, its index in squares.
func order(squares, image []int) []int {
	at := [64]int{}
	for i, sq := range squares {
		at[sq] = i
	}
	list := make([]int, len(image))
	for i, sq := range image {
		list[i] = at[sq]
	}
	return list
}

// power returns 3ⁿ.
func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// inDigits reorders a list by pattern index from the digit order of a file to that of a State.
func inDigits(list []uint16, digits []int) []uint16 {
	to := make([]uint16, len(list))
	for index, own := range reordered(digits) {
		to[own] = list[index]
	}
	return to
}

// reordered returns, for each index of a shape, the index with each digit moved to its position in places, or nil if
// places is nil.
func reordered(places []int) []uint16 {
	if places == nil {
		return nil
	}
	list := make([]uint16, 1, power(len(places)))
	for digit := range places {
		before := list
		for d := 1; d <= 2; d++ {
			step := uint16(d * power(places[digit]))
			for _, index := range before {
				list = append(list, index+step)
			}
		}
	}
	return list
}

// mobilities is the number of distinguished numbers of legal moves, 0 to 32. Greater numbers count as 32.
const mobilities = 33

func mobility(legal bitboard.Set) int { return min(legal.Len(), mobilities-1) }
