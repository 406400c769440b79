package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/parser"
	"assay/store"
)

// Replay is a game that can be stepped through and exported: an archived one, or
// a record of a file.
type Replay struct {
	game   *analysis.Game // nil where the record cannot be replayed
	report *analysis.Report
	tags   []parser.Tag
	record func() (*parser.Record, error) // as the file has it
	id     int64                          // 0 when not archived
	// annotations gives those beside the record; nil for a record of a file.
	annotations func() ([]analysis.Annotation, error)
	// stopped is why nobody waits for the game any more, nil while somebody does;
	// itself nil for a record of a file.
	stopped func() error
}

// awaited gives the error of a game that nobody waits for any more.
func (r *Replay) awaited() error {
	if r.stopped == nil {
		return nil
	}
	return r.stopped()
}

// ReplayRecord replays record number n, from 1, of a file; "-" is stdin. The
// error is a [*RecordError] where the file has fewer, and a [*ReplayError] for
// one that cannot be read.
func (a *Arbiter) ReplayRecord(ctx context.Context, path string, stdin io.Reader, n int, r Reading) (*Replay, error) {
	if n < 1 {
		return nil, &InputError{Field: "game", Value: strconv.Itoa(n), Want: "1 or more"}
	}
	w := wanted{number: n}
	switch err := a.prove(ctx, inputs([]string{path}, stdin), r, &w); {
	case w.found == nil && err != nil:
		return nil, err
	case w.found == nil:
		return nil, &RecordError{File: path, Game: n, Games: w.games}
	case w.found.record == nil:
		return nil, &ReplayError{Verdict: w.found.report.Verdict, Message: w.found.report.Error.Message}
	}
	return w.found.replay(), nil
}

// ReplayRecords replays the records of a file in their order and passes each on,
// from one goroutine, with no more of the file in memory than a few chunks; "-"
// is stdin. A rest that cannot be read is passed on as a Replay whose verdict
// says so and which nothing can be written of. The error is that of each, or of
// ctx.
func (a *Arbiter) ReplayRecords(ctx context.Context, path string, stdin io.Reader, r Reading, each func(*Replay) error) error {
	return a.prove(ctx, inputs([]string{path}, stdin), r, replays(each))
}

// replays is the sink that passes records on.
type replays func(*Replay) error

func (each replays) record(_ *input, p *proven) error { return each(p.replay()) }

func (each replays) end(*input) error { return nil }

// replay is what can be stepped through of a record.
func (p *proven) replay() *Replay {
	record := p.record
	if record == nil {
		return &Replay{report: p.report, record: func() (*parser.Record, error) {
			return nil, &ReplayError{Verdict: p.report.Verdict, Message: p.report.Error.Message}
		}}
	}
	replay := &Replay{
		report: p.report, tags: record.Tags,
		record: func() (*parser.Record, error) { return record, nil },
	}
	if p.game.Rules != nil && p.report.Start != "" {
		replay.game = p.game
	}
	return replay
}

// errFound ends a run early.
var errFound = errors.New("found")

// wanted is the sink that takes one record.
type wanted struct {
	number, games int
	found         *proven
}

func (w *wanted) record(_ *input, p *proven) error {
	w.games++
	if w.games < w.number {
		return nil
	}
	w.found = p
	return errFound
}

func (w *wanted) end(*input) error { return nil }

// Replay gives an archived game. Its errors are those of [Archive.Game].
func (a *Archive) Replay(ctx context.Context, id int64) (*Replay, error) {
	g, err := a.store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	replay, err := a.replay(ctx, g)
	if err != nil {
		return nil, err
	}
	replay.annotations = func() ([]analysis.Annotation, error) { return a.annotations(ctx, id) }
	replay.stopped = func() error { return context.Cause(ctx) }
	return replay, nil
}

// Record is the record with the annotations beside it in its tree, or with
// none at all, not even its own. The record as it was imported never changes.
// losses say what of the annotations no record can hold.
func (r *Replay) Record(which Annotations) (record *parser.Record, losses []string, err error) {
	if record, err = r.record(); err != nil {
		return nil, nil, err
	}
	if which == AnnotationsNone {
		return analysis.Bare(record), nil, nil
	}
	if r.annotations == nil {
		return record, nil, nil
	}
	list, err := r.annotations()
	if err != nil || len(list) == 0 {
		return record, nil, err
	}
	record, losses = analysis.Annotated(record, r.game, list)
	return record, append(losses, "authors and times of "+parser.Count(len(list), "annotation")), nil
}

func (a *Arbiter) replay(ctx context.Context, g *store.Game) (*Replay, error) {
	report, err := reportOf(g)
	if err != nil {
		return nil, err
	}
	replay := &Replay{id: g.ID, report: report}
	for _, t := range g.Tags {
		replay.tags = append(replay.tags, parser.Tag{Key: t.Key, Value: t.Value})
	}
	replay.record = func() (*parser.Record, error) { return archivedRecord(g) }
	if g.Start == "" {
		return replay, nil
	}
	game, err := a.playable(ctx, g)
	if err != nil {
		return nil, err
	}
	replay.game = game
	return replay, nil
}

// rebuild gives the plies of an archived game that has a start. Where it was
// verified under another revision of its definition, these are the plies that
// still hold; one whose start does not is a [*ReplayError].
func (a *Arbiter) rebuild(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	r, err := a.book.Rules(g.Variant, g.Options)
	if err != nil {
		return nil, &ReplayError{Verdict: analysis.Unsupported, Message: err.Error()}
	}
	present := g.VariantVersion == r.Definition().Revision()
	game, err := analysis.NewGame(r, g.Start, g.Moves)
	switch {
	case err != nil && present:
		return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
	case err != nil:
		return nil, &ReplayError{Verdict: g.Verdict, Message: fmt.Sprintf("verified under revision %s of %s: %v", g.VariantVersion, g.Variant, err)}
	case !present:
		var n int
		n, err = holding(ctx, game)
		game.Moves = game.Moves[:n]
	}
	return game, err
}

// Report is what verification found.
func (r *Replay) Report() *analysis.Report { return r.report }

// Plies is the number of the last legal ply, which is also that of the last
// position.
func (r *Replay) Plies() int {
	if r.game == nil {
		return 0
	}
	return len(r.game.Moves)
}

// Position is the position after so many plies. The error is a [*PlyError] or a
// [*ReplayError].
func (r *Replay) Position(ply int) (*rules.Position, error) {
	if r.game == nil {
		return nil, r.unplayable()
	}
	if ply < 0 || ply > len(r.game.Moves) {
		return nil, &PlyError{Ply: ply, Last: len(r.game.Moves)}
	}
	return r.game.At(ply)
}

// Continue plays a line typed beside the game, and a move behind it; an empty
// line grows in the notation of the record. Its errors are those of
// [analysis.Game.Continue], or a [*ReplayError].
func (r *Replay) Continue(at analysis.Annotation, line analysis.TypedLine, move string) (*analysis.Continuation, error) {
	if r.game == nil {
		return nil, r.unplayable()
	}
	return r.game.Continue(at, line, move, parser.Format(r.report.Format))
}

func (r *Replay) unplayable() error {
	e := &ReplayError{Verdict: r.report.Verdict}
	switch {
	case r.report.Error != nil:
		e.Message = r.report.Error.Message
	case len(r.report.Warnings) > 0:
		e.Message = r.report.Warnings[len(r.report.Warnings)-1].Message
	}
	return e
}
