package pgn

import (
	"slices"

	"assay/parser/record"
)

// commentsAfter returns the record with the comments before a ply moved to the
// place after the previous ply, or before the moves. Some programs interpret a
// comment between a number and its ply as the end of the game. Comments before
// a variation do not move.
func commentsAfter(r *record.Record) *record.Record {
	if !hasCommentsBefore(r.Moves) {
		return r
	}
	out := *r
	out.Comments, out.Moves = slices.Clip(r.Comments), slices.Clone(r.Moves)
	for lines := []record.Line{out.Moves}; len(lines) > 0; {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		side := &line[0] != &out.Moves[0]
		for i := range line {
			ply := &line[i]
			if ply.Beside == nil {
				continue
			}
			ply.Unshare()
			notes := ply.Beside
			notes.Comments = slices.Clip(notes.Comments)
			switch {
			case len(notes.Before) == 0:
			case i > 0:
				line[i-1].AppendComments(notes.Before)
				notes.Before = nil
			case !side:
				out.Comments = append(out.Comments, notes.Before...)
				notes.Before = nil
			}
			notes.Variations = slices.Clone(notes.Variations)
			for k, variation := range notes.Variations {
				if len(variation) > 0 {
					notes.Variations[k] = slices.Clone(variation)
					lines = append(lines, notes.Variations[k])
				}
			}
		}
	}
	return &out
}

// hasCommentsBefore reports whether any ply has a comment before it.
func hasCommentsBefore(main record.Line) bool {
	for ply := range main.All() {
		if len(ply.Notes().Before) > 0 {
			return true
		}
	}
	return false
}
