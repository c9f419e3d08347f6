package main

import "strings"

// guardPositions keeps one-line positions that begin with an empty square, "---OX…", from being parsed as flags. It
// puts a blank in front, which changes nothing about a position.
func guardPositions(args []string) []string {
	guarded := make([]string, len(args))
	for i, arg := range args {
		if beginsEmpty(arg) {
			arg = " " + arg
		}
		guarded[i] = arg
	}
	return guarded
}

// beginsEmpty tells a position, whose first cells are cells, from a flag, which has a name.
func beginsEmpty(arg string) bool {
	const telling = 8
	return strings.HasPrefix(arg, "-") && len(arg) >= telling && strings.Trim(arg[:telling], "-.XxOo*BbWw") == ""
}
