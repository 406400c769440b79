package row

import "assay/store"

// RulingSum is the checksum of a ruling; ruled is in milliseconds since 1970,
// and so is lifted, which is nil while the ruling holds.
func RulingSum(r *store.Ruling, ruled int64, lifted any) int64 {
	return Checksum(r.Game, r.Number, r.Ply, r.Rule, r.Move, r.Text, r.Arbiter, r.Reason, ruled, r.Lifter, r.Because, lifted)
}
