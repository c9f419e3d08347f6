//go:build amd64 && !purego

package bitboard

import "golang.org/x/sys/cpu"

// kernels selects the instructions that the assembly uses: 0 none (it jumps to the portable functions), 1 AVX2, BMI1
// and BMI2, 2 also AVX-512. The assembly tests it, which saves an indirect call from Go.
var kernels = bestKernels()

func bestKernels() uint8 {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2:
		return 0
	case x.HasAVX512F && x.HasAVX512VL && x.HasAVX512CD:
		return 2
	}
	return 1
}

// rays holds, for each square, the squares above it (higher bits) on its row, column, diagonal and antidiagonal, and
// then those below it.
//
//nolint:unused // the assembly reads it
var rays = makeRays()

//nolint:unused // see rays
func makeRays() (t [64][8]Set) {
	for sq := range 64 {
		above := ^Set(0) << sq << 1
		row := Set(0xff) << (sq &^ 7)
		column := Set(columnA) << (sq & 7)
		d := diagonalsThrough(sq)
		for i, line := range [4]Set{row, column, d[0], d[1]} {
			t[sq][i] = line & above
			t[sq][4+i] = line &^ above &^ (1 << sq)
		}
	}
	return t
}

//go:noescape
func moves(p, o Set) Set

//go:noescape
func movesOfBoth(p, o Set) (mine, theirs Set)

//go:noescape
func flips(sq int, p, o Set) Set

//go:noescape
func repliesTo(sq int, p, o Set) (flips, replies Set)

//go:noescape
func movesAfter(sq int, p, o Set) (flips, replies, later Set)

// lastLines holds, for each square, data of the lines through it for package solve: the column, the factor that gathers
// it into a byte, the diagonal and the antidiagonal.
//
//nolint:unused // the assembly reads it
var lastLines = makeLastLines()

//nolint:unused // see lastLines
func makeLastLines() (t [64][4]uint64) {
	for sq := range t {
		t[sq] = [4]uint64{
			columnA << (sq & 7), gatherColumn >> (sq & 7), uint64(diagonals[sq][0]),
			uint64(diagonals[sq][1]),
		}
	}
	return t
}
