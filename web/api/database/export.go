package database

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kaeshi/kaeshi/record"
	"github.com/kaeshi/kaeshi/record/files"
	"github.com/kaeshi/kaeshi/record/wthor"
	"github.com/kaeshi/kaeshi/web/api"
)

const (
	exportGames = 200_000
	exportTime  = 5 * time.Minute
	writeTime   = 30 * time.Second // write deadline of a part
	batch       = 1000             // games that are read in one transaction
)

// exportFormats returns the formats of exports. OBF holds positions.
func exportFormats() []string {
	return slices.DeleteFunc(files.FormatNames(), func(name string) bool { return name == files.OBF.String() })
}

// exported is a request for a file of games.
type exported struct {
	Positioned
	Format string `query:"format" required:"true" enum:"transcript,ggf,sgf,wthor,pgn,json" doc:"wthor: zip, a base a year"`
}

func (d *database) addExport(a huma.API) {
	op := api.Operation(http.MethodGet, path+"/export", "export-games", "Export imported games to a file",
		http.StatusNotFound, http.StatusServiceUnavailable)
	op.Description = "JSON holds everything. A format leaves out the games and the parts that it cannot hold."
	op.Responses = map[string]*huma.Response{"200": {
		Description: "The file", Content: map[string]*huma.MediaType{
			"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		},
	}}
	huma.Register(a, op, d.export)
}

func (d *database) export(ctx context.Context, in *exported) (*huma.StreamResponse, error) {
	q, _, err := in.query(false)
	if err != nil {
		return nil, err
	}
	format, err := files.ParseFormat(in.Format)
	if err != nil {
		return nil, api.Problem(http.StatusUnprocessableEntity, err.Error())
	}
	numbers, err := d.store.ArchivedNumbers(ctx, q)
	switch {
	case err != nil:
		return nil, d.problem(ctx, err)
	case len(numbers) == 0:
		return nil, api.Problem(http.StatusNotFound, "no imported game matches")
	case len(numbers) > exportGames:
		return nil, api.Problem(http.StatusUnprocessableEntity, fmt.Sprintf(
			"%d games match, want at most %d; filter them, or use kaeshi export", len(numbers), exportGames))
	}
	ticket, err := d.exports.Join(api.CallerOf(ctx).Client)
	if err != nil {
		return nil, queueProblem(err)
	}
	if err := ticket.Wait(ctx, nil); err != nil {
		ticket.Leave()
		return nil, d.problem(ctx, err)
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer ticket.Leave()
		d.send(c, format, numbers)
	}}, nil
}

// send writes the file. A failure aborts the connection, so that the client does not take a part for the whole.
func (d *database) send(c huma.Context, format files.Format, numbers []int64) {
	r, w := humago.Unwrap(c)
	suffix, kind := "."+format.Suffix(), "text/plain; charset=utf-8"
	switch format { //nolint:exhaustive // the others are text
	case files.WTHOR:
		suffix, kind = ".zip", "application/zip"
	case files.JSON:
		kind = "application/json"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition",
		fmt.Sprintf(`attachment; filename="kaeshi-%s%s"`, time.Now().Format(time.DateOnly), suffix))
	if r.Method == http.MethodHead {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), exportTime)
	defer cancel()
	var failure error
	games := d.games(ctx, numbers, &failure)
	out := &pacedWriter{w, http.NewResponseController(w)}
	var err error
	if format == files.WTHOR {
		err = writeBases(out, games)
	} else {
		_, err = files.Write(out, format, games)
	}
	if failure != nil {
		err = failure
	}
	if err != nil {
		if ctx.Err() == nil {
			d.log.ErrorContext(ctx, "export", "err", err)
		}
		panic(http.ErrAbortHandler) //nolint:forbidigo // net/http aborts a response this way
	}
}

// games yields the games with the given numbers. It reads them in batches, so that a slow client holds no transaction
// open. It stops at an error and stores it in failure.
func (d *database) games(ctx context.Context, numbers []int64, failure *error) iter.Seq[*record.Game] {
	return func(yield func(*record.Game) bool) {
		for some := range slices.Chunk(numbers, batch) {
			games := make([]*record.Game, 0, len(some))
			for g, err := range d.store.ArchivedGames(ctx, some) {
				if err != nil {
					*failure = err
					return
				}
				games = append(games, g.Game)
			}
			for _, g := range games {
				if !yield(g) {
					return
				}
			}
		}
	}
}

// writeBases writes a zip archive with a WTHOR base for each year, as a base has one year.
func writeBases(w io.Writer, games iter.Seq[*record.Game]) error {
	byYear := map[int][]*record.Game{}
	for g := range games {
		byYear[g.Year()] = append(byYear[g.Year()], &record.Game{
			Start: g.Start, Moves: g.Moves, Black: g.Black, White: g.White,
			Event: g.Event, Date: g.Date, Result: g.Result,
		})
	}
	archive := zip.NewWriter(w)
	for _, year := range slices.Sorted(maps.Keys(byYear)) {
		var wtb, jou, trn bytes.Buffer
		if _, err := wthor.Write(&wtb, &jou, &trn, nil, time.Now(), slices.Values(byYear[year])); err != nil {
			return err
		}
		for i, name := range files.WTHOR.Files(fmt.Sprintf("WTH_%04d.wtb", year)) {
			f, err := archive.Create(name)
			if err != nil {
				return err
			}
			if _, err := []*bytes.Buffer{&jou, &trn, &wtb}[i].WriteTo(f); err != nil {
				return err
			}
		}
	}
	return archive.Close()
}

// pacedWriter extends the write deadline of the connection before each write.
type pacedWriter struct {
	w          io.Writer
	connection *http.ResponseController
}

// Write writes to the connection.
func (p *pacedWriter) Write(b []byte) (int, error) {
	_ = p.connection.SetWriteDeadline(time.Now().Add(writeTime)) // not every writer supports deadlines
	return p.w.Write(b)
}
