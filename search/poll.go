package search

import "context"

type pollKey struct{}

// Polling is a context in which every search calls poll every few thousand positions, from the goroutine that searches,
// so that it can stand back for what is more urgent, or yield on a platform without pre-emption. Where a context around
// it asks for the same, that one is called as well.
func Polling(ctx context.Context, poll func()) context.Context {
	return context.WithValue(ctx, pollKey{}, both(pollOf(ctx), poll))
}

// both calls one, when there is one, and then the other.
func both(one, other func()) func() {
	if one == nil {
		return other
	}
	return func() { one(); other() }
}

// pollOf is what the context wants to be called; nil: nothing.
func pollOf(ctx context.Context) func() {
	poll, _ := ctx.Value(pollKey{}).(func())
	return poll
}

// Polled is ctx for a search of another package: it polls when it is asked whether it has ended, which such searches do
// every few thousand positions. A context made from it does not.
func Polled(ctx context.Context) context.Context {
	if poll := pollOf(ctx); poll != nil {
		return polled{ctx, poll}
	}
	return ctx
}

type polled struct {
	context.Context // it is one
	poll            func()
}

// Err polls first, since that may be when the context learns of its end.
func (p polled) Err() error {
	p.poll()
	return p.Context.Err()
}
