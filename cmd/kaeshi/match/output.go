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

// output is how a tournament is shown.
type output struct {
	env              *verb.Env
	asJSON, markdown bool
	plots            string        // a folder; empty: none
	database         string        // as the user named it; empty: the usual one
	fleet            units.Options // without a client: this machine plays the games
	games            recordFile
}

// hold plays what is left of the tournament and shows how it stands then. The first Ctrl-C lets the running games end.
func (o *output) hold(ctx context.Context, event *match.Event) error {
	if n := event.Repeats(); n > 1 {
		o.env.Log("every opening is played by %d pairs of games of the same players: "+
			"those without chance repeat their games; more openings help", n)
	}
	watch := o.watch(event)
	defer context.AfterFunc(ctx, func() {
		watch.progress.Clear()
		o.env.Log("the running games end first; Ctrl-C again stops at once")
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
		o.env.Log("tournament %d: %s", event.ID, o.goOn(fault))
		fault = ctx.Err()
	}
	return errors.Join(o.show(event), fault, verdictOf(event))
}

// goOn returns the error of a tournament that was broken off with the command that resumes it.
func (o *output) goOn(fault error) string {
	switch o.database {
	case ":memory:":
		return "the tournament is not finished, and its games are not kept in " + o.database
	case "":
		return fault.Error() + " with kaeshi match --resume"
	}
	return fault.Error() + " with kaeshi match --resume --db " + verb.Quote(o.database)
}

// show writes the standings, and the plots where they are wanted.
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

// verdictOf returns an error with the exit status of a test that did not accept H1; nil without a test.
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
