package units

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/internal/newfile"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/player"
	"github.com/kaeshi/kaeshi/record"
)

// kindMatch is the kind of the units that play a game of a tournament.
const kindMatch = "match"

// matchSpec is the content of such a unit. Its result is a [match.Finished].
type matchSpec struct {
	match.Assignment

	Files   map[string]string `json:"files,omitempty"`   // blobs of the files that specifications name, by their paths
	Engines map[string]string `json:"engines,omitempty"` // checksums of the engines of workers, by their names
}

// fileKeys returns the arguments of players that name files.
func fileKeys() []string { return []string{"weights", "book"} }

// Players returns the players of games on a cluster: those of the program, with files of weights and books, which are
// sent to the workers, and the engines that the owners of workers offer. Other external programs cannot play, because a
// worker runs no command of a job.
func Players() player.Makers {
	list := append(player.Computers(), player.Maker{
		Name: engineMaker, Main: "name", Usage: engineMaker + ":NAME, of kaeshi worker --engine", New: newEngine,
	})
	for i := range list {
		if list[i].Name == "kaeshi" {
			list[i].New = player.NewLocalEngine
		}
	}
	return list
}

// Match runs a tournament by run and plays its games on a cluster. With players limited by depth or nodes the games are
// the same as on this machine. Unless the tournament sets a concurrency, all slots of the workers play, and as many
// games wait. Games are verified without their times. It returns an *[UnverifiableError] if that is impossible.
func Match(ctx context.Context, o Options, event *match.Event, run func() error) error {
	if o.Verify > 0 {
		if err := CheckVerifiable(event.Tournament); err != nil {
			return err
		}
	}
	files, err := o.putFiles(ctx, event.Players)
	if err != nil {
		return err
	}
	engines, err := o.findEngines(ctx, event.Players)
	if err != nil {
		return err
	}
	described := event.Tournament
	described.Concurrency = 0
	job := cluster.Job{Kind: kindMatch, Total: event.Left()}
	for name, sum := range engines {
		job.Needs = append(job.Needs, offer(name, sum))
	}
	slices.Sort(job.Needs)
	if job.ID, err = cluster.JobID(kindMatch, o.Identity, described, files, job.Needs); err != nil {
		return err
	}
	if event.Concurrency == 0 {
		workers, err := o.workers(ctx)
		if err != nil {
			return err
		}
		event.Concurrency = atATime(workers)
	}
	return o.calls(ctx, job, func(c *caller) error {
		event.Remote = func(ctx context.Context, a match.Assignment) (f match.Finished, err error) {
			spec, err := json.Marshal(matchSpec{a, filesOf(files, a.Black, a.White), engines})
			if err != nil {
				return f, err
			}
			outcome, err := c.Do(ctx, cluster.Unit{
				Kind: kindMatch, Version: o.Identity.String(), Spec: spec,
				Blobs: slices.Sorted(maps.Values(filesOf(files, a.Black, a.White))),
			})
			if err == nil {
				err = outcome.Err
			}
			if err == nil {
				err = json.Unmarshal(outcome.Result, &f)
			}
			return f, err
		}
		if err := c.rehearse(ctx, func() error { return event.Rehearse(ctx) }); err != nil {
			return err
		}
		return run()
	})
}

// UnverifiableError is the error for games that may differ when they are played again.
type UnverifiableError struct{ reason string }

func (e *UnverifiableError) Error() string { return e.reason }

// CheckVerifiable returns an *[UnverifiableError] if the games of a tournament may differ when this machine plays them
// again, or if it cannot play them.
func CheckVerifiable(t match.Tournament) error {
	control, err := player.ParseControl(t.Time)
	if err != nil {
		return err
	}
	if control.Base > 0 || control.Move > 0 {
		return &UnverifiableError{fmt.Sprintf("time %q: games with a clock differ when they are played "+
			"again, so they cannot be verified; limit them by depth:N or nodes:N", t.Time)}
	}
	for _, text := range t.Players {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return err
		}
		if spec.Name == engineMaker {
			return &UnverifiableError{fmt.Sprintf("player %q: only workers have this program, so that "+
				"this machine cannot verify its games", text)}
		}
		for _, arg := range spec.Args {
			timed := arg.Key == "time" || arg.Key == "average"
			if timed || arg.Key == "threads" && arg.Value != "1" {
				return &UnverifiableError{fmt.Sprintf("player %q: its moves differ when it plays "+
					"again, so its games cannot be verified; omit %s", text, arg.Key)}
			}
		}
	}
	return nil
}

// equalGames compares results of units of the kind without their times.
func equalGames(got, want []byte) bool {
	var games [2]match.Finished
	for i, text := range [][]byte{got, want} {
		if json.Unmarshal(text, &games[i]) != nil {
			return false
		}
	}
	a, b := games[0], games[1]
	return a.Moves == b.Moves && a.Score == b.Score && a.Reason == b.Reason && a.Detail == b.Detail &&
		len(a.Times) == len(b.Times)
}

// atATime returns twice the number of slots of the workers, so that waiting units hide the time of transfers.
func atATime(workers []cluster.WorkerState) int {
	slots := 0
	for _, w := range workers {
		slots += w.Slots
	}
	return min(max(2*slots, 4), 2000)
}

