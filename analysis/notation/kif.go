package notation

import (
	"strings"
	"unicode/utf8"

	"assay/analysis/rules"
)

// ruleKIF is the rule ID for the notations of Kifu for Windows.
const ruleKIF = "KIF"

// KIF reads and writes moves of KIF records: destination, piece, and origin,
// ７六歩(77), 同 角成(88), ５五歩打. It also reads KI2 moves. The zero value is ready for
// use; it is not safe for concurrent use.
type KIF struct{ japanese }

// KI2 reads and writes moves of KI2 records, which begin with the mark of the
// side and distinguish pieces by relative position and direction: ▲６八銀左, △同 金.
// It also reads KIF moves. The zero value is ready for use; it is not safe for
// concurrent use.
type KI2 struct{ japanese }

const (
	wideDigits  = "１２３４５６７８９"
	kanjiDigits = "一二三四五六七八九"
)

// Append writes a legal move.
func (n *KIF) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	if last, ok := n.last(p); ok && last == m.To() {
		dst = append(dst, "同　"...)
	} else {
		dst = n.appendSquare(dst, m.To())
	}
	dst = append(dst, n.kinds[p.Moved(m).Type()].kif...)
	switch {
	case m.Kind() == rules.Drop:
		return append(dst, "打"...)
	case m.Into() != rules.NoPieceType:
		dst = append(dst, "成"...)
	}
	return n.appendOrigin(dst, m.From())
}

// Append writes a legal move.
func (n *KI2) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	mark := "▲"
	if p.Side() == rules.Second {
		mark = "△"
	}
	dst = append(dst, mark...)
	last, ok := n.last(p)
	same := ok && last == m.To()
	if same {
		dst = append(dst, "同"...)
	} else {
		dst = n.appendSquare(dst, m.To())
	}
	name := n.kinds[p.Moved(m).Type()].kif
	start := len(dst)
	dst = append(dst, name...)
	words, unique := n.relation(p, m)
	for _, w := range words {
		dst = append(dst, w.kif...)
	}
	if m.Kind() != rules.Drop {
		switch {
		case m.Into() != rules.NoPieceType:
			dst = append(dst, "成"...)
		case n.mayPromote(p, m):
			dst = append(dst, "不成"...)
		}
	}
	if !unique {
		dst = n.appendOrigin(dst, m.From())
	}
	if same && utf8.RuneCount(dst[start:]) == 1 {
		dst = append(append(dst[:start], "　"...), name...)
	}
	return dst
}

func (n *japanese) mayPromote(p *rules.Position, m rules.Move) bool {
	var room [1]rules.PieceType
	return len(p.Promotions(room[:0], m.From(), m.To())) > 0
}

func (n *japanese) appendSquare(dst []byte, s rules.Square) []byte {
	file, rank := 3*n.fileOf(s), 3*n.rankOf(s)
	dst = append(dst, wideDigits[file-3:file]...)
	return append(dst, kanjiDigits[rank-3:rank]...)
}

func (n *japanese) appendOrigin(dst []byte, s rules.Square) []byte {
	return append(dst, '(', byte('0'+n.fileOf(s)), byte('0'+n.rankOf(s)), ')')
}

// japanese reads the moves of KIF and KI2.
type japanese struct {
	shogi
	left []rules.Candidate // reused buffer
	fits []rules.Move
}

// japaneseMove is a parsed text.
type japaneseMove struct {
	to         rules.Square
	from       rules.Square
	origin     bool // whether from is given
	kind       rules.PieceType
	words      uint16 // bit set over relations
	promotes   bool
	unpromoted bool // explicitly does not promote
	fromHand   bool // the origin is written as (00), the hand
}

// relation is a word, or a sign in JKF, for the relative position or direction
// of a piece.
type relation struct {
	kif string
	jkf byte
}

