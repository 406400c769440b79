package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assay/api"
)

// exportFolder is a folder that games are exported to, one file each.
type exportFolder struct {
	path    string
	title   string
	options api.ExportOptions
	names   map[string]bool // in lower case, of the files written
}

// folderNamed is the folder that a path names by being one, or by the slash at
// its end, which makes it; false for the path of a file.
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

// add writes a game into a file of its own, and lists what of it the format
// cannot hold. The errors are those of [api.Collection.Add], and fs.ErrExist
// for a file that is there already and stays as it is.
func (f *exportFolder) add(r *api.Replay) (losses []string, err error) {
	file, err := freshOutput(filepath.Join(f.path, f.name(r)+"."+f.options.Format.Extension()))
	if err != nil {
		return nil, err
	}
	defer func() { err = file.end(err) }()
	o := f.options
	o.Pictures = file.picture
	c, err := api.NewCollection(file, f.title, o)
	if err != nil {
		return nil, err
	}
	if losses, err = c.Add(r); err != nil {
		return nil, err
	}
	return losses, c.Close()
}

// name is what the file of a game is called, without its ending: game-7 for one
// of the archive, else by its own file and its number there. No two games of an
// export have the same.
func (f *exportFolder) name(r *api.Replay) string {
	name := fmt.Sprintf("game-%d", r.ID())
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

// leftOut reports whether an error of an export is of one game alone, and the
// others can be written.
func leftOut(err error) bool { return api.Unwritten(err) || errors.Is(err, fs.ErrExist) }
