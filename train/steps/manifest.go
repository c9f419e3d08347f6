package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Manifest records what a step made and from what. It is a JSON file in the folder of the step.
type Manifest struct {
	Schema   string         `json:"schema"`
	Step     string         `json:"step"`
	Command  string         `json:"command"`
	Commit   string         `json:"commit"`
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Settings any            `json:"settings"`
	Counts   map[string]int `json:"counts"`
	Inputs   []File         `json:"inputs,omitempty"`
	Files    []File         `json:"files"`
}

// File identifies a file by its name, its size and its contents. Names of files are relative to the folder of the
// manifest, those of inputs to the folder of the training.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// WriteManifest writes the manifest of a step to STEP.json in the folder dir. It fails if an input or a file cannot be
// read.
func (r Run) WriteManifest(dir, step string, settings any, counts map[string]int, inputs, files []string) error {
	m := Manifest{
		Schema: "kaeshi/train/1", Step: step, Command: r.Command, Commit: r.Commit, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Settings: settings, Counts: counts,
	}
	for _, path := range inputs {
		f, err := Describe(filepath.Dir(dir), path)
		if err != nil {
			return err
		}
		m.Inputs = append(m.Inputs, f)
	}
	for _, path := range files {
		f, err := Describe(dir, path)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, f)
	}
	return WriteJSON(filepath.Join(dir, step+".json"), m)
}

// Describe returns the file at path, named relative to dir. It fails if the file cannot be read.
func Describe(dir, path string) (File, error) {
	contents, err := os.ReadFile(path)
	if err != nil {
		return File{}, err
	}
	name, err := filepath.Rel(dir, path)
	if err != nil {
		name = filepath.Base(path)
	}
	sum := sha256.Sum256(contents)
	return File{filepath.ToSlash(name), int64(len(contents)), hex.EncodeToString(sum[:])}, nil
}

// WriteJSON writes an indented JSON document with [WriteWhole] and fails as that does.
func WriteJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return WriteWhole(path, append(text, '\n'))
}

// ReadSettings decodes the settings in the manifest of a step. It fails if there is no manifest or if it does not fit.
func ReadSettings(dir, step string, settings any) error {
	path := filepath.Join(dir, step+".json")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &struct {
		Settings any `json:"settings"`
	}{settings}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// SumOf returns the SHA-256 of a file in hexadecimal, or "" if path is empty. It fails if the file cannot be read.
func SumOf(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	f, err := Describe(".", path)
	return f.SHA256, err
}

// Numbered returns the files 00000.EXT, 00001.EXT and so on of a folder up to the first that is missing. It fails if
// the folder cannot be searched.
func Numbered(dir, ext string) (list []string, err error) {
	for {
		path := ShardPath(dir, len(list), ext)
		_, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, path)
	}
}

// ShardPath returns the path of file i of a folder, such as DIR/00012.EXT.
func ShardPath(dir string, i int, ext string) string {
	return filepath.Join(dir, fmt.Sprintf("%05d.%s", i, ext))
}
