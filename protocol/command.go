package protocol

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kaeshi/kaeshi/player"
)

// command describes how to start an external program, and limits for it.
type command struct {
	dir   string // working directory; empty: the current one
	path  string
	args  []string
	depth int           // in plies, for protocols that transmit a depth
	wait  time.Duration // time limit of an answer without a clock
}

// Defaults of a command.
const (
	usualDepth = 12
	usualWait  = 5 * time.Minute
)

// parseCommand parses "[dir=DIR] [depth=N] [wait=DURATION] PROGRAM ARG…", split into words like a shell command, and
// looks up the program.
func parseCommand(text string) (command, error) {
	c := command{depth: usualDepth, wait: usualWait}
	words, err := splitWords(text)
	if err != nil {
		return c, err
	}
	for len(words) > 0 {
		isOption, err := c.option(words[0])
		if err != nil {
			return c, err
		}
		if !isOption {
			break
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return c, fmt.Errorf("command %q has no program: want one such as ./program -flag", text)
	}
	c.args = words[1:]
	if c.path, err = c.find(words[0]); err != nil {
		err = &player.ResourceError{Err: err}
	}
	return c, err
}

// Program returns the path of the program of a command, as players of external programs have it. It fails if the
// command is malformed or the program does not exist.
func Program(command string) (path string, err error) {
	c, err := parseCommand(command)
	return c.path, err
}

// option parses an option and reports whether the word is one.
func (c *command) option(word string) (bool, error) {
	key, value, _ := strings.Cut(word, "=")
	switch key {
	case "dir":
		c.dir = value
	case "depth":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxDepth {
			return true, fmt.Errorf("depth=%s: expected plies from 1 to %d", value, maxDepth)
		}
		c.depth = n
	case "wait":
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			return true, fmt.Errorf("wait=%s: expected a duration such as 30s", value)
		}
		c.wait = d
	default:
		return false, nil
	}
	return true, nil
}

// find returns the path of the program. A relative path with a directory is relative to dir. Only a name without a
// directory is looked up in PATH.
func (c *command) find(name string) (string, error) {
	if info, err := os.Stat(c.dir); c.dir != "" && (err != nil || !info.IsDir()) {
		return "", fmt.Errorf("dir=%s: no such directory", c.dir)
	}
	if filepath.Base(name) != name && !filepath.IsAbs(name) {
		var err error
		if name, err = filepath.Abs(filepath.Join(c.dir, name)); err != nil {
			return "", err
		}
	}
	path, err := exec.LookPath(name)
	if fault := (*exec.Error)(nil); errors.As(err, &fault) {
		err = fault.Err // without the name
	}
	if err != nil {
		return "", fmt.Errorf("no program %q: %w", name, err)
	}
	return filepath.Abs(path)
}

// splitWords splits a command into words like a shell, without expansions. Spaces separate words. Single and double
// quotes quote spaces and each other. A backslash quotes a following space, quote or backslash; before any other
// character, as in C:\engines, and within single quotes it is an ordinary character.
func splitWords(text string) ([]string, error) {
	var (
		words  []string
		word   strings.Builder
		inWord bool
		quote  byte
		opened int
	)
	for i := 0; i < len(text); i++ {
		b := text[i]
		switch {
		case quote != 0 && b == quote:
			quote = 0
		case b == '\\' && quote != '\'' && i+1 < len(text) && strings.IndexByte(" \t\"'\\", text[i+1]) >= 0:
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote == 0 && (b == '"' || b == '\''):
			quote, opened, inWord = b, i, true
		case quote == 0 && strings.IndexByte(" \t\r\n", b) >= 0:
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(b)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: the quote %c at character %d is not closed", text, quote, opened+1)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
