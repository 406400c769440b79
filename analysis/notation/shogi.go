package notation

import (
	"slices"

	"assay/analysis/rules"
)

// shogiKind is a piece type as shogi notations name it.
type shogiKind struct {
	letter string // of the definition
	kif    string
	csa    string
}

var shogiKinds = []shogiKind{
	{"P", "歩", "FU"}, {"L", "香", "KY"}, {"N", "桂", "KE"}, {"S", "銀", "GI"}, {"G", "金", "KI"},
	{"B", "角", "KA"}, {"R", "飛", "HI"}, {"K", "玉", "OU"}, {"+P", "と", "TO"}, {"+L", "成香", "NY"},
	{"+N", "成桂", "NK"}, {"+S", "成銀", "NG"}, {"+B", "馬", "UM"}, {"+R", "龍", "RY"},
}

// kindsInKIF are the pieces of the variants with KIF support, by
// their letters. All shogi notations share the first table.
var kindsInKIF = [][]shogiKind{shogiKinds, toriKinds, dobutsuKinds}

// toriKinds are the pieces of tori shogi. Both quails have the same sign.
var toriKinds = []shogiKind{
	{"K", "鵬", ""}, {"S", "燕", ""}, {"+S", "鴈", ""}, {"F", "鷹", ""}, {"+F", "鵰", ""}, {"C", "鶴", ""},
	{"L", "鶉", ""}, {"R", "鶉", ""}, {"P", "雉", ""},
}

var dobutsuKinds = []shogiKind{
	{"L", "獅", ""}, {"G", "麒", ""}, {"E", "象", ""}, {"C", "雛", ""}, {"+C", "鶏", ""},
}

// kindsOf returns the table with all pieces of a variant; false if there is
// none.
func kindsOf(r *rules.Rules) ([]shogiKind, bool) {
	for _, kinds := range kindsInKIF {
		all := true
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			all = all && kindIndex(kinds, r.Letter(t)) >= 0
		}
		if all {
			return kinds, true
		}
	}
	return shogiKinds, false
}

// readsKIF reports whether KIF records of a variant are read. Some variants
// cannot be written, because KIF has no diagram of their boards.
func readsKIF(r *rules.Rules) bool {
	_, named := kindsOf(r)
	return named && r.Files() <= shogiLargest && r.Ranks() <= shogiLargest && r.HasHand() && !r.HasPocket() &&
		r.Cells() == 0 && !r.Passes() && !changesBack(r) && !slices.Contains(r.Definition().State, "checks")
}

// shogiLargest is the largest side of a board that shogi notations can number.
const shogiLargest = 9

// chuKinds are the pieces of chu shogi, by their KIF names.
var chuKinds = []shogiKind{
	{"P", "歩兵", ""}, {"I", "仲人", ""}, {"C", "銅将", ""}, {"S", "銀将", ""}, {"G", "金将", ""}, {"F", "猛豹", ""},
	{"T", "盲虎", ""}, {"E", "醉象", ""}, {"K", "玉将", ""}, {"L", "香車", ""}, {"A", "反車", ""}, {"M", "横行", ""},
	{"V", "竪行", ""}, {"B", "角行", ""}, {"R", "飛車", ""}, {"H", "龍馬", ""}, {"D", "龍王", ""}, {"Q", "奔王", ""},
	{"O", "麒麟", ""}, {"X", "鳳凰", ""}, {"N", "獅子", ""}, {"+P", "金将", ""}, {"+I", "醉象", ""}, {"+C", "横行", ""},
	{"+S", "竪行", ""}, {"+G", "金飛車", ""}, {"+F", "小角", ""}, {"+T", "飛鹿", ""}, {"+E", "太子", ""}, {"+L", "白駒", ""},
	{"+A", "鯨鯢", ""}, {"+M", "奔猪", ""}, {"+V", "飛牛", ""}, {"+B", "龍馬", ""}, {"+R", "龍王", ""}, {"+H", "角鷹", ""},
	{"+D", "飛鷲", ""}, {"+O", "獅子", ""}, {"+X", "奔王", ""},
}

// HoldsChu reports whether a variant can be written as chu shogi: it has the
// same board and pieces, no hands, and no additional state in its FEN.
func HoldsChu(r *rules.Rules) bool {
	if r.Files() != chuSide || r.Ranks() != chuSide || r.HasHand() || r.HasPocket() || r.Passes() ||
		!r.Definition().Sfen {
		return false
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if kindIndex(chuKinds, r.Letter(t)) < 0 {
			return false
		}
	}
	return true
}

// chuSide is the number of files and ranks in chu shogi.
const chuSide = 12

// HoldsShogi reports whether a variant can be written in shogi notations. It
// has shogi pieces with a king, shogi's board or 5 by 5 squares, no passes, no
// lost promotions, and no additional state in its FEN.
func HoldsShogi(r *rules.Rules) bool {
	if slices.Contains(r.Definition().State, "checks") || r.Files() != r.Ranks() || r.Files() != shogiLargest &&
		r.Files() != 5 ||
		r.HasPocket() || r.Cells() > 0 || !r.HasHand() || r.Passes() {
		return false
	}
	kings := 0
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if r.Letter(t) == "K" {
			kings++
		}
		if shogiIndex(r.Letter(t)) < 0 {
			return false
		}
	}
	return kings == 1 && !changesBack(r)
}

