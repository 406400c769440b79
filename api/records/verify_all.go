package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/repair"
	"assay/analysis/variant"
	"assay/api/container"
	"assay/api/history"
	"assay/api/request"
	"assay/api/search"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// problemNodes is the number of moves that are tried to verify a problem.
const problemNodes = 2_000_000

// replayedRecord is a replayed record with its result.
type replayedRecord struct {
	*analysis.Game
	// indexed is the index document without headers and comments; nil if not
	// requested, or if the game was not fully replayed.
	indexed *index.Document
	// history is what the exporting archive had of the game; the record is then
	// the original one, and losses what of it cannot be used.
	history *history.History
	losses  []string
	line    int // of the original record in its file
}

// sink takes the records of a run in file order, from one goroutine.
type sink interface {
	// game takes the result of the next record of an input. The result for an
	// unreadable rest has no record.
	game(*input, *replayedRecord) error
	// end is called after the last record of an input.
	end(*input) error
}

// To bound memory, a run is cut into chunks of records. Each open file has up
// to chunksAhead chunks in progress. The number of open files is the number of
// workers plus one.
const (
	chunkRecords = 8
	chunkBytes   = 64 << 10
	chunksAhead  = 2
)

// chunk is a run of consecutive records of one input.
type chunk struct {
	input      *input
	records    []*parser.Record
	readError  error // why the rest of the input, or one record of it, could not be read
	unreadGame int   // number of the unreadable record
	results    []replayedRecord
	ends       bool // a file of an archive ends after it
	done       chan struct{}
}

// stream holds the chunks of one input in order.
type stream struct {
	input  *input
	chunks chan *chunk
}

