// Package card describes a variant in words and move diagrams: its rule card,
// as JSON, as text for a terminal, and in sections for a page.
package card
