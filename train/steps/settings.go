package steps

// SettingsError is an error in the settings of a step. The step has not done anything.
type SettingsError struct{ Err error }

func (e *SettingsError) Error() string { return e.Err.Error() }

func (e *SettingsError) Unwrap() error { return e.Err }
