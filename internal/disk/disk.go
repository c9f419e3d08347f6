// Package disk has the functions of package os with which Kaeshi writes files. Tests let their calls fail in turn, as a
// full or broken disk does.
package disk

import (
	"io"
	"io/fs"
	"os"
	"sync/atomic"
)

// Call is a call of this package that can fail.
type Call struct{ Name, Path string }

// fault decides which calls fail. It is a variable of the package, because an interface that every writer of files
// receives would serve tests only. Programs never set it.
var fault atomic.Pointer[func(Call) error]

// SetFault makes calls fail for which f returns an error, until the function that it returns is called. It is for tests
// that do not run in parallel with others.
func SetFault(f func(Call) error) (restore func()) {
	fault.Store(&f)
	return func() { fault.Store(nil) }
}

// failure returns the error of a call that fails.
func failure(name, path string) error {
	if f := fault.Load(); f != nil {
		if err := (*f)(Call{name, path}); err != nil {
			return &fs.PathError{Op: name, Path: path, Err: err}
		}
	}
	return nil
}

// File is an open file.
type File struct{ *os.File }

func opened(f *os.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// OpenFile is [os.OpenFile].
func OpenFile(name string, flag int, perm fs.FileMode) (*File, error) {
	if err := failure("open", name); err != nil {
		return nil, err
	}
	return opened(os.OpenFile(name, flag, perm))
}

// Open opens a file or a folder for reading.
func Open(name string) (*File, error) { return OpenFile(name, os.O_RDONLY, 0) }

// CreateTemp is [os.CreateTemp].
func CreateTemp(dir, pattern string) (*File, error) {
	if err := failure("open", dir); err != nil {
		return nil, err
	}
	return opened(os.CreateTemp(dir, pattern))
}

// Rename is [os.Rename].
func Rename(from, to string) error {
	if err := failure("rename", from); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// Write writes to the file. A write that fails may have written a part.
func (f *File) Write(b []byte) (int, error) {
	if err := failure("write", f.Name()); err != nil {
		n, _ := f.File.Write(b[:len(b)/2]) // the failure is returned
		return n, err
	}
	return f.File.Write(b)
}

// WriteAt writes to the file at an offset. A write that fails may have written a part.
func (f *File) WriteAt(b []byte, at int64) (int, error) {
	if err := failure("write", f.Name()); err != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], at) // the failure is returned
		return n, err
	}
	return f.File.WriteAt(b, at)
}

// WriteString is Write of a string.
func (f *File) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// ReadFrom writes everything that r has left.
func (f *File) ReadFrom(r io.Reader) (int64, error) { return io.Copy(struct{ io.Writer }{f}, r) }

// Truncate changes the size of the file.
func (f *File) Truncate(size int64) error {
	if err := failure("truncate", f.Name()); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// Sync writes the file to the disk.
func (f *File) Sync() error {
	if err := failure("sync", f.Name()); err != nil {
		return err
	}
	return f.File.Sync()
}

// Close closes the file, also if it fails.
func (f *File) Close() error {
	err := failure("close", f.Name())
	if closed := f.File.Close(); err == nil {
		err = closed
	}
	return err
}
