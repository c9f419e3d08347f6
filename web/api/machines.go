package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

const machinesPath = Path + "machines"

// Machines is a cluster that the API shows and controls.
type Machines interface {
	// List returns the workers and jobs.
	List(ctx context.Context) (MachineList, error)
	// ChangeJob pauses, resumes or cancels a job, depending on the action.
	ChangeJob(ctx context.Context, id, action string) error
	// Failures returns the units of a job that were given up.
	Failures(ctx context.Context, job string) ([]UnitFailure, error)
	// Drain stops a worker from taking units, so that it ends.
	Drain(ctx context.Context, worker string) error
}

// MachineError is an error of [Machines] about a job or a worker. Any other error means that the cluster does not
// respond.
type MachineError struct {
	Missing bool // there is no such job or worker; otherwise its state does not allow the change
	Err     error
}

func (e *MachineError) Error() string { return e.Err.Error() }

func (e *MachineError) Unwrap() error { return e.Err }

// MachineList holds the workers and jobs of a cluster.
type MachineList struct {
	Schema     string       `json:"schema" example:"kaeshi/machines/1"`
	Configured bool         `json:"configured" doc:"the server was started with a cluster"`
	Workers    []Machine    `json:"workers" nullable:"false" doc:"connected workers by name, at most 500"`
	Jobs       []MachineJob `json:"jobs" nullable:"false" doc:"newest first, at most 100"`
	Totals     struct {
		Workers int `json:"workers"`
		Slots   int `json:"slots" doc:"units that the workers can run in parallel"`
		Busy    int `json:"busy" doc:"slots that run a unit"`
		Running int `json:"running" doc:"jobs"`
		Paused  int `json:"paused" doc:"jobs"`
		Waiting int `json:"waiting" doc:"units in the queues"`
		Failed  int `json:"failed" doc:"units of active jobs that were given up"`
	} `json:"totals"`
}

// Limits of the lists of a [MachineList].
const (
	MaxMachines    = 500
	MaxMachineJobs = 100
)

// Machine is a worker of a cluster. The fields are those of kaeshi cluster workers --json.
type Machine struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Slots     int      `json:"slots" doc:"units that it can run in parallel"`
	Busy      int      `json:"busy" doc:"units that it runs"`
	Done      int      `json:"done" doc:"units since its start"`
	Failed    int      `json:"failed" doc:"units that ended in an error since its start"`
	PerMinute float64  `json:"per_minute" doc:"units that it completes in a minute of work, with all slots in use"`
	Kinds     []string `json:"kinds" nullable:"false"`
	Refused   []string `json:"refused" nullable:"false" doc:"jobs that it cannot run, each with the reason"`
	Draining  bool     `json:"draining" doc:"it takes no more units"`
	LastSeen  string   `json:"last_seen" format:"date-time"`
}

// MachineJob is a job of a cluster. The fields are those of kaeshi cluster jobs --json.
type MachineJob struct {
	ID          string   `json:"id"`
	Kind        string   `json:"kind"`
	Title       string   `json:"title"`
	State       string   `json:"state" enum:"running,paused,cancelled,ended"`
	Created     string   `json:"created" format:"date-time"`
	Submitter   string   `json:"submitter" doc:"host and process; empty if none is connected"`
	Total       int      `json:"total" doc:"expected units; 0: unknown"`
	Done        int      `json:"done"`
	Failed      int      `json:"failed" doc:"units that were given up"`
	Waiting     int      `json:"waiting" doc:"units in the queue"`
	Active      int      `json:"active" doc:"units that workers run"`
	PerSecond   float64  `json:"per_second"`
	Quarantined []string `json:"quarantined" nullable:"false" doc:"workers that returned wrong results"`
}

// UnitFailure is a unit that was given up.
type UnitFailure struct {
	Unit     string `json:"unit" doc:"its description as JSON"`
	Reason   string `json:"reason"`
	Worker   string `json:"worker" doc:"the last one that tried"`
	Attempts int    `json:"attempts"`
}

