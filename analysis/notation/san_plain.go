package notation

import "assay/analysis/rules"

// readPlain reads the most frequent form of moves: an optional piece letter, an
// optional file or rank, a capture sign, a square, and signs of check or mate.
// It returns false for other texts. It also returns false unless exactly one
// move is legal and nothing is doubtful; the full parser then reads the text.
func (n *SAN) readPlain(p *rules.Position, text string) (rules.Move, bool) {
	end := len(text)
	for end > 0 && (text[end-1] == '+' || text[end-1] == '#') {
		end--
	}
	if end < 2 || end > 5 {
		return 0, false
	}
	rank := int(text[end-1]) - '0'
	toFile := int(text[end-2]) - 'a'
	if rank < 1 || rank > 9 || toFile < 0 || toFile >= n.rules.Files() {
		return 0, false
	}
	i, kinds := 0, n.pawns
	if c := text[0]; c >= 'A' && c <= 'Z' {
		kinds = n.rules.Lettered(c, false)
		i = 1
	}
	if len(kinds) != 1 || i > end-2 {
		return 0, false
	}
	fromFile, fromRank, capture := -1, -1, false
	for ; i < end-2; i++ {
		switch c := text[i]; {
		case capture:
			return 0, false
		case c == 'x':
			capture = true
		case fromFile >= 0 || fromRank >= 0:
			return 0, false
		case c >= 'a' && int(c-'a') < n.rules.Files():
			fromFile = int(c - 'a')
		case c >= '1' && c <= '9':
			fromRank = int(c - '0')
		default:
			return 0, false
		}
	}
	to, ok := n.rules.SquareAt(toFile, rank)
	if !ok {
		return 0, false
	}
	taken := p.At(to) != rules.NoPiece
	pawn := text[0] >= 'a'
	if capture != taken && (capture || pawn) || pawn && (fromFile >= 0) != capture || pawn && fromRank >= 0 {
		return 0, false
	}
	return p.StepTo(kinds[0], to, fromFile, fromRank)
}
