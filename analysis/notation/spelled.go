package notation

import (
	"strings"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/scan"
)

// spelled reads moves in a script of their own by translating them to algebraic
// notation. It writes algebraic notation.
type spelled struct {
	SAN
	rule    string
	example string
	spell   func(text string) []string // possible algebraic spellings; none for a text that is no move
}

// Read tries the algebraic spellings of a move and returns the first legal one.
func (n *spelled) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	spellings := n.spell(text)
	if len(spellings) == 0 {
		return 0, false, nil, fault(n.rule, "syntax", "%q is not a move; expected one such as %s", text, n.example)
	}
	for i, spelling := range spellings {
		other, legal, doubts, wrong := n.SAN.Read(p, spelling)
		if i == 0 || wrong == nil {
			m, known, warnings, f = other, legal, doubts, wrong
		}
		if wrong == nil {
			break
		}
	}
	return m, known, warnings, f
}

// Rule IDs for moves in Korean and in Thai.
const (
	ruleJanggi = "Janggi"
	ruleThai   = "Thai"
)

// thaiMove matches a makruk move in Thai: a piece, perhaps a point and the
// origin, a capture sign, and the destination.
var thaiMove = scan.NewPattern(
	`^(ขุน|เม็ด|โคน|ม้า|เรือ|เบี้ย|ม็|[ขมครบตด])?[.]?([กขคงจฉชญ]?[1-8๑-๘]?)([-xX×])?([กขคงจฉชญ])([1-8๑-๘])(?:[=(]?(?:หงาย|เม็ด|ม)[)]?)?([+#]?)$`)

// thaiPieces are the pieces of makruk with their algebraic letters. The sign of
// the horse may also mean the met.
var thaiPieces = map[string]string{
	"ขุน": "K", "ข": "K", "เม็ด": "M", "ม็": "M", "ต": "M", "ด": "M", "โคน": "S", "ค": "S", "ม้า": "N", "ม": "NM",
	"เรือ": "R", "ร": "R", "เบี้ย": "P", "บ": "P", "": "P",
}

const thaiFiles = "กขคงจฉชญ"

// thaiMoves returns the algebraic spellings of a makruk move.
func thaiMoves(text string) []string {
	if scan.IsASCII(text) {
		return nil // the file of the destination is a Thai letter
	}
	parts := thaiMove.FindStringSubmatch(text)
	if parts == nil {
		return nil
	}
	latin := func(text string) string {
		var b strings.Builder
		for _, r := range text {
			switch i := strings.IndexRune(thaiFiles, r); {
			case i >= 0:
				b.WriteByte(byte('a' + i/3))
			case r >= '๑' && r <= '๘':
				b.WriteByte(byte('1' + r - '๑'))
			default:
				b.WriteRune(r)
			}
		}
		return b.String()
	}
	from, to := latin(parts[2]), latin(parts[4]+parts[5])
	sign := ""
	if parts[3] != "" && parts[3] != "-" {
		sign = "x"
	}
	var out []string
	for _, letter := range thaiPieces[parts[1]] {
		name := string(letter)
		if letter == 'P' {
			name = ""
		}
		out = append(out, name+from+sign+to, name+from+sign+to+"=M")
	}
	return out
}

// capitalMove matches a move in capital letters: E4, NF3, BXC6, E8=Q. Two
// squares in capitals are coordinates.
var capitalMove = scan.NewPattern(`^(?:[KQRBN]?[A-H]?X?[A-H][1-8]|[KQRBN][1-8]X?[A-H][1-8])(?:=?[QRBN])?[+#]*$`)

// capitalMoves returns the algebraic spellings of a move in capital letters. A
// first letter that may be a piece or a file is a piece first.
func capitalMoves(text string) []string {
	if !capitalMove.MatchString(text) {
		return []string{text} // castling, or other spellings among them
	}
	promotion := ""
	body := strings.TrimRight(text, "+#")
	if last := body[len(body)-1]; last > '9' {
		promotion, body = string(last), strings.TrimSuffix(body[:len(body)-1], "=")
	}
	small := strings.ToLower(body)
	if strings.IndexByte("KQRBN", body[0]) >= 0 && len(body) > 2 {
		return []string{body[:1] + small[1:] + promotion, small + promotion}
	}
	return []string{small + promotion}
}

