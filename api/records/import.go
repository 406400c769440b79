package records

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/history"
	"assay/api/request"
	"assay/api/search"
	"assay/api/twins"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// ImportOptions are the settings of an import.
type ImportOptions struct {
	Reading
	Stdin io.Reader // input for the path "-"
	// ValidOnly does not archive illegal and unreadable records.
	ValidOnly bool
	// Each, if not nil, is called with every record in order, after it is
	// archived. Its error ends the import.
	Each func(*Imported) error
	// Progress, if not nil, is called after every batch, from the same
	// goroutine as Each.
	Progress func(request.Progress)
}

// Imported is the result of importing one record.
type Imported struct {
	ID       optional.Number `json:"id"`       // none if the record is not archived
	Existing bool            `json:"existing"` // it was already archived
	Index    int             `json:"index"`    // of the record in the file, from 1; also Report.Game
	*analysis.Report
	Deleted bool            `json:"deleted"` // it was deleted and is not restored
	Twin    optional.Number `json:"twin"`    // ID of an earlier game with the same moves
	// Alike is an archived game that is probably the same, nil for none.
	Alike *twins.Likely `json:"alike"`
	// Warning says what failed after the game was archived, "" for nothing.
	Warning string `json:"warning,omitempty"`
	// Into is the game that the deleted one was merged into.
	Into optional.Number `json:"into"`
	// Revision is the new revision of an archived game that the record
	// continues.
	Revision optional.Number `json:"revision"`
	// Losses are the parts of an exported game that were not taken over, nil
	// for none.
	Losses  []string         `json:"losses"`
	history *history.History // nil unless the record has one
}

// take sets what became of the record.
func (i *Imported) take(a store.Added) {
	i.ID, i.Existing, i.Deleted, i.Twin = optional.Number(a.ID), a.Existing, a.Deleted, optional.Number(a.Twin)
}

// notCompared is the warning that the search for twins of a game failed.
const notCompared = "archived, but not compared with similar games, because that failed: find them with assay twins"

// findAlike sets the games that newly archived ones are probably the same as.
// They are archived, so an error is a warning.
func (k *Keeper) findAlike(ctx context.Context, games []*store.Game, added []store.Added,
	set func(i int, alike *twins.Likely, warning string)) {
	var fresh []*store.Game
	var at []int
	for i, a := range added {
		if !a.Existing && games[i] != nil {
			g := *games[i]
			g.ID = a.ID
			fresh, at = append(fresh, &g), append(at, i)
		}
	}
	alike, err := twins.Nearest(ctx, k.store, fresh)
	for i, n := range at {
		if err != nil {
			set(n, nil, notCompared)
		} else {
			set(n, alike[i], "")
		}
	}
}

// mergedInto returns the game that a deleted game was merged into, or 0.
func (k *Keeper) mergedInto(ctx context.Context, id int64) int64 {
	_, err := k.store.Game(ctx, id)
	if gone, ok := errors.AsType[*store.GameError](err); ok {
		return gone.Into
	}
	return 0
}

// The size of a batch, which is written in one transaction.
const (
	batchGames = 1000
	batchBytes = 8 << 20
)

// completedKey is the path under which the end of the last completed import is
// stored. Progress that was stored earlier is ignored, because it only serves
// to resume an interrupted import.
const completedKey = "\x00completed"

