package sgf

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/internal/bracket"
	"github.com/kaeshi/kaeshi/record/internal/scan"
	"github.com/kaeshi/kaeshi/record/internal/timing"
)

// infoTags maps properties of a game without a field to their names in [record.Game.Tags].
func infoTags() map[string]string {
	return map[string]string{"BR": record.BlackRating, "WR": record.WhiteRating}
}

func isInfo(name string) bool {
	return slices.Contains(strings.Fields("GM FF CA SZ PB PW EV PC RO DT TM RE GC BR WR"), name) || isPlainInfo(name)
}

// isPlainInfo reports whether a property describes the whole game and is kept as a tag with the same name.
func isPlainInfo(name string) bool {
	return slices.Contains(strings.Fields("AP ST GN AN BT WT CP ON OT RU SO US HA KM"), name)
}

// info handles a property of the root that describes the game, and returns false for other properties. If the node has
// no move, all unknown properties become tags of the game.
func (r *reader) info(p bracket.Property, played bool) bool {
	g, value := &r.game, strings.TrimSpace(strings.ReplaceAll(p.Values[0], "\n", " "))
	if r.repeated(p.Name, value) {
		return true
	}
	switch p.Name {
	case "PB":
		g.Black = value
	case "PW":
		g.White = value
	case "EV":
		g.Event = value
	case "PC":
		g.Place = value
	case "RO":
		g.Round = value
	case "DT":
		g.Date = timing.ISODate(value)
	case "TM":
		r.time = value
	case "RE":
		r.result(value)
	case "GC":
		g.Comment = record.JoinTexts(p.Values[0], g.Comment)
	case "C":
		return true // handled by node
	case "GM", "SZ": // handled by kind
	case "FF", "CA": // not used
		if !plainValue.MatchString(value) {
			g.Tags = append(g.Tags, record.Tag{Name: p.Name, Value: value})
		}
	default:
		return r.tags(p, played)
	}
	for _, v := range p.Values[1:] { // the standard allows only one value
		g.Tags = append(g.Tags, record.Tag{Name: p.Name, Value: v})
	}
	return true
}

// plainValue matches versions and names of character sets.
var plainValue = regexp.MustCompile(`^[-A-Za-z0-9_.:]{0,20}$`)

// repeated reports whether a game may have the property only once and already has it. A different value is kept as a
// tag.
func (r *reader) repeated(name, value string) bool {
	if !slices.Contains(strings.Fields("PB PW EV PC RO DT TM RE"), name) {
		return false
	}
	before, repeated := r.given[name]
	if !repeated {
		if r.given == nil {
			r.given = map[string]string{}
		}
		r.given[name] = value
	} else if before != value {
		r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: value})
	}
	return repeated
}

// tags stores a property of the root that has no field as tags.
func (r *reader) tags(p bracket.Property, played bool) bool {
	name, known := infoTags()[p.Name]
	if isSetUp(p.Name) || played && !known && !isPlainInfo(p.Name) {
		return false
	}
	if !known {
		name = p.Name
	}
	for _, v := range p.Values {
		r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: v})
	}
	return true
}

// kind checks the game and sets the board size, on which all other properties depend.
func (r *reader) kind(list []bracket.Property) error {
	for _, p := range list {
		value := strings.TrimSpace(p.Values[0])
		switch {
		case p.Name == "GM" && value != "2" && !strings.EqualFold(value, "othello"):
			return scan.Place(p.Place, fmt.Errorf("GM[%s]: want 2 (Othello)", scan.Clip(value)))
		case p.Name == "SZ":
			n, err := strconv.Atoi(value)
			if err == nil {
				r.size, err = othello.ParseSize(n)
			}
			if err != nil {
				return scan.Place(p.Place, fmt.Errorf("SZ[%s]: %w", scan.Clip(value), err))
			}
		}
	}
	return nil
}

// clock combines the time for the game and the overtime. Kaeshi writes an increment as the overtime +3s/move. Other
// overtime becomes the clock if there is no other, and remains a tag otherwise.
func (r *reader) clock() {
	g := &r.game
	g.Clock = r.time
	d, ok := timing.ParseSeconds(r.time)
	if ok && d > 0 {
		g.Clock = timing.Control{Game: d}.String()
	}
	at := slices.IndexFunc(g.Tags, func(t record.Tag) bool { return t.Name == "OT" })
	if at < 0 {
		return
	}
	over := g.Tags[at].Value
	joined, each := strings.CutSuffix(over, "/move")
	switch _, ok := timing.ParseControl(g.Clock + joined); {
	case each && ok && strings.HasPrefix(joined, "+"):
		g.Clock += joined
	case g.Clock == "" && over != "":
		g.Clock = over
	default:
		return
	}
	g.RemoveTag(at)
}

// result handles results such as B+4, W+R, B+, 0, Draw, Void and ?. Other values become tags.
func (r *reader) result(value string) {
	result, ok := record.ParseWin(value)
	if !ok {
		r.otherResult(value)
		return
	}
	r.game.Result = result
}

func (r *reader) otherResult(value string) {
	switch strings.ToLower(value) {
	case "0", "draw", "jigo":
		r.game.Result = record.Result{Known: true}
	case "void", "?", "":
	default:
		if result, ok := record.ParseResult(value); ok {
			r.game.Result = result
			return
		}
		r.game.Tags = append(r.game.Tags, record.Tag{Name: "RE", Value: value})
	}
}
