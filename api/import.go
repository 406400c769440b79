package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"path/filepath"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// ImportOptions are the settings of an import.
type ImportOptions struct {
	Reading
	Stdin io.Reader // what the path "-" stands for
	// Each takes what became of every record, in the order of the files, once
	// it is archived; nil for nothing. An error of it ends the import.
	Each func(*Imported) error
	// Progress is called after every batch; nil for nothing. It and Each are
	// called from one goroutine.
	Progress func(Progress)
}

// Imported is what became of one record: its report, and where it is archived.
type Imported struct {
	ID       int64 `json:"id"`                // 0 where it is unreadable and so not archived
	Existing bool  `json:"existing"`          // it was archived already
	Deleted  bool  `json:"deleted,omitempty"` // and deleted since; it stays so until restored
	*analysis.Report
}

// A batch is written in one transaction.
const (
	batchGames = 1000
	batchBytes = 8 << 20
)

// completion is the path under which the end of the last whole import is noted.
// How far the files of an import were read counts only until then: it is for
// going on where an import was cut short.
const completion = "\x00completed"

// Import reads files and folders and archives every record with its verdict,
// the illegal and unsupported ones too. Files that cannot be read are reported,
// and the import goes on. When it was cut short, by a kill or by the end of
// ctx, the next one of the same files goes on where it stopped. The index is
// brought up to the archive at the end, and its segments are merged; an error
// of that is an [ErrNotIndexed].
func (a *Archive) Import(ctx context.Context, paths []string, o ImportOptions) (Tally, error) {
	im := &importer{
		archive: a, options: o, batches: make(chan *batch, 1), failed: make(chan struct{}), began: time.Now(),
	}
	if o.Progress != nil {
		im.total = sizeOf(paths)
	}
	switch last, err := a.store.Import(ctx, completion); {
	case err == nil:
		im.completed = last.Updated
	case !errors.Is(err, store.ErrNotFound):
		return Tally{}, err
	}
	written := make(chan error, 1)
	go func() { written <- im.write(ctx) }()
	im.batch = new(batch)
	err := a.prove(ctx, im.resume(ctx, inputs(paths, o.Stdin)), o.Reading, im)
	if err == nil {
		err = im.trouble
	}
	if err == nil {
		err = im.send()
	}
	close(im.batches)
	if failure := <-written; failure != nil {
		err = failure
	}
	if err != nil {
		return im.tally, err
	}
	if _, err := a.store.Add(ctx, nil, store.Import{Path: completion, Done: true}); err != nil {
		return im.tally, err
	}
	if err = a.CatchUp(ctx, o.Progress); err == nil {
		err = a.settle(ctx)
	}
	if err == nil || errors.Is(err, index.ErrLocked) { // whose process follows
		return im.tally, nil
	}
	return im.tally, fmt.Errorf("%w: %w", ErrNotIndexed, err)
}

// ErrNotIndexed says that an import has archived all records, and that the
// index is not up to them yet; the next search takes them in.
var ErrNotIndexed = errors.New("all is archived, and not all of it indexed")

// importer is the sink of an import.
type importer struct {
	archive   *Archive
	options   ImportOptions
	completed time.Time // of the last whole import
	batch     *batch
	file      *fileProgress // nil between files
	taken     int64         // bytes of the present file that are in batches
	batches   chan *batch
	failed    chan struct{} // closed when no more batches are written
	trouble   error         // of the bookkeeping, which ends the run
	tally     Tally         // of the writing goroutine, until it has ended
	waiting   int           // for the index: positions and games; of the same goroutine
	unindexed bool          // the index does not follow

	began time.Time
	total int64 // bytes of all files
}

// batch is some records that are archived together.
type batch struct {
	games     []*store.Game
	found     []*index.Document // of the games
	results   []*Imported       // of all records, the unreadable too
	places    []int             // of each game among the results
	imports   []store.Import
	bytes     int
	positions int
	files     int   // that end with this batch
	papers    int   // that were not read before its end
	resumed   int   // games that an earlier run archived
	read      int64 // bytes of files
}

