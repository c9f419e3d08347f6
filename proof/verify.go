package proof

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Options configure Verify.
type Options struct {
	Threads int   // 0: the number of processors
	Memory  int64 // bytes for nodes; 0: 4 GB
	// Progress is called after each group with the number of nodes checked so far and of all nodes. It may be nil.
	Progress func(done, all int64)
}

// A Report holds the claim of a valid certificate and the numbers of checks.
type Report struct {
	Header
	Nodes    int64 // stored positions
	Leaves   int64 // searches of leaves
	Finished int64 // finished games, counted at each occurrence
	Assumed  int64 // uses of assumptions
}

// A group holds the nodes with a number of empty squares: keys[1] with the prover to move, keys[0] with the opponent.
type group struct {
	empty int
	keys  [2][]key
	moves []byte // moves of the prover, by index of keys[1]
}

type checker struct {
	reader
	proved                    []group // the last two proved groups
	leaves, finished, assumed atomic.Int64
}

// Verify reads and checks a certificate. It returns an *Error if the certificate is invalid, which names the first node
// that fails. Other errors are those of reading the file and of ctx.
func Verify(ctx context.Context, file io.Reader, o Options) (Report, error) {
	var c checker
	if c.open(file, cmp.Or(o.Memory, 4<<30)); c.err != nil {
		return Report{}, c.err
	}
	done, all := int64(0), int64(0)
	for _, g := range c.Groups {
		all += int64(g.Prover + g.Opponent)
	}
	for _, g := range c.Groups {
		next := group{empty: g.Empty}
		next.keys[1], next.moves = c.keys(g.Empty, g.Prover, true)
		next.keys[0], _ = c.keys(g.Empty, g.Opponent, false)
		if c.err != nil {
			return Report{}, c.err
		}
		if err := c.prove(ctx, next, cmp.Or(o.Threads, runtime.GOMAXPROCS(0))); err != nil {
			return Report{}, err
		}
		c.proved = append(c.proved[max(0, len(c.proved)-1):], next) // a move fills one square, and a reply another
		done += int64(g.Prover + g.Opponent)
		if o.Progress != nil {
			o.Progress(done, all)
		}
	}
	if c.end(); c.err != nil {
		return Report{}, c.err
	}
	if reason := c.holds(c.root, c.prover); reason != "" {
		return Report{}, &Error{"root", reason}
	}
	return Report{c.Header, all, c.leaves.Load(), c.finished.Load(), c.assumed.Load()}, nil
}

// prove checks the nodes of a group. They follow from earlier groups and from leaves.
func (c *checker) prove(ctx context.Context, g group, threads int) error {
	failed := make([]string, len(g.keys[1])+len(g.keys[0]))
	var workers sync.WaitGroup
	for worker := range threads {
		workers.Go(func() {
			for i := worker; i < len(failed) && ctx.Err() == nil; i += threads {
				if failed[i] = c.follows(g, i); failed[i] != "" {
					return
				}
			}
		})
	}
	workers.Wait()
	for i, reason := range failed {
		if reason != "" {
			return &Error{fmt.Sprintf("node %d of those with %d empty squares", i+1, g.empty), reason}
		}
	}
	return ctx.Err()
}

// follows returns why node i of the group does not follow from the proved groups, or "" if it does. It follows from the
// move of the prover, or from all moves of the opponent.
func (c *checker) follows(g group, i int) string {
	if i >= len(g.keys[1]) {
		k := g.keys[0][i-len(g.keys[1])]
		return c.answered(position{c.all &^ (k.empty | k.prover), k.prover})
	}
	k := g.keys[1][i]
	after, ok := c.play(position{k.prover, c.all &^ (k.empty | k.prover)}, int(g.moves[i]))
	if !ok {
		return fmt.Sprintf("the move to square %d is illegal", g.moves[i])
	}
	return c.answered(after)
}

// answered returns why the prover is not proved to reach the target from a position with the opponent to move, or "".
func (c *checker) answered(p position) string {
	legal := c.moves(p)
	if legal == 0 {
		return c.holds(p, false)
	}
	if reason, settled := c.settled(p, false); settled {
		return reason
	}
	for ; legal != 0; legal &= legal - 1 {
		after, _ := c.play(p, bits.TrailingZeros64(legal))
		if reason := c.holds(after, true); reason != "" {
			return reason
		}
	}
	return ""
}

// holds returns why the prover is not proved to reach the target from a position, or "".
func (c *checker) holds(p position, prover bool) string {
	if c.moves(p) == 0 && c.moves(p.pass()) != 0 {
		p, prover = p.pass(), !prover
	}
	if reason, settled := c.settled(p, prover); settled {
		return reason
	}
	n, side := c.node(p, prover), map[bool]int{true: 1}[prover]
	for _, g := range c.proved {
		if _, found := slices.BinarySearchFunc(g.keys[side], n.key, key.compare); found && g.empty == c.empties(p) {
			return ""
		}
	}
	return "a position that it leads to is not stored: " + c.text(p)
}

// settled decides finished games, assumed positions and leaves. Reason is why the prover does not reach the target, or
// "". Settled is false for other positions.
func (c *checker) settled(p position, prover bool) (reason string, settled bool) {
	reached := c.target // what the side to move must reach, if the prover is to move
	if !prover {
		reached = 1 - c.target // what the side to move must not reach
	}
	value, known := 0, false
	if len(c.assumptions) > 0 {
		value, known = c.assumptions[c.node(p, prover)]
	}
	switch {
	case c.moves(p) == 0 && c.moves(p.pass()) == 0:
		c.finished.Add(1)
		settled = c.score(p) >= reached == prover
	case known && value >= c.target:
		c.assumed.Add(1)
		return "", true
	case c.empties(p) > c.Leaf:
		return "", false
	default:
		c.leaves.Add(1)
		settled = c.reaches(p, reached) == prover
	}
	if !settled {
		reason = fmt.Sprintf("the prover does not reach %+d from %s", c.target, c.text(p))
	}
	return reason, true
}
