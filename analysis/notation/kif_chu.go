package notation

import (
	"slices"
	"strconv"
	"strings"

	"assay/analysis/rules"
	"assay/parser/scan"
)

// ChuKIF reads and writes chu shogi moves of KIF records: destination, piece,
// and origin, 7八歩兵 （←7九）. The steps of a two-step move follow each other, 一歩目 …
// 二歩目 …. The zero value is ready for use; it is not safe for concurrent use.
type ChuKIF struct{ shogi }

// chuRanks are the names of the ranks, from the top.
var chuRanks = []string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}

// chuNames are additional names of pieces, by their names in chuKinds.
var chuNames = map[string][]string{
	"P": {"歩"}, "I": {"仲"}, "C": {"銅"}, "S": {"銀"}, "G": {"金"}, "F": {"豹"}, "T": {"虎"}, "E": {"象", "酔象"},
	"K": {"玉", "王", "王将"},
	"L": {"香"}, "A": {"反"}, "M": {"横"}, "V": {"竪"}, "B": {"角"}, "R": {"飛"}, "H": {"馬", "竜馬"}, "D": {"龍", "竜", "竜王"},
	"Q": {"奔"}, "O": {"麒"}, "X": {"鳳"}, "N": {"獅", "師"}, "+P": {"金", "と", "と金", "成歩"}, "+I": {"象", "成象"},
	"+C": {"横", "成横"},
	"+S": {"竪", "成竪"}, "+G": {"金飛", "成飛"}, "+F": {"成角"}, "+T": {"鹿"}, "+E": {"太"}, "+L": {"駒"}, "+A": {"鯨"},
	"+M": {"猪"},
	"+V": {"牛"}, "+B": {"馬", "成馬", "竜馬"}, "+R": {"龍", "竜", "成龍", "竜王"}, "+H": {"鷹"}, "+D": {"鷲"},
	"+O": {"獅", "成獅", "師"}, "+X": {"奔", "成奔"},
}

const (
	firstStep, secondStep = "一歩目 ", "二歩目 "
	sameSquare            = "仝"
)

// Append writes a legal move.
func (n *ChuKIF) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	name := chuKinds[kindIndex(chuKinds, p.Rules().Letter(p.Moved(m).Type()))].kif
	from, to := m.From(), m.To()
	if m.Use() == rules.Via {
		dst = append(n.appendTarget(append(dst, firstStep...), p, m.Second()), name...)
		dst = append(append(n.appendOrigin(dst, from), ' '), secondStep...)
		dst = append(n.appendSquare(dst, to), name...)
		if to == from && p.CapturedVia(m) != rules.NoPiece {
			dst = append(dst, "（居食い）"...)
		}
		return n.appendOrigin(dst, m.Second())
	}
	dst = append(n.appendTarget(dst, p, to), name...)
	if m.Into() != rules.NoPieceType {
		dst = append(dst, "成"...)
	}
	return n.appendOrigin(dst, from)
}

func (n *ChuKIF) appendTarget(dst []byte, p *rules.Position, to rules.Square) []byte {
	if last, ok := n.last(p); ok && last == to {
		return append(dst, sameSquare...)
	}
	return n.appendSquare(dst, to)
}

func (n *ChuKIF) appendSquare(dst []byte, s rules.Square) []byte {
	return append(strconv.AppendInt(dst, int64(n.fileOf(s)), 10), chuRanks[n.rankOf(s)-1]...)
}

func (n *ChuKIF) appendOrigin(dst []byte, s rules.Square) []byte {
	return append(n.appendSquare(append(dst, " （←"...), s), "）"...)
}

// chuStep matches a step: side, destination or the sign for the previous one,
// piece, promotion, and origin.
var chuStep = scan.NewPattern(
	`^([▲☗▼△☖▽]?)(?:([0-9０-９]{1,2})([一二三四五六七八九十]{1,2})|仝|同)[ 　]*(\p{Han}{1,3}?)(不成|成)?(?:（居食い）|\(居食い\)|（じっと）|\(じっと\))?[ 　]*[（(]←?(?:([0-9０-９]{1,2})([一二三四五六七八九十]{1,2})|([0-9]{2,4}))[）)]$`)

