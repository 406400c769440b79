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

// output is a file that appears under its name only when it is whole.
type output struct {
	*bufio.Writer
	file  *os.File
	path  string
	fresh bool // no file of that name may be there
}

// createOutput begins a file.
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

// freshOutput begins a file that is not there.
func freshOutput(path string) (*output, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	o, err := createOutput(path)
	if err == nil {
		o.fresh = true
	}
	return o, err
}

// whole writes all of the file.
func (o *output) whole(content []byte) error {
	_, err := o.Write(content)
	return o.end(err)
}

// picture writes a picture into the folder beside the file, which is named as
// the file is with _files in place of its ending, and gives the link.
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

// end gives the file its name, or leaves nothing of it where there was an
// error other than that some games could not be written, or none could.
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

// name gives the whole file its name.
func (o *output) name() error {
	if !o.fresh {
		return os.Rename(o.file.Name(), o.path)
	}
	if err := os.Link(o.file.Name(), o.path); err == nil {
		return os.Remove(o.file.Name())
	}
	// There are file systems without links.
	if _, err := os.Lstat(o.path); err == nil {
		return &fs.PathError{Op: "write", Path: o.path, Err: fs.ErrExist}
	}
	return os.Rename(o.file.Name(), o.path)
}
