package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kaeshi/kaeshi/web/work"
)

// statusLeft is the status that the log shows for a client that left before its answer.
const statusLeft = 499

// problem returns a problem document; the detail becomes a sentence.
func problem(status int, detail string) *huma.ErrorModel {
	return &huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: sentence(detail)}
}

// unprocessable returns the problem of a request with invalid content.
func unprocessable(format string, args ...any) *huma.ErrorModel {
	return problem(http.StatusUnprocessableEntity, fmt.Sprintf(format, args...))
}

// WriteProblem sends a problem from a handler that is not an operation.
func WriteProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(problem(status, detail)) // the client may have left
}

// retrySeconds is the value of Retry-After.
const retrySeconds = "2"

// problemOf returns the problem for an error of package work. Errors that it does not know mean that the client has
// left.
func problemOf(err error) error {
	spec, isSpec := errors.AsType[*work.SpecError](err)
	late, isLate := errors.AsType[*work.TimeoutError](err)
	failed, isFailed := errors.AsType[*work.PlayerError](err)
	switch {
	case isSpec:
		return unprocessable("%v", spec)
	case isLate:
		return problem(http.StatusGatewayTimeout, fmt.Sprintf(
			"%s found no move in the %v that the server grants: choose a smaller depth or level",
			work.Clip(late.Player), late.Limit))
	case isFailed:
		return problem(http.StatusInternalServerError,
			work.Clip(failed.Player)+" failed to choose a move; the server's log says why")
	case errors.Is(err, work.ErrBusy):
		return retry(http.StatusServiceUnavailable,
			"the server is thinking about too many games: ask again in a moment")
	case errors.Is(err, work.ErrClientLimit):
		return retry(http.StatusTooManyRequests,
			"too many concurrent requests from this client; wait for one to finish")
	case errors.Is(err, work.ErrClosing):
		return retry(http.StatusServiceUnavailable, "the server is closing: ask again when it is back")
	}
	return problem(statusLeft, "the client left")
}

// tooManyViewers is the problem of an event stream that is refused.
func tooManyViewers() error {
	return retry(http.StatusServiceUnavailable, "too many are watching tournaments: ask again in a moment")
}

// retry returns a problem with a Retry-After header.
func retry(status int, detail string) error {
	return huma.ErrorWithHeaders(problem(status, detail), http.Header{"Retry-After": {retrySeconds}})
}

// sentence ends a text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// findings puts what huma found wrong with a request into the detail of the problem, as one sentence in place of
// "validation failed" and a list.
type findings struct{ schemas huma.Registry }

// transform is a [huma.Transformer].
func (f findings) transform(ctx huma.Context, _ string, v any) (any, error) {
	p, ok := v.(*huma.ErrorModel)
	switch {
	case !ok:
		return v, nil
	case len(p.Errors) == 0:
		return problem(p.Status, p.Detail), nil
	case p.Status >= http.StatusInternalServerError:
		return problem(p.Status, "the server failed to answer this; its log says why"), nil
	}
	// Maps give the findings in any order; the same request is to get the same answer.
	first := slices.MinFunc(p.Errors, func(a, b *huma.ErrorDetail) int {
		return cmp.Or(strings.Compare(a.Location, b.Location), strings.Compare(a.Message, b.Message))
	})
	if strings.HasPrefix(first.Location, "body") {
		return problem(p.Status, inBody(first, f.fields(ctx.Operation()))), nil
	}
	return problem(p.Status, inParameter(first, parameters(ctx.Operation()))), nil
}

// inBody says what is wrong with a body that should hold the fields.
func inBody(d *huma.ErrorDetail, fields string) string {
	_, name, inside := strings.Cut(d.Location, ".")
	missing, isMissing := strings.CutPrefix(d.Message, "expected required property ")
	switch {
	case strings.HasPrefix(d.Message, "unknown content type"):
		return "the body's content type is not known here: send application/json"
	case isMissing:
		return fmt.Sprintf("%s is missing in the body, which holds %s", strings.TrimSuffix(missing, " to be present"),
			fields)
	case !inside:
		return fmt.Sprintf("the body is not as expected (%s): it is a JSON object that holds %s", d.Message, fields)
	case d.Message == "unexpected property":
		return fmt.Sprintf("%q is not known in the body, which holds %s", work.Clip(name), fields)
	}
	return misfit(name, d)
}

// inParameter says what is wrong with one of the parameters that an operation has.
func inParameter(d *huma.ErrorDetail, known string) string {
	_, name, _ := strings.Cut(d.Location, ".")
	if d.Message == "unknown query parameter" {
		return fmt.Sprintf("parameter %q is not known here: %s", work.Clip(name), known)
	}
	return misfit(name, d)
}

// misfit says what is wrong with the value of a parameter or field.
func misfit(name string, d *huma.ErrorDetail) string {
	right := d.Message
	switch {
	case name == "size":
		right = "sizes are 4, 6 and 8"
	case right == "invalid integer":
		right = "expected a whole number"
	}
	if d.Value == nil || d.Value == "" {
		return name + ": " + right
	}
	return fmt.Sprintf("%s %q: %s", name, work.Clip(fmt.Sprint(d.Value)), right)
}

// fields names what the body of an operation may hold.
func (f findings) fields(op *huma.Operation) string {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return "nothing"
	}
	schema := op.RequestBody.Content["application/json"].Schema
	if schema.Ref != "" {
		schema = f.schemas.SchemaFromRef(schema.Ref)
	}
	return strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", ")
}

// parameters names what the query of an operation may hold.
func parameters(op *huma.Operation) string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return "there are none"
	}
	return "there are " + strings.Join(names, ", ")
}
