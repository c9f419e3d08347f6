package train

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

// Manifest tells what a step made and from what. It stands beside the files, named after the step.
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

// File is a file by its name from the folder of the manifest, or of the training, and by its contents.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// write writes the manifest of a step into the folder as STEP.json. Files are named from the folder on, inputs from the folder above it.
func (r Run) write(dir, step string, settings any, counts map[string]int, inputs, files []string) error {
	m := Manifest{
		Schema: "kaeshi/train/1", Step: step, Command: r.Command, Commit: r.Commit, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Settings: settings, Counts: counts,
	}
	for _, path := range inputs {
		f, err := describe(filepath.Dir(dir), path)
		if err != nil {
			return err
		}
		m.Inputs = append(m.Inputs, f)
	}
	for _, path := range files {
		f, err := describe(dir, path)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, f)
	}
	return writeJSON(filepath.Join(dir, step+".json"), m)
}

func describe(dir, path string) (File, error) {
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

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(path, append(text, '\n'))
}

// readSettings reads the settings from the manifest of a step.
func readSettings(dir, step string, settings any) error {
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

// sumOf names the contents of a file; "" when there is no path.
func sumOf(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	f, err := describe(".", path)
	return f.SHA256, err
}

// numbered are the files 00000.EXT, 00001.EXT and so on of a folder, without a gap.
func numbered(dir, ext string) (list []string, err error) {
	for {
		path := shardPath(dir, len(list), ext)
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

func shardPath(dir string, i int, ext string) string {
	return filepath.Join(dir, fmt.Sprintf("%05d.%s", i, ext))
}
