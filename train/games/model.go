package games

import "math/bits"

// contexts is the number of contexts that predict whether a candidate is played.
const contexts = 9

const contextBits = 13 // of the number of slots of a context

// mostMoves is more than the legal moves of any position.
const mostMoves = 64

// model predicts the parts of lines and codes them.
type model struct {
	coder coder
	mix   *mixer
	slots [contexts][1 << contextBits]slot
	list  [mostMoves]candidate

	side    [2]slot
	shared  [64]slot
	usual   [1]slot
	random  [64]slot
	length  [2 * 64]slot
	solved  [2 * 64]slot
	derived [1]slot
	score   [3 * 128]slot
	loss    [16]slot
}

func newModel() *model { return &model{mix: newMixer()} }

// reset forgets everything, as at the start of a block.
func (m *model) reset() {
	m.mix.reset()
	for i := range m.slots {
		fresh(m.slots[i][:])
	}
	for _, s := range [][]slot{
		m.side[:], m.shared[:], m.usual[:], m.random[:], m.length[:], m.solved[:], m.derived[:], m.score[:], m.loss[:],
	} {
		fresh(s)
	}
}

// flag codes a bit.
func (m *model) flag(s *slot, bit bool) bool {
	bit = m.coder.code(s.chance(), bit)
	s.learn(bit)
	return bit
}

// tree codes a number below len(slots), which must be a power of two.
func (m *model) tree(slots []slot, value int) int {
	node := 1
	for level := bits.Len(uint(len(slots))) - 2; level >= 0; level-- {
		if m.flag(&slots[node], value>>level&1 != 0) {
			node = node<<1 | 1
		} else {
			node <<= 1
		}
	}
	return node - len(slots)
}

// uniform codes a place in a list of n when all places are equally likely.
func (m *model) uniform(n, place int) int {
	for i := range n - 1 {
		if m.coder.code(1<<16/uint32(n-i), place == i) {
			return i
		}
	}
	return n - 1
}

// place codes which of the candidates is played.
func (m *model) place(list []candidate, empties, place int) int {
	var best [4]int // of the list: least replies, most later moves, least key, most flips
	best[0], best[1], best[2] = 1000, -1000, list[0].key
	for i := range list {
		best[0], best[1] = min(best[0], list[i].replies), max(best[1], list[i].later)
	}
	for i := range len(list) - 1 {
		if m.played(list, i, empties, &best, place == i) {
			return i
		}
	}
	return len(list) - 1
}

// played codes whether the candidate with index i is played, given that none before it is.
func (m *model) played(list []candidate, i, empties int, best *[4]int, bit bool) bool {
	c, n := &list[i], len(list)
	rank, left := min(i, 15), min(n-i, 15)
	rough, stage := []int{0, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}[rank], min(empties/4, 15)
	replies, later := min(c.replies, 15), min(c.later, 15)
	behind := min((c.key-best[2])/4, 31)
	gap := 31 // to the next candidate
	if i+1 < n {
		gap = min((list[i+1].key-c.key)/2, 31)
	}
	at := [contexts]int{
		(rank*16+left)*16 + stage,
		(replies*8+min(c.replies-best[0], 7))*32 + rough*8 + stage/2,
		((c.class*3+c.corner)*16+stage)*4 + rough,
		((c.class*3+c.corner)*16+replies)*16 + min(left, 15),
		(min(c.flips, 15)*16+replies)*16 + later,
		((c.parity*10+c.class)*4+rough)*64 + min(empties, 63),
		(c.near*16+left)*16 + stage,
		(behind*32+gap)*4 + rough,
		(later*8+min(best[1]-c.later, 7))*32 + left*2 + c.parity,
	}
	var in [inputs]int32
	var slots [contexts]*slot
	for j := range at {
		slots[j] = &m.slots[j][at[j]&(1<<contextBits-1)]
		in[j] = int32(m.mix.table.stretch(slots[j].chance()))
	}
	in[contexts] = int32(m.mix.table.stretch(1 << 16 / uint32(n-i)))
	set := rough*16 + stage
	p := m.mix.predict(set, &in)
	bit = m.coder.code(p, bit)
	m.mix.learn(set, &in, p, bit)
	for _, s := range slots {
		s.learn(bit)
	}
	return bit
}
