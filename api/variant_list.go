package api

import "assay/analysis/variant"

// VariantSummary is a line of the list of variants.
type VariantSummary struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	Version string   `json:"version"`
	Summary string   `json:"summary"`
}

// Variants lists what is defined, in the order of the ids.
func (a *Arbiter) Variants() []VariantSummary {
	list := []VariantSummary{}
	for _, h := range a.book.Registry().Headers() {
		list = append(list, SummarizeVariant(h))
	}
	return list
}

// SummarizeVariant is the line of a variant.
func SummarizeVariant(h variant.Header) VariantSummary {
	return VariantSummary{ID: h.ID, Name: h.Name, Aliases: append([]string{}, h.Aliases...), Version: h.Version, Summary: h.Summary}
}
