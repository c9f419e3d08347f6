package opening

// NameText is a [Name] in JSON documents.
type NameText struct {
	Names      []string `json:"names" nullable:"false"` // the most usual first
	Ply        int      `json:"ply"`                    // the number of moves after which the game had the name
	Transcript string   `json:"transcript"`             // the moves of the list that lead to the position with the name
}

// NamesText is [Names] in JSON documents. A language without a name is absent.
type NamesText struct {
	English  *NameText `json:"en,omitempty"` // nil without a name in English
	Japanese *NameText `json:"ja,omitempty"` // nil without a name in Japanese
}

// Text returns the names as JSON documents hold them.
func (n Names) Text() NamesText { return NamesText{n.English.text(), n.Japanese.text()} }

func (n Name) text() *NameText {
	if len(n.Names) == 0 {
		return nil
	}
	return &NameText{n.Names, n.Ply, n.Line().String()}
}
