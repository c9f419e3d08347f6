//go:build !amd64 || purego

package solve

import "github.com/kaeshi/kaeshi/bitboard"

func listChildren(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32) {
	return portableChildren(list, n, legal, corners, even)
}

func finishFew(n Node, alpha, beta, squares int, odd regionSet) (score, nodes int) {
	return portableFinish(n, alpha, beta, squares, odd)
}
