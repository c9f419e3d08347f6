package player_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaeshi/kaeshi/player"
)

func TestParseSpec(t *testing.T) {
	cases := map[string]player.Spec{
		"random":     {Text: "random", Name: "random"},
		" greedy\n":  {Text: "greedy", Name: "greedy"},
		"minimax:6":  {Text: "minimax:6", Name: "minimax", Args: []player.Arg{{Value: "6"}}},
		"minimax:-3": {Text: "minimax:-3", Name: "minimax", Args: []player.Arg{{Value: "-3"}}},
		"a:6,eval=discs": {
			Text: "a:6,eval=discs", Name: "a",
			Args: []player.Arg{{Value: "6"}, {Key: "eval", Value: "discs"}},
		},
		"k:-probcut,+book,t=1=2": {
			Text: "k:-probcut,+book,t=1=2", Name: "k",
			Args: []player.Arg{{"probcut", "-"}, {"book", "+"}, {"t", "1=2"}},
		},
		"exec/./a b:c,-x=,": {Text: "exec/./a b:c,-x=,", Name: "exec/./a b", Args: []player.Arg{{Value: "c,-x=,"}}},
	}
	for text, want := range cases {
		got, err := player.ParseSpec(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: error %v, spec (-want +got):\n%s", text, err, diff)
		}
	}
}

// TestSpecErrors checks that errors of invalid specs name the place and state the expectation.
func TestSpecErrors(t *testing.T) {
	const minimax = "; write minimax:DEPTH[,eval=plain|discs]"
	cases := map[string]string{
		"":    `player "" has no name: expected NAME or NAME:ARG,ARG…, such as kaeshi:level=6`,
		" :6": `player ":6" has no name: expected NAME or NAME:ARG,ARG…, such as kaeshi:level=6`,
		"zebra": `no player "zebra": there are human, random[:seed=N], greedy, minimax:DEPTH[,eval=plain|discs], ` +
			`alphabeta:DEPTH[,eval=plain|discs], kaeshi:level=0…60`,
		"Random":              `no player "Random": there are human,`,
		"minimax:":            `player "minimax:": empty argument "": expected key=value, +flag, -flag or a value`,
		"minimax:3,":          `player "minimax:3,": empty argument ""`,
		"minimax:-":           `player "minimax:-": empty argument "-"`,
		"minimax:depth=":      `player "minimax:depth=": argument "depth=": expected key=value with both sides`,
		"minimax:=3":          `player "minimax:=3": argument "=3": expected key=value with both sides`,
		"minimax:3,4":         `player "minimax:3,4": depth is given twice`,
		"minimax:3,depth=4":   `player "minimax:3,depth=4": depth is given twice`,
		"minimax:three":       `player "minimax:three": depth=three: expected a number from 1 to 60` + minimax,
		"minimax:0":           `player "minimax:0": depth=0: expected a number from 1 to 60` + minimax,
		"minimax:61":          `player "minimax:61": depth=61: expected a number from 1 to 60` + minimax,
		"minimax:-3":          `player "minimax:-3": depth=-3: expected a number from 1 to 60` + minimax,
		"minimax:3,eval=best": `player "minimax:3,eval=best": eval=best: expected plain or discs` + minimax,
		"minimax:3,evil=plain": `player "minimax:3,evil=plain": unknown option "evil": options are depth, eval` +
			minimax,
		"minimax:3,-eval":           `player "minimax:3,-eval": eval=-: expected plain or discs` + minimax,
		"minimax:3,+book":           `player "minimax:3,+book": unknown option "book"`,
		"random:7":                  `player "random:7": "7" has no key; write random[:seed=N]`,
		"random:seed=-1":            `seed=-1: expected a whole number that is not negative; write random[:seed=N]`,
		"random:seed=x":             `seed=x: expected a whole number that is not negative`,
		"greedy:depth=2":            `player "greedy:depth=2": unknown option "depth"`,
		"human:name=A,name=B":       `player "human:name=A,name=B": name is given twice`,
		"random:name=":              `argument "name="`,
		"random:name=\x1b[2J":       `expected at most 40 printable characters`,
		"kaeshi:level=61":           `level=61: expected a number from 0 to 60; write kaeshi:level=0…60`,
		"kaeshi:level=-1":           `level=-1: expected a number from 0 to 60`,
		"kaeshi:skill=0":            `skill=0: expected a number from 1 to 10`,
		"kaeshi:skill=11":           `skill=11: expected a number from 1 to 10`,
		"kaeshi:skill=1,level=":     `argument "level="`,
		"kaeshi:skill=1,5":          `level and skill cannot be combined`,
		"kaeshi:level=1,seed=4":     `a level makes no random choices`,
		"kaeshi:time=soon":          `time=soon: expected a duration such as 500ms or 10s`,
		"kaeshi:time=-1s":           `time=-1s: expected a duration`,
		"kaeshi:average=0s":         `average=0s: expected a duration such as 500ms or 10s, at most 1h`,
		"kaeshi:average=2h":         `average=2h: expected a duration`,
		"kaeshi:average=1s,3":       `average cannot be combined with level`,
		"kaeshi:average=1s,nodes=5": `average cannot be combined with level`,
		"kaeshi:etc=no":             `etc=no: expected + or -`,
		"kaeshi:skill=3,-etc":       `flags such as -etc cannot be combined with skill`,
		"kaeshi:skill=3,time=1s":    `cannot be combined with skill; use them with level`,
		"kaeshi:skill=10,depth=2":   `cannot be combined with skill; use them with level`,
		"kaeshi:strength=4":         `unknown option "strength": options are`,
	}
	for text, want := range cases {
		p, err := everyone().New(text)
		if err == nil {
			t.Errorf("%q gives the player %s, want an error", text, p.Name())
			continue
		}
		if p != nil {
			t.Errorf("%q: both an error and a player", text)
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s\nwant %s", text, err, want)
		}
	}
}

