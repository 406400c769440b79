package notation

import (
	"cmp"
	"strings"

	"assay/analysis/rules"
	"assay/parser/record"
	"assay/parser/scan"
)

// Janggi reads and writes janggi moves as Korean servers do: 79졸78, with the
// captured piece and a check after the destination, 75상43병장군.
type Janggi struct{ spelled }

// newJanggi returns the notation of a variant.
func newJanggi(r *rules.Rules) *Janggi {
	return &Janggi{spelled{*NewSAN(nil, r), ruleJanggi, "79졸78, 79-78 or 마83", koreanMoves}}
}

// koreanPass and koreanCheck are the words for a pass and after a check.
const koreanPass, koreanCheck = "한수쉼", "장군"

// koreanNames are the pieces by their letters, of First and Second.
var koreanNames = [2]map[string]string{
	{"K": "장", "A": "사", "B": "상", "N": "마", "R": "차", "C": "포", "P": "졸"},
	{"K": "장", "A": "사", "B": "상", "N": "마", "R": "차", "C": "포", "P": "병"},
}

// Append writes a legal move.
func (n *Janggi) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	if m.Kind() == rules.Pass {
		return append(dst, koreanPass...)
	}
	r := p.Rules()
	dst = append(dst, n.SquareName(r, m.From())...)
	dst = append(dst, n.name(p.Moved(m))...)
	dst = append(dst, n.SquareName(r, m.To())...)
	if captured := p.Captured(m); captured != rules.NoPiece {
		dst = append(dst, n.name(captured)...)
	}
	p.Play(m)
	if p.InCheck(p.Side()) {
		dst = append(dst, koreanCheck...)
	}
	p.Undo()
	return dst
}

// name returns the word for a piece.
func (n *Janggi) name(piece rules.Piece) string {
	return koreanNames[piece.Side()][n.letter(piece.Type())]
}

// SquareName returns rank and file, such as 79, counted from the upper left
// with 0 for the tenth rank.
func (*Janggi) SquareName(r *rules.Rules, s rules.Square) string {
	rank, file := r.Ranks()-int(s)/r.Files(), int(s)%r.Files()+1
	return string([]byte{'0' + byte(rank%10), '0' + byte(file)})
}

// holdsJanggi reports whether a variant has the board and pieces of janggi.
func holdsJanggi(r *rules.Rules) bool {
	if !Concerns(ruleJanggi, r) || r.HasHand() || r.HasPocket() || holdsXiangqi(r) || r.Types() != len(koreanNames[0]) {
		return false
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if koreanNames[0][r.Letter(t)] == "" {
			return false
		}
	}
	return true
}

// koreanMove matches a janggi move: a piece, the origin, the piece, the
// destination, the captured piece and a check. Squares are rank and file,
// counted from the upper left, with 0 for the tenth rank. A side may stand
// before the piece. The origin or the piece may be missing.
var koreanMove = scan.NewPattern(
	`^([A-Za-z]|\p{Han}|\p{Hangul})?(?:([0-9][1-9]))?([-x])?([楚漢汉초한]?)(\p{Han}|\p{Hangul})?([0-9][1-9])타?(\p{Han}|\p{Hangul})?(?:장군|멍군|장|멍|\+|#)?$`)

// koreanPieces are the pieces of janggi with their algebraic letters; a name
// with several letters is ambiguous.
var koreanPieces = map[string]string{
	"차": "R", "車": "R", "车": "R", "R": "R", "포": "C", "包": "C", "砲": "C", "炮": "C", "C": "CR", "마": "N", "馬": "N",
	"马": "N", "H": "N", "N": "N",
	"상": "B", "象": "B", "E": "B", "B": "B", "사": "A", "士": "A", "仕": "A", "A": "A", "졸": "P", "卒": "P", "병": "P",
	"兵": "P", "P": "P", "S": "P",
	"장": "K", "將": "K", "将": "K", "왕": "K", "王": "K", "궁": "K", "초": "K", "楚": "K", "한": "K", "漢": "K", "K": "K",
	"G": "K",
}

// koreanMoves returns the algebraic spellings of a janggi move.
func koreanMoves(text string) []string {
	if record.SpelledPasses[text] || text == "0000" {
		return []string{"--"}
	}
	if scan.IsASCII(text) && digits(text) < 4 {
		return nil // a Latin piece letter requires both squares
	}
	parts := koreanMove.FindStringSubmatch(text)
	if parts == nil {
		return nil
	}
	before, from, sign, after, to, captured := parts[1], parts[2], parts[3], cmp.Or(parts[5], parts[4]), parts[6],
		parts[7]
	if before != "" && after != "" || before == "" && from == "" && after == "" || captured != "" &&
		koreanPieces[captured] == "" {
		return nil
	}
	name := strings.ToUpper(before + after)
	letters, ok := koreanPieces[name]
	if name != "" && !ok || from == "" && name < "\x80" || name == "" && sign == "" {
		return nil // digits or Latin letters alone mean squares elsewhere
	}
	if from != "" {
		from = koreanSquare(from)
	}
	if captured != "" || sign == "x" {
		from += "x"
	}
	to = koreanSquare(to)
	if name == "" {
		return []string{from + to}
	}
	var out []string
	for _, letter := range letters {
		out = append(out, string(letter)+from+to)
	}
	return out
}

// koreanSquare returns the algebraic name of a square given as rank and file.
func koreanSquare(digits string) string {
	file, rank := string(rune('a'+digits[1]-'1')), "1"
	if digits[0] == '1' {
		rank = "10"
	} else if digits[0] != '0' {
		rank = string(rune('0' + 11 - (digits[0] - '0')))
	}
	return file + rank
}
