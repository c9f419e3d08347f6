package main

import (
	"embed"
	"fmt"
)

// notices are what en.txt or ja.txt says about whose work the program is, and in licenses.txt the licences of all that is linked in and of
// what the page is built from. notices_test.go collects them, and holds them equal to what go.mod says.
//
//go:embed notices
var notices embed.FS

// showNotices prints the notice in a language, then the licences as their authors wrote them.
func (p *program) showNotices(language string) error {
	for _, name := range []string{language, "licenses"} {
		text, err := notices.ReadFile("notices/" + name + ".txt")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(p.out, "%s", text); err != nil {
			return err
		}
	}
	return nil
}
