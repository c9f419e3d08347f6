package web

import "context"

// gate lets so many searches run at once and so many more wait for their turn, in the order in which they came.
type gate struct {
	running chan struct{}
	present chan struct{} // running or waiting
}

func newGate(atOnce, waiting int) *gate {
	return &gate{make(chan struct{}, atOnce), make(chan struct{}, atOnce+waiting)}
}

// join takes a place among those present, to be given back by leave; it is false when all are taken.
func (g *gate) join() bool {
	select {
	case g.present <- struct{}{}:
		return true
	default:
		return false
	}
}

func (g *gate) leave() { <-g.present }

// enter waits until one of those present may run, to be ended by exit; when ctx ends first, the error is its cause.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.running <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (g *gate) exit() { <-g.running }
