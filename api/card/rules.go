package card

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/variant"
)

// cite returns a sentence that ends with its rule ID.
func (w *ruleCard) cite(rule, format string, args ...any) string {
	return fmt.Sprintf(format, args...) + " (" + w.definition.Number(rule) + ")."
}

func (w *ruleCard) promotions() []string {
	var lines []string
	for i := range w.definition.Promotion {
		p := &w.definition.Promotion[i]
		var never []string
		for _, letter := range p.Pieces.Keys {
			into, _ := p.Pieces.Get(letter)
			if len(into) == 0 {
				never = append(never, letter)
				continue
			}
			if p.On == "stand" {
				lines = append(lines, w.cite(p.Rule, "%s", w.standing(p, letter, into)))
				continue
			}
			lines = append(lines, w.cite(p.Rule, "%s %s %s by a %s that %s%s",
				w.promoter(p, letter), promotionVerb(p), w.names(into, "or"), cmp.Or(p.By, "move"), w.touches(p),
				w.limits(p, letter, into)))
		}
		if len(never) > 0 {
			lines = append(lines, w.cite(p.Rule, "Never promoted: %s", w.names(never, "and")))
		}
	}
	return lines
}

// standing describes a promotion in place of a move.
func (w *ruleCard) standing(p *variant.Promotion, letter string, into []string) string {
	text := fmt.Sprintf("Instead of moving, %s on %s may become %s on its square, or on an empty square one step of "+
		"the %s away%s; it must not attack anything then, nor give check",
		w.promoter(p, letter), w.definition.Place(p.Zone), w.names(into, "or"), w.names(into, "or"),
		w.limits(p, letter, into))
	if p.Last {
		text += fmt.Sprintf("; a side's last %s may do so anywhere", w.name(letter))
	}
	return text
}

// promoter returns the piece that promotes, with the side if only one may.
func (w *ruleCard) promoter(p *variant.Promotion, letter string) string {
	switch p.Side {
	case "first":
		return w.card.Sides[0] + "'s " + w.name(letter)
	case "second":
		return w.card.Sides[1] + "'s " + w.name(letter)
	}
	return w.name(letter)
}

func promotionVerb(p *variant.Promotion) string {
	if p.Always {
		return "becomes"
	}
	return "may become"
}

func (w *ruleCard) touches(p *variant.Promotion) string {
	place := w.definition.Place(p.Zone)
	switch p.On {
	case "touch":
		return "starts or ends on " + place
	case "entry":
		return "starts elsewhere and ends on " + place + ", or by a capture that starts there"
	}
	return "ends on " + place
}

// limits describes mandatory and excluded promotions.
func (w *ruleCard) limits(p *variant.Promotion, letter string, into []string) string {
	text := ""
	if region, ok := p.May.Get(letter); ok {
		text += ", or by any move that ends on " + w.definition.Place(region)
	}
	if region, ok := p.Must.Get(letter); ok && !p.Always {
		text += ", and must if the move ends on " + w.definition.Place(region)
	}
	if p.EnPassant == "keeps" {
		text += ", but not by a capture en passant"
	}
	for _, target := range into {
		if region, ok := p.Except.Get(target); ok {
			text += fmt.Sprintf(", but not %s on %s", w.name(target), w.definition.Place(region))
		}
		if piece, _ := w.definition.Pieces.Get(target); piece.Most > 0 {
			text += fmt.Sprintf(", up to %d %s on the board", piece.Most, w.name(target))
		}
	}
	return text
}

// hands describes hand, drops and pocket.
func (w *ruleCard) hands() []string {
	var lines []string
	d := w.definition
	if h := d.Hand; h != nil {
		subject := "A captured piece"
		goes := "%s goes to the captor's %s and changes sides, unless it is royal"
		switch {
		case h.Keeps == "none":
			subject, goes = "Captured pieces",
				"%s leave the game; the %s of a side contains only the pieces it starts with"
		case h.Keeps == "victims" && len(h.Pieces) > 0:
			subject = "A captured " + w.names(h.Pieces, "or")
		case h.Keeps == "captors" && len(h.Pieces) > 0:
			subject = "A piece captured by a " + w.names(h.Pieces, "or")
		}
		lines = append(lines, w.cite(h.Rule, goes, subject, h.Name))
		if len(h.Order) > 0 {
			lines = append(lines, w.cite(h.Rule, "The order of pieces in the %s is %s", h.Name,
				w.names(h.Order, "and")))
		}
		if len(h.Cells) == 2 {
			lines = append(lines, w.cite(h.CellRule,
				"The %s of each side has %d cells, filled in order: %s's from %s, %s's from %s",
				h.Name, len(h.Cells[0]), d.Sides[0].Name, strings.Join(h.Cells[0][:min(3, len(h.Cells[0]))], " "),
				d.Sides[1].Name, strings.Join(h.Cells[1][:min(3, len(h.Cells[1]))], " ")))
		}
	}
	if drops := d.Drops; drops != nil {
		lines = append(lines, w.cite(drops.Rule,
			"Instead of moving, a side may drop a piece in hand on an empty square"))
		if len(drops.Free) > 0 {
			lines = append(lines, w.cite(drops.Rule, "Any number of %s may be dropped; they need not be in hand",
				w.names(drops.Free, "and")))
		}
		for held, as := range drops.As.All() {
			lines = append(lines, w.cite(drops.Rule, "A %s in hand may also be dropped as %s", w.name(held),
				w.names(as, "or")))
		}
		if drops.KeepClock {
			lines = append(lines, w.cite(drops.Rule, "A drop does not reset the count of plies without progress%s",
				w.counted(", except a drop of a ", "")))
		}
		for i := range drops.Forbid {
			lines = append(lines, w.ban(&drops.Forbid[i]))
		}
	}
	if p := d.Pocket; p != nil {
		text := "Instead of moving, a side may put a piece that can move into its empty pocket"
		if len(p.Never) > 0 {
			text += ", except a " + w.names(p.Never, "or")
		}
		lines = append(lines, w.cite(p.Rule, "%s", text),
			w.cite(p.Promotes, "A piece leaves the pocket as it went in: promotion is neither lost nor gained"))
	}
	return lines
}

