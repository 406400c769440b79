package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"assay/store"
)

// scratchPrefix is the name prefix of temporary folders.
const scratchPrefix = ".assay-part-"

// scratch creates a temporary folder next to path, for a file that will be
// moved to path when complete. It removes the folders that killed processes
// left.
func scratch(path string) (folder string, remove func(), err error) {
	dir := filepath.Dir(path)
	if err := sweep(dir); err != nil {
		return "", nil, err
	}
	for {
		if folder, err = os.MkdirTemp(dir, scratchPrefix+"*"); err != nil {
			return "", nil, err
		}
		held, ok, err := claim(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed by another process before it was locked
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

// sweep removes unlocked temporary folders.
func sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), scratchPrefix) {
			continue
		}
		folder := filepath.Join(dir, e.Name())
		held, ok, err := claim(folder)
		if err != nil || !ok {
			continue
		}
		os.RemoveAll(folder)
		held.Close()
	}
	return nil
}

// publish syncs a complete file and moves it to path. If path exists, the error
// matches [store.ErrExists].
func publish(complete, path string) error {
	if err := flush(complete); err != nil {
		return err
	}
	err := os.Link(complete, path)
	if errors.Is(err, fs.ErrExist) {
		return &store.Error{Path: path, Kind: store.ErrExists}
	}
	if err != nil { // file system without hard links
		if _, statErr := os.Lstat(path); statErr == nil {
			return &store.Error{Path: path, Kind: store.ErrExists}
		}
		if err := os.Rename(complete, path); err != nil {
			return err
		}
	}
	return flushFolder(filepath.Dir(path))
}

// flush syncs a file to disk. Windows syncs only files that are open for
// writing.
func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// flushFolder syncs a folder to disk, which Windows does by itself.
func flushFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
