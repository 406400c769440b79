package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/api/present"
)

// asSite is the format of a web site in a folder.
const asSite = "site"

// siteFiles is the file of a site that lists its other files, one per line.
const siteFiles = "files.txt"

// siteFolder is the folder of a site, possibly with an earlier version of it.
// Unchanged files are kept, obsolete files of the site are removed, and other
// files are not touched.
type siteFolder struct {
	path  string
	names exportFolder
	was   map[string]bool // files of the earlier version
	now   []string
	site  *present.Site

	written, removed int
}

// newSiteFolder opens the folder of a site. The error is a [*fs.PathError] or
// an [*request.InputError].
func newSiteFolder(path, title string, o present.ExportOptions) (*siteFolder, error) {
	f := &siteFolder{path: path, names: exportFolder{names: map[string]bool{}}, was: map[string]bool{}}
	listed, err := os.ReadFile(filepath.Join(path, siteFiles))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for name := range strings.Lines(string(listed)) {
		if name = strings.TrimSpace(name); filepath.IsLocal(filepath.FromSlash(name)) {
			f.was[name] = true
		}
	}
	if err == nil && !(f.was["games.js"] && f.was["search.js"]) { // every site has them
		return nil, &fs.PathError{Op: "write", Path: filepath.Join(path, siteFiles), Err: fs.ErrExist}
	}
	f.site, err = present.NewSite(title, o, f.write)
	return f, err
}

// add writes the page of a game. Errors are from [present.Site.Add], and
// fs.ErrExist if another file has the page's name.
func (f *siteFolder) add(r *present.Replay) ([]string, error) {
	return f.site.Add(f.names.name(r), r)
}

// write writes a file unless it is unchanged.
func (f *siteFolder) write(name string, content []byte) error {
	path := filepath.Join(f.path, filepath.FromSlash(name))
	was, err := os.ReadFile(path)
	same := err == nil && bytes.Equal(was, content)
	if err == nil && !same && !f.was[name] {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	if f.now = append(f.now, name); same {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := createOutput(path)
	if err != nil {
		return err
	}
	if err = file.writeAll(content); err == nil {
		f.written++
	}
	return err
}

// close writes the lists and removes obsolete files.
func (f *siteFolder) close() error {
	if err := f.site.Close(); err != nil {
		return err
	}
	f.was[siteFiles] = true
	slices.Sort(f.now)
	if err := f.write(siteFiles, []byte(strings.Join(f.now, "\n")+"\n")); err != nil {
		return err
	}
	for _, name := range f.now {
		delete(f.was, name)
	}
	for name := range f.was {
		switch err := os.Remove(filepath.Join(f.path, filepath.FromSlash(name))); {
		case err == nil:
			f.removed++
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// exportSite exports a site of the named games, of games that match conditions,
// or of all. Its folder is --output, or the argument that is not a number.
func (p *program) exportSite(ctx context.Context, f *exportFlags, args []string) error {
	if f.ply.set {
		return usage("--ply", "cannot be combined with --as site")
	}
	path := f.output
	if path == "" {
		var err error
		if path, args, err = siteArguments(args); err != nil {
			return err
		}
	}
	s, chosen, err := f.selection(args)
	if err != nil {
		return err
	}
	f.as = string(present.ExportHTML)
	o, err := f.exportOptions(false)
	if err != nil {
		return err
	}
	folder, err := newSiteFolder(path, cmp.Or(f.title, s.Title()), o)
	if err != nil {
		return blame(err)
	}
	err = p.addAll(asSite, func(add func(*present.Replay) error) error {
		if chosen || f.game.record == "" && len(args) == 0 {
			return p.ofSelection(ctx, s, add)
		}
		return p.ofGames(ctx, &f.game, args, add)
	}, folder.add)
	if err != nil && (!errors.Is(err, errFaults) || len(folder.now) == 0) {
		return err
	}
	if failed := folder.close(); failed != nil {
		return usage("--output", "%v", failed)
	}
	p.note("%d files in %s: %d written, %d removed", len(folder.now), path, folder.written, folder.removed)
	return err
}

// siteArguments splits the arguments into folder and games. A number is always
// a game; a folder with such a name needs ./ before it, or --output.
func siteArguments(args []string) (folder string, games []string, err error) {
	for _, arg := range args {
		if _, err := strconv.ParseInt(arg, 10, 64); err == nil {
			games = append(games, arg)
			continue
		}
		if folder != "" {
			return "", nil, usage("FOLDER", "expected one folder, found %s and %s", folder, arg)
		}
		folder = arg
	}
	if folder == "" {
		return "", nil, usage("FOLDER", "name the folder of the site, or pass --output")
	}
	return folder, games, nil
}
