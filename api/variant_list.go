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
	registry := a.book.Registry()
	list := []VariantSummary{}
	for _, id := range registry.IDs() {
		if d, err := registry.Definition(id, ""); err == nil {
			list = append(list, SummarizeVariant(d))
		}
	}
	return list
}

// SummarizeVariant is the line of a definition.
func SummarizeVariant(d *variant.Definition) VariantSummary {
	return VariantSummary{ID: d.ID, Name: d.Name, Aliases: append([]string{}, d.Aliases...), Version: d.Version, Summary: d.Summary}
}
