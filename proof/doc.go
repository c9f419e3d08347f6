// Package proof reads, writes and checks certificates. A certificate is a file that proves a score of an Othello
// position.
//
// A claim is a lower or an upper bound of the score of a position for the side to move. The prover is the side to move
// of a claim "at least", and the other side of a claim "at most". A certificate is a part of the game tree: one move
// where the prover is to move, and every legal move where the opponent is to move, down to finished games and to leaves
// with few empty squares, which the checker searches to the end. Symmetric positions are stored once. The checker
// trusts only the assumptions that a certificate lists.
//
// The checker is the files rules.go (the rules), leaf.go (the search of leaves), read.go (the file) and verify.go (the
// proof). It is meant to be read in an hour: plain Go, the standard library alone, and no code of the engine whose
// results it checks. Package prove makes certificates.
package proof
