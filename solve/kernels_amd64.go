//go:build amd64 && !purego

package solve

import "github.com/kaeshi/kaeshi/bitboard"

// kernels says what the assembly may use: 0 nothing (it jumps to the portable functions), 1 AVX2, BMI1 and BMI2,
// 2 AVX-512 as well. It is what package bitboard uses, too.
var kernels = map[string]uint8{"AVX2": 1, "AVX-512": 2}[bitboard.Kernels()]

//go:noescape
func listChildren(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32)

//go:noescape
func finishFew(n Node, alpha, beta, squares int, odd Regions) (score, nodes int)
