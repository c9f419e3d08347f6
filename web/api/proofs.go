package api

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/web/work"
)

const provePath = Path + "prove"

// proving is the state of a proof.
type proving struct {
	Schema string `json:"schema" example:"kaeshi/proving/1"`
	Step   string `json:"step" enum:"queued,searching,proving,checking" doc:"proving and checking for each claim"`
	Queue  int    `json:"queue" doc:"position in the queue from 1; 0 while the proof runs"`
	Nodes  int    `json:"nodes" doc:"positions of the present certificate so far"`
}

// certificate is a certificate with its file.
type certificate struct {
	Schema   string  `json:"schema" example:"kaeshi/certificate/1"`
	Position string  `json:"position"`
	Claim    string  `json:"claim" enum:"at least,at most"`
	Value    int     `json:"value" doc:"discs for the side to move of the position"`
	Leaf     int     `json:"leaf" doc:"greatest number of empty squares of a leaf"`
	Nodes    int64   `json:"nodes"`
	Leaves   int64   `json:"leaves"`
	Bytes    int     `json:"bytes" doc:"size of the file"`
	Seconds  float64 `json:"seconds" doc:"of the proof and its check"`
	File     string  `json:"file" contentEncoding:"base64" doc:"the .kproof file"`
}

// provedScore is the end of a proof.
type provedScore struct {
	Schema   string `json:"schema" example:"kaeshi/proved-score/1"`
	Position string `json:"position"`
	Score    int    `json:"score" doc:"final disc difference for the side to move"`
}

// AddProofs registers the operation that makes certificates. The engine in the browser does not have it.
func (a *API) AddProofs(p *work.Proofs) {
	a.proofs = p
	op := operation(http.MethodGet, provePath, "prove", "Prove the score of a position (event stream)",
		http.StatusServiceUnavailable)
	op.Description = fmt.Sprintf("Server-Sent Events with JSON data. `progress` is sent at each step and about twice "+
		"a second. `certificate` is sent for each of two claims: the side to move scores at least, and at most, the "+
		"result of the search. The last event is `done` or `problem`. Closing the connection stops the proof. "+
		"Positions have at most %d empty squares, and a proof may take three minutes. `kaeshi prove` has no limits.",
		work.ProofEmpties)
	op.Responses = eventResponses(a.huma, "event: progress\ndata: {\"schema\":\"kaeshi/proving/1\",…}\n\n",
		kind[proving]("progress"), kind[certificate]("certificate"), kind[provedScore]("done"), problemKind())
	huma.Register(a.huma, op, a.prove)
}

func (a *API) prove(ctx context.Context, in *struct{ GameInput }) (*huma.StreamResponse, error) {
	_, p, err := in.unfinished()
	if err != nil {
		return nil, err
	}
	if n := p.Empties(); n > work.ProofEmpties {
		return nil, unprocessable("the position has %d empty squares (want at most %d); use kaeshi prove", n,
			work.ProofEmpties)
	}
	ticket, err := a.proofs.Queue.Join(clientOf(ctx))
	if err != nil {
		return nil, problemOf(err)
	}
	return events(ticket.Leave, func(ctx context.Context, out *stream) {
		score, err := a.proofs.Run(ctx, ticket, p,
			func(now work.ProofProgress) error {
				return out.send("progress", proving{"kaeshi/proving/1", string(now.Step), now.Place, now.Nodes})
			},
			func(c work.Certificate) error { return out.send("certificate", shownCertificate(c)) },
		)
		if err != nil {
			a.sendProofProblem(ctx, out, err)
			return
		}
		_ = out.send("done", provedScore{"kaeshi/proved-score/1", p.String(), score}) // the client may have left
	}), nil
}

// sendProofProblem sends the error of a proof.
func (a *API) sendProofProblem(ctx context.Context, out *stream, err error) {
	fault := (*proof.Error)(nil)
	switch {
	case errors.Is(err, work.ErrTooLarge):
		_ = out.send("problem", unprocessable("%v; use kaeshi prove", err)) // the client may have left
	case errors.Is(err, work.ErrTimeout):
		_ = out.send("problem", problem(http.StatusGatewayTimeout, "the proof took too long; use kaeshi prove"))
	case errors.As(err, &fault):
		a.log.ErrorContext(ctx, "new certificate is not valid", "err", err)
		_ = out.send("problem", problem(http.StatusInternalServerError, "internal error; see the server's log"))
	default:
		out.sendProblem(err)
	}
}

func shownCertificate(c work.Certificate) certificate {
	return certificate{
		"kaeshi/certificate/1", c.Position, c.Relation, c.Value, c.Leaf, c.Nodes, c.Leaves, len(c.File),
		math.Round(c.Seconds*1000) / 1000, base64.StdEncoding.EncodeToString(c.File),
	}
}
