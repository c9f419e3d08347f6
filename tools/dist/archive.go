package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// file is an entry of an archive.
type file struct {
	path       string // in the archive, with slashes
	data       []byte
	executable bool
}

func (f file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// inFolder returns the files with paths below a folder, sorted by path.
func inFolder(folder string, files []file) []file {
	sorted := slices.Clone(files)
	for i, f := range sorted {
		sorted[i].path = path.Join(folder, f.path)
	}
	slices.SortFunc(sorted, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return sorted
}

// pack returns an archive of the files, in the format of the suffix. It records no owner, and the time of every entry
// is made.
func pack(suffix string, files []file, made time.Time) ([]byte, error) {
	var b bytes.Buffer
	write := packTar
	if suffix == ".zip" {
		write = packZip
	}
	err := write(&b, files, made)
	return b.Bytes(), err
}

func packTar(w io.Writer, files []file, made time.Time) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(compressed)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.path, Size: int64(len(f.data)), Mode: int64(f.mode()), ModTime: made,
			Format: tar.FormatUSTAR,
		}
		if err := out.WriteHeader(h); err != nil {
			return err
		}
		if _, err := out.Write(f.data); err != nil {
			return err
		}
	}
	if err := out.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func packZip(w io.Writer, files []file, made time.Time) error {
	out := zip.NewWriter(w)
	out.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, f := range files {
		h := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: made}
		h.SetMode(f.mode())
		entry, err := out.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return out.Close()
}