// Import archives all records of files and folders with their verdicts, illegal
// and unsupported ones too, unless o says otherwise. An atomic import archives
// each file in one transaction and keeps it in memory until then. It reports
// unreadable files and continues. If an import was interrupted, the next import
// of the same files resumes it. At the end it updates the index and merges its
// segments; if that fails, the error is [ErrNotIndexed].
func (k *Keeper) Import(ctx context.Context, paths []string, o ImportOptions) (Tally, error) {
	im := &importer{
		archive: k, options: o, batches: make(chan *batch, 1), failed: make(chan struct{}), began: time.Now(),
	}
	if o.Progress != nil {
		im.total = totalSize(paths)
	}
	if request.CallerOf(ctx).May(request.Arbitrate) { // as Revise requires
		im.unfinished = k.allUnfinished()
	}
	switch last, err := k.store.Import(ctx, completedKey); {
	case err == nil:
		im.completed = last.Updated
	case !errors.Is(err, store.ErrNotFound):
		return Tally{}, err
	}
	written := make(chan error, 1)
	go func() { written <- im.write(ctx) }()
	im.batch = new(batch)
	reading := o.Reading
	reading.restoring = true
	err := k.verifyAll(ctx, im.resume(ctx, inputs(paths, o.Stdin)), reading, im)
	if err == nil {
		err = im.progressErr
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
	if _, err := k.store.Add(ctx, nil, store.Import{Path: completedKey, Done: true}); err != nil {
		return im.tally, err
	}
	if err = k.finder.CatchUp(ctx, o.Progress); err == nil {
		err = k.finder.MergeSegments(ctx)
	}
	if err == nil || errors.Is(err, index.ErrLocked) { // the process that has the index updates it
		return im.tally, nil
	}
	return im.tally, fmt.Errorf("%w: %w", ErrNotIndexed, err)
}

// ErrNotIndexed reports that all records are archived but not all are indexed.
// The next search indexes them.
var ErrNotIndexed = errors.New("all records are archived, but not all are indexed yet")

// importer archives the verified records of an import.
type importer struct {
	archive     *Keeper
	options     ImportOptions
	completed   time.Time // time of the last completed import
	batch       *batch
	file        *fileProgress // nil between files
	atomic      fileStart     // of the current file in an atomic import
	queuedBytes int64         // bytes of the current file already in batches
	batches     chan *batch
	failed      chan struct{} // closed when writing has stopped
	progressErr error         // error of reading the stored progress; it ends the run
	tally       Tally         // used by the writing goroutine until it ends
	pendingSize int           // positions and games not indexed yet; as above
	indexFailed bool          // updating the index failed

	began time.Time
	total int64 // bytes of all files

	unfinished unfinishedGames // games that records may continue; nil if the caller may not correct them
}

// batch is a group of records archived together.
type batch struct {
	games       []*store.Game
	documents   []*index.Document // index data of the games
	results     []*Imported       // of all records, including unreadable ones
	resultIndex []int             // index of each game in results
	imports     []store.Import
	bytes       int
	positions   int
	files       int   // files that end in this batch
	skipped     int   // files skipped because of their names
	refused     int   // files refused because of an invalid record
	resumed     int   // games archived by the interrupted run
	read        int64 // bytes of files
}

// fileStart is where the records of a file begin in its batch.
type fileStart struct {
	games, bytes, positions int
	invalid                 bool // a record of the file is invalid
}

// fileProgress is the progress of one file.
type fileProgress struct {
	store.Import
	hash  hash.Hash
	whole bool // all bytes so far belong to records
}

// resume adds the progress of an interrupted import to the inputs.
func (im *importer) resume(ctx context.Context, inputs iter.Seq[*input]) iter.Seq[*input] {
	return func(yield func(*input) bool) {
		for in := range inputs {
			if in.stream == nil && in.err == nil {
				if im.progressErr = im.loadProgress(ctx, in); im.progressErr != nil {
					return
				}
			}
			if !yield(in) {
				return
			}
		}
	}
}

func (im *importer) loadProgress(ctx context.Context, in *input) error {
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
	if h, ok := in.hasPrefix(ctx, last); ok {
		in.skip = last.Games
		in.progress = &fileProgress{Import: last, hash: h, whole: true}
	}
	return nil // reading the file reports its errors
}

// hasPrefix reports whether an input starts with the bytes that an earlier run
// read, and returns their hash.
func (in *input) hasPrefix(ctx context.Context, last store.Import) (hash.Hash, bool) {
	source, err := in.open()
	if err != nil {
		return nil, false
	}
	defer in.bytesRead.Store(0)
	defer source.Close()
	h := sha256.New()
	_, err = io.CopyN(h, contextReader{source, ctx}, last.Offset)
	return h, err == nil && [32]byte(h.Sum(nil)) == last.Hash
}

// contextReader is a reader that fails when its context ends.
type contextReader struct {
	io.Reader
	ctx context.Context
}

func (s contextReader) Read(b []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	return s.Reader.Read(b)
}

// maxImportKey bounds the stored names of files in bytes. Longer names are
// hashed.
const maxImportKey = 1000

// key returns the name under which a file's progress is stored. It includes the
// reading settings.
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
	if im.options.Atomic {
		path += "\natomic"
	}
	if im.options.ValidOnly {
		path += "\nvalid only"
	}
	if len(path) > maxImportKey {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(path)))
	}
	return path
}

