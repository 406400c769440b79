package index

import (
	"hash/fnv"

	"assay/analysis/rules"
)

// RulesName returns a name that is unique to a variant, its options and its
// revision.
func RulesName(r *rules.Rules) string {
	d := r.Definition()
	return d.ID + "\n" + d.OptionText() + "\n" + d.Revision()
}

// KeyOf returns the key by which the index finds a position; it depends on the
// variant's options.
func KeyOf(p *rules.Position) uint64 { return p.Key() ^ salt(p.Rules()) }

// salt separates games of one variant with different options; r may be nil.
func salt(r *rules.Rules) uint64 {
	if r == nil || r.Definition().OptionText() == "" {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(r.Definition().OptionText()))
	return h.Sum64()
}
