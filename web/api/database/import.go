package database

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/explorer"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/store"
	"github.com/kaeshi/kaeshi/web/api"
	"github.com/kaeshi/kaeshi/web/work"
)

const (
	maxFiles    = 20
	maxUnpacked = 256 << 20 // bytes of an archive
	importTime  = 5 * time.Minute
	maxFaults   = 20 // errors of games and files that are sent
	stepTime    = 250 * time.Millisecond
)

// upload is the body of POST /database/import.
type upload struct {
	Type    string `header:"Content-Type" hidden:"true"`
	RawBody []byte `contentType:"multipart/form-data"`
}

// importStep is the event "progress".
type importStep struct {
	Read int `json:"read" doc:"games read so far"`
}

// importDone is the event "done".
type importDone struct {
	explorer.Imported

	Faults []string `json:"faults" nullable:"false" doc:"errors of games and files, at most 20"`
	Broken int      `json:"broken" doc:"files that could not be read to their end"`
}

func (d *database) addImport(a huma.API) {
	op := api.Operation(http.MethodPost, api.ImportPath, "import-games", "Import files of games (event stream)",
		http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable)
	op.MaxBodyBytes = api.ImportBytes
	op.Description = "The files are parts of a form, in any format that Kaeshi reads, or zip archives. The lists of " +
		"players and tournaments of a WTHOR file (.jou, .trn) are sent with it. Games that are stored already are " +
		"skipped. An interrupted import keeps the games that are stored so far, and can be repeated. " +
		"Server-Sent Events with JSON data: `progress`, and at the end `done` or `problem`."
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject,
			Properties: map[string]*huma.Schema{"file": {
				Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"},
				Description: "the files, with their names",
			}},
		}},
	}}
	op.Responses = api.StreamEvents(a, "event: progress\ndata: {\"read\":512}\n\n",
		api.EventOf[importStep]("progress"), api.EventOf[importDone]("done"))
	op.SkipValidateBody = true
	huma.Register(a, op, d.importFiles)
}

func (d *database) importFiles(ctx context.Context, in *upload) (*huma.StreamResponse, error) {
	list, err := parts(in)
	if err != nil {
		return nil, api.Problem(http.StatusUnprocessableEntity, err.Error())
	}
	ticket, err := d.imports.Join(api.CallerOf(ctx).Client)
	if err != nil {
		return nil, queueProblem(err)
	}
	type sender = func(id, event string, data json.RawMessage) error
	return api.Events(ticket.Leave, func(request context.Context, send sender) {
		ctx, cancel := context.WithTimeout(request, importTime)
		defer cancel()
		sendJSON := func(event string, v any) {
			if data, err := json.Marshal(v); err != nil || send("", event, data) != nil {
				cancel() // the client has left
			}
		}
		done, err := d.run(ctx, list, ticket, func(read int) { sendJSON("progress", importStep{read}) })
		if err == nil {
			sendJSON("done", done)
			return
		}
		if p, ok := errors.AsType[*huma.ErrorModel](d.problem(request, err)); ok {
			sendJSON("problem", p)
		}
	}), nil
}

// run imports files when it is their turn. progress is called from time to time.
func (d *database) run(
	ctx context.Context, list []files.Content, turn *work.Ticket, progress func(read int),
) (importDone, error) {
	done := importDone{Faults: []string{}}
	if err := turn.Wait(ctx, nil); err != nil {
		return done, err
	}
	last := time.Now()
	in := explorer.Import{
		Open: func(context.Context) (*store.Import, error) { return d.store.NewImport(), nil },
		Fault: func(err error) {
			if len(done.Faults) < maxFaults {
				done.Faults = append(done.Faults, work.Clip(err.Error()))
			}
		},
		Count: func(read int) {
			if now := time.Now(); now.Sub(last) >= stepTime {
				last = now
				progress(read)
			}
		},
	}
	err := in.Run(ctx, files.Contents(list, maxUnpacked))
	done.Imported, done.Broken = in.Sum, in.Broken
	return done, err
}

// parts returns the files of a form.
func parts(in *upload) (list []files.Content, err error) {
	kind, values, err := mime.ParseMediaType(in.Type)
	if err != nil || kind != "multipart/form-data" {
		return nil, errors.New("the content type is not multipart/form-data; send the files as parts of a form")
	}
	form := multipart.NewReader(bytes.NewReader(in.RawBody), values["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.New("the form is damaged; send the files as parts of a form")
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, errors.New("the form is damaged; send the files as parts of a form")
		}
		if name := part.FileName(); name != "" {
			list = append(list, files.Content{Name: baseName(name), Data: data})
		}
		if len(list) > maxFiles {
			return nil, fmt.Errorf("more than %d files in one request; send several requests", maxFiles)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("the form has no file")
	}
	return list, nil
}

// baseName returns the last element of a path of any system, at most longestName bytes of it.
func baseName(name string) string {
	name = filepath.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	if len(name) > longestName {
		name = strings.ToValidUTF8(name[len(name)-longestName:], "")
	}
	return name
}

func queueProblem(err error) error {
	if errors.Is(err, work.ErrClientLimit) {
		return api.Retry(http.StatusTooManyRequests,
			"too many concurrent requests from this client; wait for one to finish")
	}
	return api.Retry(http.StatusServiceUnavailable, "the server is busy; try again in a moment")
}
