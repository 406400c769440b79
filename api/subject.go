package api

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index"
	"assay/index/tape"
	"assay/parser"
	"assay/store"
)

// subject is a stored game as a search sees it.
type subject struct {
	*Replay
	headers  map[string]string
	comments string
	sides    []analysis.SideLine
}

// subject takes a stored game apart, with what is said of it beside its record.
// A game that no longer replays, because its variant is not defined here or has
// changed, is found by its headers and by the positions before the first ply
// that does not hold.
func (a *Archive) subject(ctx context.Context, g *store.Game) (*subject, error) {
	r, err := a.replay(ctx, g)
	var unplayable *ReplayError
	if err != nil && !errors.As(err, &unplayable) {
		return nil, err
	}
	s := &subject{Replay: r, headers: headers(g)}
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
	if gone := new(store.GameError); errors.As(err, &gone) && !GameDamaged(err) {
		return s, nil // deleted meanwhile
	}
	if err != nil {
		return nil, err
	}
	s.comments = commentsOf(tree.Annotated())
	s.sides, err = tree.SideLines()
	return s, err
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

// document is what the index finds the game by.
func (s *subject) document() index.Document {
	g := s.stored
	d := index.Document{Variant: g.Variant, Verdict: g.Verdict, Headers: s.headers, Comments: s.comments, Result: g.Result}
	d.Earliest, d.Latest = store.Days(g.Date)
	if !s.game.Playable() {
		return d
	}
	d.Rules = s.game.Rules
	d.Keys = s.game.Keys()
	for _, line := range s.lines()[1:] {
		p := s.game.Start()
		for ply, m := range line.whole {
			p.Play(m)
			if ply >= line.From {
				d.SideKeys = append(d.SideKeys, p.Key())
			}
		}
	}
	d.Tape = s.tape()
	player := tape.NewPlayer(s.game.Rules)
	if _, err := player.Load(d.Tape); err == nil {
		d.Placements = player.Placements()
	}
	return d
}

// tape writes the game's plies and side lines.
func (s *subject) tape() tape.Tape {
	lines := make([]tape.Line, 1, 1+len(s.sides))
	lines[0].Moves = s.game.Moves
	for _, side := range s.sides {
		lines = append(lines, tape.Line{Parent: side.Parent, From: side.From, Moves: side.Moves})
	}
	return tape.Write(s.game.Start(), lines)
}

// line is a line of play with its moves from the start of the game.
type line struct {
	analysis.SideLine
	whole []rules.Move
}

// lines are the game's: the main line first.
func (s *subject) lines() []line {
	all := []line{{whole: s.game.Moves}}
	for _, side := range s.sides {
		parent := all[side.Parent].whole[:side.From]
		all = append(all, line{side, append(parent[:len(parent):len(parent)], side.Moves...)})
	}
	return all
}
