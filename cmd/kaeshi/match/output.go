package match

import (
	"context"
	"errors"

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
	database         string        // value of --db
	fleet            units.Options // cluster that plays the games; without a client, this machine
	games            recordFile
}

// play plays the remaining games of the tournament and prints the standings. After the first Ctrl-C it finishes the
// running games.
func (o *output) play(ctx context.Context, event *match.Event) error {
	// A test ends long before its default number of games.
	if n := event.Repeats(); n > 1 && (event.SPRT == "" || event.Games != match.TestedGames) {
		o.env.Log("each opening is used by %d pairs of games of the same players; "+
			"players without randomness repeat their games, so use more openings", n)
	}
	watch := o.watch(event)
	defer context.AfterFunc(ctx, func() {
		watch.progress.Clear()
		o.env.Log("finishing the running games; press Ctrl-C again to stop at once")
	})()
	unstopped := context.WithoutCancel(ctx)
	run := func() error { return event.Run(unstopped, ctx.Done(), players.Local().New, watch.match()) }
	var fault error
	if o.fleet.Client != nil {
		fault = units.Match(unstopped, o.fleet, event, run)
	} else {
		fault = run()
	}
	watch.progress.Clear() // the result follows
	if errors.Is(fault, match.ErrBroken) {
		o.env.Log("tournament %d: %s", event.ID, o.resumption(fault))
		fault = ctx.Err()
	}
	return errors.Join(o.show(event), fault, verdictOf(event))
}

// resumption returns the text of the error of an unfinished tournament, with the command that resumes it.
func (o *output) resumption(fault error) string {
	switch o.database {
	case ":memory:":
		return "the tournament is not finished, and " + o.database + " does not keep its games"
	case "":
		return fault.Error() + " with kaeshi match --resume"
	}
	return fault.Error() + " with kaeshi match --resume --db " + verb.Quote(o.database)
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
