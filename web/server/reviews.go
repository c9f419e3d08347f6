package server

import (
	"context"
	"errors"
	"time"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/web/work"
)

// reviews is a [work.Remote] of a cluster. Each move is a unit.
type reviews struct {
	units.Options

	patience time.Duration
}

// remote returns the remote machines for reviews, or nil without a cluster.
func (o Options) remote() work.Remote {
	if o.Cluster == nil {
		return nil
	}
	return &reviews{units.Options{Client: o.Cluster, Identity: o.Identity, Title: "review"}, o.Patience}
}

// Judge judges moves on the cluster. The name of a job contains the ID and the time of the review, so that it is found
// again after a restart and differs from that of a deleted review with the same ID.
func (r *reviews) Judge(ctx context.Context, v work.Review, judged func(work.JudgedMove) error) error {
	err := units.Moves(ctx, r.Options, units.Review{
		Name: v.Job.ID + " " + timestamp(v.Job.Created), Game: v.Game, Level: v.Effort.Level, Known: v.Known,
		Judged: func(m units.JudgedMove) error {
			return judged(work.JudgedMove{Move: m.Move, Nodes: m.Nodes, Seconds: m.Seconds})
		},
		Patience: r.patience,
		Yield:    v.OthersWait,
		Drop:     func() bool { return errors.Is(context.Cause(ctx), work.ErrJobCancelled) },
	})
	switch {
	case errors.Is(err, cluster.ErrCancelled):
		return work.ErrJobCancelled
	case errors.Is(err, units.ErrPaused):
		return work.ErrJobPaused
	}
	return err
}
