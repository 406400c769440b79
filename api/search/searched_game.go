package search

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/api/present"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// searchedGame is a stored game prepared for a search.
type searchedGame struct {
	*present.Replay
	tree     *analysis.Tree
	comments string
	analysis func() (*analyse.GameAnalysis, error) // the saved analysis, nil for none
}

// existingGame returns a stored game, nil if it has been deleted.
func (f *Finder) existingGame(ctx context.Context, id int64) (*store.Game, error) {
	g, err := f.store.Game(ctx, id)
	if errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return g, err
}

// searchedGame parses and replays a stored game with its annotations. A game
// cannot be replayed if its variant is not defined or has changed. It is then
// found by its headers and by the positions before the first illegal ply.
func (f *Finder) searchedGame(ctx context.Context, g *store.Game) (*searchedGame, error) {
	r, err := f.games.ReplayOf(ctx, g)
	if err != nil && !errors.As(err, new(*present.ReplayError)) {
		return nil, err
	}
	s := &searchedGame{Replay: r, tree: r.Game.Tree(new(parser.Record), nil)}
	s.analysis = func() (*analyse.GameAnalysis, error) { return f.analyses.Analysis(ctx, g.ID) }
	s.tree.Awaited = r.ContextErr
	if !g.Annotated && !mayBeAnnotated(g) {
		return s, nil
	}
	if _, err := r.Record(); err != nil {
		return s, nil
	}
	if !g.Annotated {
		r.Annotations = nil
	}
	tree, _, err := r.TreeWith(present.AnnotationsAll)
	if errors.As(err, new(*store.GameError)) && !present.IsGameDamaged(err) {
		return s, nil // deleted meanwhile
	}
	if err != nil {
		return nil, err
	}
	s.tree, s.comments = tree, commentsOf(tree.Annotated())
	return s, nil
}

// mayBeAnnotated reports whether a record may have comments or variations. It
// looks only at bytes if the format allows that.
func mayBeAnnotated(g *store.Game) bool {
	signs := parser.Traits(parser.Format(g.Format)).Signs
	return signs == "" || bytes.ContainsAny(g.Record, signs)
}

// commentsOf returns the text of all comments of a record, variations included.
func commentsOf(record *parser.Record) string {
	var b strings.Builder
	add := func(comments []parser.Comment) {
		for _, c := range comments {
			b.WriteString(c.Text)
			b.WriteByte('\n')
		}
	}
	add(record.Comments)
	lines := []parser.Line{record.Moves}
	for len(lines) > 0 {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		for i := range line {
			notes := line[i].Notes()
			add(notes.Before)
			add(notes.Comments)
			lines = append(lines, notes.Variations...)
		}
	}
	return b.String()
}

// document returns the index document of the game. The error is from the
// game's context.
func (s *searchedGame) document() (index.Document, error) {
	var d index.Document
	if s.Game.Playable() {
		r, err := s.recorder()
		if err != nil {
			return d, err
		}
		d = r.Document(s.Game.Rules)
		if d.Analysis, err = s.tapeAnalysis(); err != nil {
			return d, err
		}
	}
	addHeaders(&d, s.Stored, s.comments)
	return d, nil
}

// AddRecord adds to an index document what the record says that is archived as
// g: headers and comments.
func AddRecord(d *index.Document, g *store.Game, record *parser.Record) {
	addHeaders(d, g, commentsOf(record))
}

// addHeaders adds headers and comments to an index document.
func addHeaders(d *index.Document, g *store.Game, comments string) {
	d.Variant, d.Verdict, d.Result, d.Headers, d.Comments = g.Variant, g.Verdict, g.Result, searchHeaders(g), comments
	d.Earliest, d.Latest = store.Days(g.Date)
	record := present.HeaderRecord(g)
	d.Ratings = ratings(record, d.Rules)
	d.Opening.Code, d.Opening.Name = parser.Opening(record)
}

// ratings returns the players' ratings; the rules r are nil if the game cannot
// be played.
func ratings(record *parser.Record, r *rules.Rules) [2]int {
	return [2]int{analysis.Rating(record, r, rules.First), analysis.Rating(record, r, rules.Second)}
}

// recorder returns a recorder with the game's positions.
func (s *searchedGame) recorder() (*index.Recorder, error) {
	r := new(index.Recorder)
	r.Begin(s.tree.Start())
	return r, s.tree.Walk(r)
}

// gameLine is a line of play with its moves from the start of the game.
type gameLine struct {
	analysis.Variation
	moves []rules.Move
}

// lines returns the lines of the game, the main line first. It returns the
// error of the game's context.
func (s *searchedGame) lines(variations bool) ([]gameLine, error) {
	all := []gameLine{{moves: s.Game.Moves}}
	if !variations {
		return all, nil
	}
	sides, err := s.tree.Variations()
	for _, side := range sides {
		parent := all[side.Parent].moves[:side.From]
		all = append(all, gameLine{side, append(parent[:len(parent):len(parent)], side.Moves...)})
	}
	return all, err
}