// fileProgress is how far a file has been read.
type fileProgress struct {
	store.Import
	hash  hash.Hash
	whole bool // every byte so far is in a record
}

// resume gives the inputs with what an import that was cut short has read of
// them.
func (im *importer) resume(ctx context.Context, inputs iter.Seq[*input]) iter.Seq[*input] {
	return func(yield func(*input) bool) {
		for in := range inputs {
			if in.stream == nil && in.err == nil {
				if im.trouble = im.look(ctx, in); im.trouble != nil {
					return
				}
			}
			if !yield(in) {
				return
			}
		}
	}
}

func (im *importer) look(ctx context.Context, in *input) error {
	last, err := im.archive.store.Import(ctx, im.key(in))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	if !last.Updated.After(im.completed) || !last.Same(in.size, in.modified) {
		return nil
	}
	if h, ok := in.begins(ctx, last); ok {
		in.skip = last.Games
		in.read = &fileProgress{Import: last, hash: h, whole: true}
	}
	return nil // what is wrong with the file is met when it is read
}

// begins reports whether an input begins with what an earlier run has read of
// it, and gives the hash of that.
func (in *input) begins(ctx context.Context, last store.Import) (hash.Hash, bool) {
	source, err := in.open()
	if err != nil {
		return nil, false
	}
	defer in.taken.Store(0)
	defer source.Close()
	h := sha256.New()
	_, err = io.CopyN(h, stoppable{source, ctx}, last.Offset)
	return h, err == nil && [32]byte(h.Sum(nil)) == last.Hash
}

// stoppable is a reader that ends with a context.
type stoppable struct {
	io.Reader
	ctx context.Context
}

func (s stoppable) Read(b []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	return s.Reader.Read(b)
}

// maxImportKey is the longest name in the bookkeeping in bytes: a longer one
// stands there as its digest.
const maxImportKey = 1000

// key names a file in the bookkeeping, with the settings it is read by.
func (im *importer) key(in *input) string {
	path := in.path
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if r := im.options.Reading; r != (Reading{}) {
		path += "\n" + string(r.Format) + "\n" + r.Variant + "\n" + r.Options
		if r.Encoding != "" {
			path += "\n" + r.Encoding
		}
	}
	if len(path) > maxImportKey {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(path)))
	}
	return path
}

// game takes the next record into the batch.
func (im *importer) game(in *input, game *proved) error {
	im.begin(in)
	b := im.batch
	report := game.Report // without the record, which is large
	result := &Imported{Report: &report}
	b.results = append(b.results, result)
	if game.Record == nil {
		im.file.whole = false
	} else {
		g, err := archived(game.Game)
		if err != nil {
			return err
		}
		b.places = append(b.places, len(b.results)-1)
		b.games = append(b.games, g)
		b.found = append(b.found, game.document(g))
		b.positions += len(game.Moves) + 1
		b.bytes += len(g.Record)
		im.file.advance(game.Record)
	}
	if len(b.results) >= batchGames || b.bytes >= batchBytes {
		im.note()
		taken := min(in.taken.Load(), in.size)
		im.batch.read += taken - im.taken
		im.taken = taken
		return im.send()
	}
	return nil
}

// begin opens the bookkeeping of the input's first record.
func (im *importer) begin(in *input) {
	if im.file != nil {
		return
	}
	if in.read != nil {
		im.file = in.read
		im.batch.resumed += in.skip
		return
	}
	im.file = &fileProgress{
		Import: store.Import{Path: im.key(in), Size: in.size, Modified: in.modified, Line: 1},
		hash:   sha256.New(), whole: in.stream == nil,
	}
}

func (f *fileProgress) advance(record *parser.Record) {
	if !f.whole {
		return
	}
	f.hash.Write(record.Bytes)
	f.Offset += int64(len(record.Bytes))
	f.Line += lineEnds(record.Bytes)
	f.Games++
}

