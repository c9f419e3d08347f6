package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/match"
)

// plotPolicy lets a drawing have its own colours and nothing else.
const plotPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

type plotQuestion struct {
	TournamentID

	Plot     string `path:"plot" enum:"elo.svg,score.svg" doc:"elo.svg: ratings with their errors; score.svg: the score as the games went"`
	Language string `query:"lang" enum:"en,ja" default:"en"`
}

type drawnPlot struct {
	ContentType string `header:"Content-Type"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

func (s *Server) addTournamentPlots(api huma.API) {
	plot := operation(http.MethodGet, tournamentPath+"/plots/{plot}", "tournament-plot", "A tournament as a drawing", http.StatusNotFound)
	plot.Responses = map[string]*huma.Response{"200": {Description: "The drawing", Content: map[string]*huma.MediaType{
		"image/svg+xml": {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	huma.Register(api, plot, s.drawTournament)
}

func (s *Server) drawTournament(ctx context.Context, in *plotQuestion) (*drawnPlot, error) {
	board := s.gallery.scoreboard(in.ID)
	var drawing string
	if in.Plot == "elo.svg" {
		now, err := board.look(ctx)
		if err != nil {
			return nil, s.tournamentFault(ctx, err)
		}
		drawing = now.state.Standings.PlotElo(in.Language == "ja")
	} else {
		event, err := board.counted(ctx)
		if err != nil {
			return nil, s.tournamentFault(ctx, err)
		}
		drawing = event.PlotScores(in.Language == "ja")
	}
	return &drawnPlot{"image/svg+xml", plotPolicy, []byte(drawing)}, nil
}

// counted is the tournament with all its games counted, those of a finished one as well.
func (b *scoreboard) counted(ctx context.Context) (*match.Event, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.open(ctx)
	if err == nil {
		err = b.event.Follow(ctx, b.saw)
	}
	return b.event, err
}
