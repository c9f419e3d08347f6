package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/othello"
)

// infoTags are the properties of a game that have no field and another name among [Game.Tags].
func infoTags() map[string]string { return map[string]string{"BR": BlackRating, "WR": WhiteRating} }

func isInfo(name string) bool {
	return slices.Contains(strings.Fields("GM FF CA SZ PB PW EV PC RO DT TM RE GC BR WR"), name) || isPlainInfo(name)
}

// isPlainInfo is true for what SGF says of a game as a whole and Kaeshi keeps as a tag.
func isPlainInfo(name string) bool {
	return slices.Contains(strings.Fields("AP ST GN AN BT WT CP ON OT RU SO US HA KM"), name)
}

// info reads a property of the root that concerns the game. It is false for others: in a node without a move all that is not known
// becomes a tag of the game.
func (r *sgfReader) info(p property, played bool) bool {
	g, value := &r.game, strings.TrimSpace(strings.ReplaceAll(p.values[0], "\n", " "))
	switch p.name {
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
		g.Date = isoDate(value)
	case "TM":
		r.time = value
	case "RE":
		r.result(value)
	case "GC":
		g.Comment = joinTexts(p.values[0], g.Comment)
	case "C":
		return true // read later
	case "GM", "SZ", "FF", "CA": // read already, or of no use here
	default:
		return r.tags(p, played)
	}
	for _, v := range p.values[1:] { // there should be one
		g.Tags = append(g.Tags, Tag{p.name, v})
	}
	return true
}

// tags keeps a property of the root that has no field.
func (r *sgfReader) tags(p property, played bool) bool {
	name, known := infoTags()[p.name]
	if isSetUp(p.name) || played && !known && !isPlainInfo(p.name) {
		return false
	}
	if !known {
		name = p.name
	}
	for _, v := range p.values {
		r.game.Tags = append(r.game.Tags, Tag{name, v})
	}
	return true
}

// kind reads which game it is and on what board, which all other properties depend on.
func (r *sgfReader) kind(list []property) error {
	for _, p := range list {
		value := strings.TrimSpace(p.values[0])
		switch {
		case p.name == "GM" && value != "2" && !strings.EqualFold(value, "othello"):
			return place(p.at, fmt.Errorf("GM[%s] is another game: Othello is 2", clip(value)))
		case p.name == "SZ":
			n, err := strconv.Atoi(value)
			if err == nil {
				r.size, err = othello.ParseSize(n)
			}
			if err != nil {
				return place(p.at, fmt.Errorf("SZ[%s]: %w", clip(value), err))
			}
		}
	}
	return nil
}

// clock joins the time for the game and the overtime, which Kaeshi writes as +3s/move. Overtime in other words is the clock when
// it is all that is said, and stays a tag otherwise.
func (r *sgfReader) clock() {
	g := &r.game
	g.Clock = r.time
	d, ok := parseSeconds(r.time)
	if ok && d > 0 {
		g.Clock = control{game: d}.String()
	}
	at := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == "OT" })
	if at < 0 {
		return
	}
	over := g.Tags[at].Value
	joined, each := strings.CutSuffix(over, "/move")
	switch _, ok := parseControl(g.Clock + joined); {
	case each && ok && strings.HasPrefix(joined, "+"):
		g.Clock += joined
	case g.Clock == "" && over != "":
		g.Clock = over
	default:
		return
	}
	g.Tags = without(g.Tags, at)
}

// without is a list of tags with one less.
func without(tags []Tag, at int) []Tag {
	if len(tags) == 1 {
		return nil
	}
	return slices.Delete(tags, at, at+1)
}

// result reads B+4, W+R, B+, 0, Draw, Void and ?; what is none of these stays a tag.
func (r *sgfReader) result(value string) {
	side, margin, won := strings.Cut(value, "+")
	winner, ok := map[string]othello.Color{"B": othello.Black, "W": othello.White}[strings.ToUpper(side)]
	if !won || !ok {
		r.otherResult(value)
		return
	}
	result := winnerOnly(winner)
	switch strings.ToLower(margin) {
	case "":
	case "r", "resign":
		result.Reason = Resigned
	case "t", "time":
		result.Reason = OutOfTime
	case "f", "forfeit":
		result.Reason = Faulted
	default:
		score, ok := parseDifference(margin)
		if !ok || score.ScoreBlack <= 0 {
			r.otherResult(value)
			return
		}
		result = Result{Known: true, ScoreBlack: score.ScoreBlack * result.ScoreBlack}
	}
	r.game.Result = result
}

func (r *sgfReader) otherResult(value string) {
	switch strings.ToLower(value) {
	case "0", "draw", "jigo":
		r.game.Result = Result{Known: true}
	case "void", "?", "":
	default:
		if result, ok := parseResult(value); ok {
			r.game.Result = result
			return
		}
		r.game.Tags = append(r.game.Tags, Tag{"RE", value})
	}
}
