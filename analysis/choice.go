package analysis

import (
	"cmp"

	"assay/analysis/notation"
	"assay/parser"
)

// variantOf is the id of a record's variant, "" when it is not defined, and
// the name the record gives it. What the record says stands over the caller's
// setting, and that over a name that is not defined and over what the notation
// implies.
func (v *Verifier) variantOf(rec *parser.Record, s Settings) (id, named string) {
	id, named = v.statedVariant(rec)
	if id != "" {
		return id, named
	}
	for _, name := range []string{s.Variant, named, notation.ImpliedGame(rec)} {
		if name != "" {
			id, _ = v.book.Registry().Find(name)
			return id, cmp.Or(named, name)
		}
	}
	return "", ""
}

// statedVariant is what the record itself says of its variant.
func (v *Verifier) statedVariant(rec *parser.Record) (id, named string) {
	if rec.Variant != "" {
		id, _ = v.book.Registry().Find(rec.Variant)
		return id, rec.Variant
	}
	for _, key := range []string{"Variant", "VariantName", "Game"} {
		name, ok := rec.Tag(key)
		if !ok || name == "" {
			continue
		}
		if id, ok = v.book.Registry().Find(name); ok {
			return id, name
		}
		if named == "" && key != "Game" {
			named = name
		}
	}
	return "", named
}
