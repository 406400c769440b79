package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/card"
	"assay/api/games"
	"assay/api/present"
	"assay/api/publish"
	"assay/api/puzzles"
	"assay/api/search"
	"assay/parser"
)

// asSite is the format of a web site in a folder.
const asSite = "site"

// siteFiles is the file of a site that lists its other files, one per line.
// siteGames is the file with the data of its games that an update needs.
const (
	siteFiles = "files.txt"
	siteGames = "games.json"
)

// siteFolder is the folder of a site, possibly with an earlier version of it.
// Unchanged files are kept, obsolete files of the site are removed, and other
// files are not touched. Pages of unchanged games are not generated again.
type siteFolder struct {
	path    string
	names   exportFolder
	was     map[string]bool // files of the earlier version
	now     []string
	site    *present.Site
	earlier builtSite
	built   builtSite
	changes map[int64]int64 // last change of each game, once it is needed
	folders map[string]bool // that exist

	// queue has the games that are being made, or wait for one before them;
	// each adds one.
	queue []*siteJob
	each  func(*present.Replay) error
	ready *siteJob

	written, removed, reused int
}

// siteJob is a game of a site: its page is being made or is unchanged.
type siteJob struct {
	replay *present.Replay
	name   string
	page   *present.SitePage
	err    error
	done   chan struct{}
	reused *publish.Entry
}

// builtSite is the data about the games of a site, as written in siteGames.
type builtSite struct {
	Edition string // of program and settings
	Games   map[string]builtGame
}

// builtGame is a game of a site, and the number of its last change.
type builtGame struct {
	Change int64
	Entry  *publish.Entry
}

// newSiteFolder opens the folder of a site. The error is a [*fs.PathError] or
// an [*request.InputError].
func newSiteFolder(path, title, address string, program map[string][]byte, o present.ExportOptions,
	explain func(string) (*publish.VariantText, error)) (*siteFolder, error) {
	f := &siteFolder{path: path, names: exportFolder{names: map[string]bool{}}, was: map[string]bool{},
		folders: map[string]bool{}}
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
	f.built = builtSite{
		Edition: fmt.Sprintf("%s %s %q %q %v %v %v %+v %v", version(), publish.Edition(), title, address, o.Annotations,
			o.Plies, o.Size, o.Look, program != nil),
		Games: map[string]builtGame{},
	}
	if text, err := os.ReadFile(filepath.Join(path, siteGames)); err == nil && f.was[siteGames] {
		if json.Unmarshal(text, &f.earlier) != nil || f.earlier.Edition != f.built.Edition {
			f.earlier = builtSite{} // all pages are written again
		}
	}
	f.site, err = present.NewSite(present.SiteOptions{
		SiteOptions: publish.SiteOptions{Title: title, Address: address, Write: f.write, Read: f.read, Keep: f.keep,
			Own: f.own, Program: program},
		Pages: o, Explain: explain,
	})
	return f, err
}

// ahead passes the games to add in their order, while several goroutines make
// the pages of the next ones.
func (f *siteFolder) ahead(games func(func(*present.Replay) error) error) func(func(*present.Replay) error) error {
	return func(add func(*present.Replay) error) error {
		f.each = add
		err := games(func(r *present.Replay) error {
			job := &siteJob{replay: r, name: f.names.name(r), done: make(chan struct{})}
			go func() {
				job.page, job.err = f.site.Page(job.name, r)
				close(job.done)
			}()
			return f.push(job)
		})
		for _, job := range f.queue {
			if job.done != nil {
				<-job.done
			}
		}
		return err
	}
}

// finish adds the games of the queue.
func (f *siteFolder) finish() error {
	for len(f.queue) > 0 {
		if err := f.pop(); err != nil {
			return err
		}
	}
	return nil
}

// push appends a game, and adds the first one if enough are being made.
func (f *siteFolder) push(job *siteJob) error {
	f.queue = append(f.queue, job)
	if len(f.queue) <= 2*runtime.GOMAXPROCS(0) {
		return nil
	}
	return f.pop()
}

// pop adds the first game of the queue.
func (f *siteFolder) pop() error {
	job := f.queue[0]
	f.queue = f.queue[1:]
	if job.reused != nil {
		return f.site.Reuse(job.reused)
	}
	<-job.done
	f.ready = job
	return f.each(job.replay)
}

