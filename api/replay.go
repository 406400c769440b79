package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

// Replay is a game to step through, search and export: an archived one, or a
// record of a file.
type Replay struct {
	game   *analysis.Game
	stored *store.Game // nil for a record of a file
	// annotations returns the stored annotations; nil for a record of a file.
	annotations func() ([]analysis.Annotation, error)
	// analysis returns the saved analysis, nil for none; itself nil for a
	// record of a file.
	analysis func() (*GameAnalysis, error)
	// cause returns why the context ended, nil while it has not; itself nil
	// for a record of a file.
	cause func() error
}

// contextErr returns the error if the context has ended.
func (r *Replay) contextErr() error {
	if r.cause == nil {
		return nil
	}
	return r.cause()
}

// ReplayRecord replays record number n, from 1, of a file; "-" is stdin. The
// error is a [*RecordError] if the file has fewer records, and a [*ReplayError]
// for an unreadable one.
func (a *Arbiter) ReplayRecord(ctx context.Context, path string, stdin io.Reader, n int, r Reading) (*Replay, error) {
	if n < 1 {
		return nil, &request.InputError{Field: "game", Value: strconv.Itoa(n), Want: "1 or more"}
	}
	w := singleRecord{number: n}
	switch err := a.verifyAll(ctx, inputs([]string{path}, stdin), r, &w, false); {
	case w.found == nil && err != nil:
		return nil, err
	case w.found == nil:
		return nil, &RecordError{File: path, Game: n, Games: w.games}
	case w.found.Record == nil:
		return nil, &ReplayError{Verdict: w.found.Report.Verdict, Message: w.found.Report.Error.Message}
	}
	return &Replay{game: w.found}, nil
}

// ReplayRecords replays the records of a file in order and passes each on, from
// one goroutine. It holds only a few chunks of the file in memory; "-" is
// stdin. An unreadable rest is passed on as a Replay with that verdict, which
// cannot be exported. The error is from report or ctx.
func (a *Arbiter) ReplayRecords(ctx context.Context, path string, stdin io.Reader, r Reading, report func(*Replay) error) error {
	return a.verifyAll(ctx, inputs([]string{path}, stdin), r, replaySink(report), false)
}

// replaySink is the sink that passes records on.
type replaySink func(*Replay) error

