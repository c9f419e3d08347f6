package cluster

// reportsEarly reports whether outcomes are reported before their verification has ended.
func (v *verifier) reportsEarly() bool { return v != nil && v.settling != nil }

// settled reports whether all outcomes are confirmed. From then on, this program runs all further units: a worker with
// a wrong result would cast doubt on outcomes that are already confirmed.
func (v *verifier) settled() bool { return v != nil && v.final }

// find returns the outcome of a unit, or nil if the unit has no outcome or was released.
func (v *verifier) find(id string) *held {
	if v == nil {
		return nil
	}
	return v.held[id]
}

// count returns how many units the indexes of one unit count as. A unit that a program submits again to repeat work
// counts once.
func (v *verifier) count(indexes []int) int {
	if v.reportsEarly() {
		return 1
	}
	return len(indexes)
}

// submitHeld adds an index to a unit with an outcome.
func (d *doCall) submitHeld(h *held, index int) error {
	if h.reported {
		return d.report([]int{index}, h.outcome)
	}
	h.indexes = append(h.indexes, index)
	if !d.verifier.reportsEarly() {
		d.countOutcome(h.outcome, 1)
	}
	return nil
}

// runHere makes this program run a unit that no worker runs.
func (d *doCall) runHere(id string, u Unit, h *held) {
	h.here, h.checking = true, true
	d.verifier.held[id] = h
	d.verifier.queue = append(d.verifier.queue, checkRequest{id, u})
}

// outcome returns the outcome of a unit that this program has run instead of a worker.
func (c checked) outcome(text []byte) Outcome {
	const name = "(the submitting program)"
	if c.err != nil {
		dead := &DeadLetter{Unit: text, Reason: c.err.Error(), Worker: name, Attempts: 1}
		return Outcome{Err: dead, Worker: name}
	}
	return Outcome{Result: c.result, Worker: name, Elapsed: c.elapsed}
}

// reportEarly reports an outcome that may still change.
func (d *doCall) reportEarly(h *held) error {
	if !d.verifier.reportsEarly() {
		return nil
	}
	h.reported = true
	return d.report(h.indexes, h.outcome)
}

// retract notes that an outcome changes.
func (v *verifier) retract(h *held) { v.retracted = v.retracted || h.reported }

// settling returns the channel of requests to settle, which is nil while units have no outcome or wait for a check.
func (d *doCall) settling() <-chan chan bool {
	if !d.verifier.reportsEarly() || len(d.open) > 0 || d.verifier.pending() > 0 {
		return nil
	}
	return d.verifier.settling
}

// settle answers a request to settle.
func (v *verifier) settle() bool {
	v.final, v.retracted = !v.retracted, false
	return v.final
}
