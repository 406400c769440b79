package row

import "assay/store"

// RulingSum returns the checksum of a ruling; ruled and lifted are in
// milliseconds since 1970, lifted is nil while the ruling is valid.
func RulingSum(r *store.Ruling, ruled int64, lifted any) int64 {
	return Checksum(r.Game, r.Number, r.Ply, r.Rule, r.Move, r.Text, r.Arbiter, r.Reason, ruled, r.RevokedBy,
		r.RevokedFor, lifted)
}
