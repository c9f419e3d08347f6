//go:build !amd64 || purego

package solve

import "github.com/kaeshi/kaeshi/bitboard"

func listChildren(list *[64]Child, p, o, legal, empty, corners, even bitboard.Set) (least int32) {
	return portableChildren(list, p, o, legal, empty, corners, even)
}

func finishFew(p, o, empty bitboard.Set, alpha, beta, squares int, odd Regions) (score, nodes int) {
	return portableFinish(p, o, empty, alpha, beta, squares, odd)
}
