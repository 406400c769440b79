package repair

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// maxOffers is the largest number of repairs returned for a record.
const maxOffers = 3

// Finder finds repairs. It is not safe for concurrent use.
type Finder struct {
	verifier *analysis.Verifier
	settings analysis.Settings

	unreadable int // unreadable places of the current record, being replaced
	reads      int // plies read by the searches of the current record
}

// NewFinder returns a finder that verifies with a rulebook.
func NewFinder(b *analysis.Rulebook) *Finder { return &Finder{verifier: analysis.NewVerifier(b)} }

// Find returns the most probable corrections of an illegal or unreadable
// record, the likeliest first, at most maxOffers. It returns none for other
// records, or if ctx ends. s are the settings that the record was verified
// with.
func (f *Finder) Find(ctx context.Context, g *analysis.Game, s analysis.Settings) []analysis.Repair {
	if !g.Report.Broken() || !g.Playable() || g.Record == nil || ctx.Err() != nil {
		return nil
	}
	s.Watcher, s.Done = nil, ctx.Done()
	f.settings, f.reads = s, 0
	text := parser.Text(g.Record.Bytes, g.Record.Format, g.Record.Encoding)
	rec, ok := read(text, g.Record.Format)
	if !ok {
		return nil
	}
	lines := 0 // before the record in its file
	if len(rec.Moves) > 0 && len(g.Record.Moves) > 0 {
		lines = g.Record.Moves[0].Place.Line - rec.Moves[0].Place.Line
	}
	offers := f.translated(ctx, text, rec)
	if len(offers) == 0 {
		offers = f.offers(ctx, text, rec, g)
	}
	return weigh(offers, lines)
}

// read parses a text as one record.
func read(text string, f parser.Format) (*parser.Record, bool) {
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: f, MaxRecord: int64(len(text)) + 1}).
		Next()
	return rec, err == nil
}

// offer is a verified text with its changes.
type offer struct {
	text    string
	changes []analysis.Change
	cost    float64
}

// offers returns the verified texts, the cheapest first.
func (f *Finder) offers(ctx context.Context, text string, rec *parser.Record, g *analysis.Game) []offer {
	if rec.Fault != nil && len(g.Moves) == len(rec.Moves) {
		return f.respell(ctx, text, rec, g)
	}
	s, ok := newSearch(ctx, &f.reads, rec, g)
	if !ok {
		return nil
	}
	var out []offer
	layout := newLayout(text, rec, s)
	// the parser may infer the first player from the plies, so read the text
	// again
	crossed := candidate{tokens: swapColumns.apply(s.tokens()), edits: []edit{swapColumns}, cost: costColumns}
	rows := []candidate{crossed}
	if again, ok := s.systematic(); ok {
		rows = append(rows, again)
	}
	for _, found := range append(rows, s.run()...) {
		if len(out) > maxOffers || ctx.Err() != nil {
			break
		}
		for _, written := range layout.write(found.tokens) {
			made := offer{written, s.changesOf(&found), found.cost}
			if proved := f.verified(ctx, made, rec.Format, found.tokens); len(proved) > 0 {
				out = append(out, proved...)
				break
			}
		}
	}
	return out
}

// verified returns an offer if its text is a legal record with as many plies as
// row. If the text has an unreadable ply, it returns the offers for that ply.
func (f *Finder) verified(ctx context.Context, o offer, format parser.Format, row []token) []offer {
	rec, ok := read(o.text, format)
	if !ok || len(rec.Moves) != len(row) {
		return nil
	}
	switch g := f.verifier.Verify(rec, f.settings); {
	case g == nil:
		return nil
	case g.Report.Verdict == analysis.Legal:
		return []offer{o}
	case rec.Fault != nil && len(g.Moves) == len(rec.Moves):
		return prepend(o, f.respell(ctx, o.text, rec, g))
	}
	return nil
}

// prepend prepends the changes of one offer to the changes of others.
func prepend(first offer, more []offer) []offer {
	for i := range more {
		more[i].changes = append(slices.Clone(first.changes), more[i].changes...)
		more[i].cost += first.cost
	}
	return more
}

