package index

import (
	"hash/fnv"

	"assay/analysis/rules"
)

// RulesName tells the rules of one variant, choice of options and revision from
// all others.
func RulesName(r *rules.Rules) string {
	d := r.Definition()
	return d.ID + "\n" + d.OptionText() + "\n" + d.Revision()
}

// KeyOf is what the index finds a position by: its key, other in a game of
// other options.
func KeyOf(p *rules.Position) uint64 { return p.Key() ^ salt(p.Rules()) }

// salt keeps games of one variant with different options apart; r may be nil.
func salt(r *rules.Rules) uint64 {
	if r == nil || r.Definition().OptionText() == "" {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(r.Definition().OptionText()))
	return h.Sum64()
}
