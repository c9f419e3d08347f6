package terminal

// ErrorDocument is an error as JSON, with Schema [ErrorSchema].
type ErrorDocument struct {
	Schema string `json:"schema"`
	Error  string `json:"error" doc:"what is wrong, in plain words"`
	Line   int    `json:"line,omitempty" doc:"the line of the input, counted from 1"`
	Status int    `json:"status,omitempty" doc:"the exit status, in the document that ends the output"`
}

// ErrorSchema is the schema of an [ErrorDocument].
const ErrorSchema = "kaeshi/error/1"
