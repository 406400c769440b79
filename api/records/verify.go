package records

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"assay/analysis"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
)

// Tally counts the records and games of a run.
type Tally struct {
	Files       int   `json:"files"`
	Games       int   `json:"games"`
	Legal       int   `json:"legal"`
	Ruled       int   `json:"ruled"` // legal with rulings
	Illegal     int   `json:"illegal"`
	Unreadable  int   `json:"unreadable"`
	Unsupported int   `json:"unsupported"`
	Plies       int64 `json:"plies"`     // legal ones
	Added       int   `json:"added"`     // games that an import archived
	Twins       int   `json:"twins"`     // added games with the moves of an earlier one
	Alike       int   `json:"alike"`     // other added games that are nearly the same as an earlier one
	Existing    int   `json:"existing"`  // games already archived
	Continued   int   `json:"continued"` // unfinished games of which a record is a longer revision
	Resumed     int   `json:"resumed"`   // games archived by an interrupted import, not read again
	Refused     int   `json:"refused"`   // files refused whole because a record is invalid
	Papers      int   `json:"papers"`    // files skipped because their names say that they have no records, such as licences
}

// Faulty reports whether a record was illegal or unreadable.
func (t *Tally) Faulty() bool { return t.Illegal+t.Unreadable > 0 }

func (t *Tally) count(r *analysis.Report) {
	switch r.Verdict {
	case analysis.Legal:
		t.Legal++
	case analysis.Ruled:
		t.Ruled++
	case analysis.Illegal:
		t.Illegal++
	case analysis.Unsupported:
		t.Unsupported++
	case analysis.Unreadable:
		t.Unreadable++
		if !r.Read() {
			return
		}
	}
	t.Games++
	t.Plies += int64(r.Plies)
}

// VerifyOptions are the settings of a verification.
type VerifyOptions struct {
	Reading
	Stdin io.Reader // source for the path "-"
	// Each is called with every report, in file order. Its error ends the
	// verification.
	Each func(*analysis.Report) error
	// Progress is called from time to time; it may be nil. Progress and Each
	// are called from one goroutine.
	Progress func(request.Progress)
}

// VerifierConfig configures a verifier.
type VerifierConfig struct {
	MaxRecord int64         // maximum size of one record in bytes
	Limits    parser.Limits // of the content of one record
	Workers   int           // number of goroutines that verify in parallel
}

// Verifier reads and verifies records. It needs no archive. It is safe for
// concurrent use.
type Verifier struct {
	library *define.Library
	config  VerifierConfig
}

// NewVerifier returns a verifier with the variants of a library.
func NewVerifier(l *define.Library, c VerifierConfig) *Verifier { return &Verifier{l, c} }

// Verify replays the records of files, folders and archives. "-" is standard
// input; compressed files are decompressed. An unreadable input also makes a
// report. The error
// is from Each or ctx; the tally then counts what came before.
func (v *Verifier) Verify(ctx context.Context, paths []string, o VerifyOptions) (Tally, error) {
	all := verifySink{each: o.Each, progress: o.Progress, started: time.Now()}
	if o.Progress != nil {
		all.total = totalSize(paths)
	}
	err := v.verifyAll(ctx, inputs(paths, o.Stdin), o.Reading, &all, false)
	return all.tally, err
}

// VerifyReader is Verify for one uncompressed stream, which may be an archive.
// name appears in the reports.
func (v *Verifier) VerifyReader(ctx context.Context, name string, in io.Reader, r Reading,
	each func(*analysis.Report) error) (Tally, error) {
	all := verifySink{each: each}
	err := v.verifyAll(ctx, bodyInput(name, in, r), r, &all, false)
	return all.tally, err
}

// storedInput yields the bytes of a stored record.
func storedInput(name string, record []byte) iter.Seq[*input] {
	return func(yield func(*input) bool) {
		yield(&input{path: name, stream: bytes.NewReader(record), stored: true})
	}
}

// maxContent is the limit of the content of an archive in a request, if the
// settings have none.
const maxContent = 1 << 30

