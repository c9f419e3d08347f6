package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/work"
)

const jobsPath = Path + "jobs"

// jobRequest is the body of POST /jobs.
type jobRequest struct {
	ID    newID   `json:"id"`
	Kind  string  `json:"kind,omitempty" enum:"review" default:"review" doc:"review: judge every move of the game"`
	Game  jobGame `json:"game"`
	Level int     `json:"level,omitempty" minimum:"1" maximum:"60" default:"16" doc:"search effort as an engine level"`
}

// jobGame is the game of a job with the names of its players.
type jobGame struct {
	GameInput
	Black string `json:"black,omitempty" maxLength:"100" doc:"name of the black player, for the report"`
	White string `json:"white,omitempty" maxLength:"100" doc:"name of the white player, for the report"`
}

// job is the document of a job.
type job struct {
	Schema  string         `json:"schema" example:"kaeshi/job/1"`
	ID      string         `json:"id"`
	Kind    string         `json:"kind" enum:"review"`
	State   string         `json:"state" enum:"queued,running,done,cancelled,failed"`
	Queue   int            `json:"queue" doc:"position in the queue while waiting, from 1; otherwise 0"`
	Created string         `json:"created" format:"date-time"`
	Started string         `json:"started,omitempty" format:"date-time"`
	Ended   string         `json:"ended,omitempty" format:"date-time"`
	Level   int            `json:"level"`
	Done    int            `json:"done" doc:"number of judged moves"`
	Total   int            `json:"total" doc:"number of moves of the game, passes included"`
	Game    jobGame        `json:"game" doc:"the game of the request"`
	Problem string         `json:"problem,omitempty" doc:"why the job failed"`
	Result  *analysis.Game `json:"result,omitempty" doc:"judgements so far; sums cover the judged moves; not in lists"`
}

type jobList struct {
	Schema string `json:"schema" example:"kaeshi/jobs/1"`
	Jobs   []job  `json:"jobs" nullable:"false" doc:"newest first, without results"`
}

type addedJob struct {
	Status int
	Body   job
}

// JobID is the path parameter of a job.
type JobID struct {
	ID string `path:"id" maxLength:"64"`
}

func (a *API) addJobs(api huma.API) {
	add := operation(http.MethodPost, jobsPath, "add-job", "Add an analysis job", http.StatusConflict,
		http.StatusTooManyRequests, http.StatusServiceUnavailable)
	add.DefaultStatus = http.StatusCreated
	add.Description = "Jobs run one after another in the order of their requests, without an open connection, and " +
		"resume after a restart of the server. The status is 201 for a new job and 200 if the same job exists. A job " +
		"that was finished with other evaluation weights starts over."
	huma.Register(api, add, a.addJob)
	huma.Register(api, operation(http.MethodGet, jobsPath, "jobs", "List analysis jobs"), a.listJobs)
	huma.Register(api, operation(http.MethodGet, jobsPath+"/{id}", "job",
		"Get an analysis job and its result so far", http.StatusNotFound), a.findJob)
	drop := operation(http.MethodDelete, jobsPath+"/{id}", "drop-job",
		"Cancel an open job, or delete one that has ended", http.StatusNotFound)
	drop.DefaultStatus = http.StatusNoContent
	huma.Register(api, drop, a.dropJob)
	watch := operation(http.MethodGet, jobsPath+"/{id}/events", "watch-job",
		"Watch an analysis job (event stream)", http.StatusNotFound, http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data. `state` is sent at once with the document of " +
		"GET /jobs/{id}, and without its result whenever the state or the position in the queue changes. `move` is " +
		"sent for each judged move, as in the result. The last event is `done` with the document of GET /jobs/{id}."
	a.addJobReport(api)
	watch.Responses = eventResponses(api, "event: move\ndata: {\"ply\":60,\"move\":\"h8\",…}\n\n",
		kind[job]("state"), kind[analysis.Move]("move"), kind[job]("done"))
	huma.Register(api, watch, a.watchJob)
}

func (a *API) addJob(ctx context.Context, in *struct{ Body jobRequest }) (*addedJob, error) {
	g, err := in.Body.Game.game()
	if err != nil {
		return nil, err
	}
	if len(g.Moves) == 0 {
		return nil, unprocessable("the game has no moves to judge")
	}
	text, err := json.Marshal(in.Body.Game)
	if err != nil {
		return nil, err
	}
	row, added, err := a.jobs.Add(ctx, clientOf(ctx), store.Job{
		ID: string(in.Body.ID), Kind: in.Body.Kind, Game: string(text), Level: in.Body.Level, Total: len(g.Moves),
	})
	switch {
	case errors.Is(err, work.ErrClientLimit), errors.Is(err, work.ErrBusy):
		return nil, problemOf(err)
	case errors.Is(err, store.ErrConflict):
		return nil,
			problem(http.StatusConflict, "id "+string(in.Body.ID)+" is in use by another job; choose a new id")
	case err != nil:
		return nil, a.storeFault(ctx, err)
	case added:
		return &addedJob{http.StatusCreated, shownJob(row)}, nil
	}
	return &addedJob{http.StatusOK, shownJob(row)}, nil
}

func (a *API) listJobs(ctx context.Context, in *struct {
	Limit int `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"maximum number of jobs"`
},
) (*reply[jobList], error) {
	rows, err := a.jobs.List(ctx, in.Limit)
	if err != nil {
		return nil, a.storeFault(ctx, err)
	}
	list := jobList{"kaeshi/jobs/1", make([]job, len(rows))}
	for i, row := range rows {
		list.Jobs[i] = shownJob(row)
	}
	return &reply[jobList]{list}, nil
}

func (a *API) findJob(ctx context.Context, in *JobID) (*reply[job], error) {
	found, err := a.jobAt(ctx, in.ID)
	return &reply[job]{found}, err
}

// jobAt returns a job with its result. The error is a problem.
func (a *API) jobAt(ctx context.Context, id string) (job, error) {
	row, err := a.jobs.Job(ctx, id)
	if err != nil {
		return job{}, a.jobFault(ctx, id, err)
	}
	found, err := a.fullJob(ctx, row)
	if err != nil {
		return job{}, a.storeFault(ctx, err)
	}
	return found, nil
}

func (a *API) jobFault(ctx context.Context, id string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return problem(http.StatusNotFound, "there is no job with the id "+work.Clip(id))
	}
	return a.storeFault(ctx, err)
}

