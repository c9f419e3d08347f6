package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/store"
)

const (
	jobsPath = apiPath + "jobs"
	// Jobs that wait or run: of all clients, and of one.
	mostJobs      = 500
	mostJobsOfOne = 24
)

// jobQuestion is the body of POST /jobs.
type jobQuestion struct {
	ID    string  `json:"id" minLength:"8" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" patternDescription:"letters, digits, _ and -" doc:"made by the client, so that asking twice makes one job"`
	Kind  string  `json:"kind,omitempty" enum:"review" default:"review" doc:"review: every move of the game is judged"`
	Game  jobGame `json:"game"`
	Level int     `json:"level,omitempty" minimum:"1" maximum:"60" default:"16" doc:"how far to look, as a level of the engine"`
}

// jobGame is the game that a job is about, and who played it.
type jobGame struct {
	GameText
	Black string `json:"black,omitempty" maxLength:"100" doc:"who played Black, for the report"`
	White string `json:"white,omitempty" maxLength:"100" doc:"who played White"`
}

// job is what a client is told of one.
type job struct {
	Schema  string         `json:"schema" example:"kaeshi/job/1"`
	ID      string         `json:"id"`
	Kind    string         `json:"kind" enum:"review"`
	State   string         `json:"state" enum:"queued,running,done,cancelled,failed"`
	Queue   int            `json:"queue" doc:"while it waits: the place in the line, from 1, which counts the one that runs; else 0"`
	Created string         `json:"created" format:"date-time"`
	Started string         `json:"started,omitempty" format:"date-time"`
	Ended   string         `json:"ended,omitempty" format:"date-time"`
	Level   int            `json:"level"`
	Done    int            `json:"done" doc:"moves judged"`
	Total   int            `json:"total" doc:"moves to be judged, passes included"`
	Game    jobGame        `json:"game" doc:"as it was asked"`
	Problem string         `json:"problem,omitempty" doc:"why it failed"`
	Result  *analysis.Game `json:"result,omitempty" doc:"what is judged so far; the sums are those of the judged moves; absent in lists"`
}

type jobList struct {
	Schema string `json:"schema" example:"kaeshi/jobs/1"`
	Jobs   []job  `json:"jobs" nullable:"false" doc:"the newest first, without their results"`
}

type addedJob struct {
	Status int
	Body   job
}

// JobID is the path of a job.
type JobID struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Server) addJobs(api huma.API) {
	add := operation(http.MethodPost, jobsPath, "add-job", "Ask for a long analysis", http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable)
	add.DefaultStatus = http.StatusCreated
	add.Description = "It is worked on whether or not anyone watches, after those that were asked for before, and goes on when the server was stopped or killed in between. 201 when it is new; 200 when the same job is there already, unless it was finished with other weights of the evaluation: then it begins anew."
	huma.Register(api, add, s.addJob)
	huma.Register(api, operation(http.MethodGet, jobsPath, "jobs", "Long analyses"), s.listJobs)
	huma.Register(api, operation(http.MethodGet, jobsPath+"/{id}", "job", "One long analysis, with what it has found so far", http.StatusNotFound), s.findJob)
	drop := operation(http.MethodDelete, jobsPath+"/{id}", "drop-job", "Cancel a job that waits or runs; take away one that is finished", http.StatusNotFound)
	drop.DefaultStatus = http.StatusNoContent
	huma.Register(api, drop, s.dropJob)
	watch := operation(http.MethodGet, jobsPath+"/{id}/events", "watch-job", "A long analysis as a stream of events that shows it grow", http.StatusNotFound, http.StatusServiceUnavailable)
	watch.Description = "Server-Sent Events with JSON data: `state` at once, as GET /jobs/{id} tells it, and whenever the state or the place in the line changes, then without the result; " +
		"`move` for each move when it is judged, as in the result; at the end one `done`, as GET /jobs/{id} tells it."
	s.addJobReport(api)
	watch.Responses = eventResponses("event: move\ndata: {\"ply\":60,\"move\":\"h8\",…}\n\n")
	huma.Register(api, watch, s.watchJob)
}

func (s *Server) addJob(ctx context.Context, in *struct{ Body jobQuestion }) (*addedJob, error) {
	g, err := in.Body.Game.game()
	if err != nil {
		return nil, err
	}
	if len(g.Moves) == 0 {
		return nil, unprocessable("the game has no moves to judge")
	}
	if err := s.clerk.admits(ctx, in.Body.ID); err != nil {
		return nil, err
	}
	text, err := json.Marshal(in.Body.Game)
	if err != nil {
		return nil, err
	}
	weights, err := learnedSum()
	if err != nil {
		return nil, err
	}
	row, added, err := s.clerk.kept.AddJob(ctx, store.Job{
		ID: in.Body.ID, Kind: in.Body.Kind, Game: string(text), Level: in.Body.Level, Total: len(g.Moves), Weights: weights,
	})
	switch {
	case errors.Is(err, store.ErrConflict):
		return nil, problem(http.StatusConflict, "id "+in.Body.ID+" belongs to another job: give each job an id of its own")
	case err != nil:
		return nil, s.storeFault(ctx, err)
	case added:
		s.clerk.took(ctx, row)
		return &addedJob{http.StatusCreated, s.clerk.shown(row)}, nil
	}
	return &addedJob{http.StatusOK, s.clerk.shown(row)}, nil
}

func (s *Server) listJobs(ctx context.Context, in *struct {
	Limit int `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"how many jobs at most"`
},
) (*reply[jobList], error) {
	rows, err := s.clerk.kept.Jobs(ctx, 0, in.Limit)
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	list := jobList{"kaeshi/jobs/1", make([]job, len(rows))}
	for i, row := range rows {
		list.Jobs[i] = s.clerk.shown(row)
	}
	return &reply[jobList]{list}, nil
}

func (s *Server) findJob(ctx context.Context, in *JobID) (*reply[job], error) {
	found, err := s.jobAt(ctx, in.ID)
	return &reply[job]{found}, err
}

// jobAt is a job with its result.
func (s *Server) jobAt(ctx context.Context, id string) (job, error) {
	row, err := s.clerk.kept.Job(ctx, id)
	if err != nil {
		return job{}, s.jobFault(ctx, id, err)
	}
	found, err := s.clerk.full(ctx, row)
	if err != nil {
		return job{}, s.storeFault(ctx, err)
	}
	return found, nil
}

func (s *Server) jobFault(ctx context.Context, id string, err error) error {
	if errors.Is(err, store.ErrNoJob) {
		return problem(http.StatusNotFound, "no job has the id "+clip(id))
	}
	return s.storeFault(ctx, err)
}

func (s *Server) dropJob(ctx context.Context, in *JobID) (*struct{}, error) {
	row, err := s.clerk.kept.Job(ctx, in.ID)
	if err != nil {
		return nil, s.jobFault(ctx, in.ID, err)
	}
	if row.State.Open() {
		err = s.clerk.cancel(ctx, row.Number)
	} else {
		err = s.clerk.kept.DeleteJob(ctx, row.Number)
	}
	if err != nil {
		return nil, s.storeFault(ctx, err)
	}
	return nil, nil //nolint:nilnil // no content
}

// moment is a time as documents have it; empty for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}
