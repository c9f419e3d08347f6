package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/kaeshi/kaeshi/player"
)

// levelSheet is where levels are shown: a table that grows row by row, or one document at the end.
type levelSheet struct {
	*program
	asJSON bool
	rows   int
}

func (p *program) levelSheet(asJSON bool) *levelSheet { return &levelSheet{p, asJSON, 0} }

// row shows a level; a document shows it later.
func (s *levelSheet) row(l player.Level) error {
	if s.asJSON {
		return nil
	}
	if s.rows++; s.rows == 1 {
		fmt.Fprintln(s.out, s.words["levels.header"])
	}
	selective, nodes, seconds, longest := "—", "—", "—", "—"
	if l.Selective > l.Exact {
		selective = strconv.Itoa(l.Selective)
	}
	if l.Nodes > 0 {
		nodes, seconds, longest = strconv.FormatUint(l.Nodes, 10), span(l.Seconds), span(l.Longest)
	}
	if l.Stopped > 0 { // more than what was measured
		nodes, seconds, longest = ">"+nodes, ">"+seconds, ">"+longest
	}
	_, err := fmt.Fprintf(s.out, "%6d%6d%6d%10s%10d%%%14s%10s%10s\n", l.Level, l.Depth, l.Exact, selective, l.Confidence, nodes, seconds, longest)
	return err
}

// end says where the times are from.
func (s *levelSheet) end(l player.Levels) error {
	if s.asJSON {
		return json.NewEncoder(s.out).Encode(l)
	}
	_, err := fmt.Fprintf(s.out, s.words["levels.source"]+"\n", l.Machine, l.Date, l.Build)
	return err
}

// showLevels shows levels that are known.
func (p *program) showLevels(known player.Levels, asJSON bool) error {
	sheet := p.levelSheet(asJSON)
	for _, l := range known.Levels {
		if err := sheet.row(l); err != nil {
			return err
		}
	}
	return sheet.end(known)
}
