// Package train learns the weights of package eval from nothing but the rules. It plays games and solves their last
// positions, which gives positions of known value. Weights learned from these judge earlier positions, and so on.
//
// A training is a folder with a subfolder for each round. The steps of a round are:
//   - games (package play) plays games;
//   - label judges their positions with the weights of an earlier round;
//   - fit finds the weights that explain the positions best, from the last phase of the game to the first;
//   - pack writes them as a file of package eval;
//   - network teaches a small network what the weights leave unexplained;
//   - outcomes plays games for their results, and leaves takes positions out of searches;
//   - tune lets the network learn from both;
//   - even removes a bias towards the side to move;
//   - report measures the accuracy of the weights.
//
// The files of a step depend on its settings and inputs alone, not on the number of threads. An interrupted step
// continues after its last complete file, and refuses files that were made with other settings (package steps).
//
// The method is that of M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello" (1997): linear regression of final results on patterns, from positions labelled by perfect endings.
package train

import "github.com/kaeshi/kaeshi/train/steps"

// Run runs the steps of a training. Each step is a method that reads what the steps before it wrote and fails if that
// is missing, damaged or made with other settings.
type Run struct {
	steps.Run
}
