package api

import (
	"io"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// writeNumbered writes the legal plies as a numbered list (NL-1 to NL-8) in the
// exact spelling of the rules, with all headers and comments of the record. A
// record that cannot be replayed is written as it was read.
func (r *Replay) writeNumbered(w io.Writer) error {
	record, err := r.record()
	if err != nil {
		return err
	}
	if r.game == nil {
		if record.Format != parser.Numbered {
			return r.unplayable()
		}
		return parser.Write(w, record)
	}
	out := &parser.Record{
		Format: parser.Numbered, Tags: r.canonicalTags(), Comments: record.Comments,
		Moves: make(parser.Line, len(r.game.Moves)),
	}
	p := r.game.Start()
	for i, m := range r.game.Moves {
		out.Moves[i] = parser.Ply{
			Number: p.Number(), Text: notation.Numbered{}.Format(p, m), Comments: comments(record, i+1),
		}
		p.Play(m)
	}
	return parser.Write(w, out)
}

// canonicalTags are the record's headers, in their order, behind those that say
// which game it is and how it stands.
func (r *Replay) canonicalTags() []parser.Tag {
	d := r.game.Rules.Definition()
	tags := []parser.Tag{{Key: "VariantName", Value: d.Name}, {Key: "Variant", Value: d.ID}}
	if options := d.OptionText(); options != "" {
		tags = append(tags, parser.Tag{Key: "Options", Value: options})
	}
	if start := r.game.Start().Text(); start != r.game.Rules.Start().Text() {
		tags = append(tags, parser.Tag{Key: "Setup", Value: start})
	}
	prefix := r.report.Verdict != analysis.Legal
	if result := r.report.Result; !prefix && result != "*" {
		tags = append(tags, parser.Tag{Key: "Result", Value: result})
	}
	for _, t := range r.tags {
		if !r.replaced(t.Key, prefix) {
			tags = append(tags, t)
		}
	}
	return tags
}

// replaced reports whether a header of the record is written anew or belongs to
// the file it came from. How a whole record ended is not said of its prefix.
func (r *Replay) replaced(key string, prefix bool) bool {
	switch strings.ToLower(key) {
	case "variantname", "variant", "options", "setup", "fen", "result", "rulesfile", zillionsHeader:
		return true
	case "termination":
		return prefix
	}
	return false
}

// zillionsHeader is the folded key of a Zillions save file's first line.
const zillionsHeader = "zillions save game file version"