// counted returns before and the pieces that reset the clock, or none if
// there are no such pieces.
func (w *ruleCard) counted(before, none string) string {
	var letters []string
	for letter, p := range w.definition.Pieces.All() {
		if p.Counts {
			letters = append(letters, letter)
		}
	}
	if len(letters) == 0 {
		return none
	}
	return before + w.names(letters, "or")
}

// ban describes a restriction on drops.
func (w *ruleCard) ban(b *variant.DropBan) string {
	var where []string
	if b.In != "" {
		where = append(where, "on "+w.definition.Place(b.In))
	}
	if b.Outside != "" {
		where = append(where, "outside "+w.definition.Place(b.Outside))
	}
	if len(b.FileWith) > 0 {
		own := "a " + w.names(b.FileWith, "or") + " of its own side"
		if b.Already > 1 {
			own = fmt.Sprintf("%d or more %s of its own side", b.Already, w.names(b.FileWith, "or"))
		}
		where = append(where, "on a file with "+own)
	}
	subject := "No piece"
	if len(b.Pieces) > 0 {
		subject = "No " + w.names(b.Pieces, "or")
	}
	return w.cite(b.Rule, "%s may be dropped %s", subject, strings.Join(where, " "))
}

// castling describes castling.
func (w *ruleCard) castling(k *variant.Castling) string {
	partner := w.definition.PieceNames(k.Partner, "or")
	if len(k.To) == 0 {
		return w.cite(k.Rule, "The %s on rank %d castles: it goes %d squares toward a %s at least %d files away, "+
			"which lands beyond it; "+
			"neither has moved and no piece stands between%s%s",
			w.name(k.Royal), k.Rank, k.Step, partner, k.Distance,
			w.unattacked(", and no square it crosses is attacked"), opposite(k))
	}
	where := "neither has moved"
	if k.Distance > 1 {
		where = fmt.Sprintf("they stand at least %d files apart, and neither has moved", k.Distance)
	}
	if k.Free {
		where = "they may start on any files, and neither has moved"
	}
	if k.Usual != "" {
		where += fmt.Sprintf(" (usually the %s starts on the %s file)", w.name(k.Royal), k.Usual)
	}
	if len(k.Dropped) > 0 {
		where = fmt.Sprintf("they are dropped on the files %s, %s and %s, and neither has moved since", k.Dropped[0],
			k.Dropped[1], k.Dropped[2])
	}
	return w.cite(k.Rule, "The %s on rank %d castles with a %s: it goes to the %s file toward the higher files, to "+
		"the %s file toward the lower, "+
		"and the partner lands next to it, on the side it came from; %s, no other piece stands in their way%s%s",
		w.name(k.Royal), k.Rank, partner, k.To[0], k.To[1], where,
		w.unattacked(", and no square that the "+w.name(k.Royal)+" crosses is attacked"), opposite(k))
}

// opposite returns the condition that the other side has not castled to the
// same side.
func opposite(k *variant.Castling) string {
	if !k.Opposite {
		return ""
	}
	return ", and the other side has not castled toward the same files"
}

// unattacked returns words if castling requires unattacked squares.
func (w *ruleCard) unattacked(words string) string {
	if !w.card.rules.CastlesUnattacked() {
		return ""
	}
	return words
}

// special describes the modules that end the game, or all others.
func (w *ruleCard) special(ending bool) []string {
	var lines []string
	d := w.definition
	if k := d.Castling; k != nil && !ending {
		lines = append(lines, w.castling(k))
	}
	for _, s := range w.card.rules.Specials() {
		if s.Ends == ending {
			lines = append(lines, fmt.Sprintf("%s (%s).", s.Says, s.Rule))
		}
	}
	if g := d.Gating; g != nil && !ending {
		piece := "piece"
		if len(g.Pieces) > 0 {
			piece = w.names(g.Pieces, "or")
		}
		lines = append(lines, w.cite(g.Rule,
			"When a %s on rank %d makes its first move, its side may put a piece in hand on the square it left; "+
				"after castling, on one of the two squares left", piece, g.Rank))
	}
	if a := d.Array; a != nil && !ending {
		places := make([]string, len(a.Places.Keys))
		for i, letter := range a.Places.Keys {
			region, _ := a.Places.Get(letter)
			places[i] = w.name(letter) + " on " + w.definition.Place(region)
		}
		lines = append(lines, w.cite(a.Rule, "The players may agree on a starting position of their own: %s",
			strings.Join(places, ", ")))
	}
	return lines
}