type unitFailures struct {
	Schema   string        `json:"schema" example:"kaeshi/unit-failures/1"`
	Failures []UnitFailure `json:"failures" nullable:"false" doc:"at most 100, in no particular order"`
}

// MaxUnitFailures is the maximum number of failures in a response.
const MaxUnitFailures = 100

// MachineJobID is the path parameter of a job of a cluster.
type MachineJobID struct {
	ID string `path:"id" maxLength:"100" pattern:"^[A-Za-z0-9_-]+$" doc:"id of the job"`
}

// AddMachines registers the operations on a cluster; m is nil if the server has none.
func (a *API) AddMachines(m Machines) {
	a.machines = m
	missing, gone := http.StatusNotFound, http.StatusServiceUnavailable
	list := operation(http.MethodGet, machinesPath, "machines", "List the machines and jobs of the cluster", gone)
	list.Description = "`kaeshi serve --cluster` connects a server to a cluster."
	huma.Register(a.huma, list, a.listMachines)
	huma.Register(a.huma, operation(http.MethodPost, machinesPath+"/jobs/{id}/{action}", "machine-job-change",
		"Pause, resume or cancel a job of the cluster", missing, http.StatusConflict, gone), a.changeMachineJob)
	huma.Register(a.huma, operation(http.MethodGet, machinesPath+"/jobs/{id}/failures", "machine-job-failures",
		"List the units of a job that were given up", missing, gone), a.listUnitFailures)
	huma.Register(a.huma, operation(http.MethodPost, machinesPath+"/workers/{id}/drain", "machine-drain",
		"Let a worker finish its units and end", missing, gone), a.drainMachine)
}

func (a *API) listMachines(ctx context.Context, _ *struct{}) (*reply[MachineList], error) {
	list := MachineList{Workers: []Machine{}, Jobs: []MachineJob{}}
	if a.machines != nil {
		var err error
		if list, err = a.machines.List(ctx); err != nil {
			return nil, a.machineFault(ctx, err)
		}
		list.Configured = true
	}
	list.Schema = "kaeshi/machines/1"
	return &reply[MachineList]{list}, nil
}

func (a *API) changeMachineJob(ctx context.Context, in *struct {
	MachineJobID

	Action string `path:"action" enum:"pause,resume,cancel"`
},
) (*struct{}, error) {
	return a.onMachines(ctx, func(m Machines) error { return m.ChangeJob(ctx, in.ID, in.Action) })
}

func (a *API) drainMachine(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"100" pattern:"^[A-Za-z0-9_-]+$" doc:"id of the worker"`
},
) (*struct{}, error) {
	return a.onMachines(ctx, func(m Machines) error { return m.Drain(ctx, in.ID) })
}

func (a *API) listUnitFailures(ctx context.Context, in *MachineJobID) (*reply[unitFailures], error) {
	list := unitFailures{Schema: "kaeshi/unit-failures/1"}
	_, err := a.onMachines(ctx, func(m Machines) (err error) {
		list.Failures, err = m.Failures(ctx, in.ID)
		return err
	})
	return &reply[unitFailures]{list}, err
}

// onMachines calls a function with the cluster and returns its error as a problem.
func (a *API) onMachines(ctx context.Context, do func(Machines) error) (*struct{}, error) {
	if a.machines == nil {
		return nil, problem(http.StatusNotFound, "this server has no cluster; kaeshi serve --cluster "+
			"connects to one")
	}
	if err := do(a.machines); err != nil {
		return nil, a.machineFault(ctx, err)
	}
	return nil, nil
}

// machineFault returns the problem for an error of a cluster.
func (a *API) machineFault(ctx context.Context, err error) error {
	wrong, ok := errors.AsType[*MachineError](err)
	switch {
	case ok && wrong.Missing:
		return problem(http.StatusNotFound, err.Error())
	case ok:
		return problem(http.StatusConflict, err.Error())
	case ctx.Err() == nil:
		a.log.ErrorContext(ctx, "cluster", "err", err)
	}
	return retry(http.StatusServiceUnavailable, "the cluster does not respond; see the server's log")
}
