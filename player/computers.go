package player

// Computers returns the makers of all computer players, except those of cmd/kaeshi that use programs and files of the
// machine.
func Computers() Makers {
	return Makers{
		{Name: "random", Usage: "random[:seed=N]", New: NewRandom},
		{Name: "greedy", Usage: "greedy", New: NewGreedy},
		{Name: "minimax", Main: "depth", Usage: "minimax:DEPTH[,eval=plain|discs]", New: NewMinimax},
		{Name: "alphabeta", Main: "depth", Usage: "alphabeta:DEPTH[,eval=plain|discs]", New: NewAlphaBeta},
		{
			Name: "classic/positional", Main: "version", Usage: "classic/positional[:depth=N][,corrected]",
			New: NewClassicPositional,
		},
		{Name: "classic/discs", Main: "version", Usage: "classic/discs[:depth=N][,corrected]", New: NewClassicDiscs},
		{
			Name: "classic/discs-negamax", Main: "version", Usage: "classic/discs-negamax[:depth=N]",
			New: NewClassicDiscsNegamax,
		},
		{
			Name: "classic/mobility", Main: "version", Usage: "classic/mobility[:depth=N][,corrected]",
			New: NewClassicMobility,
		},
		{
			Name: "classic/lazytree", Main: "version", Usage: "classic/lazytree[:depth=N][,-pruning][,corrected]",
			New: NewClassicLazyTree,
		},
		{
			Name: "kaeshi", Main: "level",
			Usage: "kaeshi:level=0…60[,time=10s], kaeshi:average=2s or kaeshi:skill=1…10[,seed=N]", New: NewEngine,
		},
	}
}
