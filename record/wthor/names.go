package wthor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/kaeshi/kaeshi/record"
)

// Names contains the lists of a WTHOR base. Games refer to their entries by number, from 0.
type Names struct {
	PlayersHeader, TournamentsHeader Header   // headers of the .jou and .trn files
	Players, Tournaments             []string // by number
}

// CheckName returns an error if name is that of a list of players or tournaments, which contains no games.
func CheckName(name string) error {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jou":
		return errors.New("a list of players contains no games; pass the .wtb file")
	case ".trn":
		return errors.New("a list of tournaments contains no games; pass the .wtb file")
	}
	return nil
}

// readList reads a .jou or .trn file with names of the given size in bytes.
func readList(r io.Reader, size int) (h Header, names []string, err error) {
	in := bufio.NewReader(r)
	buffer := make([]byte, max(size, headerSize))
	if _, err := io.ReadFull(in, buffer[:headerSize]); err != nil {
		return h, nil, fmt.Errorf("header of 16 bytes: %w", cutOff(err))
	}
	h = parseHeader(buffer)
	for i := range int(h.Records) {
		if _, err := io.ReadFull(in, buffer[:size]); err != nil {
			return h, names, fmt.Errorf("name %d of %d: %w", i, h.Records, cutOff(err))
		}
		text, _, _ := strings.Cut(string(buffer[:size]), "\x00")
		latin, _ := charmap.ISO8859_1.NewDecoder().String(text) // every byte is a character
		names = append(names, latin)
	}
	if rest, _ := io.Copy(io.Discard, in); rest > 0 {
		return h, names, fmt.Errorf("%d bytes after the last of %d names", rest, h.Records)
	}
	return h, names, nil
}

// cutOff replaces the errors of an unexpected end of the file.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is truncated")
	}
	return err
}

// ReadNames reads the lists of a WTHOR base. A nil reader leaves its list empty. If there is an error, the names before
// it are kept.
func ReadNames(jou, trn io.Reader) (*Names, error) {
	var n Names
	var err1, err2 error
	if jou != nil {
		if n.PlayersHeader, n.Players, err1 = readList(jou, playerSize); err1 != nil {
			err1 = fmt.Errorf("list of players: %w", err1)
		}
	}
	if trn != nil {
		if n.TournamentsHeader, n.Tournaments, err2 = readList(trn, tournamentSize); err2 != nil {
			err2 = fmt.Errorf("list of tournaments: %w", err2)
		}
	}
	return &n, errors.Join(err1, err2)
}

// NamesFrom reads the lists of a .wtb file. Of the given files it uses those with the same name except for the suffix,
// or else the only ones with the right suffix. A missing list stays empty. It returns an error if a list cannot be
// read.
func NamesFrom(base string, files []string, open func(path string) (io.ReadCloser, error)) (*Names, error) {
	var n Names
	var err1, err2 error
	if jou := listOf(base, files, ".jou"); jou != "" {
		n.PlayersHeader, n.Players, err1 = readListFile(jou, playerSize, open)
	}
	if trn := listOf(base, files, ".trn"); trn != "" {
		n.TournamentsHeader, n.Tournaments, err2 = readListFile(trn, tournamentSize, open)
	}
	return &n, errors.Join(err1, err2)
}

func readListFile(path string, size int, open func(path string) (io.ReadCloser, error)) (Header, []string, error) {
	f, err := open(path)
	if err != nil {
		return Header{}, nil, &record.FileError{File: path, Err: err}
	}
	defer func() { _ = f.Close() }() // it was only read
	h, names, err := readList(f, size)
	if err != nil {
		err = &record.FileError{File: path, Err: err}
	}
	return h, names, err
}

// listOf returns the file with a suffix that belongs to a base: the one with the same name, or else the only one.
func listOf(base string, files []string, suffix string) string {
	stem := func(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
	var others []string
	for _, path := range files {
		if !strings.EqualFold(filepath.Ext(path), suffix) {
			continue
		}
		if strings.EqualFold(stem(path), stem(base)) {
			return path
		}
		others = append(others, path)
	}
	if len(others) == 1 {
		return others[0]
	}
	return ""
}
