package classroom

import (
	"fmt"

	"github.com/kaeshi/kaeshi/gametree"
	"github.com/kaeshi/kaeshi/internal/lang"
)

// reason returns a sentence that explains why a move was cut off. The mover is the side that could play the move, and
// the holder is the other side, although the bound may come from an earlier search for the mover.
func (d *builder[P, M]) reason(v *gametree.Visit[M], i int) *lang.Sentence {
	if v.By == gametree.Nowhere || v.Reply == gametree.Nowhere {
		return nil
	}
	mover, holder := d.drawing.Nodes[v.Parent].Turn, d.drawing.Nodes[i].Turn
	f := facts{
		mover: d.names.Side(mover), holder: d.names.Side(holder), where: d.where(v.By),
		reply: d.names.called(d.drawing.Nodes[v.Reply].Move), move: d.names.called(d.drawing.Nodes[i].Move),
	}
	worth := d.visits[v.Reply].Value // from the view of the holder
	if v.NullWindow && d.drawing.Nodes[v.By].Turn == mover {
		f.worth, f.limit = d.names.Show(-worth, mover), d.names.Show(v.Limit, mover)
		return f.enough()
	}
	f.worth, f.limit = d.names.Show(worth, holder), d.names.Show(-v.Limit, holder)
	if v.NullWindow {
		return f.refuted()
	}
	return f.useless()
}

// facts holds the parts of a sentence.
type facts struct {
	mover, holder, where, reply, move lang.Sentence
	worth, limit                      string
}

// useless returns the sentence for a holder that has at least the same value elsewhere.
func (f facts) useless() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf(
			"With %s, %s holds %s to %s at best here, and %s already has at least %s %s, so %s cannot matter.",
			f.reply.En, f.mover.En, f.holder.En, f.worth, f.holder.En, f.limit, f.where.En, f.move.En),
		Ja: fmt.Sprintf("ここで%sには%sがあり、%sは良くても%sです。%sは%sですでに%s以上を確保しているので、%sを読む必要はありません。",
			f.mover.Ja, f.reply.Ja, f.holder.Ja, f.worth, f.holder.Ja, f.where.Ja, f.limit, f.move.Ja),
	}
}

// refuted returns the sentence for a null window in which the holder does not exceed the limit.
func (f facts) refuted() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf("The search only tests whether %s gets more than %s %s. With %s, %s holds %s to %s at best, "+
			"so %s cannot matter.",
			f.holder.En, f.limit, f.where.En, f.reply.En, f.mover.En, f.holder.En, f.worth, f.move.En),
		Ja: fmt.Sprintf("この探索では、%sで%sが%sを上回るかどうかだけを調べています。%sには%sがあり、%sは良くても%sなので、"+
			"%sを読む必要はありません。",
			f.where.Ja, f.holder.Ja, f.limit, f.mover.Ja, f.reply.Ja, f.holder.Ja, f.worth, f.move.Ja),
	}
}

// enough returns the sentence for a null window in which the mover reaches the limit.
func (f facts) enough() *lang.Sentence {
	return &lang.Sentence{
		En: fmt.Sprintf("The search only tests whether %s gets at least %s %s. With %s it gets %s, which is enough, "+
			"so %s cannot matter.",
			f.mover.En, f.limit, f.where.En, f.reply.En, f.worth, f.move.En),
		Ja: fmt.Sprintf("この探索では、%sで%sが%s以上を得られるかどうかだけを調べています。%sで%sを得られるので、"+
			"%sを読む必要はありません。",
			f.where.Ja, f.mover.Ja, f.limit, f.reply.Ja, f.worth, f.move.Ja),
	}
}

// where returns the place of a visit in a sentence: the moves that lead to it.
func (d *builder[P, M]) where(i int) lang.Sentence {
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
