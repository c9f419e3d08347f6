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

type compareQuestion struct {
	Subject
	Lookahead
	Algo   string `query:"algo" maxLength:"200" doc:"the searches, separated by commas; all of them when it is missing" example:"minimax,alphabeta"`
	Depths int    `query:"depths" minimum:"0" maximum:"1" default:"0" doc:"1: count also the nodes of searches to depth 1, 2 and so on, for a chart"`
}

func (a *API) addCompare(api huma.API) {
	op := learnOperation("compare", "compare", "Several searches of the same position beside each other")
	op.Description = "A search that does not end in its share of the time says so in its row. by_depth is the nodes " +
		"of searches to depth 1, 2 and so on."
	op.Responses = jsonOf[classroom.Table](api, "The comparison")
	huma.Register(api, op, func(ctx context.Context, in *compareQuestion) (*huma.StreamResponse, error) {
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

// algorithmsOf reads names between commas. The error is a problem.
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
				unprocessable("algo: there is no search %q; there are %s", work.Clip(name), strings.Join(all, ", "))
		case slices.Contains(names[:i], names[i]):
			return nil, unprocessable("algo: %s stands there twice; name each search once", names[i])
		}
	}
	return names, nil
}

// comparison makes a table within a time that its searches share.
type comparison struct {
	request classroom.Request
	end     time.Duration
}

// table compares to the full depth first, then, for the chart, to the depths before it.
func (c comparison) table(ctx context.Context, byDepth bool) (classroom.Table, error) {
	if byDepth {
		c.end /= 2 // the other half is for the chart
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
	if byDepth && t.Game != "numbers" { // which are at the leaves alone
		t.ByDepth = map[string][]uint64{}
		for _, row := range t.Rows {
			counts, err := c.chart(ctx, row, time.Now().Add(c.end/time.Duration(len(t.Rows))))
			if err != nil {
				return t, err
			}
			t.ByDepth[row.Algorithm] = counts
		}
	}
	return t, nil
}

// one is the table of one search, which says in its row when its share of the time was too short.
func (c comparison) one(ctx context.Context, name string, share time.Duration) (classroom.Table, error) {
	limited, cancel := context.WithTimeout(ctx, max(share, time.Millisecond))
	defer cancel()
	r := c.request
	r.Algorithms = []string{name}
	t, err := classroom.Compare(limited, r)
	if errors.Is(err, context.DeadlineExceeded) { // also when the whole time is over: the rows before are worth showing
		late := fmt.Sprintf("no answer in %v: choose a smaller depth",
			max(share, time.Millisecond).Round(time.Millisecond))
		t.Rows = []classroom.Row{{Algorithm: name, Depth: t.Depth, Seconds: share.Seconds(), Error: late}}
		return t, nil
	}
	return t, err
}

// chart is the nodes of searches to depth 1, 2 and so on, up to the row's: as far as the time goes, and to where the
// whole game is seen.
func (c comparison) chart(ctx context.Context, row classroom.Row, ends time.Time) ([]uint64, error) {
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

// sameSearch reports whether two searches did the same, although to different depths: then both saw the end of every
// line.
func sameSearch(a, b classroom.Row) bool {
	return a.Nodes == b.Nodes && a.Leaves == b.Leaves && a.Cutoffs == b.Cutoffs && a.TableHits == b.TableHits &&
		*a.Value == *b.Value
}
