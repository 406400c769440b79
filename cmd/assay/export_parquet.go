package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assay/api/dataset"
	"assay/api/present"
	"assay/parser"
)

// asParquet is the format of tables in a folder.
const asParquet = "parquet"

// errNoGames discards a dataset without games, so that an earlier one is kept.
var errNoGames = errors.New("no games")

// datasetFolder is the folder of a dataset. Its files get their names only when
// all are complete.
type datasetFolder struct {
	path  string
	files []*output
}

// newDatasetFolder opens a folder for a dataset, which may replace an earlier
// one. The error is fs.ErrExist if the folder has other files.
func newDatasetFolder(path string) (*datasetFolder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	_, earlier := os.Lstat(filepath.Join(path, dataset.CardFile))
	if len(entries) > 0 && earlier != nil {
		return nil, &fs.PathError{Op: "write tables to", Path: path,
			Err: errors.New("the folder has other files; name a new or empty one")}
	}
	return &datasetFolder{path: path}, nil
}

func (f *datasetFolder) create(name string) (io.Writer, error) {
	file, err := createOutput(filepath.Join(f.path, name))
	if err == nil {
		f.files = append(f.files, file)
	}
	return file, err
}

// end names the files. If err is not nil, it removes them, and the folder if it
// is empty.
func (f *datasetFolder) end(err error) error {
	for _, file := range f.files {
		err = file.end(err)
	}
	if err != nil {
		_ = os.Remove(f.path) // fails if the folder has files
	}
	return err
}

// exportParquet exports tables of the named games, of games that match
// conditions, or of all.
func (p *program) exportParquet(ctx context.Context, f *exportFlags, args []string) (err error) {
	if err := refuse(f.flags, "cannot be combined with --as parquet", "ply", "plies", "annotations"); err != nil {
		return err
	}
	path, s, games, err := p.folderExport(ctx, f, args, nil, nil)
	if err != nil {
		return err
	}
	folder, err := newDatasetFolder(path)
	if err != nil {
		return usage("--output", "%v", err)
	}
	b := built()
	w, err := dataset.NewWriter(folder.create, dataset.About{Title: cmp.Or(f.title, s.Title()),
		Program: "assay " + b.Version, Revision: b.Revision, Created: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return usage("--output", "%v", folder.end(err))
	}
	faults := p.addAll(asParquet, games, func(r *present.Replay) ([]string, error) { return nil, w.Add(r) }, new(int))
	err = w.Close()
	switch {
	case faults != nil && !errors.Is(faults, errFaults):
		err = faults
	case faults != nil && w.Games() == 0:
		err = cmp.Or(err, errNoGames)
	}
	if err = folder.end(err); errors.Is(err, errNoGames) {
		return faults
	} else if err != nil {
		return err
	}
	p.note("%s in %s", parser.Count(int(w.Games()), "game"), path)
	return faults
}
