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

// statusLeft is the status in the log for a client that closed the connection before the response.
const statusLeft = 499

// problem returns a problem document. It adds a full stop to the detail.
func problem(status int, detail string) *huma.ErrorModel {
	return &huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: sentence(detail)}
}

// Problem returns a problem document for an operation of another package.
func Problem(status int, detail string) error { return problem(status, detail) }

// Retry returns a problem with a Retry-After header.
func Retry(status int, detail string) error { return retry(status, detail) }

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

// problemOf returns the problem for an error of package work. Any other error means that the client has left.
func problemOf(err error) error {
	spec, isSpec := errors.AsType[*work.SpecError](err)
	late, isLate := errors.AsType[*work.TimeoutError](err)
	failed, isFailed := errors.AsType[*work.PlayerError](err)
	switch {
	case isSpec:
		return unprocessable("%v", spec)
	case isLate:
		return problem(http.StatusGatewayTimeout, fmt.Sprintf(
			"%s found no move within the server's limit of %v; choose a smaller depth or level",
			work.Clip(late.Player), late.Limit))
	case isFailed:
		return problem(http.StatusInternalServerError,
			work.Clip(failed.Player)+" failed to choose a move; see the server's log")
	case errors.Is(err, work.ErrBusy):
		return retry(http.StatusServiceUnavailable,
			"the server is busy; try again in a moment")
	case errors.Is(err, work.ErrClientLimit):
		return retry(http.StatusTooManyRequests,
			"too many concurrent requests from this client; wait for one to finish")
	case errors.Is(err, work.ErrClosing):
		return retry(http.StatusServiceUnavailable, "the server is shutting down; try again after its restart")
	}
	return problem(statusLeft, "the client closed the request")
}

// tooManyViewers is the problem of an event stream that is refused.
func tooManyViewers() error {
	return retry(http.StatusServiceUnavailable, "too many event streams are open; try again in a moment")
}

// retry returns a problem with a Retry-After header.
func retry(status int, detail string) error {
	return huma.ErrorWithHeaders(problem(status, detail), http.Header{"Retry-After": {retrySeconds}})
}

// sentence returns the text with a full stop at its end.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

// validation replaces huma's "validation failed" and its list of errors with one sentence in the detail of the problem.
type validation struct{ schemas huma.Registry }

// transform is a [huma.Transformer].
func (f validation) transform(ctx huma.Context, _ string, v any) (any, error) {
	p, ok := v.(*huma.ErrorModel)
	switch {
	case !ok:
		return v, nil
	case len(p.Errors) == 0:
		return problem(p.Status, p.Detail), nil
	case p.Status >= http.StatusInternalServerError:
		return problem(p.Status, "internal error; see the server's log"), nil
	}
	// The order of the errors is random, so the first in order of location and message is reported.
	first := slices.MinFunc(p.Errors, func(a, b *huma.ErrorDetail) int {
		return cmp.Or(strings.Compare(a.Location, b.Location), strings.Compare(a.Message, b.Message))
	})
	if strings.HasPrefix(first.Location, "body") {
		return problem(p.Status, inBody(first, f.fields(ctx.Operation()))), nil
	}
	return problem(p.Status, inParameter(first, parameters(ctx.Operation()))), nil
}

// inBody describes an error in a body with the given fields.
func inBody(d *huma.ErrorDetail, fields string) string {
	_, name, inside := strings.Cut(d.Location, ".")
	missing, isMissing := strings.CutPrefix(d.Message, "expected required property ")
	switch {
	case strings.HasPrefix(d.Message, "unknown content type"):
		return "unsupported content type (want application/json)"
	case isMissing:
		return fmt.Sprintf("the body lacks the field %s (want %s)",
			strings.TrimSuffix(missing, " to be present"), fields)
	case !inside:
		return fmt.Sprintf("invalid body: %s (want a JSON object with the fields %s)", d.Message, fields)
	case d.Message == "unexpected property":
		return fmt.Sprintf("unknown field %q in the body (want %s)", work.Clip(name), fields)
	}
	return invalidValue(name, d)
}

// inParameter describes an error in a parameter. known lists the parameters of the operation.
func inParameter(d *huma.ErrorDetail, known string) string {
	_, name, _ := strings.Cut(d.Location, ".")
	if d.Message == "unknown query parameter" {
		return fmt.Sprintf("unknown parameter %q (%s)", work.Clip(name), known)
	}
	return invalidValue(name, d)
}

// invalidValue describes an error in the value of a parameter or field.
func invalidValue(name string, d *huma.ErrorDetail) string {
	reason := d.Message
	switch {
	case name == "size":
		reason = "want 4, 6 or 8"
	case reason == "invalid integer":
		reason = "want an integer"
	}
	if d.Value == nil || d.Value == "" {
		return name + ": " + reason
	}
	return fmt.Sprintf("%s %q: %s", name, work.Clip(fmt.Sprint(d.Value)), reason)
}

// fields lists the fields of the body of an operation.
func (f validation) fields(op *huma.Operation) string {
	if op.RequestBody == nil || op.RequestBody.Content["application/json"] == nil {
		return "nothing"
	}
	schema := op.RequestBody.Content["application/json"].Schema
	if schema.Ref != "" {
		schema = f.schemas.SchemaFromRef(schema.Ref)
	}
	return strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", ")
}

// parameters lists the query parameters of an operation.
func parameters(op *huma.Operation) string {
	var names []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return "this operation has none"
	}
	return "want " + strings.Join(names, ", ")
}
