package files

// Unpacking returns the inputs with another bound for archives, in bytes.
func (in Inputs) Unpacking(most int64) Inputs {
	in.unpacked = most
	return in
}
