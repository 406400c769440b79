package api

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// searchedGame is a stored game as a search sees it.
type searchedGame struct {
	*Replay
	tree     *analysis.Tree
	comments string
}

// present is a stored game, nil where the archive does not have it any more.
func (a *Archive) present(ctx context.Context, id int64) (*store.Game, error) {
	g, err := a.store.Game(ctx, id)
	if errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return g, err
}

// searchedGame takes a stored game apart, with what is said of it beside its
// record. A game that no longer replays, because its variant is not defined
// here or has changed, is found by its headers and by the positions before the
// first ply that does not hold.
func (a *Archive) searchedGame(ctx context.Context, g *store.Game) (*searchedGame, error) {
	r, err := a.replay(ctx, g)
	if err != nil && !errors.As(err, new(*ReplayError)) {
		return nil, err
	}
	s := &searchedGame{Replay: r, tree: r.game.Tree(new(parser.Record), nil)}
	s.tree.Awaited = r.awaited
	if !g.Annotated && !mayBeAnnotated(g) {
		return s, nil
	}
	if _, err := r.record(); err != nil {
		return s, nil
	}
	if !g.Annotated {
		r.annotations = nil
	}
	tree, _, err := r.tree(AnnotationsAll)
	if errors.As(err, new(*store.GameError)) && !GameDamaged(err) {
		return s, nil // deleted meanwhile
	}
	if err != nil {
		return nil, err
	}
	s.tree, s.comments = tree, commentsOf(tree.Annotated())
	return s, nil
}

// mayBeAnnotated reports whether a record may have comments or side lines, by a
// look at its bytes where these tell.
func mayBeAnnotated(g *store.Game) bool {
	signs := parser.Traits(parser.Format(g.Format)).Signs
	return signs == "" || bytes.ContainsAny(g.Record, signs)
}

// commentsOf is the text of all comments of a record, side lines included.
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

// document is what the index finds the game by. The error is that of the
// context that the game was asked for with.
func (s *searchedGame) document() (index.Document, error) {
	var d index.Document
	if s.game.Playable() {
		r, err := s.recorded()
		if err != nil {
			return d, err
		}
		d = r.Document(s.game.Rules)
		if d.Analysis, err = s.opinions(); err != nil {
			return d, err
		}
	}
	describe(&d, s.stored, s.comments)
	return d, nil
}

// document is what the index finds a record by, archived as g; nil where that
// is not known.
func (p *proved) document(g *store.Game) *index.Document {
	if p.found != nil {
		describe(p.found, g, commentsOf(p.Record))
	}
	return p.found
}

// describe adds what is said of a game.
func describe(d *index.Document, g *store.Game, comments string) {
	d.Variant, d.Verdict, d.Result, d.Headers, d.Comments = g.Variant, g.Verdict, g.Result, searchHeaders(g), comments
	d.Earliest, d.Latest = store.Days(g.Date)
	record := tagged(g)
	d.Ratings = ratings(record, d.Rules)
	d.Opening.Code, d.Opening.Name = parser.Opening(record)
}

// tagged is a record of the headers of a stored game alone.
func tagged(g *store.Game) *parser.Record {
	r := &parser.Record{Format: parser.Format(g.Format), Tags: make([]parser.Tag, len(g.Tags))}
	for i, t := range g.Tags {
		r.Tags[i] = parser.Tag{Key: t.Key, Value: t.Value}
	}
	return r
}

// ratings are those of the players of a game by some rules, nil where it cannot
// be played.
func ratings(record *parser.Record, r *rules.Rules) [2]int {
	return [2]int{analysis.Rating(record, r, rules.First), analysis.Rating(record, r, rules.Second)}
}

// recorded is what the game's positions are found by.
func (s *searchedGame) recorded() (*index.Recorder, error) {
	r := new(index.Recorder)
	r.Begin(s.tree.Start())
	return r, s.tree.Walk(r)
}

// line is a line of play with its moves from the start of the game.
type line struct {
	analysis.SideLine
	whole []rules.Move
}

// lines are the game's: the main line first. The error is that of the context
// that the game was asked for with.
func (s *searchedGame) lines(sideLines bool) ([]line, error) {
	all := []line{{whole: s.game.Moves}}
	if !sideLines {
		return all, nil
	}
	sides, err := s.tree.SideLines()
	for _, side := range sides {
		parent := all[side.Parent].whole[:side.From]
		all = append(all, line{side, append(parent[:len(parent):len(parent)], side.Moves...)})
	}
	return all, err
}
