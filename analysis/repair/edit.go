package repair

import (
	"slices"
	"strings"

	"assay/analysis/rules"
)

// Kinds of edits, as in reports.
const (
	misread  = "misread"  // another text was meant
	missing  = "missing"  // a ply was left out
	doubled  = "doubled"  // plies that were not played
	swapped  = "swapped"  // two plies exchanged
	columns  = "columns"  // the plies of both sides exchanged
	trailing = "trailing" // plies after the end of the game

	misnumbered = "number" // only the numbers are wrong, from here on
)

// Costs of edits. A misread token costs its distance.
const (
	costMissing     = 5.0
	costDoubled     = 8.0
	costRepeat      = 1.0 // doubled, and equal to a token nearby
	costRepeatedRun = 1.5 // several doubled, and equal to those before
	costSwapped     = 2.5 // adjacent tokens; others cost more
	costColumns     = 1.5
	costMiddle      = 3.5 // from the middle of the record on
	costCentre      = 0.5 // kings moved to the centre after the game
	costTail        = 8.0 // other plies after the end, each
	costDetail      = 0.5 // limit for a text that implies its move despite a wrong detail
	costAmbiguous   = 0.3 // limit for the candidates of an ambiguous text
	costQuiet       = 0.5 // a missing quiet move; captures are omitted less often
	costCastling    = -1  // a missing castling, which most players play when they can
	costTwice       = 2.5 // a second error in the same ply
)

// maxMisread is the largest cost of a misread token.
const maxMisread = 12.0

// edit changes a token sequence from token at on.
type edit struct {
	kind string
	at   int
	text string // misread: the right text; missing: the missing ply
	with int    // swapped: the other token; doubled: the end of the doubled tokens
	cost float64
}

// apply returns the edited sequence.
func (e *edit) apply(row []token) []token {
	switch e.kind {
	case missing:
		return slices.Insert(slices.Clone(row), e.at, token{e.text, -1})
	case doubled:
		return slices.Delete(slices.Clone(row), e.at, e.with)
	case trailing:
		return slices.Clone(row[:e.at])
	}
	row = slices.Clone(row)
	switch e.kind {
	case misread:
		row[e.at].text = e.text
	case swapped:
		row[e.at].text, row[e.with].text = row[e.with].text, row[e.at].text
	case columns:
		for i := e.at; i+1 < len(row); i += 2 {
			row[i].text, row[i+1].text = row[i+1].text, row[i].text
		}
	}
	return row
}

// editsAt returns the edits that begin at token k; p is the position there.
func (s *search) editsAt(p *rules.Position, f *candidate, k int) []edit {
	var out []edit
	row := f.tokens
	if k < len(row) {
		out = append(out, drop(row, k))
		out = append(out, dropRepeat(row, k)...)
		if k > 0 && k+1 < len(row) && (k+s.numbers.second)%2 == 0 {
			out = append(out, edit{kind: columns, at: k, cost: costMiddle})
		}
		for _, with := range []int{k + 1, k + 2, k + 3} {
			if with < len(row) && row[with].text != row[k].text {
				out = append(out, edit{kind: swapped, at: k, with: with, cost: costSwapped + 1.5*float64(with-k-1)})
			}
		}
		if len(row)-k <= 4 {
			out = append(out, s.tail(p, row, k))
		}
	}
	if _, over := p.OutcomeBefore(true); over {
		return out
	}
	legal := p.Moves(nil)
	var meant, played rules.Move // of the token, if it implies one
	var fits []rules.Move        // candidates, if it is ambiguous
	if k < len(row) {
		m, fault := s.readMove(p, row[k].text)
		if meant = m; fault == nil {
			played = m
		} else {
			fits = fault.Candidates
		}
	}
	*s.reads += len(legal) / 2
	many, most := len(f.edits) >= fewEdits, maxMisread
	if many {
		most = maxMisreadLater
	}
	if k < len(row) {
		was := strings.Fields(row[k].text)
		for _, m := range legal {
			if m == played {
				continue
			}
			text := s.style.write(p, m, row[k].text)
			cost := s.similarity.cost(was, strings.Fields(text))
			switch {
			case m == meant:
				cost = min(cost, costDetail)
			case slices.Contains(fits, m):
				cost = min(cost, costAmbiguous)
			case cost > costSquare:
				cost += costTwice
			}
			if cost <= most {
				out = append(out, edit{kind: misread, at: k, text: text, cost: cost})
			}
		}
	}
	if many {
		return out
	}
	for _, m := range legal {
		out = append(out, edit{kind: missing, at: k, text: s.style.write(p, m, ""),
			cost: costMissing + quietCost(p, m)})
	}
	return out
}

// drop removes a token.
func drop(row []token, k int) edit {
	e := edit{kind: doubled, at: k, with: k + 1, cost: costDoubled}
	for _, beside := range []int{k - 1, k - 2, k + 1, k + 2} {
		if beside >= 0 && beside < len(row) && row[beside].text == row[k].text {
			e.cost = costRepeat
		}
	}
	return e
}

// maxRepeat bounds the length of a repeated run of tokens.
const maxRepeat = 12

// dropRepeat removes runs of tokens that repeat the run before.
func dropRepeat(row []token, k int) (out []edit) {
	same := func(a, b token) bool { return a.text == b.text }
	for n := 2; n <= min(maxRepeat, k, len(row)-k); n++ {
		if slices.EqualFunc(row[k-n:k], row[k:k+n], same) {
			out = append(out, edit{kind: doubled, at: k, with: k + n, cost: costRepeatedRun})
		}
	}
	return out
}

// tail removes the tokens from k on. Electronic boards record the kings that
// players move to the centre after the game.
func (s *search) tail(p *rules.Position, row []token, k int) edit {
	e := edit{kind: trailing, at: k, cost: costTail * float64(len(row)-k)}
	centred := true
	for _, w := range row[k:] {
		centred = centred && s.centres(p, w.text)
	}
	if centred && len(row)-k <= 2 {
		e.cost = costCentre
	}
	return e
}

// centres reports whether a text moves a royal to a centre square.
func (s *search) centres(p *rules.Position, text string) bool {
	r := p.Rules()
	named := false
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if at := p.Royal(side); at != rules.NoSquare {
			t := p.At(at).Type()
			named = named || strings.HasPrefix(text, r.Letter(t)) || strings.Contains(text, r.PieceName(t))
		}
	}
	if !named {
		return false
	}
	for _, file := range middle(r.Files()) {
		for _, rank := range middle(r.Ranks()) {
			if strings.Contains(text, s.source.SquareName(r, rules.Square(rank*r.Files()+file))) {
				return true
			}
		}
	}
	return false
}

// middle returns the two middle files or ranks of so many, from 0.
func middle(of int) [2]int { return [2]int{(of - 1) / 2, of / 2} }

// quietCost returns the extra cost of a missing move by its kind.
func quietCost(p *rules.Position, m rules.Move) float64 {
	switch {
	case m.Kind() == rules.Castle:
		return costCastling
	case p.Captured(m) != rules.NoPiece:
		return 0
	}
	return costQuiet
}

// swapColumns exchanges the plies of both sides in the whole record.
var swapColumns = edit{kind: columns, cost: costColumns}
