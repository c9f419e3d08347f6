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

// infoTags are the properties of a game that have no field and another name among [record.Game.Tags].
func infoTags() map[string]string {
	return map[string]string{"BR": record.BlackRating, "WR": record.WhiteRating}
}

func isInfo(name string) bool {
	return slices.Contains(strings.Fields("GM FF CA SZ PB PW EV PC RO DT TM RE GC BR WR"), name) || isPlainInfo(name)
}

// isPlainInfo is true for what SGF says of a game as a whole and Kaeshi keeps as a tag.
func isPlainInfo(name string) bool {
	return slices.Contains(strings.Fields("AP ST GN AN BT WT CP ON OT RU SO US HA KM"), name)
}

// info reads a property of the root that concerns the game. It is false for others: in a node without a move all that
// is not known becomes a tag of the game.
func (r *reader) info(p bracket.Property, played bool) bool {
	g, value := &r.game, strings.TrimSpace(strings.ReplaceAll(p.Values[0], "\n", " "))
	if r.again(p.Name, value) {
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
		return true // read later
	case "GM", "SZ": // read already
	case "FF", "CA": // of no use here
		if !plainValue.MatchString(value) {
			g.Tags = append(g.Tags, record.Tag{Name: p.Name, Value: value})
		}
	default:
		return r.tags(p, played)
	}
	for _, v := range p.Values[1:] { // there should be one
		g.Tags = append(g.Tags, record.Tag{Name: p.Name, Value: v})
	}
	return true
}

// plainValue is what a version and the name of a character set look like.
var plainValue = regexp.MustCompile(`^[-A-Za-z0-9_.:]{0,20}$`)

// again reports whether a game has the property once and it was given before. Another value becomes a tag.
func (r *reader) again(name, value string) bool {
	if !slices.Contains(strings.Fields("PB PW EV PC RO DT TM RE"), name) {
		return false
	}
	before, again := r.given[name]
	if !again {
		if r.given == nil {
			r.given = map[string]string{}
		}
		r.given[name] = value
	} else if before != value {
		r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: value})
	}
	return again
}

// tags keeps a property of the root that has no field.
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

// kind reads which game it is and on what board, which all other properties depend on.
func (r *reader) kind(list []bracket.Property) error {
	for _, p := range list {
		value := strings.TrimSpace(p.Values[0])
		switch {
		case p.Name == "GM" && value != "2" && !strings.EqualFold(value, "othello"):
			return scan.Place(p.Place, fmt.Errorf("GM[%s] is another game: Othello is 2", scan.Clip(value)))
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

// clock joins the time for the game and the overtime, which Kaeshi writes as +3s/move. Overtime in other words is the
// clock when it is all that is said, and stays a tag otherwise.
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

// result reads B+4, W+R, B+, 0, Draw, Void and ?; what is none of these stays a tag.
func (r *reader) result(value string) {
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
		result.Reason = record.Resigned
	case "t", "time":
		result.Reason = record.OutOfTime
	case "f", "forfeit":
		result.Reason = record.Faulted
	default:
		score, ok := record.ParseDifference(margin)
		if !ok || score.ScoreBlack <= 0 {
			r.otherResult(value)
			return
		}
		result = record.Result{Known: true, ScoreBlack: score.ScoreBlack * result.ScoreBlack}
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

// winnerOnly is a result of which nothing but the winner is known.
func winnerOnly(c othello.Color) record.Result {
	if c == othello.White {
		return record.Result{Known: true, ScoreBlack: -1, OnlyWinner: true}
	}
	return record.Result{Known: true, ScoreBlack: 1, OnlyWinner: true}
}