// add writes the ready page of a game. Errors are from [present.Site.Page] and
// [present.Site.Add], and fs.ErrExist if another file has the page's name.
func (f *siteFolder) add(r *present.Replay) ([]string, error) {
	job := f.ready
	if job.err != nil {
		return nil, job.err
	}
	page := (&publish.Entry{Name: job.name}).Page()
	if path := filepath.Join(f.path, filepath.FromSlash(page)); !f.was[page] {
		if _, err := os.Lstat(path); err == nil {
			return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
		}
	}
	e, err := f.site.Add(job.page)
	if change := f.changes[r.ID()]; err == nil && change > 0 {
		f.built.Games[job.name] = builtGame{change, e}
	}
	return job.page.Losses, err
}

// reuse adds a game that has not changed since the earlier version, and reports
// whether there is one.
func (f *siteFolder) reuse(ctx context.Context, a *api.Archive, id int64) (done bool, err error) {
	if f.changes == nil {
		if f.changes, err = a.LastChanges(ctx); err != nil {
			return false, err
		}
	}
	name := archivedName(id)
	g, known := f.earlier.Games[name]
	if !known || g.Change != f.changes[id] || g.Entry == nil || g.Entry.Name != name || !f.complete(g.Entry) {
		return false, nil
	}
	f.names.names[name] = true
	f.built.Games[name] = g
	f.reused++
	return true, f.push(&siteJob{reused: g.Entry})
}

// complete reports whether all files of a game are there.
func (f *siteFolder) complete(e *publish.Entry) bool {
	paths := e.Paths()
	if e.Board != "" {
		paths = append(paths, e.Board)
	}
	for _, path := range paths {
		if _, err := os.Lstat(filepath.Join(f.path, filepath.FromSlash(path))); err != nil || !f.was[path] {
			return false
		}
	}
	return true
}

// read returns a file of the earlier version.
func (f *siteFolder) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(f.path, filepath.FromSlash(name)))
}

// keep keeps a file of the earlier version.
func (f *siteFolder) keep(name string) { f.now = append(f.now, name) }

// own writes a file that the owner may change, unless it is there.
func (f *siteFolder) own(name string, content []byte) error {
	path := filepath.Join(f.path, filepath.FromSlash(name))
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	f.written++
	return os.WriteFile(path, content, 0o644)
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
	if folder := filepath.Dir(path); !f.folders[folder] {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		f.folders[folder] = true
	}
	f.written++
	if errors.Is(err, fs.ErrNotExist) { // nothing refers to it yet
		return os.WriteFile(path, content, 0o644)
	}
	file, err := createOutput(path)
	if err != nil {
		return err
	}
	return file.writeAll(content)
}

