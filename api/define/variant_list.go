package define

import "assay/analysis/variant"

// VariantSummary is a variant in a list.
type VariantSummary struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	Version string   `json:"version"`
	Summary string   `json:"summary"`
}

// Variants lists the defined variants in the order of their IDs.
func (l *Library) Variants() []VariantSummary {
	list := []VariantSummary{}
	for _, h := range l.book.Registry().Headers() {
		list = append(list, SummarizeVariant(h))
	}
	return list
}

// SummarizeVariant returns the summary of a variant.
func SummarizeVariant(h variant.Header) VariantSummary {
	return VariantSummary{ID: h.ID, Name: h.Name, Aliases: append([]string{}, h.Aliases...), Version: h.Version,
		Summary: h.Summary}
}
