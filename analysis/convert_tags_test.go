package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// TestConvertTags converts each header from each format to every other and
// back. It is the same, or a loss is reported.
func TestConvertTags(t *testing.T) {
	for _, id := range []string{"chess", "shogi", "minishogi", "xiangqi", "csg-1"} {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, home := range parser.Formats() {
			if home == parser.JSON {
				continue // keeps the tags of the format a record comes from
			}
			for _, via := range parser.Formats() {
				if holds(t, r, home) && holds(t, r, via) {
					for _, tag := range headers {
						carryTag(t, r, tag, home, via)
					}
				}
			}
		}
	}
}

// carryTag converts a record of one ply and one header.
func carryTag(t *testing.T, r *rules.Rules, tag parser.Tag, home, via parser.Format) {
	t.Helper()
	p, d := r.Start(), r.Definition()
	rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: d.ID}, tag}}
	if tag.Key == "Result" {
		rec.Result = tag.Value
	}
	rec.Moves = parser.Line{{Number: 1, Text: notation.Numbered{}.Format(p, p.Moves(nil)[0])}}
	g := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
	first, start, game := carry(t, rec, g, home)
	if len(first.Losses) > 0 {
		return // home has no place for it
	}
	there, other, again := carry(t, start, game, via)
	back, last, _ := carry(t, other, again, home)
	losses := slices.Concat(there.Losses, back.Losses)
	came := told(asWhite(start)) == told(asWhite(last))
	if came != (len(losses) == 0) {
		t.Errorf("%s: %s=%s in %s through %s: losses %q, and is it as it was? %v: %s", d.ID, tag.Key, tag.Value, home, via, losses, came,
			strings.ReplaceAll(difference(told(start), told(last)), "\n", " "))
	}
}

// asWhite renames the record's Red to White, as in the formats of xiangqi.
func asWhite(rec *parser.Record) *parser.Record {
	same := *rec
	same.Tags = slices.Clone(rec.Tags)
	for i := range same.Tags {
		if same.Tags[i].Key == "Red" {
			same.Tags[i].Key = "White"
		}
	}
	return &same
}