// relations are numbered as in japaneseMove.words.
var relations = []relation{
	{"左", 'L'}, {"直", 'C'}, {"右", 'R'}, {"上", 'U'}, {"寄", 'M'}, {"引", 'D'}, {"打", 'H'}, {"行", 'U'}, {"入", 'U'},
}

const (
	wordLeft = iota
	wordStraight
	wordRight
	wordUp
	wordAside
	wordBack
	wordDrop
	wordUpToo // 行, 入
)

// Read reads a move, judges it, and checks its side and piece.
func (n *japanese) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	j, f := n.parse(p, text)
	if f != nil {
		return 0, false, nil, f
	}
	if j.words>>wordDrop&1 != 0 {
		j.kind = n.inHand(p, j.kind)
		m = drop(j.kind, j.to)
		if f := n.promotedDrop(j.kind); f != nil {
			return m, false, nil, f
		}
		if j.promotes {
			return m, false, nil, fault(n.rules.DropPromotes(), "promotion", "a drop does not promote")
		}
	} else if j.origin {
		m = n.step(p, j.from, j.to, j.promotes)
	} else {
		if m, known, warnings, f = n.relative(p, &j); f != nil && m == 0 {
			f.Squares = []string{n.rules.SquareName(j.to)}
		}
		return m, known, warnings, f
	}
	m, known, warnings, f = judged(p, m)
	if j.fromHand {
		warnings = append(warnings, Warning{ruleKIF, handOrigin + " is read as a drop; KIF writes 打 alone"})
	}
	if f == nil && n.kinds[p.Moved(m).Type()].kif != n.kinds[j.kind].kif {
		f = misnamed(p, m, ruleKIF, n.rules.PieceName(j.kind))
	}
	return m, known, warnings, f
}

// inHand returns the type that can be dropped if several types have the same
// name.
func (n *japanese) inHand(p *rules.Position, kind rules.PieceType) rules.PieceType {
	for t := rules.PieceType(1); int(t) <= n.rules.Types(); t++ {
		if t != kind && n.kinds[t].kif == n.kinds[kind].kif && p.InHand(p.Side(), kind) == 0 &&
			p.InHand(p.Side(), t) > 0 {
			return t
		}
	}
	return kind
}

// parse parses a text.
func (n *japanese) parse(p *rules.Position, text string) (j japaneseMove, f *Fault) {
	rest := text
	if c, size := utf8.DecodeRuneInString(text); c >= '■' && c <= '☗' {
		switch c {
		case '▲', '☗', '▼':
			f = checkSide(p, false, ruleKIF)
		case '△', '☖', '▽':
			f = checkSide(p, true, ruleKIF)
		default:
			size = 0
		}
		if f != nil {
			return j, f
		}
		rest = text[size:]
	}
	if rest, f = n.target(p, &j, text, rest); f != nil {
		return j, f
	}
	if j.kind, rest = n.piece(rest); j.kind == rules.NoPieceType {
		return j, fault(ruleKIF, "syntax", "%q names no piece of this variant", text)
	}
	for rest != "" {
		before := len(rest)
		if rest = n.suffix(&j, rest); len(rest) == before {
			return j, fault(ruleKIF, "syntax", "%q is not understood in %q", rest, text)
		}
	}
	return j, nil
}

// target reads the destination at the start of a text, or 同.
func (n *japanese) target(p *rules.Position, j *japaneseMove, text, rest string) (string, *Fault) {
	if after, ok := strings.CutPrefix(rest, "同"); ok {
		last, ok := n.last(p)
		if !ok {
			return "", fault(ruleKIF, "square", "the first move cannot go to 同")
		}
		j.to = last
		return strings.TrimLeft(after, " 　\t"), nil
	}
	file, after := digit(rest)
	rank, after := digit(after)
	if file == 0 || rank == 0 {
		return "", fault(ruleKIF, "syntax", "%q does not start with a square", text)
	}
	to, ok := n.square(file, rank)
	if !ok {
		return "", fault(ruleKIF, "square", "%q does not start with a square of this variant", text)
	}
	j.to = to
	return strings.TrimLeft(after, " 　"), nil
}

