package player

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spec is a parsed player spec, a Name with Args: SPEC = NAME [":" ARG {"," ARG}], ARG = key=value | +flag | -flag |
// bare. A bare argument is the value of the player's main key. After a name that begins with "exec/", the rest of the
// text is one bare argument. Every player takes the argument name=ALIAS; that of a program stands before its command.
type Spec struct {
	Text  string // as given, without surrounding spaces
	Name  string
	Args  []Arg
	Alias string // the value of name=, shown in tables instead of Text; empty: none
}

// Label returns the name of a player in tables: the alias of its spec, or the spec itself if it has none.
func Label(spec string) string {
	if s, err := ParseSpec(spec); err == nil && s.Alias != "" {
		return s.Alias
	}
	return spec
}

// longestAlias is the greatest length of an alias in characters.
const longestAlias = 40

// command splits the text of a player that is a program into an alias, given by name=ALIAS before the program, and the
// rest.
var command = regexp.MustCompile(`^((?:[a-z]+=\S+\s+)*?)name=(\S+)\s+(.*)$`)

func (s *Spec) setAlias(alias string) error {
	if s.Alias != "" {
		return fmt.Errorf("player %q: name is given twice", s.Text)
	}
	if n := utf8.RuneCountInString(alias); n > longestAlias || strings.ContainsFunc(alias, unicode.IsControl) {
		return fmt.Errorf("player %q: name=%s: expected at most %d printable characters", s.Text, alias, longestAlias)
	}
	s.Alias = alias
	return nil
}

// Arg is one argument, a Key and its Value. The value of a flag is "+" or "-". A bare argument has no key.
type Arg struct{ Key, Value string }

// ParseSpec parses a player spec. It fails on an empty name and on malformed arguments, but accepts names of players
// that do not exist.
func ParseSpec(text string) (Spec, error) {
	text = strings.TrimSpace(text)
	name, rest, hasArgs := strings.Cut(text, ":")
	s := Spec{Text: text, Name: name}
	switch {
	case name == "":
		return s, fmt.Errorf("player %q has no name: expected NAME or NAME:ARG,ARG…, such as kaeshi:level=6", text)
	case !hasArgs:
		return s, nil
	case strings.HasPrefix(name, "exec/"):
		if parts := command.FindStringSubmatch(rest); parts != nil {
			rest = parts[1] + parts[3]
			if err := s.setAlias(parts[2]); err != nil {
				return s, err
			}
		}
		s.Args = []Arg{{"", rest}}
		return s, nil
	}
	for field := range strings.SplitSeq(rest, ",") {
		arg, err := parseArg(field)
		if err != nil {
			return s, fmt.Errorf("player %q: %w", text, err)
		}
		if arg.Key == "name" {
			if err := s.setAlias(arg.Value); err != nil {
				return s, err
			}
			continue
		}
		s.Args = append(s.Args, arg)
	}
	return s, nil
}

func parseArg(field string) (Arg, error) {
	key, value, ok := strings.Cut(field, "=")
	switch {
	case field == "" || field == "+" || field == "-":
		return Arg{}, fmt.Errorf("empty argument %q: expected key=value, +flag, -flag or a value", field)
	case ok && (key == "" || value == ""):
		return Arg{}, fmt.Errorf("argument %q: expected key=value with both sides", field)
	case ok:
		return Arg{key, value}, nil
	case isFlag(field):
		return Arg{field[1:], field[:1]}, nil
	}
	return Arg{"", field}, nil
}

// isFlag distinguishes "-probcut" from the number "-3".
func isFlag(field string) bool {
	return (field[0] == '+' || field[0] == '-') && (field[1] < '0' || field[1] > '9')
}

// Maker makes the players of one Name with New, which fails if the arguments are invalid.
type Maker struct {
	Name  string
	Main  string // the key of a bare argument; empty: none
	Usage string // the syntax, such as "alphabeta:DEPTH[,eval=plain|discs]"
	New   func(*Args) (Player, error)
}

