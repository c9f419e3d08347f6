package record

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// The sizes of what WTHOR files consist of, in bytes.
const (
	wthorHeader     = 16
	wthorGame       = 68
	wthorPlayer     = 20
	wthorTournament = 26
)

// WTHORHeader is what each of the three files of a WTHOR base begins with.
type WTHORHeader struct {
	CreatedCentury, CreatedYear, CreatedMonth, CreatedDay uint8 // 20, 26, 2, 24 is 24 February 2026

	Games    uint32 // how many games a .wtb has; 0 in the others
	Records  uint16 // how many names a .jou or .trn has; 0 in a .wtb
	Year     uint16 // of the games
	Size     uint8  // of the board; 0 means 8
	Kind     uint8  // 0 games, 1 solitaires
	Depth    uint8  // at how many empty squares the theoretical score was computed
	Reserved uint8  // without a meaning, kept as it is
}

// Names are the lists of a WTHOR base, which games refer to by number, from 0.
type Names struct {
	PlayersHeader, TournamentsHeader WTHORHeader // of the .jou and the .trn
	Players, Tournaments             []string    // by their numbers
}

// Tags that games from a WTHOR base have, so that it can be written again as it was.
const (
	wthorHeaderTag      = "WTHORHeader"
	wthorTournamentTag  = "WTHORTournament"
	wthorBlackTag       = "WTHORBlack"
	wthorWhiteTag       = "WTHORWhite"
	wthorTheoreticalTag = "WTHORTheoretical"
)

// nobody is how the list of players names someone who is not known.
const nobody = "???"

func (h WTHORHeader) bytes() []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, h) // fixed-size fields cannot fail
	return b
}

func parseWTHORHeader(b []byte) (h WTHORHeader) {
	_, _ = binary.Decode(b, binary.LittleEndian, &h) // the callers have 16 bytes
	return h
}

func (h WTHORHeader) tag() string { return hex.EncodeToString(h.bytes()) }

func parseHeaderTag(tag string) (h WTHORHeader, ok bool) {
	b, err := hex.DecodeString(tag)
	if err != nil || len(b) != wthorHeader {
		return h, false
	}
	return parseWTHORHeader(b), true
}

// isWTHOR tells a WTHOR file from its header, which begins with a date as numbers.
func isWTHOR(head []byte) bool {
	if len(head) < wthorHeader {
		return false
	}
	h := parseWTHORHeader(head)
	return h.CreatedCentury >= 18 && h.CreatedCentury <= 30 && h.CreatedYear < 100 && h.CreatedMonth <= 12 && h.CreatedDay <= 31 &&
		h.Kind <= 1 && h.Reserved == 0
}

// wthorKind refuses the lists that belong to games, judging by the name.
func wthorKind(name string) (Format, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jou":
		return 0, errors.New("a list of players, no games: give the .wtb file")
	case ".trn":
		return 0, errors.New("a list of tournaments, no games: give the .wtb file")
	}
	return WTHOR, nil
}

// readNames reads a .jou or .trn file.
func readNames(r io.Reader, size int) (h WTHORHeader, names []string, err error) {
	in := bufio.NewReader(r)
	buffer := make([]byte, max(size, wthorHeader))
	if _, err := io.ReadFull(in, buffer[:wthorHeader]); err != nil {
		return h, nil, fmt.Errorf("the header has 16 bytes: %w", cutOff(err))
	}
	h = parseWTHORHeader(buffer)
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

// cutOff says what the end of a file in the middle of something means.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut off there")
	}
	return err
}

// ReadWTHORNames reads the lists of a WTHOR base; one that is nil stays empty. With an error the names before it are kept.
func ReadWTHORNames(jou, trn io.Reader) (*Names, error) {
	var n Names
	var err1, err2 error
	if jou != nil {
		if n.PlayersHeader, n.Players, err1 = readNames(jou, wthorPlayer); err1 != nil {
			err1 = fmt.Errorf("list of players: %w", err1)
		}
	}
	if trn != nil {
		if n.TournamentsHeader, n.Tournaments, err2 = readNames(trn, wthorTournament); err2 != nil {
			err2 = fmt.Errorf("list of tournaments: %w", err2)
		}
	}
	return &n, errors.Join(err1, err2)
}

// namesBeside reads the lists that belong to a .wtb file.
func namesBeside(path string) (*Names, error) {
	jou, trn := beside(path, ".jou"), beside(path, ".trn")
	var n Names
	var err error
	if jou != "" {
		if n.PlayersHeader, n.Players, err = readNamesFile(jou, wthorPlayer); err != nil {
			err = &FileError{File: jou, Err: err}
		}
	}
	if trn != "" {
		var err2 error
		if n.TournamentsHeader, n.Tournaments, err2 = readNamesFile(trn, wthorTournament); err2 != nil {
			err = errors.Join(err, &FileError{File: trn, Err: err2})
		}
	}
	return &n, err
}

func readNamesFile(path string, size int) (WTHORHeader, []string, error) {
	f, err := os.Open(path)
	if err != nil {
		return WTHORHeader{}, nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return readNames(f, size)
}

// beside is the file with that suffix that belongs to path: the one of the same name, else the only one of its folder.
func beside(path, suffix string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	var others []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.EqualFold(filepath.Ext(name), suffix) {
			continue
		}
		full := filepath.Join(filepath.Dir(path), name)
		if strings.EqualFold(strings.TrimSuffix(name, filepath.Ext(name)), base) {
			return full
		}
		others = append(others, full)
	}
	if len(others) == 1 {
		return others[0]
	}
	return ""
}