// game adds the next record to the batch.
func (im *importer) game(in *input, game *replayedRecord) error {
	im.begin(in)
	b := im.batch
	report := game.Report // a copy, because the record itself is large
	result := &Imported{Index: report.Game, Report: &report, Losses: game.losses, history: game.history}
	if game.history != nil {
		im.file.whole = false // the record is not the file's
	}
	b.results = append(b.results, result)
	im.atomic.invalid = im.atomic.invalid || report.Invalid()
	switch {
	case game.Record == nil:
		im.file.whole = false
	case im.options.ValidOnly && report.Invalid():
		im.file.advance(game.Record)
	default:
		g, err := game.stored()
		if err != nil {
			return err
		}
		b.resultIndex = append(b.resultIndex, len(b.results)-1)
		b.games = append(b.games, g)
		b.documents = append(b.documents, game.document(g))
		b.positions += len(game.Moves) + 1
		b.bytes += len(g.Record)
		im.file.advance(game.Record)
	}
	if !im.options.Atomic && (len(b.results) >= batchGames || b.bytes >= batchBytes) {
		im.saveProgress()
		file := in.file()
		read := min(file.bytesRead.Load(), file.size)
		im.batch.read += read - im.queuedBytes
		im.queuedBytes = read
		return im.send()
	}
	return nil
}

// begin starts the progress of an input at its first record.
func (im *importer) begin(in *input) {
	if im.file != nil {
		return
	}
	b := im.batch
	im.atomic = fileStart{games: len(b.games), bytes: b.bytes, positions: b.positions}
	if in.progress != nil {
		im.file = in.progress
		im.batch.resumed += in.skip
		return
	}
	im.file = &fileProgress{
		Import: store.Import{Path: im.key(in), Size: in.size, Modified: in.modified, Line: 1},
		hash:   sha256.New(), whole: in.stream == nil && !in.isMember(),
	}
}

func (f *fileProgress) advance(record *parser.Record) {
	if !f.whole {
		return
	}
	f.hash.Write(record.Bytes)
	f.Offset += int64(len(record.Bytes))
	f.Line += countLineEnds(record.Bytes)
	f.Games++
}

// saveProgress adds the progress of the current file to the batch.
func (im *importer) saveProgress() {
	if im.file != nil && im.file.whole {
		im.file.Hash = [32]byte(im.file.hash.Sum(nil))
		im.batch.imports = append(im.batch.imports, im.file.Import)
	}
}

// end completes the progress of an input.
func (im *importer) end(in *input) error {
	if in.skipped {
		im.batch.skipped++
		return nil
	}
	if !in.isArchive {
		im.begin(in)
		if im.options.Atomic && im.atomic.invalid {
			im.refuse()
		} else {
			im.file.Done = true
			im.saveProgress()
		}
		im.file = nil
		im.batch.files++
	}
	if !in.isMember() {
		im.batch.read += in.size - im.queuedBytes
		im.queuedBytes = 0
	}
	if b := im.batch; b.files >= batchGames || im.options.Atomic &&
		(len(b.results) >= batchGames || b.bytes >= batchBytes) {
		return im.send()
	}
	return nil
}

