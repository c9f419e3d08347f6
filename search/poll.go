package search

import "context"

type pollKey struct{}

// Polling returns a context in which every search calls poll every few thousand positions from the searching goroutine.
// With it, a search can give way to more urgent work, or yield on a platform without preemption. If ctx already has a
// poll function, that one is called as well.
func Polling(ctx context.Context, poll func()) context.Context {
	return context.WithValue(ctx, pollKey{}, both(pollOf(ctx), poll))
}

// both returns a function that calls one, unless it is nil, and then other.
func both(one, other func()) func() {
	if one == nil {
		return other
	}
	return func() { one(); other() }
}

// pollOf returns the poll function of the context, or nil.
func pollOf(ctx context.Context) func() {
	poll, _ := ctx.Value(pollKey{}).(func())
	return poll
}

// Polled returns a context for searches of other packages, which check Err every few thousand positions. Its Err method
// calls the poll function of ctx. Contexts derived with a new Err method, such as those of [context.WithCancel], do not
// poll.
func Polled(ctx context.Context) context.Context {
	if poll := pollOf(ctx); poll != nil {
		return polled{ctx, poll}
	}
	return ctx
}

type polled struct {
	context.Context
	poll func()
}

// Err polls before it returns the error, because poll may cancel the context.
func (p polled) Err() error {
	p.poll()
	return p.Context.Err()
}
