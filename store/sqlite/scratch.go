package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/store"
)

// scratchPrefix begins the names of folders in which files are made before they
// get their names.
const scratchPrefix = ".assay-part-"

// scratch makes a folder beside the file at path, for what is to get that name
// once it is whole. Folders that killed processes left there are removed.
func scratch(path string) (folder string, remove func(), err error) {
	beside := filepath.Dir(path)
	if err := sweep(beside); err != nil {
		return "", nil, err
	}
	for {
		if folder, err = os.MkdirTemp(beside, scratchPrefix+"*"); err != nil {
			return "", nil, err
		}
		held, ok, err := claim(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist): // swept before it was claimed
			continue
		case err != nil:
			os.Remove(folder)
			return "", nil, err
		case !ok:
			return folder, func() { os.RemoveAll(folder) }, nil
		}
		if _, err := os.Stat(folder); err != nil {
			held.Close()
			continue
		}
		return folder, func() {
			os.RemoveAll(folder)
			held.Close()
		}, nil
	}
}

// sweep removes the scratch folders that nobody has claimed.
func sweep(beside string) error {
	entries, err := os.ReadDir(beside)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), scratchPrefix) {
			continue
		}
		folder := filepath.Join(beside, e.Name())
		held, ok, err := claim(folder)
		if err != nil || !ok {
			continue
		}
		os.RemoveAll(folder)
		held.Close()
	}
	return nil
}

// publish gives a file that is whole its name, which must be free: the error
// matches [store.ErrExists] if it is not.
func publish(whole, path string) error {
	if err := flush(whole); err != nil {
		return err
	}
	err := os.Link(whole, path)
	if errors.Is(err, fs.ErrExist) {
		return &store.Error{Path: path, Kind: store.ErrExists}
	}
	if err != nil { // a file system without links
		if _, there := os.Lstat(path); there == nil {
			return &store.Error{Path: path, Kind: store.ErrExists}
		}
		if err := os.Rename(whole, path); err != nil {
			return err
		}
	}
	return flush(filepath.Dir(path))
}

// flush has the operating system write a file or folder to disk.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
