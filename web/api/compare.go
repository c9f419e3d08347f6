package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/classroom"
	"github.com/kaeshi/kaeshi/web/work"
)

type compareQuery struct {
	Subject
	Lookahead
	Algo   string `query:"algo" maxLength:"200" doc:"comma-separated list; default: all" example:"minimax,alphabeta"`
	Depths int    `query:"depths" minimum:"0" maximum:"1" default:"0" doc:"1: also count nodes for each depth"`
}

func (a *API) addCompare(api huma.API) {
	op := learnOperation("compare", "compare", "Compare search algorithms on a position")
	op.Description = "The searches share the time limit. A search that exceeds its share has an error in its row. " +
		"by_depth holds the node counts of searches to depth 1, 2 and so on."
	op.Responses = jsonOf[classroom.Table](api, "The comparison")
	huma.Register(api, op, func(ctx context.Context, in *compareQuery) (*huma.StreamResponse, error) {
		r, err := in.request(in.Lookahead)
		if err == nil {
			r.Algorithms, err = algorithmsOf(in.Algo)
		}
		if err != nil {
			return nil, err
		}
		c := comparison{request: r, end: a.scheduler.LessonTime()}
		return a.lesson(ctx, func(ctx context.Context) (any, error) { return c.table(ctx, in.Depths == 1) })
	})
}

// algorithmsOf parses a comma-separated list of algorithms. The error is a problem.
func algorithmsOf(text string) ([]string, error) {
	all := classroom.Algorithms()
	if text == "" {
		return all, nil
	}
	names := strings.Split(text, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		switch {
		case !slices.Contains(all, names[i]):
			return nil,
				unprocessable("algo: unknown search %q (want one of %s)", work.Clip(name), strings.Join(all, ", "))
		case slices.Contains(names[:i], names[i]):
			return nil, unprocessable("algo: %s is listed twice", names[i])
		}
	}
	return names, nil
}

// comparison runs searches that share a time limit.
type comparison struct {
	request classroom.Request
	end     time.Duration
}

// table compares the searches at the full depth, then counts nodes at smaller depths if byDepth is set.
func (c comparison) table(ctx context.Context, byDepth bool) (classroom.Table, error) {
	if byDepth {
		c.end /= 2 // the other half is for the counts by depth
	}
	ends := time.Now().Add(c.end)
	var t classroom.Table
	for i, name := range c.request.Algorithms {
		share := time.Until(ends) / time.Duration(len(c.request.Algorithms)-i)
		one, err := c.one(ctx, name, share)
		if err != nil {
			return t, err
		}
		one.Rows = append(t.Rows, one.Rows...)
		t = one
	}
	if byDepth && t.Game != "numbers" { // number trees have values at the leaves only
		t.ByDepth = map[string][]uint64{}
		for _, row := range t.Rows {
			counts, err := c.countByDepth(ctx, row, time.Now().Add(c.end/time.Duration(len(t.Rows))))
			if err != nil {
				return t, err
			}
			t.ByDepth[row.Algorithm] = counts
		}
	}
	return t, nil
}

// one returns the table of one search. A search that exceeds its share of the time has an error in its row.
func (c comparison) one(ctx context.Context, name string, share time.Duration) (classroom.Table, error) {
	limited, cancel := context.WithTimeout(ctx, max(share, time.Millisecond))
	defer cancel()
	r := c.request
	r.Algorithms = []string{name}
	t, err := classroom.Compare(limited, r)
	if errors.Is(err, context.DeadlineExceeded) { // also of ctx itself, so that the earlier rows are returned
		late := fmt.Sprintf("no result within %v; choose a smaller depth",
			max(share, time.Millisecond).Round(time.Millisecond))
		t.Rows = []classroom.Row{{Algorithm: name, Depth: t.Depth, Seconds: share.Seconds(), Error: late}}
		return t, nil
	}
	return t, err
}

// countByDepth returns the node counts of searches to depth 1, 2 and so on up to the depth of the row. It stops early
// when the time is over and when a search reaches the end of every line.
func (c comparison) countByDepth(ctx context.Context, row classroom.Row, ends time.Time) ([]uint64, error) {
	counts := []uint64{}
	finished := row.Error == ""
	for c.request.Depth = 1; c.request.Depth < row.Depth; c.request.Depth++ {
		t, err := c.one(ctx, row.Algorithm, time.Until(ends))
		if err != nil {
			return counts, err
		}
		if t.Rows[0].Error != "" {
			return counts, nil
		}
		counts = append(counts, t.Rows[0].Nodes)
		if finished && sameSearch(t.Rows[0], row) {
			return counts, nil
		}
	}
	if finished && row.Depth > 0 {
		counts = append(counts, row.Nodes)
	}
	return counts, nil
}

// sameSearch reports whether two searches to different depths have the same counts and value, because both reached the
// end of every line.
func sameSearch(a, b classroom.Row) bool {
	return a.Nodes == b.Nodes && a.Leaves == b.Leaves && a.Cutoffs == b.Cutoffs && a.TableHits == b.TableHits &&
		*a.Value == *b.Value
}
