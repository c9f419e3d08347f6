//go:build !amd64 || purego

package solve

func listChildren(list *[64]Child, p, o, legal, empty, corners, even uint64) (least int32) {
	return portableChildren(list, p, o, legal, empty, corners, even)
}

func finishFew(p, o, empty uint64, alpha, beta, squares int, odd Regions) (score, nodes int) {
	return portableFinish(p, o, empty, alpha, beta, squares, odd)
}