// counting describes when a side may count its moves, and up to what limit.
func (w *ruleCard) counting(claim *variant.Claim) string {
	text := "by a side"
	switch {
	case claim.Left == 1:
		text += " with a bare king"
	case claim.Left > 1 && claim.Least > 0:
		text += fmt.Sprintf(" with %d to %d pieces", claim.Least, claim.Left)
	case claim.Left > 1:
		text += fmt.Sprintf(" with at most %d pieces", claim.Left)
	case claim.Least > 0:
		text += fmt.Sprintf(" with at least %d pieces", claim.Least)
	}
	text += " that has counted its moves"
	if len(claim.Without) > 0 {
		text += fmt.Sprintf(", if no %s is left,", w.definition.PieceNames(claim.Without, "or"))
	}
	text += " to"
	for _, pieces := range claim.Limits.Keys {
		n, _ := claim.Limits.Get(pieces)
		var names []string
		for _, letter := range pieces {
			piece, _ := w.definition.Pieces.Get(string(letter))
			names = append(names, piece.Name)
		}
		text += fmt.Sprintf(" %d against %s,", n, strings.Join(names, " and "))
	}
	switch {
	case claim.Count == 0:
		text = strings.TrimSuffix(text, ",")
	case claim.Limits.Len() > 0:
		text += fmt.Sprintf(" %d against others", claim.Count)
	default:
		text += fmt.Sprintf(" %d", claim.Count)
	}
	if claim.OnBoard {
		text += ", from the number of pieces on the board"
	}
	return text
}

// material describes the material with which no side can win.
func (w *ruleCard) material(claim *variant.Claim) string {
	var royal []string
	for letter, p := range w.definition.Pieces.All() {
		if p.Royal {
			royal = append(royal, letter)
		}
	}
	text := "when no piece is left except " + w.definition.PieceNames(royal, "and")
	if len(claim.Alone) > 0 {
		text += ", or in addition one " + w.definition.PieceNames(claim.Alone, "or")
	}
	if len(claim.OneColour) > 0 {
		text += fmt.Sprintf(", or in addition any number of %s on squares of one colour",
			w.definition.PieceNames(claim.OneColour, "and"))
	}
	return text
}

// chase describes which threats count as a chase.
func (w *ruleCard) chase(d *variant.Chase) string {
	text := fmt.Sprintf("A side chases if each of its moves newly threatens, by %s, the same %s, which is "+
		"unprotected or whose protector is pinned",
		w.definition.PieceNames(d.By, "or"), w.definition.PieceNames(d.Of, "or"))
	for _, letter := range d.Within.Keys {
		region, _ := d.Within.Get(letter)
		text += fmt.Sprintf("; a %s counts only on %s", w.name(letter), w.definition.Place(region))
	}
	for _, letter := range d.Despite.Keys {
		victims, _ := d.Despite.Get(letter)
		text += fmt.Sprintf("; a %s threatens a %s even if it is protected", w.name(letter),
			w.definition.PieceNames(victims, "or"))
	}
	return text + " (W-1)."
}

// claimed describes the winner of a claimed game, and whether perpetual check
// loses.
func (w *ruleCard) claimed(claim *variant.Claim) string {
	text := ""
	switch claim.Wins {
	case "":
	case "first", "second":
		text = "; " + w.card.Sides[map[string]int{"first": 0, "second": 1}[claim.Wins]] + " wins"
	case "to-move":
		text = "; the side to move wins"
	case "moved":
		text = "; the side that played the last ply wins"
	default:
		text = "; the side with " + claim.Wins + " pieces wins"
	}
	if claim.PerpetualCheck == "loses" {
		text += "; a side whose every move in between gave check loses"
	}
	return text
}

func (w *ruleCard) endings() []string {
	lines := w.special(true)
	for _, claim := range w.definition.Claims {
		what := fmt.Sprintf("after %d plies without a capture, a promotion%s", claim.Count,
			w.counted(" or an irreversible move of a ", ""))
		if w.definition.Drops != nil && !w.definition.Drops.KeepClock {
			what += " or a drop"
		}
		switch claim.Name {
		case "repetition":
			what = fmt.Sprintf("when a position has occurred %d times", claim.Count)
		case "counting":
			what = w.counting(&claim)
		case "material":
			what = w.material(&claim)
		}
		lines = append(lines, fmt.Sprintf("May be claimed %s: %s%s (W-1).", what, claim.Says, w.claimed(&claim)))
		if claim.Chase != nil {
			lines = append(lines, w.chase(claim.Chase))
		}
	}
	return lines
}
