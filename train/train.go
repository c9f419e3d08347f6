// Package train learns the weights of package eval from self-play. It plays games and solves their last positions,
// which gives positions with known values. Weights learned from these judge earlier positions, and so on.
//
// A training is a folder with a subfolder for each round. The steps of a round are:
//   - games (package play) plays games;
//   - label judges their positions with the weights of an earlier round;
//   - fit finds the weights that best explain the positions, from the last phase of the game to the first;
//   - pack writes them as a file of package eval;
//   - network trains a small network to predict the error of the weights;
//   - outcomes plays games for their results, and leaves takes positions out of searches;
//   - tune trains the network with both;
//   - even removes a bias towards the side to move;
//   - report measures the accuracy of the weights.
//
// The output of a step depends only on its settings and inputs, not on the number of threads. An interrupted step
// continues after its last complete file. Files that were made with other settings are an error (package steps).
//
// The method is that of M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello" (1997): linear regression of final results on patterns, from positions labelled by perfect endings.
package train

import "github.com/kaeshi/kaeshi/train/steps"

// Run runs the steps of a training. Each step is a method that reads the output of earlier steps. It returns an error
// if that is missing, damaged or made with other settings.
type Run struct {
	steps.Run
}
