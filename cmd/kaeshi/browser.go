package main

import (
	"context"
	"os/exec"
	"runtime"
)

// hasScreen reports whether a browser that is opened here would be seen: not over ssh, not in an automatic build.
func (p *program) hasScreen() bool {
	if p.has("CI") || p.has("SSH_CONNECTION") {
		return false
	}
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || p.has("DISPLAY") || p.has("WAYLAND_DISPLAY")
}

func (p *program) has(variable string) bool { return p.env(variable) != "" }

// openBrowser shows the page, and the browser outlives the server; whoever has none can still go to the address that was printed.
func (p *program) openBrowser(ctx context.Context, url string) {
	ctx = context.WithoutCancel(ctx)
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", url}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	opener := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // one of the three above, with our own address
	if err := opener.Start(); err != nil {
		p.log("no browser could be opened (%v): go to %s", err, url)
		return
	}
	go func() { _ = opener.Wait() }() // what the browser makes of it is its own affair
}