// note puts how far the present file has been read into the batch.
func (im *importer) note() {
	if im.file != nil && im.file.whole {
		im.file.Hash = [32]byte(im.file.hash.Sum(nil))
		im.batch.imports = append(im.batch.imports, im.file.Import)
	}
}

// end closes the bookkeeping of an input.
func (im *importer) end(in *input) error {
	if in.paper {
		im.batch.papers++
		return nil
	}
	im.begin(in)
	im.file.Done = true
	im.note()
	im.file = nil
	im.batch.files++
	im.batch.read += in.size - im.taken
	im.taken = 0
	if im.batch.files >= batchGames {
		return im.send()
	}
	return nil
}

// send hands the batch to the writing goroutine.
func (im *importer) send() error {
	b := im.batch
	im.batch = new(batch)
	select {
	case im.batches <- b:
		return nil
	case <-im.failed:
		return errStopped
	}
}

// errStopped ends a run whose batches are not written any more; the reason is
// the writing goroutine's.
var errStopped = errors.New("import stopped")

// write archives the batches as they come.
func (im *importer) write(ctx context.Context) (err error) {
	defer close(im.failed)
	defer crashed(&err)
	read := int64(0)
	for b := range im.batches {
		im.takeUp(ctx, b)
		added, err := im.archive.store.Add(ctx, b.games, b.imports...)
		if err != nil {
			return err
		}
		for i, got := range added {
			result := b.results[b.places[i]]
			result.ID, result.Existing, result.Deleted = got.ID, got.Existing, got.Deleted
		}
		im.archive.fresh.add(b.games, added, b.found)
		im.tally.Files += b.files
		im.tally.Papers += b.papers
		im.tally.Resumed += b.resumed
		for _, result := range b.results {
			im.tally.count(result.Report)
			switch {
			case result.Existing:
				im.tally.Existing++
			case result.ID != 0:
				im.tally.Added++
			}
			if im.options.Each != nil {
				if err := im.options.Each(result); err != nil {
					return err
				}
			}
		}
		read += b.read
		if im.options.Progress != nil {
			im.options.Progress(Progress{
				Stage: "import", Done: read, Total: im.total, Games: int64(im.tally.Games), Elapsed: time.Since(im.began),
			})
		}
	}
	return nil
}

// takeUp has the index take up what was archived before a batch, where with
// that there would be more than is kept for it. What it cannot is left to the
// end.
func (im *importer) takeUp(ctx context.Context, b *batch) {
	if im.waiting > 0 && im.waiting+b.positions+len(b.games) > maxFresh && !im.unindexed {
		im.unindexed = im.archive.CatchUp(ctx, nil) != nil
		im.waiting = 0
	}
	im.waiting += b.positions + len(b.games)
}

// archived is a record with its verdict as the archive keeps it.
func archived(game *analysis.Game) (*store.Game, error) {
	record, report := game.Record, &game.Report
	encoded, err := encodeFindings(report)
	if err != nil {
		return nil, err
	}
	g := &store.Game{
		Summary: store.Summary{
			File: report.File, Number: report.Game, Format: report.Format,
			Variant: report.Variant, Options: report.Options,
			Verdict: report.Verdict, Plies: report.Plies, Result: report.Result,
			First:  analysis.Player(record, game.Rules, rules.First),
			Second: analysis.Player(record, game.Rules, rules.Second),
			Event:  parser.Event(record), Site: parser.Said(record, parser.FieldSite), Date: parser.Day(record),
		},
		Record: record.Bytes, Line: record.Place.Line, Encoding: record.Encoding,
		Start: report.Start, Final: report.Final, Moves: analysis.EncodeMoves(game.Moves),
		Tags: make([]store.Tag, len(record.Tags)), Report: encoded,
	}
	if report.Termination != nil {
		g.Termination = *report.Termination
	}
	if game.Rules != nil {
		g.VariantVersion = game.Rules.Definition().Revision()
	}
	for i, t := range record.Tags {
		g.Tags[i] = store.Tag{Key: t.Key, Value: t.Value}
	}
	return g, nil
}
