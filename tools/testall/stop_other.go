//go:build !unix

package main

import "os/exec"

// stopTogether does nothing. Without process groups, only the command itself is stopped.
func stopTogether(*exec.Cmd) {}
