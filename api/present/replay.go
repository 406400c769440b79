package present

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/parser"
	"assay/store"
)

// Replay is a game to step through, search and export: an archived one, or a
// record of a file.
type Replay struct {
	Game   *analysis.Game
	Stored *store.Game // nil for a record of a file
	// Title is the title of publications; "" for one made of the headers.
	Title string
	// Annotations returns the stored annotations; nil for a record of a file.
	Annotations func() ([]analysis.Annotation, error)
	// SavedEvaluations returns the evaluations of the saved analysis, or nil if
	// there are none. It is nil for a record of a file. lines is the number of
	// lines in the analysis, which a record cannot contain.
	SavedEvaluations func() (found []analysis.Annotation, lines int, err error)
	// History returns what the archive has of the game in addition to the
	// record and its current annotations, as JSON; itself nil for a record of a
	// file.
	History func() ([]byte, error)
	// Cause returns the reason why the context ended, or nil while it has not
	// ended. It is nil for a record of a file.
	Cause func() error
}

// ContextErr returns the error if the context has ended.
func (r *Replay) ContextErr() error {
	if r.Cause == nil {
		return nil
	}
	return r.Cause()
}

// Record parses the record as in its file.
func (r *Replay) Record() (*parser.Record, error) {
	if r.Game.Record == nil && r.Stored != nil {
		record, err := ArchivedRecord(r.Stored)
		if err != nil {
			return nil, err
		}
		r.Game.Record = record
	}
	if r.Game.Record == nil {
		return nil, &ReplayError{Verdict: r.Game.Report.Verdict, Message: r.Game.Report.Error.Message}
	}
	return r.Game.Record, nil
}

// Tags returns the tags of the record.
func (r *Replay) Tags() []parser.Tag {
	switch {
	case r.Stored != nil:
		return HeaderRecord(r.Stored).Tags
	case r.Game.Record != nil:
		return r.Game.Record.Tags
	}
	return nil
}

// TreeWith returns the game with the stored annotations, or without any
// annotations, including the record's own. losses are the annotations that no
// record can contain.
func (r *Replay) TreeWith(which Annotations) (t *analysis.Tree, losses []string, err error) {
	record, err := r.Record()
	if err != nil {
		return nil, nil, err
	}
	var annotations []analysis.Annotation
	if which == AnnotationsNone {
		record = analysis.Bare(record)
	} else if r.Annotations != nil {
		if annotations, err = r.Annotations(); err != nil {
			return nil, nil, err
		}
	}
	found, lines, err := r.evaluations(which, record, annotations)
	if err != nil {
		return nil, nil, err
	}
	t = r.Game.Tree(record, append(annotations, found...))
	t.Awaited = r.ContextErr
	losses = t.Losses()
	if lines > 0 {
		losses = append(losses, parser.Count(lines, "best line")+" of the analysis")
	}
	return t, losses, nil
}

// evaluations returns the evaluations of the saved analysis as annotations. It
// omits plies that have an evaluation in the record or by a person. lines is
// the number of lines of the analysis, which a record cannot contain.
func (r *Replay) evaluations(which Annotations, record *parser.Record,
	people []analysis.Annotation) (annotations []analysis.Annotation, lines int, err error) {
	if which == AnnotationsNone || r.SavedEvaluations == nil || !r.Game.Playable() {
		return nil, 0, nil
	}
	annotations, lines, err = r.SavedEvaluations()
	if err != nil || annotations == nil {
		return nil, 0, err
	}
	hasEvaluation := map[int]bool{}
	for i := range record.Moves {
		hasEvaluation[i+1] = record.Moves[i].Notes().Eval != ""
	}
	for i := range people {
		hasEvaluation[people[i].Ply] = hasEvaluation[people[i].Ply] || people[i].Evaluation != "" &&
			len(people[i].Path) == 0
	}
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
	if !r.Game.Playable() {
		return nil, r.Unplayable()
	}
	t, _, err := r.TreeWith(AnnotationsAll)
	return t, err
}

// Report returns the verification report.
func (r *Replay) Report() *analysis.Report { return &r.Game.Report }

// SideName returns the name of the first player's side, 0, or the second's, 1.
func (r *Replay) SideName(side int) string { return r.Game.Rules.SideName(rules.Side(side)) }

// Plies returns the number of legal plies, which is also the number of the last
// position.
func (r *Replay) Plies() int { return len(r.Game.Moves) }

// Position returns the position after a ply. The error is a [*PlyError] or a
// [*ReplayError].
func (r *Replay) Position(ply int) (*rules.Position, error) {
	if !r.Game.Playable() {
		return nil, r.Unplayable()
	}
	if ply < 0 || ply > len(r.Game.Moves) {
		return nil, &PlyError{Ply: ply, Last: len(r.Game.Moves)}
	}
	return r.Game.At(ply)
}

// Continue plays a typed line that branches off the game, and a move after it.
// An empty line uses the notation of the record. It returns the errors of
// [analysis.Game.Continue], or a [*ReplayError].
func (r *Replay) Continue(at analysis.Annotation, line analysis.TypedLine, move string) (*analysis.Continuation,
	error) {
	if !r.Game.Playable() {
		return nil, r.Unplayable()
	}
	return r.Game.Continue(at, line, move, parser.Format(r.Game.Report.Format))
}

func (r *Replay) Unplayable() error {
	e := &ReplayError{Verdict: r.Game.Report.Verdict}
	switch {
	case r.Game.Report.Error != nil:
		e.Message = r.Game.Report.Error.Message
	case len(r.Game.Report.Warnings) > 0:
		e.Message = r.Game.Report.Warnings[len(r.Game.Report.Warnings)-1].Message
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

// ArchivedRecord parses the stored bytes of a game. They were readable when
// they were archived, so an error means that the game is damaged.
func ArchivedRecord(g *store.Game) (*parser.Record, error) {
	o := parser.Options{Format: parser.Format(g.Format), MaxRecord: store.MaxRecord,
		Limits: parser.Limits{Plies: -1, Variations: -1, Comment: -1}}
	if !utf8.Valid(g.Record) { // also the text of a later revision
		o.Encoding = g.Encoding
	}
	record, err := parser.NewReader(bytes.NewReader(g.Record), o).Next()
	if err != nil {
		return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
	}
	return record, nil
}

// HeaderRecord returns a record with only the headers of a stored game.
func HeaderRecord(g *store.Game) *parser.Record {
	r := &parser.Record{Format: parser.Format(g.Format), Tags: make([]parser.Tag, len(g.Tags))}
	for i, t := range g.Tags {
		r.Tags[i] = parser.Tag{Key: t.Key, Value: t.Value}
	}
	return r
}

// IsGameDamaged reports whether err means that one game, or an annotation of
// it, is damaged. Other games are not affected.
func IsGameDamaged(err error) bool {
	ofGame := errors.As(err, new(*store.GameError)) || errors.As(err, new(*store.AnnotationError))
	return ofGame && errors.Is(err, store.ErrCorrupt)
}
