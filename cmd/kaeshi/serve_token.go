package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kaeshi/kaeshi/web"
)

// tokenVariable holds the token itself. There is no flag for it: everyone on a machine can read what programs were started with.
const tokenVariable = "KAESHI_TOKEN"

// token is what clients must know: the content of the file, which is made with a new token where it is missing, else what the variable says; empty: nothing.
func (p *program) token(file string) (string, error) {
	place, token := "environment variable "+tokenVariable, p.env(tokenVariable)
	if file != "" {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = p.newToken(file)
		}
		if err != nil {
			return "", fmt.Errorf("--token-file: %w", err)
		}
		place, token = "--token-file "+file, string(text)
	}
	token = strings.TrimSpace(token)
	if len(token) < web.ShortestToken && (token != "" || file != "") {
		return "", usage("%s: the token has %d bytes; expected %d or more, so that nobody guesses it", place, len(token), web.ShortestToken)
	}
	return token, nil
}

// newToken writes a new token to a file that only its owner may read.
func (p *program) newToken(file string) ([]byte, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	token := []byte(rand.Text() + "\n")
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(token)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	p.log("a new token is in %s", file)
	return token, nil
}
