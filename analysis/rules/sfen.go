package rules

import (
	"strconv"
	"strings"
)

// isSfen reports whether a position is in SFEN: its third word is a hand
// without brackets, with at most a number after it.
func isSfen(text string) bool {
	n := len(strings.Fields(text))
	return (n == 3 || n == 4) && !strings.Contains(text, "[")
}

// sfenToFEN converts SFEN, where b is First and plies are numbered, to a FEN. In
// variants without hands, the third word is the square on which a lion was just
// captured, with the file counted from the right and the rank as a letter from
// the top.
func (r *Rules) sfenToFEN(text string) string {
	words := strings.Fields(text)
	side := words[1]
	switch side {
	case "b":
		side = "w"
	case "w":
		side = "b"
	}
	number := "1"
	if len(words) > 3 {
		number = words[3]
		if n, err := strconv.Atoi(number); err == nil {
			number = strconv.Itoa((n + 1) / 2)
		}
	}
	if !r.hasHand {
		return words[0] + " " + side + " " + r.squareFromSfen(words[2]) + " 0 " + number
	}
	return words[0] + "[" + words[2] + "] " + side + " - - 0 " + number
}

// squareFromSfen returns the name of a square given in SFEN. Any other word is
// returned unchanged.
func (r *Rules) squareFromSfen(name string) string {
	last := len(name) - 1
	file, err := strconv.Atoi(name[:max(last, 0)])
	if err != nil || file < 1 || file > r.files || name[last] < 'a' || int(name[last]-'a') >= r.ranks {
		return name
	}
	return r.SquareName(Square((r.ranks-1-int(name[last]-'a'))*r.files + r.files - file))
}

// squareToSfen returns a square's name in SFEN.
func (r *Rules) squareToSfen(s Square) string {
	return strconv.Itoa(r.files-r.file(s)) + string(rune('a'+r.ranks-1-r.rank(s)))
}

// Sfen writes the position in SFEN, for variants without cells and pockets. Of
// the other state only the ply number is written; it is 1 if Second starts the
// game.
func (p *Position) Sfen() string {
	r := p.rules
	text := p.Text()
	board, _, _ := strings.Cut(text, " ")
	board, _, _ = strings.Cut(board, "[")
	side, ply := " b ", 2*p.number-1
	if p.side == Second {
		side = " w "
		if p.number > 1 {
			ply++
		}
	}
	out := []byte(board + side)
	none := len(out)
	for _, side := range []Side{First, Second} {
		for _, letter := range "RBGSNLP" {
			for t := PieceType(1); int(t) <= r.Types(); t++ {
				n := int(p.hand[side][t])
				if n == 0 || r.pieceTypes[t].letter != string(letter) {
					continue
				}
				if n > 1 {
					out = strconv.AppendInt(out, int64(n), 10)
				}
				out = append(out, r.pieceText(NewPiece(t, side))...)
			}
		}
	}
	switch {
	case p.traded != NoSquare:
		out = append(out, r.squareToSfen(p.traded)...)
	case len(out) == none:
		out = append(out, '-')
	}
	return string(strconv.AppendInt(append(out, ' '), int64(ply), 10))
}