// digit reads a digit from 1 to 9 in any form; 0 if there is none.
func digit(text string) (n int, rest string) {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r >= '1' && r <= '9':
		return int(r - '0'), text[size:]
	case r >= '１' && r <= '９':
		return int(r-'１') + 1, text[size:]
	case r >= 0x4E00 && size == 3:
		if i := strings.Index(kanjiDigits, text[:size]); i >= 0 {
			return i/3 + 1, text[size:]
		}
	}
	return 0, text
}

// otherNames are additional names of pieces, with their letters and usual
// names.
var otherNames = []struct{ name, letter, kif string }{
	{"王", "K", "玉"}, {"竜", "+R", "龍"}, {"杏", "+L", "成香"}, {"圭", "+N", "成桂"}, {"全", "+S", "成銀"}, {"成歩", "+P", "と"},
	{"鳳", "K", "鵬"}, {"雁", "+S", "鴈"}, {"鷲", "+F", "鵰"}, {"左鶉", "L", "鶉"}, {"右鶉", "R", "鶉"},
	{"ライオン", "L", "獅"}, {"らいおん", "L", "獅"}, {"ラ", "L", "獅"}, {"ら", "L", "獅"},
	{"キリン", "G", "麒"}, {"きりん", "G", "麒"}, {"キ", "G", "麒"}, {"き", "G", "麒"},
	{"ゾウ", "E", "象"}, {"ぞう", "E", "象"}, {"ゾ", "E", "象"}, {"ぞ", "E", "象"},
	{"ヒヨコ", "C", "雛"}, {"ひよこ", "C", "雛"}, {"ヒ", "C", "雛"}, {"ひ", "C", "雛"},
	{"ニワトリ", "+C", "鶏"}, {"にわとり", "+C", "鶏"}, {"ニ", "+C", "鶏"}, {"に", "+C", "鶏"},
}

// piece reads the piece at the start of a text; NoPieceType if there is none.
func (n *japanese) piece(text string) (rules.PieceType, string) {
	for i := range n.table {
		if rest, ok := strings.CutPrefix(text, n.table[i].kif); ok {
			return n.types[i], rest
		}
	}
	for _, o := range otherNames {
		rest, ok := strings.CutPrefix(text, o.name)
		if i := kindIndex(n.table, o.letter); ok && i >= 0 && n.table[i].kif == o.kif {
			return n.types[i], rest
		}
	}
	return rules.NoPieceType, text
}

// handOrigin is the hand as an origin, as some programs write it.
const handOrigin = "(00)"

// suffix reads one word after the piece.
func (n *japanese) suffix(j *japaneseMove, text string) string {
	if rest, ok := strings.CutPrefix(text, handOrigin); ok && !j.origin {
		j.words |= 1 << wordDrop
		j.fromHand = true
		return rest
	}
	if len(text) >= 4 && text[0] == '(' && text[3] == ')' && !j.fromHand {
		from, ok := n.square(int(text[1])-'0', int(text[2])-'0')
		if !ok {
			return text
		}
		j.from, j.origin = from, true
		return text[4:]
	}
	for _, word := range []string{"不成", "生", "不"} {
		if rest, ok := strings.CutPrefix(text, word); ok && !j.promotes {
			j.unpromoted = true
			return rest
		}
	}
	if rest, ok := strings.CutPrefix(text, "成"); ok && !j.unpromoted {
		j.promotes = true
		return rest
	}
	for i := range relations {
		if rest, ok := strings.CutPrefix(text, relations[i].kif); ok {
			j.words |= 1 << min(i, wordUpToo)
			return rest
		}
	}
	if text[0] == ' ' {
		return text[1:]
	}
	if rest, ok := strings.CutPrefix(text, "　"); ok {
		return rest
	}
	return text
}