func (report replaySink) game(_ *input, p *replayedRecord) error {
	return report(&Replay{game: p.Game})
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

// Replay returns an archived game. It returns the errors of [Archive.Game].
func (a *Archive) Replay(ctx context.Context, id int64) (*Replay, error) {
	g, report, err := a.gameAndReport(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := a.replay(ctx, g)
	if err != nil {
		return nil, err
	}
	r.game.Report = *report
	return r, nil
}

// replay returns an archived game without its verification report. The error
// may be a [*ReplayError] if nothing can be replayed; the rest of the game is
// returned with it.
func (a *Archive) replay(ctx context.Context, g *store.Game) (*Replay, error) {
	r := &Replay{game: new(analysis.Game), stored: g, cause: func() error { return context.Cause(ctx) }}
	r.annotations = func() ([]analysis.Annotation, error) { return a.annotations(ctx, g.ID) }
	r.analysis = func() (*GameAnalysis, error) { return a.Analysis(ctx, g.ID) }
	if g.Start == "" {
		return r, nil
	}
	game, err := a.playableGame(ctx, g)
	if err == nil {
		r.game = game
	}
	return r, err
}

// record parses the record as in its file.
func (r *Replay) record() (*parser.Record, error) {
	if r.game.Record == nil && r.stored != nil {
		record, err := archivedRecord(r.stored)
		if err != nil {
			return nil, err
		}
		r.game.Record = record
	}
	if r.game.Record == nil {
		return nil, &ReplayError{Verdict: r.game.Report.Verdict, Message: r.game.Report.Error.Message}
	}
	return r.game.Record, nil
}

// tags returns the tags of the record.
func (r *Replay) tags() []parser.Tag {
	switch {
	case r.stored != nil:
		return headerRecord(r.stored).Tags
	case r.game.Record != nil:
		return r.game.Record.Tags
	}
	return nil
}

// tree returns the game with the stored annotations, or without any
// annotations, the record's own included. losses are the annotations that no
// record can contain.
func (r *Replay) tree(which Annotations) (t *analysis.Tree, losses []string, err error) {
	record, err := r.record()
	if err != nil {
		return nil, nil, err
	}
	var annotations []analysis.Annotation
	if which == AnnotationsNone {
		record = analysis.Bare(record)
	} else if r.annotations != nil {
		if annotations, err = r.annotations(); err != nil {
			return nil, nil, err
		}
	}
	found, lines, err := r.evaluations(which, record, annotations)
	if err != nil {
		return nil, nil, err
	}
	t = r.game.Tree(record, append(annotations, found...))
	t.Awaited = r.contextErr
	losses = t.Losses()
	if lines > 0 {
		losses = append(losses, parser.Count(lines, "best line")+" of the analysis")
	}
	return t, losses, nil
}

// evaluations returns the evaluations of the saved analysis as annotations, for
// plies without an evaluation in the record or by a person. lines counts the
// lines of the analysis that a record cannot contain.
func (r *Replay) evaluations(which Annotations, record *parser.Record, people []analysis.Annotation) (annotations []analysis.Annotation, lines int, err error) {
	if which == AnnotationsNone || r.analysis == nil || !r.game.Playable() {
		return nil, 0, nil
	}
	found, err := r.analysis()
	if err != nil || found == nil || len(found.Plies) != len(r.game.Moves)+1 {
		return nil, 0, err
	}
	start, err := r.game.At(0)
	if err != nil {
		return nil, 0, err
	}
	for i := range found.Plies {
		if len(found.Plies[i].Line) > 0 {
			lines++
		}
	}
	hasEvaluation := map[int]bool{}
	for i := range record.Moves {
		hasEvaluation[i+1] = record.Moves[i].Notes().Eval != ""
	}
	for i := range people {
		hasEvaluation[people[i].Ply] = hasEvaluation[people[i].Ply] || people[i].Evaluation != "" && len(people[i].Path) == 0
	}
	annotations = found.evaluations(start.Side())
	for i := range annotations {
		if hasEvaluation[annotations[i].Ply] {
			annotations[i].Evaluation = ""
		}
	}
	return annotations, lines, nil
}

// Tree returns the game with its variations and annotations. It can be used
// until the context of the Replay ends. The error is a [*ReplayError] if
// nothing can be replayed.
func (r *Replay) Tree() (*analysis.Tree, error) {
	if !r.game.Playable() {
		return nil, r.unplayable()
	}
	t, _, err := r.tree(AnnotationsAll)
	return t, err
}

// replayStored replays an archived game. If its definition has changed since it
// was verified, only the plies that are still legal are replayed; an invalid
// starting position is a [*ReplayError].
func (a *Arbiter) replayStored(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	r, err := a.Book().Rules(g.Variant, g.Options)
	if err != nil {
		return nil, &ReplayError{Verdict: analysis.Unsupported, Message: err.Error()}
	}
	current := g.VariantVersion == r.Definition().Revision()
	game, err := analysis.NewGame(r, g.Start, g.Moves)
	switch {
	case err != nil && current:
		return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
	case err != nil:
		return nil, &ReplayError{Verdict: g.Verdict, Message: fmt.Sprintf("verified under revision %s of %s: %v", g.VariantVersion, g.Variant, err)}
	case !current:
		var n int
		n, err = legalPlies(ctx, game)
		game.Moves = game.Moves[:n]
	}
	return game, err
}

// Report returns the verification report.
func (r *Replay) Report() *analysis.Report { return &r.game.Report }

// SideName returns the name of the first player's side, 0, or the second's, 1.
func (r *Replay) SideName(side int) string { return r.game.Rules.SideName(rules.Side(side)) }

// Plies returns the number of legal plies, which is also the number of the last
// position.
func (r *Replay) Plies() int { return len(r.game.Moves) }

// Position returns the position after a ply. The error is a [*PlyError] or a
// [*ReplayError].
func (r *Replay) Position(ply int) (*rules.Position, error) {
	if !r.game.Playable() {
		return nil, r.unplayable()
	}
	if ply < 0 || ply > len(r.game.Moves) {
		return nil, &PlyError{Ply: ply, Last: len(r.game.Moves)}
	}
	return r.game.At(ply)
}

// Continue plays a typed line that branches off the game, and a move after it.
// An empty line uses the notation of the record. It returns the errors of
// [analysis.Game.Continue], or a [*ReplayError].
func (r *Replay) Continue(at analysis.Annotation, line analysis.TypedLine, move string) (*analysis.Continuation, error) {
	if !r.game.Playable() {
		return nil, r.unplayable()
	}
	return r.game.Continue(at, line, move, parser.Format(r.game.Report.Format))
}

func (r *Replay) unplayable() error {
	e := &ReplayError{Verdict: r.game.Report.Verdict}
	switch {
	case r.game.Report.Error != nil:
		e.Message = r.game.Report.Error.Message
	case len(r.game.Report.Warnings) > 0:
		e.Message = r.game.Report.Warnings[len(r.game.Report.Warnings)-1].Message
	}
	return e
}

// PlyError reports a ply that the game does not have.
type PlyError struct {
	Ply  int
	Last int // last legal ply of the game
}

func (e *PlyError) Error() string {
	return fmt.Sprintf("ply %d: the game has positions 0 to %d", e.Ply, e.Last)
}

// ReplayError reports that a record has no positions because it cannot be
// replayed.
type ReplayError struct {
	Verdict string // unsupported, unreadable, or illegal (invalid starting position)
	Message string
}

func (e *ReplayError) Error() string {
	return fmt.Sprintf("the record is %s and has no positions: %s", e.Verdict, e.Message)
}

// RecordError reports that a file has no record with this number.
type RecordError struct {
	File  string
	Game  int
	Games int // number of records in the file
}

func (e *RecordError) Error() string {
	return fmt.Sprintf("%s: no game %d; the file has %d", e.File, e.Game, e.Games)
}
