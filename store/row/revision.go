package row

import "assay/store"

// Revision is the record that a game has, as the revision of a number.
func Revision(g *store.Game, number int64) *store.Revision {
	return &store.Revision{
		Game: g.ID, Number: number, Saved: g.Imported, Hash: g.Hash, Record: g.Record, Size: len(g.Record), Line: g.Line,
		Format: g.Format, Variant: g.Variant, Options: g.Options, Verdict: g.Verdict, Plies: g.Plies,
	}
}
