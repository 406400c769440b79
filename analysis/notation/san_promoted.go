package notation

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// ownLetters is what the capital letters stand for in a record that calls
// promoted kinds by letters of their own, as Fairy-Stockfish does: Pc9=G, and
// then G for the tokin as well as for the gold.
type ownLetters [26][]rules.PieceType

// ownLettersOf finds the letters of promoted kinds in a record's main line: in
// a promotion to the one kind that a piece becomes, or back from there, that is
// no other move of the game. A kind that the line does not name so has the
// letter of those that move alike, else its name's first where that is free. A
// letter may be a slip and is left out where it stands nowhere else, and is
// neither the name's first nor another kind's. None are found where the line
// writes a + as well, calls one kind in two ways, or by a letter of kinds that
// move otherwise.
func ownLettersOf(rec *parser.Record, r *rules.Rules) *ownLetters {
	promoted := promotedKinds(r)
	if promoted == nil {
		return nil
	}
	found := map[rules.PieceType]byte{}
	var uses [26]int
	for i := range rec.Moves {
		text := rec.Moves[i].Text
		if text != "" && (text[0] == '+' || strings.Contains(text, "=+")) {
			return nil
		}
		if text != "" && isUpper(text[0]) {
			uses[text[0]-'A']++
		}
		t, letter := namedIn(text, r)
		if t == rules.NoPieceType {
			continue
		}
		if letter != text[0] {
			uses[letter-'A']++
		}
		if known, ok := found[t]; ok && known != letter {
			return nil
		}
		found[t] = letter
	}
	if len(found) == 0 {
		return nil
	}
	out := new(ownLetters)
	for c := range out {
		out[c] = r.Lettered('A'+byte(c), false)
	}
	for _, t := range promoted {
		letter, ok := found[t]
		if !ok {
			continue
		}
		if uses[letter-'A'] < 2 && letter != r.PieceName(t)[0] && out[letter-'A'] == nil {
			continue
		}
		if !out.add(r, t, letter) {
			return nil
		}
	}
	for _, t := range promoted {
		if _, ok := found[t]; ok {
			continue
		}
		i := slices.IndexFunc(out[:], func(kinds []rules.PieceType) bool { return len(kinds) > 0 && r.MoveAlike(t, kinds[0]) })
		if i >= 0 {
			out.add(r, t, 'A'+byte(i))
		} else if first := r.PieceName(t)[0]; isUpper(first) && out[first-'A'] == nil {
			out.add(r, t, first)
		}
	}
	return out
}

// add lets a letter stand for one more kind, if its others move as that does.
func (l *ownLetters) add(r *rules.Rules, t rules.PieceType, letter byte) bool {
	kinds := &l[letter-'A']
	if slices.ContainsFunc(*kinds, func(other rules.PieceType) bool { return !r.MoveAlike(t, other) }) {
		return false
	}
	*kinds = append(slices.Clip(*kinds), t)
	return true
}

// promotedKinds is the kinds that are written behind a +.
func promotedKinds(r *rules.Rules) (out []rules.PieceType) {
	for c := byte('A'); c <= 'Z'; c++ {
		out = append(out, r.Lettered(c, true)...)
	}
	return out
}

// namedIn is the promoted kind that a move's text calls by a letter that is not
// its own in position texts; NoPieceType where there is none.
func namedIn(text string, r *rules.Rules) (rules.PieceType, byte) {
	sign := strings.IndexByte(text, '=')
	if sign < 0 || sign+1 == len(text) || !isUpper(text[sign+1]) {
		return rules.NoPieceType, 0
	}
	from, into := byte('P'), text[sign+1]
	if isUpper(text[0]) {
		from = text[0]
	}
	becomes := becoming(r, r.Lettered(from, false))
	if from == into || slices.ContainsFunc(r.Lettered(into, false), func(t rules.PieceType) bool { return slices.Contains(becomes, t) }) {
		return rules.NoPieceType, 0
	}
	if len(becomes) == 1 && strings.HasPrefix(r.Letter(becomes[0]), "+") {
		return becomes[0], into
	}
	own := r.Lettered(into, true)
	if back := becoming(r, own); len(own) == 1 && len(back) == 1 && slices.Contains(r.Lettered(into, false), back[0]) {
		return own[0], from
	}
	return rules.NoPieceType, 0
}

// becoming is what some kinds may become by their moves.
func becoming(r *rules.Rules, kinds []rules.PieceType) (out []rules.PieceType) {
	for _, t := range kinds {
		for _, into := range r.PromotesTo(rules.NewPiece(t, rules.First)) {
			if !slices.Contains(out, into) {
				out = append(out, into)
			}
		}
	}
	return out
}

// lettered is the kinds that a capital letter stands for in the record.
func (n *SAN) lettered(letter byte, plus bool) []rules.PieceType {
	if n.own == nil || plus || !isUpper(letter) {
		return n.rules.Lettered(letter, plus)
	}
	return n.own[letter-'A']
}

// called is how the record writes a kind.
func (n *SAN) called(t rules.PieceType) string {
	letter := n.letter(t)
	if n.own == nil || letter[0] != '+' {
		return letter
	}
	if i := slices.IndexFunc(n.own[:], func(kinds []rules.PieceType) bool { return slices.Contains(kinds, t) }); i >= 0 {
		return string(rune('A' + i))
	}
	return letter
}