// inCapitals reports whether the first moves of a record are in capital
// letters.
func inCapitals(line parser.Line) bool {
	for i := range line[:min(len(line), scriptPlies)] {
		if !capitalMove.MatchString(line[i].Text) {
			return false
		}
	}
	return len(line) > 0
}

// scriptMoves returns the notation of a record in a script of its own, or in a
// notation of shogi books or files; nil for others.
func scriptMoves(rec *parser.Record, r *rules.Rules) Notation {
	if rec == nil || len(rec.Moves) == 0 || beginsWithFiles(rec.Moves) {
		return nil
	}
	if Concerns(ruleDescriptive, r) {
		if d := descriptiveMoves(rec.Moves, r); d != nil {
			return d
		}
	}
	switch {
	case Concerns(ruleWestern, r) && isWesternRecord(rec.Moves):
		return &Western{}
	case Concerns(ruleJanggi, r) && inScript(rec.Moves, koreanMoves):
		return newJanggi(r)
	case Concerns(ruleThai, r) && inScript(rec.Moves, thaiMoves):
		return &spelled{*NewSAN(nil, r), ruleThai, "บ.ค4 or ม.ค3", thaiMoves}
	case HoldsShogi(r):
		return shogiMoves(rec.Moves)
	case inCapitals(rec.Moves):
		return &spelled{*NewSAN(rec, r), ruleSAN, "E4 or NF3", capitalMoves}
	}
	return nil
}

// Concerns reports whether rule can apply to a variant. The IDs of scripts and
// of shogi books apply only to variants with such moves; all others apply.
func Concerns(rule string, r *rules.Rules) bool {
	switch rule {
	case ruleWestern:
		return HoldsShogi(r)
	case ruleJanggi:
		return r.Files() == 9 && r.Ranks() == 10
	case ruleThai:
		return r.Files() == 8 && r.Ranks() == 8
	case ruleDescriptive:
		return r.Files() == 8 && r.Ranks() == 8 && !r.HasHand() && r.Lettered('Q', false) != nil &&
			r.Lettered('B', false) != nil
	}
	return true
}

// digits returns the number of ASCII digits in a text.
func digits(text string) (n int) {
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			n++
		}
	}
	return n
}

// inScript reports whether the first moves of a record have a certain form;
// passes are ignored.
func inScript(line parser.Line, moves func(string) []string) bool {
	for i := range line[:min(len(line), scriptPlies)] {
		if spelling := moves(line[i].Text); len(spelling) > 0 && spelling[0] != "--" {
			return true
		}
	}
	return false
}

// beginsWithFiles reports whether the first moves of a record begin with a file
// in small letters, as in e4, so that they are in no script of their own. It is
// a quick test that excludes most records.
func beginsWithFiles(line parser.Line) bool {
	for i := range line[:min(len(line), scriptPlies)] {
		text := line[i].Text
		if text == "" || !isFile(text[0]) && i == 0 || !scan.IsASCII(text) || digits(text) > 3 {
			return false
		}
	}
	return len(line) > 0
}

// scriptPlies is the number of plies from which a script is detected.
const scriptPlies = 4

// scriptGame returns the only variant with records of this form; "" if there
// are several.
func scriptGame(line parser.Line) string {
	switch {
	case beginsWithFiles(line):
		return ""
	case isWesternRecord(line):
		return "将棋"
	case len(line) > 0 && inScript(line, koreanMoves):
		return "장기"
	case len(line) > 0 && inScript(line, thaiMoves):
		return "หมากรุก"
	case shogiMoves(line) != nil:
		return "将棋"
	}
	return ""
}
