package player

// ResourceError is the error of a file or program that a player spec names: it is missing or damaged, or it does not
// start. The spec itself is right.
type ResourceError struct {
	Err error // the cause, which names the file or program
}

// Error returns the text of the cause.
func (e *ResourceError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ResourceError) Unwrap() error { return e.Err }
