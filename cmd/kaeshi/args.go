package main

import "strings"

// guardPositions prevents one-line positions that begin with an empty square, "---OX…", from being parsed as flags. It
// prepends a space, which parsers of positions ignore.
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

// beginsEmpty reports whether an argument is a position that begins with an empty square, rather than a flag.
func beginsEmpty(arg string) bool {
	const cells = 8 // that no flag begins with
	return strings.HasPrefix(arg, "-") && len(arg) >= cells && strings.Trim(arg[:cells], "-.XxOo*BbWw") == ""
}
