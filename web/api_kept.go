//go:build !js

package web

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/store"
)

// onDevice says that the engine is that of a browser, with the light weights.
const onDevice = false

// jobsOf is where the jobs of a server are kept.
func jobsOf(o Options) jobKeeper {
	if o.Store != nil {
		return o.Store
	}
	return store.NewJobsInMemory()
}

// analysesOf is where a server keeps what it found about positions; nil: nowhere.
func analysesOf(o Options) analysisKeeper {
	if o.Store != nil {
		return o.Store
	}
	return nil
}

// addKept registers what needs the store.
func (s *Server) addKept(api huma.API) {
	s.addGames(api)
	s.addRecord(api)
	s.addTicTacToeGames(api)
	s.addTournaments(api)
	s.addRatings(api)
	s.addExplorer(api)
	s.addReady(api)
}
