package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shellWord matches a word, a quoted part of a word or an operator of a shell command.
var shellWord = regexp.MustCompile(`'[^']*'|"[^"]*"|[|&<>()]+|[^\s'"|&<>()]+|\s+`)

// invocations returns the arguments of each call of kaeshi in a line of a shell script.
func invocations(line string) (calls [][]string) {
	word, started, calling := "", false, false
	end := func() {
		switch {
		case calling && started:
			calls[len(calls)-1] = append(calls[len(calls)-1], word)
		case word == "kaeshi":
			calls, calling = append(calls, nil), true
		}
		word, started = "", false
	}
	for _, part := range append(shellWord.FindAllString(line, -1), " ") {
		switch {
		case strings.TrimSpace(part) == "":
			end()
		case strings.ContainsAny(part[:1], "|&<>()"):
			end()
			calling = false
		case part[0] == '\'', part[0] == '"':
			word, started = word+part[1:len(part)-1], true
		default:
			word, started = word+part, true
		}
	}
	return calls
}

func TestInvocations(t *testing.T) {
	for line, want := range map[string][][]string{
		"kaeshi": {nil},
		`printf 'kaeshi a\n' | kaeshi gtp -n 2 >out`:            {{"gtp", "-n", "2"}},
		"kaeshi x 'a b' --to=\"c\" && nice -n 19 kaeshi y '' -": {{"x", "a b", "--to=c"}, {"y", "", "-"}},
		"source <(kaeshi completion bash)":                      {{"completion", "bash"}},
		"gogui -black 'kaeshi gtp'":                             nil,
	} {
		if got := invocations(line); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestExamples checks that the help of each command has at least three examples, and that the program accepts their
// flags and numbers of arguments.
func TestExamples(t *testing.T) {
	p := newProgram(t, "en", nil)
	for _, c := range verbsOf(p.rootCommand()) {
		calls := 0
		for line := range strings.Lines(c.Example) {
			for _, args := range invocations(line) {
				calls++
				found, rest, err := p.rootCommand().Find(guardPositions(args))
				if err == nil {
					err = found.ParseFlags(rest)
				}
				if err == nil {
					err = found.ValidateArgs(found.Flags().Args())
				}
				if err != nil {
					t.Errorf("help of %s: %s: %v", c.CommandPath(), strings.TrimSpace(line), err)
				}
			}
		}
		if calls < 3 {
			t.Errorf("help of %s: %d examples, want at least 3", c.CommandPath(), calls)
		}
	}
}
