package classroom

import (
	"fmt"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// reason says in a sentence why a move was cut off. The side that could play it is called the mover here, and the other
// one the holder, although it may be the mover's own earlier question that the bound comes from.
func (d *draughtsman[P, M]) reason(v *gametree.Visit[M], i int) *lang.Sentence {
	if v.By == gametree.Nowhere || v.Reply == gametree.Nowhere {
		return nil
	}
	mover, holder := d.drawing.Nodes[v.Parent].Turn, d.drawing.Nodes[i].Turn
	f := facts{
		mover: d.names.Side(mover), holder: d.names.Side(holder), where: d.where(v.By),
		reply: d.names.called(d.drawing.Nodes[v.Reply].Move), move: d.names.called(d.drawing.Nodes[i].Move),
	}
	worth := d.visits[v.Reply].Value // in the holder's view
	if v.Asked && d.drawing.Nodes[v.By].Turn == mover {
		f.worth, f.limit = d.names.Show(-worth, mover), d.names.Show(v.Limit, mover)
		return f.enough()
	}
	f.worth, f.limit = d.names.Show(worth, holder), d.names.Show(-v.Limit, holder)
	if v.Asked {
		return f.refuted()
	}
	return f.useless()
}

// facts are what a sentence is made of.
type facts struct {
	mover, holder, where, reply, move lang.Sentence
	worth, limit                      string
}

// useless: the holder has something at least as good elsewhere.
func (f facts) useless() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf(
			"With %s, %s holds %s to %s at best here, and %s is already sure of %s %s, so %s cannot matter.",
			f.reply.En, f.mover.En, f.holder.En, f.worth, f.holder.En, f.limit, f.where.En, f.move.En),
		Ja: fmt.Sprintf("ここで%sには%sがあり、%sは良くても%s。%sは%sですでに%sを確保しているので、%sは読むまでもない。",
			f.mover.Ja, f.reply.Ja, f.holder.Ja, f.worth, f.holder.Ja, f.where.Ja, f.limit, f.move.Ja),
	}
}

// refuted: the question was whether the holder gets more than the limit, and it does not.
func (f facts) refuted() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf("The question %s is only whether %s gets more than %s; with %s, %s holds %s to %s at best, "+
			"so %s cannot matter.",
			f.where.En, f.holder.En, f.limit, f.reply.En, f.mover.En, f.holder.En, f.worth, f.move.En),
		Ja: fmt.Sprintf("%sでの問いは%sが%sを上回れるかだけ。%sには%sがあり、%sは良くても%sなので、%sは読むまでもない。",
			f.where.Ja, f.holder.Ja, f.limit, f.mover.Ja, f.reply.Ja, f.holder.Ja, f.worth, f.move.Ja),
	}
}

// enough: the question was whether the mover gets as much as the limit, and it does.
func (f facts) enough() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf(
			"The question %s is only whether %s gets %s or better; %s brings %s, which is enough, so %s cannot matter.",
			f.where.En, f.mover.En, f.limit, f.reply.En, f.worth, f.move.En),
		Ja: fmt.Sprintf("%sでの問いは%sが%s以上を得られるかだけ。%sで%sが得られて十分なので、%sは読むまでもない。",
			f.where.Ja, f.mover.Ja, f.limit, f.reply.Ja, f.worth, f.move.Ja),
	}
}

// where names a visit by the moves that lead there.
func (d *draughtsman[P, M]) where(i int) lang.Sentence {
	line := ""
	for n := &d.drawing.Nodes[i]; n.Parent != gametree.Nowhere; n = &d.drawing.Nodes[n.Parent] {
		if n.Move != "" {
			line = " " + n.Move + line
		}
	}
	if line == "" {
		return lang.Sentence{En: "at the root", Ja: "根の局面"}
	}
	return lang.Sentence{En: "after" + line, Ja: line[1:] + "の後の局面"}
}
