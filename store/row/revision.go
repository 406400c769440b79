package row

import "assay/store"

// Revision returns the current record of a game as a revision.
func Revision(g *store.Game, number int64) *store.Revision {
	return &store.Revision{
		Game: g.ID, Number: number, Saved: g.Imported, Hash: g.Hash, Record: g.Record, Size: len(g.Record),
		Line:   g.Line,
		Format: g.Format, Variant: g.Variant, Options: g.Options, Verdict: g.Verdict, Plies: g.Plies,
	}
}
