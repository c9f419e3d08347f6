package main

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/othello"
	"github.com/kaeshi/kaeshi/proof"
)

// newProgram returns a run with only these environment variables.
func newProgram(t *testing.T, language lang.Lang, variables map[string]string) *program {
	t.Helper()
	return &program{Env: &verb.Env{
		Out: &terminal.Output{Writer: io.Discard}, Err: io.Discard, Language: language, Words: text.In(language),
		Getenv: func(name string) string { return variables[name] },
	}}
}

func TestTextsAreTranslated(t *testing.T) {
	en, ja := newProgram(t, "en", nil).Words, newProgram(t, "ja", nil).Words
	for key, text := range en {
		if text == ja[key] && !strings.HasSuffix(key, ".example") {
			t.Errorf("%s is the same in both languages: %q", key, text)
		}
	}
}

// TestCatalogueMatchesCommands gives the commands a catalogue whose texts are its keys. It checks that every key
// is used and that the commands have no other texts.
func TestCatalogueMatchesCommands(t *testing.T) {
	used := map[string]bool{}
	p := newProgram(t, "en", nil)
	for key := range p.Words {
		p.Words[key] = "«" + key + "»"
	}
	root := p.rootCommand()
	note := func(texts ...string) {
		for _, text := range texts {
			for part := range strings.SplitSeq(text, "«") {
				if key, _, ok := strings.Cut(part, "»"); ok {
					used[key] = true
				}
			}
		}
	}
	one := everyFinding(p.Words)
	one.Games = 1
	note(everyFinding(p.Words).String(), one.String())
	for _, c := range append(verbsOf(root), root, p.helpCommand()) {
		note(c.Short, c.Long, c.UsageString())
		if !strings.HasPrefix(c.Short, "«") {
			t.Errorf("%s has the short help %q", c.CommandPath(), c.Short)
		}
		visit(c, func(f *pflag.Flag) {
			if note(f.Usage); !strings.HasPrefix(f.Usage, "«") {
				t.Errorf("%s --%s has the help %q", c.CommandPath(), f.Name, f.Usage)
			}
		})
	}
	note("«stdin.typed»")                      // terminal.txtar
	note("«levels.header»", "«levels.source»") // TestLevelsPages checks the output of the command
	// Progress on a terminal.
	note("«prove.solving»", "«prove.proving»", "«prove.deriving»", "«audit.testing»", "«verify.checking»")
	note("«prove.parts»", "«prove.resumed»") // prove_cluster.go, prove.txtar
	note(everyProof(p.Words)...)
	for key := range p.Words {
		if !used[key] {
			t.Errorf("no command uses the text %s", key)
		}
	}
}

// TestJapaneseUsageHasNoEnglishWord checks the parts of the usage that cobra and pflag would print in English.
func TestJapaneseUsageHasNoEnglishWord(t *testing.T) {
	english := regexp.MustCompile(`\[flags\]|\[command\]|\(default|Usage:|` +
		`\b(int|uint|float|string|strings|ints|duration)\b`)
	p := newProgram(t, "ja", nil)
	root := p.rootCommand()
	root.InitDefaultHelpCmd()
	for _, c := range append(verbsOf(root), root) {
		usage := c.UsageString()
		if found := english.FindString(usage); found != "" {
			t.Errorf("the usage of %s contains the English word %q:\n%s", c.CommandPath(), found, usage)
		}
		for name := range strings.FieldsFuncSeq(c.Use, func(r rune) bool { return r < 'A' || r > 'Z' }) {
			if len(name) > 1 && p.Words["argument."+name] == "" {
				t.Errorf("the argument %s of %s has no Japanese name", name, c.CommandPath())
			}
		}
	}
}

// everyProof returns the lines of prove and verify for each kind of certificate.
func everyProof(words map[string]string) (lines []string) {
	for _, relation := range []string{proof.AtLeast, proof.AtMost} {
		claim := proof.Claim{Relation: relation}
		for _, v := range []verdictDocument{
			{claim: &claim, Valid: true}, {claim: &claim, Valid: true, Assumed: 1}, {claim: &claim},
		} {
			v.words = words
			lines = append(lines, v.String())
		}
		for _, d := range []proved{{}, {Kept: true}, {Assumptions: 1}} {
			d.Claim, d.words = claim, words
			lines = append(lines, d.String())
		}
		for _, d := range []auditDocument{{}, {Agrees: true}, {Confirmed: true}} {
			d.Claim, d.words = claim, words
			lines = append(lines, d.String())
		}
	}
	return append(lines, auditTotal{words: words}.String())
}

// verbsOf returns all subcommands of c, recursively.
func verbsOf(c *cobra.Command) (list []*cobra.Command) {
	for _, verb := range c.Commands() {
		list = append(append(list, verb), verbsOf(verb)...)
	}
	return list
}

func visit(c *cobra.Command, f func(*pflag.Flag)) {
	c.Flags().VisitAll(f)
	c.PersistentFlags().VisitAll(f)
}

func TestLanguage(t *testing.T) {
	cases := []struct {
		args      []string
		variables map[string]string
		want      lang.Lang
	}{
		{nil, nil, "en"},
		{nil, map[string]string{"LANG": "ja_JP.UTF-8"}, "ja"},
		{nil, map[string]string{"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"},
		{nil, map[string]string{"LANG": "C", "LC_MESSAGES": "ja"}, "ja"},
		{nil, map[string]string{"LC_ALL": "C", "KAESHI_LANG": "JA"}, "ja"},
		{nil, map[string]string{"KAESHI_LANG": "fr", "LANG": "ja"}, "en"},
		{[]string{"play", "--lang", "ja"}, map[string]string{"KAESHI_LANG": "en"}, "ja"},
		{[]string{"--lang=en", "play"}, map[string]string{"LANG": "ja"}, "en"},
		{[]string{"--lang"}, nil, "en"},
	}
	for _, c := range cases {
		if got := text.Choose(c.args, func(name string) string { return c.variables[name] }); got != c.want {
			t.Errorf("%v %v: language %s, want %s", c.args, c.variables, got, c.want)
		}
	}
}

func TestGuardPositions(t *testing.T) {
	for arg, guarded := range map[string]bool{
		"---------------------------OX------XO--------------------------- X": true,
		"-XXXXXX---XOOOO--": true, "........": false, "--OX----": true,
		"-": false, "--": false, "--box": false, "--no-browser": false, "--player": false, "-o": false,
		"--bow=XXXX": false, "f5d6": false, "--size=8": false,
	} {
		if got := guardPositions([]string{arg})[0] != arg; got != guarded {
			t.Errorf("%q: guarded %t, want %t", arg, got, guarded)
		}
	}
}

func TestColor(t *testing.T) {
	for _, c := range []struct {
		when, noColor string
		screen, want  bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"auto", "1", true, false},
		{"always", "1", false, true},
		{"never", "", true, false},
	} {
		p := newProgram(t, "en", map[string]string{"NO_COLOR": c.noColor})
		if got := p.wantsColor(c.when, c.screen); got != c.want {
			t.Errorf("%+v: colours %t, want %t", c, got, c.want)
		}
	}
}

func TestCountLeavesStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := countLeaves(ctx, othello.Start(othello.Size8, othello.Usual), 40, new(atomic.Uint64))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, size := range []othello.Size{othello.Size4, othello.Size6, othello.Size8} {
		start := othello.Start(size, othello.Parallel)
		if got, err := countLeaves(t.Context(), start, 8, new(atomic.Uint64)); err != nil || got != start.Perft(8) {
			t.Errorf("countLeaves() = %d, %v; want %d", got, err, start.Perft(8))
		}
	}
}
