// Package proof reads, writes and checks certificates: files that prove a score of Othello to whoever checks them.
//
// A claim says that a position is worth at least, or at most, a number of discs to the side to move. One side is the
// prover: the side to move of an "at least", the other side of an "at most". A certificate is the part of the game tree
// that shows it: one move where the prover is to move, every legal move where the opponent is, down to finished games
// and to leaves with few empty squares, which the checker searches to the end itself. Positions that are equal up to
// symmetry are stored once. Nothing in a certificate is taken on trust but the assumptions that it lists.
//
// The checker is the files rules.go (the rules), leaf.go (the search of leaves), read.go (the file) and verify.go (the
// proof). It is meant to be read in an hour: plain Go, the standard library alone, and no code of the engine whose
// results it checks. Package prove makes certificates.
package proof