func TestGoodSpecs(t *testing.T) {
	for _, text := range []string{
		"random", "random:seed=18446744073709551615", "greedy", "minimax", "minimax:depth=60,eval=plain",
		"alphabeta:eval=discs,1",
		"kaeshi", "kaeshi:0", "kaeshi:level=60,time=10s", "kaeshi:level=4,-etc,-parity,+pvs", "kaeshi:skill=10,seed=0",
		"kaeshi:average=2s,time=10s,+ponder", "human",
	} {
		if p := newPlayer(t, text); p.Name() != text {
			t.Errorf("%q: Name() = %q, want the spec", text, p.Name())
		}
	}
}

// TestLabel checks that tables show an alias instead of the spec, regardless of its place in the spec.
func TestLabel(t *testing.T) {
	for spec, want := range map[string]string{
		"kaeshi:level=3":                                        "kaeshi:level=3",
		"kaeshi:level=3,name=Base":                              "Base",
		"kaeshi:name=新しい重み,level=3":                             "新しい重み",
		"random:name=R":                                         "R",
		"exec/nboard:name=NTest-d4 dir=/opt/ntest ./ntest x":    "NTest-d4",
		"exec/gtp:dir=/opt/edax depth=4 name=Edax ./edax -gtp":  "Edax",
		"exec/gtp:./engine --options name=inner":                "exec/gtp:./engine --options name=inner",
		"exec/gtp:wait=9s name=First ./engine name=its-own-one": "First",
		":": ":",
	} {
		if got := player.Label(spec); got != want {
			t.Errorf("the label of %s is %q, want %q", spec, got, want)
		}
	}
	s, err := player.ParseSpec("exec/gtp:dir=/opt/edax name=Edax ./edax -gtp")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]player.Arg{{Value: "dir=/opt/edax ./edax -gtp"}}, s.Args); diff != "" {
		t.Error(diff)
	}
}

// FuzzParseSpec checks that joining the parts of a spec and parsing it again returns the same parts.
func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{
		"minimax:6", "kaeshi:-probcut,+x,level=3", "exec/a:b", "::", "a:=", "a:-,", "a:name=b,1",
		"exec/a:dir=b name=c d",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := player.ParseSpec(text)
		if err != nil {
			return
		}
		var args []string
		for _, a := range s.Args {
			switch {
			case a.Key == "":
				args = append(args, a.Value)
			case a.Value == "+" || a.Value == "-":
				args = append(args, a.Value+a.Key)
			default:
				args = append(args, a.Key+"="+a.Value)
			}
		}
		switch {
		case s.Alias == "":
		case strings.HasPrefix(s.Name, "exec/"):
			args[0] = "name=" + s.Alias + " " + args[0]
		default:
			args = append(args, "name="+s.Alias)
		}
		joined := s.Name
		if len(args) > 0 {
			joined += ":" + strings.Join(args, ",")
		}
		again, err := player.ParseSpec(joined)
		if err != nil {
			t.Fatalf("%q, joined again as %q: %v", text, joined, err)
		}
		if diff := cmp.Diff(s, again, cmpopts.IgnoreFields(player.Spec{}, "Text")); diff != "" {
			t.Errorf("%q, joined again as %q (-want +got):\n%s", text, joined, diff)
		}
	})
}