// Limits for unreadable plies: their number, and the number of moves to try for
// the first one. Each later one gets half as many.
const (
	maxUnreadable = 8
	maxRespelt    = 6
)

// respelling is a move tried in place of an unreadable text.
type respelling struct {
	offer
	rec  *parser.Record
	game *analysis.Game
	rank float64 // cost, less a bonus for each further legal ply
}

// respell returns the offers for a record with an unreadable ply. It tries the
// most similar moves after which the most plies are legal.
func (f *Finder) respell(ctx context.Context, text string, rec *parser.Record, g *analysis.Game) (out []offer) {
	at := int(rec.Fault.Place.Offset)
	if f.unreadable == maxUnreadable || at < 0 || at > len(text) || rec.Fault.Text == "" ||
		!strings.HasPrefix(text[at:], rec.Fault.Text) {
		return nil
	}
	f.unreadable++
	defer func() { f.unreadable-- }()
	p, err := g.At(len(rec.Moves))
	source, ok := notation.For(rec, g.Start())
	if err != nil || !ok {
		return nil
	}
	write := func(m rules.Move) string { return string(source.Append(nil, p, m)) }
	if s, ok := newSearch(ctx, &f.reads, rec, g); ok {
		write = func(m rules.Move) string { return s.style.write(p, m, "") }
	}
	like, was := newSimilarity(), strings.Fields(rec.Fault.Text)
	var near []respelling
	for _, m := range p.Moves(nil) {
		t := write(m)
		if cost := like.cost(was, strings.Fields(t)); cost <= maxMisread {
			change := analysis.Change{Line: rec.Fault.Place.Line, Column: rec.Fault.Place.Column, Kind: misread,
				Was: rec.Fault.Text, Now: t}
			near = append(near, respelling{offer: offer{text[:at] + t + text[at+len(rec.Fault.Text):],
				[]analysis.Change{change}, cost}})
		}
	}
	slices.SortStableFunc(near, func(a, b respelling) int { return cmp.Compare(a.cost, b.cost) })
	near = near[:min(len(near), 2*maxRespelt)]
	for i := range near {
		r := &near[i]
		r.rank = math.Inf(1)
		if r.rec, ok = read(r.text, rec.Format); !ok {
			continue
		}
		if r.game = f.verifier.Verify(r.rec, f.settings); r.game == nil {
			return nil
		}
		if len(r.game.Moves) > len(rec.Moves) {
			r.rank = r.cost - 0.1*float64(len(r.game.Moves)-len(rec.Moves))
		}
	}
	slices.SortStableFunc(near, func(a, b respelling) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range near[:min(len(near), max(1, maxRespelt>>(f.unreadable-1)))] {
		switch {
		case math.IsInf(r.rank, 1):
		case r.game.Report.Verdict == analysis.Legal:
			out = append(out, r.offer)
		default:
			out = append(out, prepend(r.offer, f.offers(ctx, r.text, r.rec, r.game))...)
		}
	}
	return out
}

// costOther is the cost of all errors that the search does not cover.
const costOther = 14

// weigh converts costs to likelihoods, and converts the lines of changes to
// lines of the file.
func weigh(offers []offer, lines int) []analysis.Repair {
	offers = distinct(offers)
	slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(a.cost, b.cost) })
	all := math.Exp(-costOther)
	for _, o := range offers {
		all += math.Exp(-o.cost)
	}
	var out []analysis.Repair
	for _, o := range offers[:min(len(offers), maxOffers)] {
		for i := range o.changes {
			o.changes[i].Line += lines
		}
		out = append(out, analysis.Repair{Record: o.text, Changes: o.changes,
			Likelihood: math.Round(1e4*math.Exp(-o.cost)/all) / 1e4})
	}
	return out
}

// distinct removes duplicate texts.
func distinct(offers []offer) (out []offer) {
	for _, o := range offers {
		if !slices.ContainsFunc(out, func(other offer) bool { return other.text == o.text }) {
			out = append(out, o)
		}
	}
	return out
}
