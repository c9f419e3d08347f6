package games

// A slot is an adaptive probability of one context: a running average of the bits coded in it, whose rate decreases.
type slot struct {
	p    uint16 // of a true bit, in 1/65536
	seen uint8
}

// maxSeen limits slot.seen, so that a slot keeps adapting.
const maxSeen = 250

func (s *slot) learn(bit bool) {
	target := 0
	if bit {
		target = 1<<16 - 1
	}
	s.p = uint16(int(s.p) + (target-int(s.p))*2/(2*int(s.seen)+3))
	if s.seen < maxSeen {
		s.seen++
	}
}

// chance returns the probability of a true bit, kept away from certainty.
func (s *slot) chance() uint32 { return min(max(uint32(s.p), 32), 1<<16-32) }

func fresh(s []slot) {
	for i := range s {
		s[i] = slot{p: 1 << 15}
	}
}

// The logistic domain: a probability q is ln(q/(1-q)), 256 to the unit, from -logisticMost to logisticMost.
const (
	logisticUnit = 256
	logisticMost = 2047
)

// logistic holds the function 65536/(1+exp(-x)) and its inverse, in integers, so that every machine computes the same.
type logistic struct {
	inverse [4096]int16
}

// squashed lists 65536/(1+exp(-x)) for x from -8 to 8 in steps of a half.
func squashed() [33]int32 {
	return [33]int32{
		22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768,
		40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514,
	}
}

func newLogistic() *logistic {
	l, steps := &logistic{}, squashed()
	next := 0
	for x := -logisticMost; x <= logisticMost; x++ {
		for to := squash(&steps, x) >> 4; next <= int(to); next++ {
			l.inverse[next] = int16(x)
		}
	}
	for ; next < len(l.inverse); next++ {
		l.inverse[next] = logisticMost
	}
	return l
}

// squash returns the logistic function of x by interpolation between the steps of squashed.
func squash(steps *[33]int32, x int) uint32 {
	x = min(max(x, -logisticMost), logisticMost) + 8*logisticUnit
	const half = logisticUnit / 2
	at, part := x/half, int32(x%half)
	return uint32(steps[at] + (steps[at+1]-steps[at])*part/half)
}

// stretch is the inverse of squash.
func (l *logistic) stretch(p uint32) int { return int(l.inverse[p>>4]) }

// inputs is the number of predictions that are mixed: one of each context, and the even chance.
const inputs = contexts + 1

// mixer combines predictions in the logistic domain by weights that learn online, as in PAQ
// (M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005).
type mixer struct {
	table   *logistic
	steps   [33]int32
	weights [mixes][inputs]int32 // 65536 to the unit
}

const mixes = 64

func newMixer() *mixer { return &mixer{table: newLogistic(), steps: squashed()} }

func (m *mixer) reset() {
	for i := range m.weights {
		for j := range m.weights[i] {
			m.weights[i][j] = firstWeight
		}
	}
}

const (
	firstWeight = 1 << 14
	learnShift  = 15
)

// predict returns the mixed probability, given the predictions of the slots and the even chance.
func (m *mixer) predict(set int, in *[inputs]int32) uint32 {
	var sum int64
	for i, w := range m.weights[set] {
		sum += int64(w) * int64(in[i])
	}
	p := squash(&m.steps, int(min(max(sum>>16, -logisticMost), logisticMost)))
	return min(max(p, 32), 1<<16-32)
}

// learn moves the weights of a set towards the bit that followed the prediction.
func (m *mixer) learn(set int, in *[inputs]int32, p uint32, bit bool) {
	miss := -int64(p)
	if bit {
		miss += 1 << 16
	}
	w := &m.weights[set]
	for i := range w {
		w[i] += int32((miss*int64(in[i]) + 1<<(learnShift-1)) >> learnShift)
	}
}