// verifyAll reads the inputs and replays their records on all workers. Each
// file has a reading goroutine, so that a large file is parsed while its
// records are replayed. With indexing it also collects the index documents.
//
// It ends at the first error of out, or with ctx; errors in an input go to its
// reports. An unknown format is a *parser.UnknownFormat; options that the
// variant of a record does not have are a *variant.OptionError.
func (v *Verifier) verifyAll(ctx context.Context, inputs iter.Seq[*input], r Reading, out sink, indexing bool) error {
	if err := checkOptions(r.Options); err != nil {
		return err
	}
	_, err := parser.NewReader(strings.NewReader(""), parser.Options{Format: r.Format, Encoding: r.Encoding}).Next()
	if errors.As(err, new(*parser.UnknownFormat)) || errors.As(err, new(*parser.UnknownEncoding)) {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	repairing := ctx
	if r.RepairTime > 0 {
		var cancelRepair context.CancelFunc
		repairing, cancelRepair = context.WithTimeout(ctx, r.RepairTime)
		defer cancelRepair()
	}
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()

	streams := make(chan *stream, v.config.Workers)
	work := make(chan *chunk)
	running.Go(func() {
		defer close(streams)
		for in := range inputs {
			s := &stream{input: in, chunks: make(chan *chunk, chunksAhead)}
			select {
			case streams <- s:
			case <-ctx.Done():
				return
			}
			if in.path == standardInput {
				go v.read(ctx, s, r, work) // reading a terminal may never return
				continue
			}
			running.Go(func() { v.read(ctx, s, r, work) })
		}
	})
	for range v.config.Workers {
		running.Go(func() {
			one := recordVerifier{verifier: analysis.NewVerifier(v.library.Book()), limits: v.config.Limits}
			if r.Repair {
				one.finder = repair.NewFinder(v.library.Book())
			}
			if indexing {
				one.recorder = new(index.Recorder)
			}
			for {
				select {
				case c := <-work:
					c.verify(ctx, repairing, &one, r)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for s := range streams {
		if err := s.collect(ctx, r.MaxGames, out); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// checkOptions rejects options that are not of the form key=value.
func checkOptions(text string) error {
	for _, word := range variant.OptionWords(text) {
		if key, value, found := strings.Cut(word, "="); !found || key == "" || value == "" {
			return &request.InputError{Field: "options", Value: word, Want: `words "key=value"`}
		}
	}
	return nil
}

// verifyAll is [Verifier.verifyAll] with all variants published so far, by any
// server. It also collects the index documents.
func (k *Keeper) verifyAll(ctx context.Context, inputs iter.Seq[*input], r Reading, out sink) error {
	if err := k.drafts.LoadPublished(ctx); err != nil {
		return err
	}
	return k.verifier.verifyAll(ctx, inputs, r, out, true)
}

// collect passes the records of a stream to out.
func (s *stream) collect(ctx context.Context, maxGames int, out sink) error {
	games := 0
	for c := range s.chunks {
		select {
		case <-c.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if games += len(c.results); maxGames > 0 && games > maxGames {
			return &request.LimitError{What: "records", Limit: int64(maxGames)}
		}
		for i := range c.results {
			if g := c.results[i].Game; g.Refused != nil {
				return fmt.Errorf("%w; game %d of %s is of this variant", g.Refused, g.Report.Game, g.Report.File)
			}
			if err := out.game(c.input, &c.results[i]); err != nil {
				return err
			}
		}
		if c.ends {
			if err := out.end(c.input); err != nil {
				return err
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return out.end(s.input)
}

// read cuts an input into chunks.
func (v *Verifier) read(ctx context.Context, s *stream, r Reading, work chan<- *chunk) {
	defer close(s.chunks)
	send := func(c *chunk) bool {
		c.done = make(chan struct{})
		for _, to := range []chan<- *chunk{s.chunks, work} {
			select {
			case to <- c:
			case <-ctx.Done():
				return false
			}
		}
		return true
	}
	if s.input.skipped {
		return
	}
	source, err := s.input.open()
	if err != nil {
		send(&chunk{input: s.input, readError: err, unreadGame: 1})
		return
	}
	defer source.Close()
	if source.archive == nil {
		v.readText(ctx, s.input, source, r, send)
		return
	}
	s.input.isArchive = true
	for {
		m, err := source.archive.Next()
		if err == io.EOF {
			return
		}
		in := s.input.member(m, err)
		switch {
		case in == nil:
			continue
		case in.err != nil:
			if !send(&chunk{input: in, readError: in.err, unreadGame: 1, ends: true}) {
				return
			}
		case !in.skipped:
			v.readText(ctx, in, in.stream, r, send)
			fallthrough
		default:
			if !send(&chunk{input: in, ends: true}) {
				return
			}
		}
		if err != nil || errors.As(in.err, new(*container.LimitError)) {
			return
		}
	}
}

// readText cuts the text of an input into chunks and sends them.
func (v *Verifier) readText(ctx context.Context, in *input, source io.Reader, r Reading, send func(*chunk) bool) {
	reader := parser.NewReader(contextReader{source, ctx},
		parser.Options{Format: r.Format, Encoding: r.Encoding, MaxRecord: v.config.MaxRecord, Limits: v.config.Limits})
	c, size := &chunk{input: in}, 0
	for games := 0; ; {
		record, err := nextRecord(reader)
		if ctx.Err() != nil {
			return // the error may only be a consequence
		}
		switch {
		case err == nil:
			games++
			if games > in.skip {
				if c.records == nil {
					c.records = make([]*parser.Record, 0, chunkRecords)
				}
				c.records = append(c.records, record)
				size += len(record.Bytes)
			}
			if second := parser.SecondBoard(record); second != nil && !in.stored {
				if games++; games > in.skip {
					c.records = append(c.records, second)
				}
			}
		case err == io.EOF:
			if len(c.records) > 0 {
				send(c)
			}
			return
		default:
			games++
			c.readError, c.unreadGame = err, games
		}
		if len(c.records) >= chunkRecords || size >= chunkBytes || c.readError != nil {
			if !send(c) || c.readError != nil && !errors.As(c.readError, new(*parser.TooLarge)) {
				return
			}
			c, size = &chunk{input: in}, 0
		}
	}
}

// nextRecord reads a record. The error may be a [*crash.Error].
func nextRecord(reader *parser.Reader) (record *parser.Record, err error) {
	defer crash.Recover(&err)
	return reader.Next()
}

// verify replays a record. The error is a [*crash.Error], or errStopped
// if the context ended.
func (v *recordVerifier) verify(record *parser.Record, s analysis.Settings) (p replayedRecord, err error) {
	defer crash.Recover(&err)
	if v.recorder != nil {
		s.Watcher = v.recorder
	}
	game := v.verifier.Verify(record, s)
	if game == nil {
		return p, errStopped
	}
	p.Game = game
	if v.recorder != nil && game.Playable() {
		if d := v.recorder.Document(game.Rules); len(d.Keys) == len(game.Moves)+1 {
			p.indexed = &d
		}
	}
	return p, nil
}

// recordVerifier replays one record after another.
type recordVerifier struct {
	verifier *analysis.Verifier
	recorder *index.Recorder // nil for none
	finder   *repair.Finder  // nil for none
	limits   parser.Limits
}

// original returns the record that a JSON export was made of, with its history
// and the settings for its verification. A record that was edited since is
// returned unchanged.
func (v *recordVerifier) original(record *parser.Record, s analysis.Settings) (*parser.Record, analysis.Settings,
	replayedRecord) {
	var p replayedRecord
	if record.Edited {
		p.losses = []string{"the history of the exporting archive: the record was edited after its export"}
		return record, s, p
	}
	h, losses, err := history.Read(record.History)
	if err != nil {
		p.losses = []string{"the history of the exporting archive: " + err.Error()}
		return record, s, p
	}
	first := &h.Revisions[0]
	o := parser.Options{Format: parser.Format(first.Format), MaxRecord: store.MaxRecord, Limits: v.limits}
	if !utf8.Valid(first.Record()) && len(h.Revisions) == 1 {
		o.Encoding = h.Encoding
	}
	original, err := nextRecord(parser.NewReader(bytes.NewReader(first.Record()), o))
	if err != nil {
		p.losses = []string{"the history of the exporting archive, whose record cannot be read: " + err.Error()}
		return record, s, p
	}
	original.Game, original.Bytes = record.Game, first.Record()
	s.File, s.Variant, s.Options = h.File, first.Variant, first.Options
	p.history, p.losses, p.line = h, losses, first.Line
	return original, s, p
}

// stored returns the row to store.
func (p *replayedRecord) stored() (*store.Game, error) {
	g, err := storedGame(p.Game)
	if err == nil && p.history != nil {
		g.Line = p.line
	}
	return g, err
}

// verify replays the records of a chunk. If ctx ends, done remains open.
// Repairs are searched for until repairing ends.
func (c *chunk) verify(ctx, repairing context.Context, v *recordVerifier, r Reading) {
	settings := analysis.Settings{File: c.input.path, Variant: r.Variant, Options: r.Options, Strict: r.Strict,
		ProblemNodes: problemNodes, Done: ctx.Done()}
	if r.rulings != nil {
		settings.Rulings = *r.rulings
	}
	c.results = make([]replayedRecord, 0, len(c.records)+1)
	for _, record := range c.records {
		if ctx.Err() != nil {
			return
		}
		settings, exported := settings, replayedRecord{}
		if record.History != nil && r.restoring {
			record, settings, exported = v.original(record, settings)
		}
		result, err := v.verify(record, settings)
		if errors.Is(err, errStopped) {
			return
		}
		if err != nil {
			result.Game = analysis.Unread(c.input.path, record.Game, err)
		} else if v.finder != nil && result.Report.Broken() {
			result.Report.Repairs = v.finder.Find(repairing, result.Game, settings)
			result.Report.RepairsCut = repairing.Err() != nil
		}
		if r.rulings != nil || exported.history != nil {
			result.Refused = nil // the archived game has set the options
		}
		if result.history, result.losses, result.line = exported.history, exported.losses,
			exported.line; result.history != nil {
			relocate(&result.Report, &store.Game{Summary: store.Summary{Number: result.history.Number},
				Line: result.line - record.Place.Line + 1})
		}
		c.results = append(c.results, result)
	}
	if c.readError != nil {
		c.results = append(c.results, replayedRecord{Game: analysis.Unread(c.input.path, c.unreadGame, c.readError)})
	}
	close(c.done)
}

// document returns the index document of a record that is archived as g, nil if
// unknown.
func (p *replayedRecord) document(g *store.Game) *index.Document {
	if p.indexed != nil {
		search.AddRecord(p.indexed, g, p.Record)
	}
	return p.indexed
}
