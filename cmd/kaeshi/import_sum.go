package main

import (
	"encoding/json"
	"fmt"

	"github.com/kaeshi/kaeshi/store"
)

// imported counts the games of an import.
type imported struct {
	Read    int `json:"read"`    // found in the files
	Stored  int `json:"stored"`  // new
	Known   int `json:"known"`   // there before
	Refused int `json:"refused"` // bad
	Left    int `json:"left"`    // read and neither: the import was cut short
}

func (i *imported) count(s store.ImportSum) {
	i.Stored, i.Known = s.Stored, s.Known
	i.Left = i.Read - i.Stored - i.Known - i.Refused
}

// String is the last line of an import.
func (i imported) String() string {
	text := fmt.Sprintf("%d games read, %d stored, %d already known, %d refused", i.Read, i.Stored, i.Known, i.Refused)
	if i.Left > 0 {
		text += fmt.Sprintf(", %d left: import again to go on", i.Left)
	}
	return text
}

// MarshalJSON names the schema.
func (i imported) MarshalJSON() ([]byte, error) {
	type counts imported
	return json.Marshal(struct {
		Schema string `json:"schema"`
		counts
	}{"kaeshi/import/1", counts(i)})
}
