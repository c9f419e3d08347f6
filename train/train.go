// Package train makes the weights of package eval out of nothing but the rules: games, whose last positions are solved,
// give positions of known value, and what is learned from those judges the positions before them.
//
// A training lives in folders, one a round, with a step after another: games are played, label judges their positions
// with the weights of an earlier round, fit finds the weights that explain the positions best, from the last phase of
// the game to the first, pack writes them as a file of package eval, network teaches a small network what they leave
// unexplained, outcomes plays games for what they come to, leaves takes positions out of searches, and tune lets the
// network learn further from either, even takes out what favours a side, and report says how far to trust all that.
// What a step writes depends on its settings and inputs alone, not on the number of threads. Every file is sealed: a
// step that was interrupted goes on behind the last whole file, and one made with other settings is refused.
//
// The ideas are those of M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello" (1997): linear regression of final results on patterns, from positions labelled by perfect endings.
package train

import "github.com/kaeshi/kaeshi/train/steps"

// Run runs the steps of a training. Each step is a method that reads what the steps before it wrote and fails if that is
// missing, damaged or made with other settings.
type Run struct {
	steps.Run
}
