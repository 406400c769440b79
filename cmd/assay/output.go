package main

import (
	"bufio"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// output is a file that gets its name only when it is complete.
type output struct {
	*bufio.Writer
	file      *os.File
	path      string
	exclusive bool // the file must not exist
}

// createOutput creates a file, which may replace another.
func createOutput(path string) (*output, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &output{Writer: bufio.NewWriterSize(file, 64<<10), file: file, path: path}, nil
}

// newOutput creates a file that does not exist.
func newOutput(path string) (*output, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	o, err := createOutput(path)
	if err == nil {
		o.exclusive = true
	}
	return o, err
}

// writeAll writes the complete file.
func (o *output) writeAll(content []byte) error {
	_, err := o.Write(content)
	return o.end(err)
}

// picture writes a picture to a folder next to the file, named after it with
// the suffix _files, and returns the link.
func (o *output) picture(name string, svg []byte) (string, error) {
	folder := strings.TrimSuffix(o.path, filepath.Ext(o.path)) + "_files"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, name), svg, 0o644); err != nil {
		return "", err
	}
	return url.PathEscape(filepath.Base(folder)) + "/" + url.PathEscape(name), nil
}

// end names the file. If err is not nil, it removes the file instead. If err is
// errFaults, it removes only an empty file.
func (o *output) end(err error) error {
	keep := err == nil || errors.Is(err, errFaults)
	flushed := o.Flush()
	if info, failed := o.file.Stat(); err != nil && (failed != nil || info.Size() == 0) {
		keep = false
	}
	flushed = errors.Join(flushed, o.file.Chmod(0o644), o.file.Close())
	if keep && flushed == nil {
		if flushed = o.name(); flushed == nil {
			return err
		}
	}
	os.Remove(o.file.Name())
	if keep {
		return flushed
	}
	return err
}

// name renames the complete file.
func (o *output) name() error {
	if !o.exclusive {
		return os.Rename(o.file.Name(), o.path)
	}
	if err := os.Link(o.file.Name(), o.path); err == nil {
		return os.Remove(o.file.Name())
	}
	// Some file systems have no links.
	if _, err := os.Lstat(o.path); err == nil {
		return &fs.PathError{Op: "write", Path: o.path, Err: fs.ErrExist}
	}
	return os.Rename(o.file.Name(), o.path)
}
