//go:build !js

package web

import "github.com/danielgtaylor/huma/v2"

// addKept registers what needs the store.
func (s *Server) addKept(api huma.API) {
	s.addGames(api)
	s.addRecord(api)
	s.addTicTacToeGames(api)
	s.addTournaments(api)
	s.addJobs(api)
	s.addExplorer(api)
	s.addReady(api)
}
