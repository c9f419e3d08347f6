package match

import (
	"context"
	"errors"
	"strings"

	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/match"
	"github.com/kaeshi/kaeshi/match/stats"
)

// output holds the settings for the output of a tournament.
type output struct {
	env              *verb.Env
	asJSON, markdown bool
	plots            string        // folder; empty: no plots
	database, record string        // values of --db and --out
	fleet            units.Options // cluster that plays the games; without a client, this machine
	clearFleet       func()        // removes the progress of the cluster
	games            recordFile
}

// play plays the remaining games of the tournament and prints the standings. After the first Ctrl-C it finishes the
// games that run on this machine.
func (o *output) play(ctx context.Context, event *match.Event) error {
	// A test ends long before its default number of games.
	if n := event.Repeats(); n > 1 && (event.SPRT == "" || event.Games != match.TestedGames) {
		o.env.Log("each opening is used by %d pairs of games of the same players; "+
			"players without randomness repeat their games, so use more openings", n)
	}
	watch := o.watch(event)
	var fault error
	if o.fleet.Client != nil {
		fault = o.playOnCluster(ctx, event, watch)
	} else {
		defer context.AfterFunc(ctx, func() {
			watch.progress.Clear()
			o.env.Log("finishing the running games; press Ctrl-C again to stop at once")
		})()
		fault = event.Run(context.WithoutCancel(ctx), ctx.Done(), players.Local().New, watch.match())
	}
	watch.progress.Clear() // the result follows
	if errors.Is(fault, match.ErrBroken) {
		o.env.Log("tournament %d: %s", event.ID, o.resumption(fault))
		fault = ctx.Err()
	}
	return errors.Join(o.show(event), fault, verdictOf(event))
}

// playOnCluster plays the games on the cluster. When ctx ends, it does not wait for games: they stay on the cluster,
// and a resumed tournament gets their results. The error is then [match.ErrBroken].
func (o *output) playOnCluster(ctx context.Context, event *match.Event, watch *watcher) error {
	err := units.Match(ctx, o.fleet, event, func() error {
		o.clearFleet()
		return event.Run(ctx, nil, units.Players().New, watch.match())
	})
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		watch.progress.Clear()
		return match.ErrBroken
	}
	return refuseVerification(err) // the tournament of --resume may have a clock
}

// resumption returns the text of the error of an unfinished tournament, with the command that resumes it.
func (o *output) resumption(fault error) string {
	if o.database == ":memory:" {
		return "the tournament is not finished, and " + o.database + " does not keep its games"
	}
	words := []string{fault.Error(), "with kaeshi match --resume"}
	for _, flag := range [][2]string{{"--db", o.database}, {"--out", o.record}} {
		if flag[1] != "" {
			words = append(words, flag[0], verb.Quote(flag[1]))
		}
	}
	return strings.Join(words, " ")
}

// show prints the standings and writes the plots of --plot.
func (o *output) show(event *match.Event) error {
	if o.plots != "" {
		if err := event.WritePlots(o.plots, o.env.Language); err != nil {
			return err
		}
	}
	s := event.Standings()
	switch {
	case o.asJSON:
		return o.env.Show(s, true)
	case o.markdown:
		return s.Markdown(o.env.Out, o.env.Language)
	}
	return s.Text(o.env.Out, o.env.Language)
}

// verdictOf returns an error with the exit status of a test that did not accept H1, or nil if it did or if there is no
// test.
func verdictOf(event *match.Event) error {
	s := event.Standings()
	switch {
	case s.Head == nil || s.Head.SPRT == nil:
		return nil
	case s.Verdict() == stats.AcceptedH0:
		return terminal.Mismatch("H0 is accepted: %s", s)
	case s.Verdict() == stats.Undecided:
		return terminal.Undecided("the test is undecided: %s", s)
	}
	return nil
}
