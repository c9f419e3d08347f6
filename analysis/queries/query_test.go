package queries

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/search"
)

// TestBadLines checks that the reply to a bad line names the field, and that the next lines are still answered.
func TestBadLines(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`nonsense`, `: expected a JSON object on one line, not nonsense`},
		{`[]`, `: expected a JSON object`},
		{`null`, `: expected a JSON object`},
		{`{"id":"a"`, `: expected a JSON object`},
		{`{}`, `id: missing id`},
		{`{"id":7}`, `id: 7: expected a string`},
		{`{"id":"a\u0000"}x`, `: expected a JSON object`},
		{`{"id":"a","action":"dance"}`, `action: "dance": expected query_version`},
		{`{"id":"a","action":"terminate"}`, `terminateId: expected the id`},
		{`{"id":"a","action":"terminate","terminateId":"b","turnNumbers":3}`, `turnNumbers: 3: expected a list`},
		{`{"id":"a","position":"x"}`, `position: `},
		{`{"id":"a","position":"OX-------------- X"}`, `position: impossible board: b2 in the centre is empty`},
		{`{"id":"a","position":4}`, `position: 4: expected a one-line position`},
		{`{"id":"a","boardXSize":19,"boardYSize":19}`, `boardXSize: 19: expected a number from 4 to 8`},
		{`{"id":"a","boardXSize":5,"boardYSize":5}`, `boardXSize: `},
		{`{"id":"a","boardXSize":6}`, `boardYSize: rows: 8, columns: 6: expected a square board`},
		{`{"id":"a","moves":[["B","f5"],["B","d6"]]}`, `moves: move 2: "B" plays d6, but white is to move`},
		{`{"id":"a","moves":["f5","f5"]}`, `moves: move 2: f5 is taken`},
		{`{"id":"a","moves":["f5","pass"]}`, `moves: move 2: `},
		{`{"id":"a","moves":["i9"]}`, `moves: move 1: `},
		{`{"id":"a","moves":[["B"]]}`, `moves: move 1: ["B"]: expected a side and a square`},
		{`{"id":"a","moves":{}}`, `moves: {}: expected a list`},
		{`{"id":"a","moves":"f5a1"}`, `moves: move 2, "a1"`},
		{`{"id":"a","analyzeTurns":[1]}`, `analyzeTurns: turn 1: expected a number from 0 to 0`},
		{`{"id":"a","analyzeTurns":[-1]}`, `analyzeTurns: turn -1`},
		{`{"id":"a","analyzeTurns":[0,0]}`, `analyzeTurns: turns: 2, positions: 1`},
		{`{"id":"a","analyzeTurns":"all"}`, `analyzeTurns: "all": expected a list`},
		{`{"id":"a","priority":1.5}`, `priority: 1.5: expected a whole number`},
		{`{"id":"a","priority":9999999999}`, `priority: 9999999999: expected a number`},
		{`{"id":"a","priority":1,"priorities":[1]}`, `priorities: expected either priority`},
		{`{"id":"a","priorities":[1,2]}`, `priorities: 2 priorities for 1 turns`},
		{`{"id":"a","level":61}`, `level: 61: expected a number from 0 to 60`},
		{`{"id":"a","level":1,"depth":1}`, `depth: expected either level`},
		{`{"id":"a","depth":0}`, `depth: 0: expected a number from 1 to 60`},
		{`{"id":"a","maxTime":0}`, `maxTime: 0: expected from 0.001`},
		{`{"id":"a","maxNodes":0}`, `maxNodes: 0: expected a number from 1`},
		{`{"id":"a","lines":65}`, `lines: 65: expected a number from 1 to 64`},
		{`{"id":"a","book":"no"}`, `book: "no": expected true or false`},
		{`{"id":"a","reportDuringSearchEvery":-1}`, `reportDuringSearchEvery: -1`},
		{`{"id":"a","moves":"` + strings.Repeat("f5", LongestLine) + `"}`, `: a line of more than`},
		{`{"id":"a","position":"` + strings.Repeat("ä", 300) + `"}`, `position: `},
		{strings.Repeat("[", 100_000), `: expected a JSON object`},
		{`{"id":"a","moves":["` + strings.Repeat(`f5","`, 1000) + `d6"]}`, `moves: move 2`},
		{`{"id":"a","level":` + strings.Repeat("9", 400) + `}`, `level: 999`},
		{`{"id":"a","reportDuringSearchEvery":1e-3,"moves":"f5","analyzeTurns":null}`, ``},
	} {
		list := ask(t, server(1), c.line+"\n\n{\"id\":\"next\"}\n")
		next := list[len(list)-1]
		if len(list) < 2 {
			t.Errorf("%.80s: %d replies, want 2: %v", c.line, len(list), list)
			continue
		}
		if next.ID != "next" || next.Error != "" {
			t.Errorf("%.80s: the replies are %v, want one without an error to the query next at the end", c.line, list)
			continue
		}
		if c.want == "" {
			continue
		}
		got := list[0].Field + ": " + list[0].Error
		if !strings.HasPrefix(got, c.want) || len(got) > 400 {
			t.Errorf("%.80s: %.400q, want %q at the beginning and at most 400 bytes", c.line, got, c.want)
		}
		if list[0].Line != 1 {
			t.Errorf("%.80s: the error is in line %d, want 1", c.line, list[0].Line)
		}
	}
}

// FuzzQuery checks that every line gets a reply, and that the positions of valid queries are valid.
func FuzzQuery(f *testing.F) {
	for _, line := range []string{
		`{"id":"a","moves":[["B","f5"],["W","d6"]],"analyzeTurns":[0,2],"priorities":[1,2],"level":3,"lines":2}`,
		`{"id":"a","position":"XO--XXX-XXXXXXXX O","moves":["c1"],"boardXSize":4,"boardYSize":4,` +
			`"reportDuringSearchEvery":0.5}`,
		`{"id":"a","action":"terminate","terminateId":"b","turnNumbers":[1]}`,
		`{"id":"a","moves":"f5d6c3","maxTime":1,"maxNodes":5,"book":false,"depth":9,"priority":-4}`,
		`{"id":null}`, `{"id":"a","moves":null}`, `{"id":"a","moves":[null]}`, `[1]`,
		`{"id":"","analyzeTurns":[9999999999999999999]}`,
	} {
		f.Add([]byte(line))
	}
	s := loadSchema(f)
	f.Fuzz(func(t *testing.T, line []byte) {
		q, err := parseQuery(line, analysis.Effort{Level: analysis.NoLevel, Limits: search.Limits{Depth: 1}}, 1)
		if err != nil {
			text, fault := json.Marshal(refuse(q, 1, err))
			if fault == nil {
				fault = s.Check(string(text), "refusal")
			}
			if fault != nil {
				t.Errorf("the reply %s does not match the schema: %v", text, fault)
			}
			return
		}
		if q.action != "" {
			return
		}
		if len(q.turns) != len(q.priorities) {
			t.Errorf("%d turns and %d priorities, want one priority for each turn", len(q.turns), len(q.priorities))
		}
		if q.lines < 1 {
			t.Errorf("%d lines, want at least 1", q.lines)
		}
		if q.every < 0 {
			t.Errorf("a report every %v, want no negative interval", q.every)
		}
		for _, turn := range q.turns {
			p := q.positions[turn]
			if again, err := othello.Parse(p.String()); err != nil || again != p {
				t.Errorf("turn %d: %v is parsed as %v, error %v", turn, p, again, err)
			}
		}
	})
}