// putFiles stores the files that specifications of players name, and returns their blobs by their paths.
func (o Options) putFiles(ctx context.Context, specs []string) (map[string]string, error) {
	files := map[string]string{}
	for _, spec := range specs {
		for path := range pathsOf(spec) {
			b, err := os.ReadFile(path)
			if err == nil {
				files[path], err = o.Client.PutBlob(ctx, b)
			}
			if err != nil {
				return nil, fmt.Errorf("player %q: %w", spec, err)
			}
		}
	}
	return files, nil
}

// pathsOf returns the paths of files in the specification of a player.
func pathsOf(text string) map[string]bool {
	paths := map[string]bool{}
	s, err := player.ParseSpec(text)
	if err != nil {
		return paths
	}
	for _, arg := range s.Args {
		if slices.Contains(fileKeys(), arg.Key) {
			paths[arg.Value] = true
		}
	}
	return paths
}

// filesOf returns the files of some players.
func filesOf(files map[string]string, specs ...string) map[string]string {
	some := map[string]string{}
	for _, spec := range specs {
		for path := range pathsOf(spec) {
			some[path] = files[path]
		}
	}
	return some
}

// match runs a unit.
func (h *handlers) match(ctx context.Context, t cluster.Task) (result []byte, err error) {
	var spec matchSpec
	if err := json.Unmarshal(t.Spec, &spec); err != nil {
		return nil, fmt.Errorf("spec: %w", err)
	}
	var players [2]pooled
	for i, text := range []string{spec.Black, spec.White} {
		if players[i], err = h.getPlayer(ctx, t, text, &spec); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, h.putPlayer(players[i])) }()
	}
	finished, err := spec.Play(ctx, players[0].Player, players[1].Player)
	if err != nil {
		return nil, err
	}
	if finished.Reason == record.Faulted || finished.Reason == record.OutOfTime {
		players[0].faulty, players[1].faulty = true, true // either may be in an unexpected state
	}
	return json.Marshal(finished)
}

// pooled is a player that is kept for later units.
type pooled struct {
	player.Player

	key    string // specification and files of the player
	faulty bool   // do not use it again
}

// getPlayer returns a player of an earlier unit, or makes one, which takes long if it reads weights.
func (h *handlers) getPlayer(
	ctx context.Context, t cluster.Task, text string, spec *matchSpec,
) (pooled, error) {
	parts := []string{text, spec.Engines[engineOf(text)]}
	for _, path := range slices.Sorted(maps.Keys(pathsOf(text))) {
		parts = append(parts, spec.Files[path])
	}
	key := strings.Join(parts, "\n")
	h.mu.Lock()
	for i, p := range h.players {
		if p.key == key {
			h.players = slices.Delete(h.players, i, i+1)
			h.mu.Unlock()
			return p, nil
		}
	}
	h.mu.Unlock()
	p, err := h.made(ctx, t, text, spec)
	return pooled{Player: p, key: key}, err
}

// putPlayer keeps a player for later units. It closes the player if it is faulty, or the oldest one if there are too
// many.
func (h *handlers) putPlayer(p pooled) error {
	h.mu.Lock()
	h.players = append(h.players, p)
	if !p.faulty && len(h.players) <= 2*h.slots {
		h.mu.Unlock()
		return nil
	}
	drop := 0
	if p.faulty {
		drop = len(h.players) - 1
	}
	p = h.players[drop]
	h.players = slices.Delete(h.players, drop, drop+1)
	h.mu.Unlock()
	return p.Close()
}

// made makes a player of a unit from its specification and files.
func (h *handlers) made(
	ctx context.Context, t cluster.Task, text string, spec *matchSpec,
) (p player.Player, err error) {
	folder, err := os.MkdirTemp("", "kaeshi-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	local := map[string]string{}
	for path := range pathsOf(text) {
		id, ok := spec.Files[path]
		if !ok {
			continue // withFiles refuses it
		}
		b, err := t.Blob(ctx, id)
		if err != nil {
			return nil, err
		}
		local[path] = filepath.Join(folder, filepath.Base(id))
		if err := newfile.WriteBytes(local[path], 0o600, b); err != nil {
			return nil, err
		}
	}
	if text, err = withFiles(text, local); err != nil {
		return nil, err
	}
	return h.newPlayer(text, spec.Engines)
}

// withFiles replaces the paths in the specification of a player with those of this machine. A path that is not among
// the files is an error: a job reads no files of a worker.
func withFiles(text string, files map[string]string) (string, error) {
	s, err := player.ParseSpec(text)
	if err != nil || len(pathsOf(text)) == 0 {
		return text, err
	}
	words := make([]string, len(s.Args))
	for i, arg := range s.Args {
		words[i] = arg.Value
		switch {
		case slices.Contains(fileKeys(), arg.Key):
			path, ok := files[arg.Value]
			if !ok {
				return "", fmt.Errorf("the unit does not hold the file %s", arg.Value)
			}
			words[i] = arg.Key + "=" + path
		case arg.Value == "+" || arg.Value == "-":
			words[i] = arg.Value + arg.Key
		case arg.Key != "":
			words[i] = arg.Key + "=" + arg.Value
		}
	}
	return s.Name + ":" + strings.Join(words, ","), nil
}
