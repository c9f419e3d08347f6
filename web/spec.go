package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/player"
)

// allowed refuses players that are none (people), that run programs of this machine, and arguments that decide over the
// server's resources: those that tell how strong and of what kind a player is are free.
func allowed(s player.Spec) error {
	switch {
	case s.Name == "human":
		return fmt.Errorf("player %q: a person chooses moves on the page; name a computer player, such as kaeshi:level=6", clip(s.Text))
	case strings.HasPrefix(s.Name, "exec/"):
		return fmt.Errorf("player %q: programs of the server's machine cannot be used over HTTP; name a computer player, such as kaeshi:level=6", clip(s.Text))
	}
	free := []string{"", "level", "skill", "depth", "eval", "seed", "time", "version"}
	for _, a := range s.Args {
		if !slices.Contains(free, a.Key) && a.Value != "+" && a.Value != "-" {
			return fmt.Errorf("player %q: %s cannot be set over HTTP; free are %s", clip(s.Text), clip(a.Key), strings.Join(free[1:], ", "))
		}
	}
	return nil
}

// The strongest players that count as quick. Others have their own gate.
const (
	lightSkill = 5
	lightLevel = 8
	lightDepth = 3
)

// isLight reports whether the player answers within milliseconds, so that many may think at once.
func isLight(s player.Spec) bool {
	switch s.Name {
	case "random", "greedy":
		return true
	case "kaeshi":
		return atMost(s, "skill", lightSkill) || atMost(s, "level", lightLevel)
	case "minimax", "alphabeta":
		return atMost(s, "depth", lightDepth)
	}
	return false
}

// atMost reports whether the key was given and is no greater than most. A bare argument is taken for a level or a depth.
func atMost(s player.Spec, key string, most int) bool {
	for _, a := range s.Args {
		if a.Key == key || a.Key == "" && key != "skill" {
			n, err := strconv.Atoi(a.Value)
			return err == nil && n <= most
		}
	}
	return false
}
