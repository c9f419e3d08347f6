package files

// Unpacking returns the inputs with another limit on the bytes of an archive.
func (in Inputs) Unpacking(most int64) Inputs {
	in.unpacked = most
	return in
}
