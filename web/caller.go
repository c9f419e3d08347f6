package web

import (
	"context"
	"log/slog"
)

// caller is who makes a request, and which.
type caller struct {
	client string // an address; [clientName]
	id     string // of the request
}

type callerKey struct{}

func (c caller) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// clientOf tells one client from another, for what each may have at once; empty outside of requests.
func clientOf(ctx context.Context) string { return callerOf(ctx).client }

// tellsCaller is a [slog.Handler] that adds the request's id to what is said on its behalf.
type tellsCaller struct{ slog.Handler }

// Handle adds the id.
func (t tellsCaller) Handle(ctx context.Context, r slog.Record) error {
	if id := callerOf(ctx).id; id != "" {
		r.AddAttrs(slog.String("request", id))
	}
	return t.Handler.Handle(ctx, r)
}

// WithAttrs and WithGroup keep the id.
func (t tellsCaller) WithAttrs(list []slog.Attr) slog.Handler {
	return tellsCaller{t.Handler.WithAttrs(list)}
}

// WithGroup is like WithAttrs.
func (t tellsCaller) WithGroup(name string) slog.Handler {
	return tellsCaller{t.Handler.WithGroup(name)}
}
