package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/analysis"
)

// watch shows on a terminal how far the search has come.
func (h *hinting) watch(text *analysis.Text) (progress func(analysis.Hint), wipe func()) {
	if f, ok := h.err.(*os.File); !ok || !isTerminal(f) {
		return nil, func() {}
	}
	progress = func(found analysis.Hint) {
		fmt.Fprintf(h.err, "\r%s\033[K", text.Searching(found))
	}
	return progress, func() { fmt.Fprint(h.err, "\r\033[K") }
}

// asked is standard input when it is among the arguments, and otherwise left alone.
func (p *program) asked(ctx context.Context, args []string) io.Reader {
	if slices.Contains(args, "-") {
		return p.stdin(ctx)
	}
	return strings.NewReader("")
}

// outlet writes hints as JSON or as people read them.
func (h *hinting) outlet(text *analysis.Text) func(analysis.Hint) error {
	if !h.asJSON {
		return text.Hint
	}
	encoder := json.NewEncoder(h.out)
	encoder.SetEscapeHTML(false)
	return func(h analysis.Hint) error { return encoder.Encode(h) }
}