// Makers are the kinds of players of a program.
type Makers []Maker

// New makes the player of a spec. The error for an unknown name lists the usages.
func (ms Makers) New(text string) (Player, error) {
	s, err := ParseSpec(text)
	if err != nil {
		return nil, err
	}
	for _, m := range ms {
		if m.Name == s.Name {
			return m.make(s)
		}
	}
	return nil, fmt.Errorf("no player %q: there are %s", s.Name, strings.Join(ms.Usages(), ", "))
}

// Usages returns the syntax of each kind of player.
func (ms Makers) Usages() []string {
	var list []string
	for _, m := range ms {
		list = append(list, m.Usage)
	}
	return list
}

func (m Maker) make(s Spec) (Player, error) {
	a := &Args{spec: s, given: map[string]string{}}
	for _, arg := range s.Args {
		key := arg.Key
		if key == "" {
			key = m.Main
		}
		_, twice := a.given[key]
		switch {
		case key == "":
			return nil, fmt.Errorf("player %q: %q has no key; write %s", s.Text, arg.Value, m.Usage)
		case twice:
			return nil, fmt.Errorf("player %q: %s is given twice", s.Text, key)
		}
		a.given[key] = arg.Value
	}
	p, err := m.New(a)
	if err = a.fault(err); err != nil {
		if p != nil {
			_ = p.Close() // err takes precedence
		}
		if resource := (*ResourceError)(nil); errors.As(err, &resource) {
			return nil, fmt.Errorf("player %q: %w", s.Text, err)
		}
		return nil, fmt.Errorf("player %q: %w; write %s", s.Text, err, m.Usage)
	}
	return p, nil
}

// Args holds the arguments of a spec for a [Maker]. Its methods store the first error, which [Makers.New] returns, so
// that a maker need not check for errors.
type Args struct {
	spec  Spec
	given map[string]string
	read  []string
	err   error
}

// Spec returns the spec of the player.
func (a *Args) Spec() Spec { return a.spec }

// Has reports whether key was given.
func (a *Args) Has(key string) bool {
	_, ok := a.given[key]
	return ok
}

// Text returns the value of key, or def.
func (a *Args) Text(key, def string) string {
	a.read = append(a.read, key)
	if v, ok := a.given[key]; ok {
		return v
	}
	return def
}

// Int returns the value of key, a whole number from low to high, or def.
func (a *Args) Int(key string, def, low, high int) int {
	text := a.Text(key, "")
	if text == "" {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		a.note(fmt.Errorf("%s=%s: expected a number from %d to %d", key, text, low, high))
		return def
	}
	return n
}

// OneOf returns the value of key, which must be one of values. The first of them is the default.
func (a *Args) OneOf(key string, values ...string) string {
	text := a.Text(key, values[0])
	for _, v := range values {
		if v == text {
			return v
		}
	}
	a.note(fmt.Errorf("%s=%s: expected %s", key, text, strings.Join(values, " or ")))
	return values[0]
}

// Seed returns the value of key, or the result of fresh.
func (a *Args) Seed(key string, fresh func() uint64) uint64 {
	text := a.Text(key, "")
	if text == "" {
		return fresh()
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		a.note(fmt.Errorf("%s=%s: expected a whole number that is not negative", key, text))
	}
	return n
}

func (a *Args) note(err error) {
	if a.err == nil {
		a.err = err
	}
}

// fault returns err, otherwise the first stored error, otherwise an error for an argument that the maker did not read.
func (a *Args) fault(err error) error {
	if err = cmp.Or(err, a.err); err != nil {
		return err
	}
	for _, arg := range a.spec.Args {
		if arg.Key != "" && !slices.Contains(a.read, arg.Key) {
			return fmt.Errorf("unknown option %q: %s", arg.Key, optionsOf(a.read))
		}
	}
	return nil
}

func optionsOf(keys []string) string {
	if len(keys) == 0 {
		return "the player has no options"
	}
	return "options are " + strings.Join(keys, ", ")
}
