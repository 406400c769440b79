package repair

import (
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// costLetters is the cost of a record in the piece letters of another language.
const costLetters = 1

// translated returns the record with English piece letters if that makes it
// legal: one repair per possible meaning of the letters.
func (f *Finder) translated(text string, rec *parser.Record) (offers []offer) {
	if rec.Fault != nil {
		return nil
	}
	for _, a := range notation.Translates(rec) {
		var b strings.Builder
		at, first := 0, -1
		for i := range rec.Moves {
			ply := &rec.Moves[i]
			from := int(ply.Place.Offset)
			now := a.Translate(ply.Text)
			if from < at || now == ply.Text || !strings.HasPrefix(text[min(from, len(text)):], ply.Text) {
				continue
			}
			if first < 0 {
				first = i
			}
			b.WriteString(text[at:from] + now)
			at = from + len(ply.Text)
		}
		if first < 0 {
			continue
		}
		written := b.String() + text[at:]
		again, ok := read(written, rec.Format)
		if !ok || len(again.Moves) != len(rec.Moves) {
			continue
		}
		if g := f.verifier.Verify(again, f.settings); g == nil || g.Report.Verdict != analysis.Legal {
			continue
		}
		was, now := a.Letters(rec)
		place := rec.Moves[first].Place
		change := analysis.Change{Line: place.Line, Column: place.Column, Kind: "letters", Was: was, Now: now}
		offers = append(offers, offer{written, []analysis.Change{change}, costLetters})
	}
	return offers
}
