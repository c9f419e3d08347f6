package web

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/store"
)

// reportPolicy is what the page of a report may do: it needs nothing but its own style.
var reportPolicy = "default-src 'none'; style-src " + reportStyle() + "; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

// jobReport is a page of HTML.
type jobReport struct {
	Type   string `header:"Content-Type"`
	Policy string `header:"Content-Security-Policy"`
	Name   string `header:"Content-Disposition"`
	Body   []byte
}

func (s *Server) addJobReport(api huma.API) {
	op := operation(http.MethodGet, jobsPath+"/{id}/report", "job-report", "A finished review as a page to print and to keep", http.StatusNotFound, http.StatusConflict)
	op.Responses = map[string]*huma.Response{"200": {Description: "One HTML file that needs nothing else", Content: map[string]*huma.MediaType{
		"text/html": {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	huma.Register(api, op, s.jobReport)
}

func (s *Server) jobReport(ctx context.Context, in *struct {
	JobID
	Language string `query:"lang" enum:"en,ja" default:"en" doc:"of the page"`
},
) (*jobReport, error) {
	found, err := s.jobAt(ctx, in.ID)
	switch {
	case err != nil:
		return nil, err
	case found.State != string(store.JobDone):
		return nil, problem(http.StatusConflict, "the job is "+found.State+": a report is made of a finished review")
	}
	var page bytes.Buffer
	if err := analysis.WritePage(&page, in.Language, analysis.UsualMarks(), found.Result); err != nil {
		return nil, s.storeFault(ctx, err)
	}
	return &jobReport{"text/html; charset=utf-8", reportPolicy, `inline; filename="kaeshi-review.html"`, page.Bytes()}, nil
}
