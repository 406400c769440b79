package repair

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// MaxOffers is how many repairs of a record are offered.
const MaxOffers = 3

// Finder finds repairs. It is not safe for concurrent use.
type Finder struct {
	verifier *analysis.Verifier
	settings analysis.Settings

	unreadable int // places of the record under way that were none of a move
}

// NewFinder returns a finder that plays by a rulebook.
func NewFinder(b *analysis.Rulebook) *Finder { return &Finder{verifier: analysis.NewVerifier(b)} }

// Find gives the records that an illegal one most probably was meant to be, the
// likeliest first, MaxOffers at most; none for others, or where nothing near is
// legal to its end, or where ctx ends before. The settings are those by which
// it was proved.
func (f *Finder) Find(ctx context.Context, g *analysis.Game, s analysis.Settings) []analysis.Repair {
	if g.Report.Verdict != analysis.Illegal || !g.Playable() || g.Record == nil {
		return nil
	}
	s.Watcher, s.Done = nil, ctx.Done()
	f.settings = s
	text := parser.Text(g.Record.Bytes, g.Record.Format)
	rec, ok := read(text, g.Record.Format)
	if !ok {
		return nil
	}
	lines := 0 // above the record in its file
	if len(rec.Moves) > 0 && len(g.Record.Moves) > 0 {
		lines = g.Record.Moves[0].Place.Line - rec.Moves[0].Place.Line
	}
	offers := f.offers(ctx, text, rec, g)
	return weigh(offers, lines)
}

// read reads a text as one record.
func read(text string, f parser.Format) (*parser.Record, bool) {
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: f, MaxRecord: int64(len(text)) + 1}).Next()
	return rec, err == nil
}

// offer is a text that was proved, with what makes it of the record's.
type offer struct {
	text    string
	changes []analysis.Change
	cost    float64
}

// offers are the proved texts, the cheapest first.
func (f *Finder) offers(ctx context.Context, text string, rec *parser.Record, g *analysis.Game) []offer {
	if rec.Fault != nil && len(g.Moves) == len(rec.Moves) {
		return f.respelt(ctx, text, rec, g)
	}
	s, ok := newSearch(ctx, rec, g)
	if !ok {
		return nil
	}
	var out []offer
	layout := newLayout(text, rec, s)
	// a record may say by its plies who begins, so that it is read anew
	crossed := found{row: swapColumns.apply(s.row()), edits: []edit{swapColumns}, cost: costColumns}
	rows := []found{crossed}
	if again, ok := s.alike(); ok {
		rows = append(rows, again)
	}
	for _, found := range append(rows, s.run()...) {
		if len(out) > MaxOffers || ctx.Err() != nil {
			break
		}
		for _, written := range layout.write(found.row) {
			if f.holds(written, rec.Format, found.row) {
				out = append(out, offer{written, s.changesOf(&found), found.cost})
				break
			}
		}
	}
	return out
}

// maxRespelt is how many moves are tried in the place of a text that is none,
// and maxUnreadable in how many places.
const (
	maxRespelt    = 6
	maxUnreadable = 2
)

// respelt are the offers for a record that cannot be read from some text on,
// with the moves in its place that are most like it.
func (f *Finder) respelt(ctx context.Context, text string, rec *parser.Record, g *analysis.Game) (out []offer) {
	at := int(rec.Fault.Place.Offset)
	if f.unreadable == maxUnreadable || at < 0 || at > len(text) || rec.Fault.Text == "" || !strings.HasPrefix(text[at:], rec.Fault.Text) {
		return nil
	}
	f.unreadable++
	defer func() { f.unreadable-- }()
	p, err := g.At(len(rec.Moves))
	source, ok := notation.For(rec, g.Rules)
	if err != nil || !ok {
		return nil
	}
	like, was := newLikeness(), strings.Fields(rec.Fault.Text)
	type respelling struct {
		text string
		cost float64
	}
	var near []respelling
	for _, m := range p.Moves(nil) {
		t := string(source.Append(nil, p, m))
		if cost := like.cost(was, strings.Fields(t)); cost <= maxMisread {
			near = append(near, respelling{t, cost})
		}
	}
	slices.SortStableFunc(near, func(a, b respelling) int { return cmp.Compare(a.cost, b.cost) })
	for _, r := range near[:min(len(near), maxRespelt)] {
		written := text[:at] + r.text + text[at+len(rec.Fault.Text):]
		again, ok := read(written, rec.Format)
		if !ok {
			continue
		}
		change := analysis.Change{Line: rec.Fault.Place.Line, Column: rec.Fault.Place.Column, Kind: misread, Was: rec.Fault.Text, Now: r.text}
		proved := f.verifier.Verify(again, f.settings)
		switch {
		case proved == nil:
			return out
		case proved.Report.Verdict == analysis.Legal:
			out = append(out, offer{written, []analysis.Change{change}, r.cost})
			continue
		}
		for _, o := range f.offers(ctx, written, again, proved) {
			out = append(out, offer{o.text, append([]analysis.Change{change}, o.changes...), r.cost + o.cost})
		}
	}
	return out
}

// holds reports whether a text is a legal record of so many plies.
func (f *Finder) holds(text string, format parser.Format, row []word) bool {
	rec, ok := read(text, format)
	if !ok || len(rec.Moves) != len(row) {
		return false
	}
	g := f.verifier.Verify(rec, f.settings)
	return g != nil && g.Report.Verdict == analysis.Legal
}

// otherwise is the cost of all that is not looked for.
const otherwise = 14

// weigh turns costs into likelihoods, and the places of changes into those of
// the file.
func weigh(offers []offer, lines int) []analysis.Repair {
	offers = distinct(offers)
	slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(a.cost, b.cost) })
	all := math.Exp(-otherwise)
	for _, o := range offers {
		all += math.Exp(-o.cost)
	}
	var out []analysis.Repair
	for _, o := range offers[:min(len(offers), MaxOffers)] {
		for i := range o.changes {
			o.changes[i].Line += lines
		}
		out = append(out, analysis.Repair{Record: o.text, Changes: o.changes, Likelihood: math.Round(1e4*math.Exp(-o.cost)/all) / 1e4})
	}
	return out
}

// distinct leaves out texts that are offered twice.
func distinct(offers []offer) (out []offer) {
	for _, o := range offers {
		if !slices.ContainsFunc(out, func(other offer) bool { return other.text == o.text }) {
			out = append(out, o)
		}
	}
	return out
}