// changesBack reports whether pieces can lose their promotion on the board, or
// are dropped promoted. Shogi notations cannot write either.
func changesBack(r *rules.Rules) bool {
	d := r.Definition()
	for _, p := range d.Promotion {
		for _, letter := range p.Pieces.Keys {
			if piece, _ := d.Pieces.Get(letter); piece.Demotes != "" {
				return true
			}
		}
	}
	return d.Drops != nil && d.Drops.As.Len() > 0
}

func shogiIndex(letter string) int { return kindIndex(shogiKinds, letter) }

func kindIndex(kinds []shogiKind, letter string) int {
	return slices.IndexFunc(kinds, func(k shogiKind) bool { return k.letter == letter })
}

// shogi is the common part of the shogi notations: piece names, and squares
// counted from the first player's right and from the top.
type shogi struct {
	rules        *rules.Rules
	files, ranks int
	table        []shogiKind       // names of the variant's pieces
	types        []rules.PieceType // by index in table; NoPieceType for types the variant lacks
	kinds        []*shogiKind      // by type
	promoted     []rules.PieceType // by type; NoPieceType if it does not promote
	found        []rules.Candidate
}

// bind prepares for the variant of a position.
func (n *shogi) bind(p *rules.Position) { n.bindTo(p.Rules()) }

func (n *shogi) bindTo(r *rules.Rules) {
	if n.rules == r {
		return
	}
	n.rules, n.files, n.ranks = r, r.Files(), r.Ranks()
	n.table, _ = kindsOf(r)
	n.types = make([]rules.PieceType, len(n.table))
	n.kinds = make([]*shogiKind, r.Types()+1)
	n.promoted = make([]rules.PieceType, r.Types()+1)
	n.kinds[rules.NoPieceType] = &shogiKind{}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		n.kinds[t] = &shogiKind{letter: r.Letter(t), kif: r.Letter(t), csa: r.Letter(t)}
		if i := kindIndex(n.table, r.Letter(t)); i >= 0 {
			n.types[i], n.kinds[t] = t, &n.table[i]
		}
		if r.Promoted(t) {
			n.promoted[r.Demoted(t)] = t
		}
	}
}

// square returns the square of a file and a rank, both from 1.
func (n *shogi) square(file, rank int) (rules.Square, bool) {
	if file < 1 || file > n.files || rank < 1 || rank > n.ranks {
		return 0, false
	}
	return rules.Square((n.ranks-rank)*n.files + n.files - file), true
}

func (n *shogi) fileOf(s rules.Square) int { return n.files - int(s)%n.files }

func (n *shogi) rankOf(s rules.Square) int { return n.ranks - int(s)/n.files }

// typeByCSA returns the piece type of a CSA code; NoPieceType if the variant
// lacks it.
func (n *shogi) typeByCSA(code string) rules.PieceType {
	if i := slices.IndexFunc(n.table, func(k shogiKind) bool { return k.csa == code }); i >= 0 && code != "" {
		return n.types[i]
	}
	return rules.NoPieceType
}

// last returns the destination of the previous ply.
func (n *shogi) last(p *rules.Position) (rules.Square, bool) {
	m, ok := p.LastMove()
	return m.To(), ok
}

// drop returns the drop of a piece type on a square.
func drop(t rules.PieceType, to rules.Square) rules.Move {
	return rules.NewDrop(rules.HandSlot(t), to, rules.NoPieceType)
}

// step returns the move between two squares. An impossible promotion is left to
// the rules to reject.
func (n *shogi) step(p *rules.Position, from, to rules.Square, promotes bool) rules.Move {
	into := rules.NoPieceType
	if promotes {
		t := p.At(from).Type()
		if into = n.promoted[t]; into == rules.NoPieceType {
			into = t
		}
	}
	return rules.NewMove(rules.Step, from, to, into)
}

// promotedDrop returns the error of dropping a promoted piece, or nil.
func (n *shogi) promotedDrop(t rules.PieceType) *Fault {
	if !n.rules.Promoted(t) {
		return nil
	}
	return fault(n.rules.DropPromoted(), "drop", "a %s cannot be dropped promoted",
		n.rules.PieceName(n.rules.Demoted(t)))
}

// checkSide checks the side that a text names.
func checkSide(p *rules.Position, second bool, rule string) *Fault {
	if second == (p.Side() == rules.Second) {
		return nil
	}
	return fault(rule, OtherSide, "it is %s's turn", p.Rules().SideName(p.Side()))
}

// misnamed returns the error of a legal move with the name of another piece.
func misnamed(p *rules.Position, m rules.Move, rule, written string) *Fault {
	return fault(rule, "piece name", "the piece that moves is a %s, not a %s", p.Rules().PieceName(p.Moved(m).Type()),
		written)
}
