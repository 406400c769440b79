package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"

	"assay/analysis"
	"assay/analysis/repair"
	"assay/analysis/variant"
	"assay/index"
	"assay/parser"
)

// proved is a record with what its replay found.
type proved struct {
	*analysis.Game
	// found is what the index finds it by, but for what is said of it; nil
	// where nobody wants that, or it is not what was proved.
	found *index.Document
}

// sink takes the records of a run in the order of the files, from one
// goroutine.
type sink interface {
	// game takes what was proved of the next record of an input; that of its
	// unreadable rest has no record.
	game(*input, *proved) error
	// end says that the input has no more records.
	end(*input) error
}

// A run is cut into chunks of so many records, or of so many bytes, which
// bounds the memory that it takes: each open file has up to chunksAhead chunks
// under way, and so many files are open as there are workers, and one.
const (
	chunkRecords = 16
	chunkBytes   = 64 << 10
	chunksAhead  = 4
)

// chunk is some records of one input that follow one another.
type chunk struct {
	input   *input
	records []*parser.Record
	unread  error // why the rest of the input, or one record of it, could not be read
	game    int   // number of the unreadable record
	results []proved
	done    chan struct{}
}

// stream is the chunks of one input in their order.
type stream struct {
	input  *input
	chunks chan *chunk
}

// prove reads the inputs and replays their records on all workers. One
// goroutine reads each file, so that the records of one large file are parsed
// while others of it are replayed. It ends at the first error of out, or with
// ctx; what is wrong with an input is for its reports. A format that nothing is
// read in is a *parser.UnknownFormat. Options of the reading that the variant
// of a record does not have are a *variant.OptionError. What the index finds
// games by is recorded in the same replay where that is wanted.
func (a *Arbiter) prove(ctx context.Context, inputs iter.Seq[*input], r Reading, out sink, recorded bool) error {
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
		var late context.CancelFunc
		repairing, late = context.WithTimeout(ctx, r.RepairTime)
		defer late()
	}
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()

	streams := make(chan *stream, a.config.Workers)
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
				go a.read(ctx, s, r, work) // a read of a terminal may never return
				continue
			}
			running.Go(func() { a.read(ctx, s, r, work) })
		}
	})
	for range a.config.Workers {
		running.Go(func() {
			v := prover{verifier: analysis.NewVerifier(a.book)}
			if r.Repair {
				v.finder = repair.NewFinder(a.book)
			}
			if recorded {
				v.recorder = new(index.Recorder)
			}
			for {
				select {
				case c := <-work:
					c.verify(ctx, repairing, &v, r)
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

// checkOptions refuses options that no variant can have.
func checkOptions(text string) error {
	for _, word := range variant.OptionWords(text) {
		if key, value, found := strings.Cut(word, "="); !found || key == "" || value == "" {
			return &InputError{Field: "options", Value: word, Want: `words "key=value"`}
		}
	}
	return nil
}

// prove is [Arbiter.prove] by the variants that are published by now, whichever
// server has done that: what it proves is archived, and so recorded.
func (a *Archive) prove(ctx context.Context, inputs iter.Seq[*input], r Reading, out sink) error {
	if err := a.LoadPublished(ctx); err != nil {
		return err
	}
	return a.Arbiter.prove(ctx, inputs, r, out, true)
}

// collect passes a stream's records on.
func (s *stream) collect(ctx context.Context, most int, out sink) error {
	games := 0
	for c := range s.chunks {
		select {
		case <-c.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if games += len(c.results); most > 0 && games > most {
			return &LimitError{What: "records", Limit: int64(most)}
		}
		for i := range c.results {
			if g := c.results[i].Game; g.Refused != nil {
				return fmt.Errorf("%w; game %d of %s is of this variant", g.Refused, g.Report.Game, g.Report.File)
			}
			if err := out.game(s.input, &c.results[i]); err != nil {
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
func (a *Arbiter) read(ctx context.Context, s *stream, r Reading, work chan<- *chunk) {
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
		send(&chunk{input: s.input, unread: err, game: 1})
		return
	}
	defer source.Close()
	reader := parser.NewReader(contextReader{source, ctx}, parser.Options{Format: r.Format, Encoding: r.Encoding, MaxRecord: a.config.MaxRecord, Limits: a.config.Limits})
	c, size := &chunk{input: s.input}, 0
	for games := 0; ; {
		record, err := next(reader)
		if ctx.Err() != nil {
			return // an error may be only that
		}
		switch {
		case err == nil:
			games++
			if games > s.input.skip {
				c.records = append(c.records, record)
				size += len(record.Bytes)
			}
		case err == io.EOF:
			if len(c.records) > 0 {
				send(c)
			}
			return
		default:
			games++
			c.unread, c.game = err, games
		}
		if len(c.records) == chunkRecords || size >= chunkBytes || c.unread != nil {
			if !send(c) || c.unread != nil && !errors.As(c.unread, new(*parser.TooLarge)) {
				return
			}
			c, size = &chunk{input: s.input}, 0
		}
	}
}

// next reads a record. An error may be a [*CrashError].
func next(reader *parser.Reader) (record *parser.Record, err error) {
	defer recoverCrash(&err)
	return reader.Next()
}

// verify replays a record. The error is a [*CrashError], or says that nobody
// waits any more.
func (v *prover) verify(record *parser.Record, s analysis.Settings) (p proved, err error) {
	defer recoverCrash(&err)
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
			p.found = &d
		}
	}
	return p, nil
}

// prover replays records one after the other.
type prover struct {
	verifier *analysis.Verifier
	recorder *index.Recorder // nil for none
	finder   *repair.Finder  // nil for none
}

// verify replays a chunk's records. One that ctx ends is never done, and
// repairs are looked for until repairing ends.
func (c *chunk) verify(ctx, repairing context.Context, v *prover, r Reading) {
	settings := analysis.Settings{File: c.input.path, Variant: r.Variant, Options: r.Options, Strict: r.Strict, Done: ctx.Done()}
	if r.rulings != nil {
		settings.Rulings = *r.rulings
	}
	c.results = make([]proved, 0, len(c.records)+1)
	for _, record := range c.records {
		if ctx.Err() != nil {
			return
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
		if r.rulings != nil {
			result.Refused = nil // the options are those of the archived game
		}
		c.results = append(c.results, result)
	}
	if c.unread != nil {
		c.results = append(c.results, proved{Game: analysis.Unread(c.input.path, c.game, c.unread)})
	}
	close(c.done)
}
