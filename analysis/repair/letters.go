package repair

import (
	"context"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// costLetters is the cost of a record in the piece letters of another language.
const costLetters = 1

// translated returns the record with English piece letters if that makes it
// legal: one repair per possible meaning of the letters. If none does, it
// returns the repairs of the record with the letters that make most plies
// legal.
func (f *Finder) translated(ctx context.Context, text string, rec *parser.Record) (offers []offer) {
	if rec.Fault != nil {
		return nil
	}
	var (
		most   offer
		record *parser.Record
		game   *analysis.Game
	)
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
		g := f.verifier.Verify(again, f.settings)
		if g == nil {
			return nil
		}
		was, now := a.Letters(rec)
		place := rec.Moves[first].Place
		change := analysis.Change{Line: place.Line, Column: place.Column, Kind: "letters", Was: was, Now: now}
		made := offer{written, []analysis.Change{change}, costLetters}
		switch {
		case g.Report.Verdict == analysis.Legal:
			offers = append(offers, made)
		case g.Report.Plies >= max(minTranslated, first+2) && (game == nil || g.Report.Plies > game.Report.Plies):
			most, record, game = made, again, g
		}
	}
	if len(offers) == 0 && game != nil {
		return prepend(most, f.offers(ctx, most.text, record, game))
	}
	return offers
}

// minTranslated is the number of plies that letters of another language must
// make legal before a record with a further error is repaired with them.
const minTranslated = 6
