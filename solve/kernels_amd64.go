//go:build amd64 && !purego

package solve

import "github.com/kaeshi/kaeshi/bitboard"

// kernels selects the instructions that the assembly uses: 0 none (it jumps to the portable functions), 1 AVX2, BMI1
// and BMI2, 2 also AVX-512. It is the same as in package bitboard.
var kernels = map[string]uint8{"AVX2": 1, "AVX-512": 2}[bitboard.Kernels()]

//go:noescape
func listChildren(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32)

//go:noescape
func finishFew(n Node, alpha, beta, squares int, odd regionSet) (score, nodes int)
