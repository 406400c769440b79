package analysis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
	"assay/parser/scan"
)

// minSuggestedPlies is the minimum length of a record for which another variant
// is suggested. Shorter records fit many variants.
const minSuggestedPlies = 6

// minInferredPlies is the minimum length of a record for which a variant other
// than the default is inferred.
const minInferredPlies = 8

// fitting returns the variants in which every ply of a record is legal that
// fails as the presumed variant. These are the fitting variants of the most
// common tier that has any, otherwise all fitting ones.
func (v *Verifier) fitting(g *Game, rec *parser.Record) (found []string) {
	// A position of another board, or a move on one, needs no further moves.
	strange := g.Report.Start == "" && rec.Start != "" || g.Rules != nil && leavesBoard(rec, g.Rules)
	if rec.Fault != nil || len(rec.Moves) < minInferredPlies && !strange {
		return nil
	}
	tried := 0
	try := func(ids []string) {
		for _, id := range ids {
			if !g.ended() && id != g.Report.Variant && v.isLegalAs(id, rec) {
				found = append(found, id)
			}
		}
		tried += len(ids)
	}
	for tier := range variant.Tiers {
		if try(v.book.Registry().Common(tier + 1)); len(found) > 0 {
			return v.withRights(found, rec.Start)
		}
	}
	if try(v.byCommonness()[tried:]); len(found) > 0 || len(notation.Translates(rec)) == 0 {
		return found
	}
	for tier := range variant.Tiers { // in the piece letters of another language
		for _, id := range v.book.Registry().Common(tier + 1) {
			if !g.ended() && id != g.Report.Variant && v.isLegalInLetters(id, rec) {
				found = append(found, id)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

// twoSquares matches a move by two squares: h2e2, H2-E2.
var twoSquares = scan.NewPattern(`^([a-pA-P])([0-9]{1,2})-?([a-pA-P])([0-9]{1,2})$`)

// leavesBoard reports whether a record has a move by two squares, one of which
// the board lacks.
func leavesBoard(rec *parser.Record, r *rules.Rules) bool {
	for i := range rec.Moves {
		parts := twoSquares.FindStringSubmatch(rec.Moves[i].Text)
		for at := 1; at+1 < len(parts); at += 2 {
			rank, _ := strconv.Atoi(parts[at+1])
			if int(parts[at][0]|0x20-'a') >= r.Files() || rank == 0 || rank > r.Ranks() {
				return true
			}
		}
	}
	return false
}

// withRights returns the variants that keep the castling rights of a position,
// or all of them if none does.
func (v *Verifier) withRights(ids []string, start string) (kept []string) {
	fields := strings.Fields(start)
	if len(ids) < 2 || len(fields) < 3 || fields[2] == "-" {
		return ids
	}
	for _, id := range ids {
		r, err := v.book.Rules(id, "")
		if err != nil {
			continue
		}
		p, err := r.ParsePosition(start)
		if err != nil {
			continue
		}
		if own := strings.Fields(p.Text()); len(own) > 2 && own[2] == fields[2] {
			kept = append(kept, id)
		}
	}
	if kept == nil {
		return ids
	}
	return kept
}

// furthest returns the only variant in which the most plies of a record are
// legal, for records without a presumed variant. It returns "" if fewer than
// minInferredPlies plies are legal.
func (v *Verifier) furthest(g *Game, rec *parser.Record) (id string, plies int) {
	if len(rec.Moves) < minInferredPlies {
		return "", 0
	}
	for _, other := range v.byCommonness() {
		if g.ended() {
			return "", 0
		}
		r, err := v.book.Rules(other, "")
		if err != nil {
			continue
		}
		switch n, ok := v.legalPlies(r, rec); {
		case ok && n > plies:
			id, plies = other, n
		case ok && n == plies:
			id = ""
		}
	}
	if plies < minInferredPlies {
		return "", 0
	}
	return id, plies
}

// maxFitting is the number of variants that a warning lists.
const maxFitting = 4

// warnOfSeveral warns that a record's moves fit several variants.
func (v *Verifier) warnOfSeveral(g *Game, rec *parser.Record, fitting []string) {
	g.Report.Candidates = fitting
	names := make([]string, 0, maxFitting+1)
	for i, id := range fitting {
		if i == maxFitting {
			names = append(names, fmt.Sprintf("%d more", len(fitting)-i))
			break
		}
		other, _ := v.book.Rules(id, "")
		names = append(names, fmt.Sprintf("%s (%s)", other.Definition().Name, id))
	}
	g.Report.warn(0, rec.Place, "NL-1", fmt.Sprintf(
		"the record looks like one of another variant: every ply is legal in each of %s; name the right one",
		strings.Join(names, ", ")))
}

// isLegalAs reports whether a record is legal in a variant.
func (v *Verifier) isLegalAs(id string, rec *parser.Record) bool {
	other, err := v.book.Rules(id, "")
	return err == nil && v.isLegal(other, rec)
}

// lookElsewhere warns if an illegal record is legal in another variant. It
// prefers common variants, then simple ones. If the record names its variant,
// only the plies from the error on count for the minimum length.
func (v *Verifier) lookElsewhere(g *Game, rec *parser.Record) {
	if game, _ := parser.Unread(rec); game != "" {
		return
	}
	fitting := len(rec.Moves)
	if stated, _ := v.statedVariant(rec); stated != "" {
		fitting -= g.Report.Plies
	}
	if rec.Fault != nil || fitting < minSuggestedPlies {
		return
	}
	for _, id := range v.byCommonness() {
		if id == g.Report.Variant {
			continue
		}
		if g.ended() {
			return
		}
		if !v.isLegalAs(id, rec) {
			continue
		}
		other, _ := v.book.Rules(id, "")
		g.Report.Candidates = []string{id}
		g.Report.warn(0, rec.Place, "NL-1", fmt.Sprintf(
			"the record looks like one of another variant: every ply is legal in %s (%s)", other.Definition().Name, id))
		return
	}
}

// lookAtEnd warns if a record without headers states a result that its last
// position does not decide, but decides in another common variant, such as a
// king's arrival at the centre.
func (v *Verifier) lookAtEnd(g *Game, rec *parser.Record) {
	if len(rec.Tags) > 0 || rec.Start != "" || rec.Result == "" || rec.Result == "*" || rec.Inferred ||
		len(g.Moves) < minInferredPlies {
		return
	}
	if p, err := g.At(len(g.Moves)); err != nil {
		return
	} else if _, over := p.Outcome(); over {
		return
	}
	for tier := range variant.Tiers {
		for _, id := range v.book.Registry().Common(tier + 1) {
			if g.ended() {
				return
			}
			r, err := v.book.Rules(id, "")
			if err != nil || id == g.Report.Variant || !v.isLegal(r, rec) {
				continue
			}
			if o, over := v.elsewhere.Outcome(); over && o.Result == rec.Result {
				g.Report.Candidates = []string{id}
				g.Report.warn(g.Report.Plies, rec.Place, "NL-1", fmt.Sprintf(
					"the record may be one of %s (%s): its last ply ends the game there with the stated result %s",
					r.Definition().Name, id, rec.Result))
				return
			}
		}
	}
}

// byCommonness returns all variants, the common ones first.
func (v *Verifier) byCommonness() []string {
	plainest := v.book.current.Load().plainest()
	var ids []string
	for tier := range variant.Tiers {
		ids = append(ids, v.book.Registry().Common(tier+1)...)
	}
	usual := len(ids)
	for _, id := range plainest {
		if !slices.Contains(ids[:usual], id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// isLegalInLetters reports whether a record is legal in a variant with the
// piece letters of another language.
func (v *Verifier) isLegalInLetters(id string, rec *parser.Record) bool {
	other, err := v.book.Rules(id, "")
	if err != nil {
		return false
	}
	plies, ok := v.pliesIn(other, rec, notation.For)
	return ok && plies == len(rec.Moves)
}

// isLegal reports whether every ply of a record is legal by a variant's rules.
func (v *Verifier) isLegal(r *rules.Rules, rec *parser.Record) bool {
	plies, ok := v.legalPlies(r, rec)
	return ok && plies == len(rec.Moves)
}

// legalPlies returns the number of a record's plies before the first illegal
// one. It returns false if the variant has no such starting position or cannot
// be written in the record's notation.
func (v *Verifier) legalPlies(r *rules.Rules, rec *parser.Record) (plies int, ok bool) {
	return v.pliesIn(r, rec, notation.WithOwnLetters)
}

// pliesIn is legalPlies with a choice of the record's notation.
func (v *Verifier) pliesIn(r *rules.Rules, rec *parser.Record,
	notationOf func(*parser.Record, *rules.Position) (notation.Notation, bool)) (plies int, ok bool) {
	p := r.StartIn(v.elsewhere)
	if rec.Start != "" {
		var err error
		if p, err = r.ParsePosition(rec.Start); err != nil {
			return 0, false
		}
	}
	moves, ok := notationOf(rec, p)
	if !ok {
		return 0, false
	}
	for i := range rec.Moves {
		m, known, _, fault := moves.Read(p, rec.Moves[i].Text)
		if _, over := p.OutcomeBefore(known || fault == nil); over || fault != nil {
			return i, true
		}
		p.Play(m)
	}
	return len(rec.Moves), true
}
