package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/api/present"
)

// exportFolder exports games to a folder, one file each.
type exportFolder struct {
	path    string
	title   string
	options present.ExportOptions
	names   map[string]bool // file names in lower case
}

// folderNamed reports whether a path is a folder. A path with a final slash is
// created as a folder.
func folderNamed(path string) (bool, error) {
	if path == "" {
		return false, nil
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return true, os.MkdirAll(path, 0o755)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir(), nil
}

// add exports a game to its own file and returns what the format cannot
// express. Errors are from [present.Collection.Add], and fs.ErrExist for an
// existing file, which is kept.
func (f *exportFolder) add(r *present.Replay) (losses []string, err error) {
	file, err := newOutput(filepath.Join(f.path, f.name(r)+"."+f.options.Extension()))
	if err != nil {
		return nil, err
	}
	defer func() { err = file.end(err) }()
	o := f.options
	o.Pictures = file.picture
	c, err := present.NewCollection(file, f.title, o)
	if err != nil {
		return nil, err
	}
	if losses, err = c.Add(r); err != nil {
		return nil, err
	}
	return losses, c.Close()
}

// archivedName returns the name of the files of an archived game.
func archivedName(id int64) string { return fmt.Sprintf("game-%d", id) }

// name returns a unique file name without extension: game-7 for an archived
// game, otherwise the name of its file and its number there.
func (f *exportFolder) name(r *present.Replay) string {
	name := archivedName(r.ID())
	if r.ID() == 0 {
		base := "game"
		if file := filepath.Base(r.Report().File); file != "-" {
			for _, packed := range []string{".gz", ".zst"} {
				file = strings.TrimSuffix(file, packed)
			}
			base = strings.TrimSuffix(file, filepath.Ext(file))
		}
		name = fmt.Sprintf("%s-%d", base, r.Report().Game)
	}
	unique := name
	for n := 2; f.names[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	f.names[strings.ToLower(unique)] = true
	return unique
}

// leftOut reports whether an error affects one game only, so that the export
// can continue.
func leftOut(err error) bool { return present.IsNotExportable(err) || errors.Is(err, fs.ErrExist) }