// writtenStep is a parsed step.
type writtenStep struct {
	to rules.Square
	// from are the possible origins. Plain digits such as 112 may mean several
	// squares.
	from     []rules.Square
	name     string
	promotes bool
}

// Read reads a move, judges it, and checks side and piece.
func (n *ChuKIF) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	first, second, double := strings.Cut(text, strings.TrimSpace(secondStep))
	last, _ := n.last(p)
	w, f := n.step(p, strings.TrimPrefix(strings.TrimSpace(first), strings.TrimSpace(firstStep)), last)
	if f != nil {
		return 0, false, nil, f
	}
	if double {
		then, f := n.step(p, second, w.to)
		if f == nil && !slices.Contains(then.from, w.to) {
			f = fault(ruleKIF, "syntax", "the second step must start where the first one ends, on %s",
				n.rules.SquareName(w.to))
		}
		if f != nil {
			return 0, false, nil, f
		}
		for _, from := range w.from {
			if m = n.shogi.step(p, from, then.to, then.promotes).
				With(rules.Via, w.to, rules.NoPieceType); p.Judge(m) == nil {
				break
			}
		}
	} else {
		for _, from := range w.from {
			if m = n.shogi.step(p, from, w.to, w.promotes); p.Judge(m) == nil {
				break
			}
		}
	}
	if m, known, warnings, f = judged(p, m); f != nil {
		return m, known, warnings, f
	}
	letter := p.Rules().Letter(p.Moved(m).Type())
	if chuKinds[kindIndex(chuKinds, letter)].kif != w.name && !slices.Contains(chuNames[letter], w.name) {
		f = misnamed(p, m, ruleKIF, w.name)
	}
	return m, known, warnings, f
}

// step reads a step. same is the destination of the previous step, which 同
// means.
func (n *ChuKIF) step(p *rules.Position, text string, same rules.Square) (w writtenStep, f *Fault) {
	parts := chuStep.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return w, fault(ruleKIF, "syntax",
			"%q is not a move; expected a square, a piece and the square it comes from, such as 7八歩兵 （←7九） or ７八歩(79)",
			text)
	}
	if mark := parts[1]; mark != "" {
		if f := checkSide(p, strings.Contains("△☖▽", mark), ruleKIF); f != nil {
			return w, f
		}
	}
	w = writtenStep{to: same, name: parts[4], promotes: parts[5] == "成"}
	ok := true
	if parts[2] != "" {
		w.to, ok = n.named(parts[2], parts[3])
	} else if _, ok = n.last(p); !ok {
		return w, fault(ruleKIF, "square", "the first move cannot go to %s", sameSquare)
	}
	if parts[8] != "" {
		w.from = n.byDigits(parts[8])
	} else if from, named := n.named(parts[6], parts[7]); named {
		w.from = []rules.Square{from}
	}
	if !ok || len(w.from) == 0 {
		return w, fault(ruleKIF, "square", "%q names no square of this variant", text)
	}
	return w, nil
}

// byDigits returns the squares that digits such as 79 or 1012 may mean.
func (n *ChuKIF) byDigits(digits string) (squares []rules.Square) {
	for i := 1; i < len(digits); i++ {
		file, _ := strconv.Atoi(digits[:i])
		rank, _ := strconv.Atoi(digits[i:])
		if s, ok := n.square(file, rank); ok && digits[i] != '0' {
			squares = append(squares, s)
		}
	}
	return squares
}

// named returns the square of a file, in digits of any width, and a rank.
func (n *ChuKIF) named(file, rank string) (rules.Square, bool) {
	number := 0
	for _, c := range file {
		if c >= '０' {
			c -= '０' - '0'
		}
		number = 10*number + int(c-'0')
	}
	return n.square(number, slices.Index(chuRanks, rank)+1)
}