// close writes the lists and removes obsolete files.
func (f *siteFolder) close() error {
	if err := f.site.Close(); err != nil {
		return err
	}
	games, err := json.Marshal(f.built)
	if err != nil {
		return err
	}
	if err := f.write(siteGames, games); err != nil {
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
	var folder *siteFolder
	whole := f.query == "" && f.filter == (games.Filter{}) && f.game.reading.Variant == ""
	done := func(a *api.Archive, id int64) (bool, error) { return folder.reuse(ctx, a, id) }
	end := func(a *api.Archive) error {
		if err := folder.finish(); err != nil {
			return err
		}
		return p.addPuzzles(ctx, a, folder, whole)
	}
	path, s, games, err := p.folderExport(ctx, f, args, done, end)
	if err != nil {
		return err
	}
	whole = whole && s.Games == nil
	f.as = string(present.ExportHTML)
	o, err := f.exportOptions(false)
	if err != nil {
		return err
	}
	arbiter, err := p.publishedArbiter(ctx)
	if err != nil {
		return err
	}
	var program map[string][]byte
	if f.play != "" {
		if program, err = siteProgram(f.play); err != nil {
			return err
		}
	}
	folder, err = newSiteFolder(path, cmp.Or(f.title, s.Title()), f.address, program, o,
		func(id string) (*publish.VariantText, error) { return variantText(arbiter, id) })
	if err != nil {
		return blame(err)
	}
	collectOften()
	err = p.addAll(asSite, folder.ahead(games), folder.add, &folder.reused)
	if err != nil && (!errors.Is(err, errFaults) || len(folder.now) == 0) {
		return err
	}
	if failed := folder.close(); failed != nil {
		return usage("--output", "%v", failed)
	}
	p.note("%d files in %s: %d written, %d removed; %d games unchanged", len(folder.now), path, folder.written,
		folder.removed, folder.reused)
	return err
}

// addPuzzles adds the archived puzzles of the games of a site. If the site has
// all games, it adds those without a game, too. Browsers solve puzzles of
// built-in variants.
func (p *program) addPuzzles(ctx context.Context, a *api.Archive, f *siteFolder, whole bool) error {
	if a == nil || !f.site.SolvesPuzzles() {
		return nil
	}
	book, leftOut := analysis.NewRulebook(variant.Embedded()), 0
	var all []publish.Puzzle
	err := eachPuzzle(ctx, a, puzzles.Filter{}, 0, func(v *puzzles.Puzzle) error {
		game := ""
		if v.Game > 0 {
			game = archivedName(int64(v.Game))
		}
		if game == "" && !whole || game != "" && !f.names.names[game] {
			return nil
		}
		r, err := book.Rules(v.Variant, v.Options)
		if err != nil || !v.IsPlayable(r) {
			leftOut++
			return nil
		}
		data, err := json.Marshal(v)
		all = append(all, publish.Puzzle{ID: v.ID, Variant: r.Definition().Name, Goal: string(v.Goal), Rating: v.Rating,
			Line: string(v.Line), Themes: v.Themes, Game: game, Ply: int(v.Ply), Proof: v.Proof, Data: data})
		return err
	})
	if leftOut > 0 {
		p.note("assay: %s left out, because the variant is not built in", parser.Count(leftOut, "puzzle"))
	}
	f.site.AddPuzzles(all)
	return blame(err)
}

// siteProgram reads the files of the npm package assay-board that pages need,
// with their licences.
func siteProgram(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if name = filepath.ToSlash(name); err != nil || name == "package.json" || strings.HasSuffix(name, ".d.ts") {
			return err
		}
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		return nil, usage("--play", "%v", err)
	}
	for _, name := range []string{"index.js", "assay-board.js", "assay.wasm.gz", "wasm_exec.js"} {
		if files[name] == nil {
			return nil, usage("--play", "%s has no %s: name the folder of the unpacked npm package assay-board",
				folder, name)
		}
	}
	return files, nil
}

// folderExport returns the folder of an export to several files, the selection,
// and a function that passes its games: the named ones, those that match
// conditions, or all. The folder is --output, or the argument that is not a
// number. Selected games for which done returns true are left out. end runs
// while the archive is open, and after each game of a file, without an archive.
// Both may be nil.
func (p *program) folderExport(ctx context.Context, f *exportFlags, args []string,
	done func(*api.Archive, int64) (bool, error), end func(*api.Archive) error) (path string, s search.Selection,
	games func(add func(*present.Replay) error) error, err error) {
	if path = f.output; path == "" {
		if path, args, err = siteArguments(args); err != nil {
			return "", s, nil, err
		}
	}
	s, chosen, err := f.selection(args)
	if err == nil && f.game.record == "" && len(args) > 0 {
		done = nil
		if s.Games, err = gameIDs(args); err == nil {
			err = f.game.unread("variant", "options")
		}
	}
	return path, s, func(add func(*present.Replay) error) error {
		if chosen || f.game.record == "" {
			return p.ofSelected(ctx, toRead, s, done, end,
				func(_ *api.Archive, r *present.Replay, _ portion) error { return add(r) })
		}
		return p.ofGames(ctx, &f.game, args, func(r *present.Replay) error {
			if err := add(r); err != nil || end == nil {
				return err
			}
			return end(nil)
		})
	}, err
}

// variantText returns the rules of a variant in words; nil if it is unknown.
func variantText(a *api.Arbiter, id string) (*publish.VariantText, error) {
	found, err := card.Find(a, id, "")
	if errors.Is(err, variant.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, out := found.Explain(), &publish.VariantText{Summary: found.Summary}
	for _, piece := range text.Pieces {
		out.Pieces = append(out.Pieces,
			publish.PieceText{Name: piece.Name, Letter: piece.Letter, Drawn: piece.Drawn, Facts: piece.Facts})
	}
	for _, section := range text.Sections {
		out.Sections = append(out.Sections, publish.TextSection{Title: section.Title, Lines: section.Lines})
	}
	return out, nil
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
		return "", nil, usage("FOLDER", "name the folder to write, or pass --output")
	}
	return folder, games, nil
}