// bodyInput yields the decompressed body of a request, which may be an archive.
func bodyInput(name string, body io.Reader, r Reading) iter.Seq[*input] {
	return func(yield func(*input) bool) {
		yield(&input{path: name, stream: body, maxContent: cmp.Or(r.MaxContent, maxContent)})
	}
}

// verifySink is the sink of a run that stores nothing.
type verifySink struct {
	tally    Tally
	each     func(*analysis.Report) error
	progress func(request.Progress)

	started time.Time
	total   int64 // bytes of all files
	done    int64 // bytes of finished files
}

// progressGames is the number of records of a file between two reports of
// progress.
const progressGames = 256

func (v *verifySink) game(in *input, game *replayedRecord) error {
	v.tally.count(&game.Report)
	if file := in.file(); v.progress != nil && v.tally.Games%progressGames == 0 {
		v.report(v.done + min(file.bytesRead.Load(), file.size))
	}
	err := v.each(&game.Report)
	game.Release()
	return err
}

func (v *verifySink) end(in *input) error {
	if in.skipped {
		v.tally.Papers++
		return nil
	}
	if !in.isArchive {
		v.tally.Files++
	}
	v.done += in.size
	if v.progress != nil {
		v.report(v.done)
	}
	return nil
}

func (v *verifySink) report(done int64) {
	v.progress(request.Progress{Stage: "verify", Done: done, Total: v.total, Games: int64(v.tally.Games),
		Elapsed: time.Since(v.started)})
}

// ReplayRecord replays record number n, from 1, of a file; "-" is stdin. The
// error is a [*RecordError] if the file has fewer records, and a
// [*present.ReplayError] for an unreadable one.
func (v *Verifier) ReplayRecord(ctx context.Context, path string, stdin io.Reader, n int, r Reading) (*present.Replay,
	error) {
	if n < 1 {
		return nil, &request.InputError{Field: "game", Value: strconv.Itoa(n), Want: "1 or more"}
	}
	w := singleRecord{number: n}
	switch err := v.verifyAll(ctx, inputs([]string{path}, stdin), r, &w, false); {
	case w.found == nil && err != nil:
		return nil, err
	case w.found == nil:
		return nil, &RecordError{File: path, Game: n, Games: w.games}
	case w.found.Record == nil:
		return nil, &present.ReplayError{Verdict: w.found.Report.Verdict, Message: w.found.Report.Error.Message}
	}
	return &present.Replay{Game: w.found}, nil
}

// ReplayRecords replays the records of a file in order and reports each, from
// one goroutine. It holds only a few chunks of the file in memory; "-" is
// stdin. If the rest of the file is unreadable, it reports a Replay with that
// verdict, which cannot be exported. The error is from report or ctx.
func (v *Verifier) ReplayRecords(ctx context.Context, path string, stdin io.Reader, r Reading,
	report func(*present.Replay) error) error {
	return v.verifyAll(ctx, inputs([]string{path}, stdin), r, replaySink(report), false)
}

// ReplayReader is ReplayRecords for one stream; name appears in the reports.
func (v *Verifier) ReplayReader(ctx context.Context, name string, in io.Reader, r Reading,
	report func(*present.Replay) error) error {
	return v.verifyAll(ctx, bodyInput(name, in, r), r, replaySink(report), false)
}

// replaySink is the sink that passes records on.
type replaySink func(*present.Replay) error

func (report replaySink) game(_ *input, p *replayedRecord) error {
	return report(&present.Replay{Game: p.Game})
}

func (report replaySink) end(*input) error { return nil }

// errFound ends a run early.
var errFound = errors.New("found")

// singleRecord is the sink that takes one record.
type singleRecord struct {
	number, games int
	found         *analysis.Game
}

func (w *singleRecord) game(_ *input, p *replayedRecord) error {
	w.games++
	if w.games < w.number {
		return nil
	}
	w.found = p.Game
	return errFound
}

func (w *singleRecord) end(*input) error { return nil }

// RecordError reports that a file has no record with this number.
type RecordError struct {
	File  string
	Game  int
	Games int // number of records in the file
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("%s: no game %d; the file has %d", e.File, e.Game, e.Games)
}
