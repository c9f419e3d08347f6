package terminal

// ErrorDocument is an error as JSON. Its Schema is [ErrorSchema].
type ErrorDocument struct {
	Schema string `json:"schema"`
	Error  string `json:"error" doc:"the error message"`
	Line   int    `json:"line,omitempty" doc:"line of the input, from 1"`
	Status int    `json:"status,omitempty" doc:"exit status, in the last document of the output"`
}

// ErrorSchema is the schema of an [ErrorDocument].
const ErrorSchema = "kaeshi/error/1"