// refuse removes the games of the current file from the batch. Their results
// are still reported.
func (im *importer) refuse() {
	b, start := im.batch, im.atomic
	b.games, b.documents, b.resultIndex = b.games[:start.games], b.documents[:start.games], b.resultIndex[:start.games]
	b.bytes, b.positions = start.bytes, start.positions
	b.refused++
}

// send passes the batch to the writing goroutine.
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

// errStopped ends a run after the writing goroutine has failed. That goroutine
// returns the reason.
var errStopped = errors.New("import stopped")

// write archives batches as they arrive.
func (im *importer) write(ctx context.Context) (err error) {
	defer close(im.failed)
	defer crash.Recover(&err)
	read := int64(0)
	for b := range im.batches {
		im.indexIfFull(ctx, b)
		if err := im.saveContinuations(ctx, b); err != nil {
			return err
		}
		added, err := im.archive.store.Add(ctx, b.games, b.imports...)
		if err != nil {
			return err
		}
		for i, game := range added {
			result := b.results[b.resultIndex[i]]
			result.take(game)
			if game.Deleted {
				result.Into = optional.Number(im.archive.mergedInto(ctx, game.ID))
			}
			if err := im.archive.takeHistory(ctx, result); err != nil {
				return err
			}
		}
		im.archive.findAlike(ctx, b.games, added, func(i int, alike *twins.Likely, warning string) {
			result := b.results[b.resultIndex[i]]
			result.Alike, result.Warning = alike, warning
		})
		im.archive.finder.KeepDocuments(b.games, added, b.documents)
		im.tally.Files += b.files
		im.tally.Papers += b.skipped
		im.tally.Refused += b.refused
		im.tally.Resumed += b.resumed
		for _, result := range b.results {
			im.tally.count(result.Report)
			switch {
			case result.Revision != 0:
				im.tally.Continued++
			case result.Existing:
				im.tally.Existing++
			case result.ID != 0:
				im.tally.Added++
				if result.Twin != 0 {
					im.tally.Twins++
				} else if result.Alike != nil {
					im.tally.Alike++
				}
			}
			if im.options.Each != nil {
				if err := im.options.Each(result); err != nil {
					return err
				}
			}
		}
		read += b.read
		if im.options.Progress != nil {
			im.options.Progress(request.Progress{
				Stage: "import", Done: read, Total: im.total, Games: int64(im.tally.Games),
				Elapsed: time.Since(im.began),
			})
		}
	}
	return nil
}

// saveContinuations saves the records of a batch that continue games archived
// before the run.
func (im *importer) saveContinuations(ctx context.Context, b *batch) error {
	if im.unfinished == nil || len(b.games) == 0 {
		return nil
	}
	s := recordSink{games: b.games, documents: b.documents}
	for _, i := range b.resultIndex {
		s.archived = append(s.archived, b.results[i])
	}
	if err := im.archive.saveContinuations(ctx, im.unfinished, &s); err != nil {
		return err
	}
	b.games, b.documents = s.games, s.documents
	b.resultIndex = slices.DeleteFunc(b.resultIndex, func(i int) bool { return b.results[i].Revision != 0 })
	return nil
}

// indexIfFull updates the index if the batch would not fit in the
// pending-document cache. On failure, the index is updated at the end.
func (im *importer) indexIfFull(ctx context.Context, b *batch) {
	if im.pendingSize > 0 && im.pendingSize+b.positions+len(b.games) > search.MaxPending && !im.indexFailed {
		im.indexFailed = im.archive.finder.CatchUp(ctx, nil) != nil
		im.pendingSize = 0
	}
	im.pendingSize += b.positions + len(b.games)
}

// storedGame converts a verified record to the row to store.
func storedGame(game *analysis.Game) (*store.Game, error) {
	record, report := game.Record, &game.Report
	encoded, err := games.EncodeFindings(report)
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
