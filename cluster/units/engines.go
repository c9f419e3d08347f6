package units

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/protocol"
	"github.com/kaeshi/kaeshi/record"
)

// Engine is an external program that the owner of a worker offers by a name.
type Engine struct {
	spec string // of the player on the worker
	Sum  string // the first digits of the SHA-256 of the file of the program
}

// engineMaker is the name of the players that are engines of workers.
const engineMaker = "engine"

var engineName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,32}$`)

// ParseEngine parses NAME=COMMAND or NAME=nboard:COMMAND. The program of the command must exist. The program speaks
// GTP, or with nboard: the NBoard protocol.
func ParseEngine(text string) (name string, e Engine, err error) {
	name, command, _ := strings.Cut(text, "=")
	if !engineName.MatchString(name) {
		return "", e, fmt.Errorf("%q is not a name (want NAME=COMMAND, with 1 to 32 letters, digits, -, _ and .)", name)
	}
	kind := "exec/gtp:"
	if rest, ok := strings.CutPrefix(command, "nboard:"); ok {
		kind, command = "exec/nboard:", rest
	}
	path, err := protocol.Program(command)
	if err != nil {
		return "", e, err
	}
	e.spec = kind + command
	e.Sum, err = sumOfFile(path)
	return name, e, err
}

// sumOfFile returns the first digits of the SHA-256 of a file.
func sumOfFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)[:8]), errors.Join(err, f.Close())
}

// offer is the text by which a worker offers an engine, and a job needs it.
func offer(name, sum string) string { return engineMaker + " " + name + " " + sum }

// Offers returns the texts by which a worker offers engines.
func Offers(engines map[string]Engine) (list []string) {
	for name, e := range engines {
		list = append(list, offer(name, e.Sum))
	}
	slices.Sort(list)
	return list
}

// engineOf returns the name of the engine in the specification of a player; "" if it is not an engine of workers.
func engineOf(text string) string {
	s, err := player.ParseSpec(text)
	if err != nil || s.Name != engineMaker || len(s.Args) != 1 {
		return ""
	}
	return s.Args[0].Value
}

// findEngines returns the checksums of the engines that players name. All workers that offer an engine must have the
// same program, because results would otherwise depend on the worker.
func (o Options) findEngines(ctx context.Context, specs []string) (sums map[string]string, err error) {
	sums = map[string]string{}
	var workers []cluster.WorkerState
	for _, spec := range specs {
		name := engineOf(spec)
		if name == "" {
			continue
		}
		if workers == nil {
			if workers, err = o.workers(ctx); err != nil {
				return nil, err
			}
		}
		if sums[name], err = engineSum(workers, name); err != nil {
			return nil, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	return sums, nil
}

// engineSum returns the checksum of the program that workers offer by a name.
func engineSum(workers []cluster.WorkerState, name string) (sum string, err error) {
	from := ""
	for _, w := range workers {
		for _, text := range w.Offers {
			found, ok := strings.CutPrefix(text, offer(name, ""))
			switch {
			case !ok:
			case sum != "" && sum != found:
				return "", fmt.Errorf("workers %s and %s have different programs of this name; install the same one, "+
					"or offer one of them by another name", from, w.Name)
			default:
				sum, from = found, w.Name
			}
		}
	}
	if sum == "" {
		return "", fmt.Errorf("no connected worker offers it; 'kaeshi worker --engine %s=COMMAND' does", name)
	}
	return sum, nil
}

// newEngine makes the player that stands for an engine of workers in the program that submits the games.
func newEngine(a *player.Args) (player.Player, error) {
	if name := a.Text("name", ""); !engineName.MatchString(name) {
		return nil, fmt.Errorf("%q is not the name of an engine", name)
	}
	return absent(a.Spec().Text), nil
}

// absent is an engine that this machine does not have.
type absent string

func (a absent) Name() string { return string(a) }

func (a absent) Choose(context.Context, *record.Game, player.Clock) (player.Choice, error) {
	return player.Choice{}, fmt.Errorf("player %q: only workers of a cluster have this engine", string(a))
}

func (a absent) Close() error { return nil }

// newPlayer makes a player of a unit. An engine must be the program with the checksum.
func (h *handlers) newPlayer(text string, sums map[string]string) (player.Player, error) {
	name := engineOf(text)
	if name == "" {
		return Players().New(text)
	}
	e, ok := h.engines[name]
	if !ok || e.Sum != sums[name] {
		return nil, fmt.Errorf("player %q: this worker does not offer the program with the checksum %s", text,
			sums[name])
	}
	return player.Makers{
		{Name: "exec/gtp", Main: "command", New: protocol.NewGTPPlayer},
		{Name: "exec/nboard", Main: "command", New: protocol.NewNBoardPlayer},
	}.New(e.spec)
}