func (a *API) dropJob(ctx context.Context, in *JobID) (*struct{}, error) {
	row, err := a.jobs.Job(ctx, in.ID)
	if err != nil {
		return nil, a.jobFault(ctx, in.ID, err)
	}
	if err := a.jobs.Drop(ctx, row); err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return nil, nil // no content
}

// timestamp formats a time for a document. The zero time gives the empty string.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// JobGame parses the game of a stored job.
func JobGame(text string) (*record.Game, error) {
	var stored jobGame
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, err
	}
	g, err := stored.game()
	if err != nil {
		return nil, err
	}
	g.Black, g.White = stored.Black, stored.White
	return g, nil
}

// shownJob returns a job without its result.
func shownJob(j store.Job) job {
	d := job{
		Schema: "kaeshi/job/1", ID: j.ID, Kind: j.Kind, State: string(j.State), Queue: j.Queue,
		Created: timestamp(j.Created), Started: timestamp(j.Started), Ended: timestamp(j.Ended),
		Level: j.Level, Done: j.Done, Total: j.Total, Problem: j.Problem,
	}
	_ = json.Unmarshal([]byte(j.Game), &d.Game) // addJob wrote it
	return d
}

// fullJob returns a job with its result.
func (a *API) fullJob(ctx context.Context, j store.Job) (job, error) {
	d := shownJob(j)
	g, effort, err := a.jobs.Subject(j)
	if err != nil {
		return d, err
	}
	judged, err := a.jobs.Judged(ctx, j)
	if err != nil {
		return d, err
	}
	d.Done = len(judged)
	moves, nodes, seconds := make([]analysis.Move, len(judged)), uint64(0), 0.0
	for i, m := range judged {
		moves[i] = m.Move
		nodes += m.Nodes
		seconds += m.Seconds
	}
	d.Result = analysis.Assemble(g, effort, moves, analysis.UsualMarks())
	d.Result.How.Device = a.device
	d.Result.Nodes, d.Result.Seconds = nodes, math.Round(seconds*1000)/1000
	return d, nil
}

// ReportStyle returns the hash of the style sheet of reports as a source of a Content-Security-Policy.
func ReportStyle() string {
	sum := sha256.Sum256([]byte(analysis.PageStyle()))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// reportPolicy returns the Content-Security-Policy of a report, which allows its own style sheet only.
func reportPolicy() string {
	return "default-src 'none'; style-src " + ReportStyle() +
		"; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
}

// jobReport is a page of HTML.
type jobReport struct {
	Type   string `header:"Content-Type"`
	Policy string `header:"Content-Security-Policy"`
	Name   string `header:"Content-Disposition"`
	Body   []byte
}

func (a *API) addJobReport(api huma.API) {
	op := operation(http.MethodGet, jobsPath+"/{id}/report", "job-report",
		"Report of a finished review as an HTML page", http.StatusNotFound, http.StatusConflict)
	op.Responses = map[string]*huma.Response{"200": {
		Description: "A self-contained HTML file",
		Content: map[string]*huma.MediaType{
			"text/html": {Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}}
	huma.Register(api, op, a.jobReport)
}

func (a *API) jobReport(ctx context.Context, in *struct {
	JobID
	Language string `query:"lang" enum:"en,ja" default:"en" doc:"language of the report"`
},
) (*jobReport, error) {
	found, err := a.jobAt(ctx, in.ID)
	switch {
	case err != nil:
		return nil, err
	case found.State != string(store.JobDone):
		return nil, problem(http.StatusConflict, "the job is "+found.State+"; a report requires a finished job")
	}
	var page bytes.Buffer
	if err := analysis.WritePage(&page, lang.Of(in.Language), analysis.UsualMarks(), found.Result); err != nil {
		return nil, a.storeFault(ctx, err)
	}
	return &jobReport{
		"text/html; charset=utf-8", reportPolicy(), `inline; filename="kaeshi-review.html"`,
		page.Bytes(),
	}, nil
}
