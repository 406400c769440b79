package notation

import (
	"cmp"
	"slices"
	"strconv"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
	"assay/parser/dhtmlxq"
	"assay/parser/scan"
)

// Writer writes legal moves, each in the position before it, and names squares
// as they stand in its moves and along the board. A value is not safe for
// concurrent use.
type Writer interface {
	Append(dst []byte, p *rules.Position, m rules.Move) []byte
	SquareName(r *rules.Rules, s rules.Square) string
}

// Style is a way in which readers are shown moves, whatever notation a record
// is written in.
type Style struct {
	Name  string // in addresses and commands
	Title string // what people call it
	// Edges are what a board has along its edges beside the style.
	Edges Edges
	// make gives a writer for a game, nil where the style does not suit it.
	make func(*rules.Rules) Writer
}

// Edges says how a style counts files and ranks.
type Edges uint8

// The ways of counting.
const (
	OwnEdges     Edges = iota // files by letters, ranks from 1, from First's left
	KanjiEdges                // 9 to 1 along the top, 一 to 九 down the right
	LetterEdges               // 9 to 1, a to i
	FigureEdges               // 9 to 1, 1 to 9
	XiangqiEdges              // files from each player's right
	ZeroEdges                 // files by letters, ranks from 0
	PageEdges                 // those of the game's page
)

// styles are all there are, the one for every game first.
var styles = []*Style{
	{"numbered", "Numbered list", OwnEdges, func(*rules.Rules) Writer { return Numbered{} }},
	{"san", "Algebraic (SAN)", OwnEdges, func(r *rules.Rules) Writer { return NewSAN(nil, r) }},
	{"figurine", "Figurines", OwnEdges, figurineMoves},
	{"long", "Long algebraic", OwnEdges, func(r *rules.Rules) Writer { return &Long{*NewSAN(nil, r)} }},
	{"kif", "KIF", KanjiEdges, ofFormat(parser.KIF)},
	{"ki2", "KI2", KanjiEdges, ofFormat(parser.KI2)},
	{"hodges", "Western shogi (Hodges)", LetterEdges, western(false)},
	{"hosking", "Western shogi (Hosking)", FigureEdges, western(true)},
	{"csa", "CSA", FigureEdges, ofFormat(parser.CSA)},
	{"usi", "USI", LetterEdges, ofFormat(parser.USI)},
	{"wxf", "WXF", XiangqiEdges, ofFormat(parser.WXF)},
	{"chinese", "Chinese", XiangqiEdges, ofFormat(parser.Chinese)},
	{"traditional", "Chinese, traditional signs", XiangqiEdges, traditionalMoves},
	{"iccs", "ICCS", ZeroEdges, ofFormat(parser.ICCS)},
	{"courier", "Game Courier", PageEdges, ofFormat(parser.Courier)},
	{"uci", "UCI", OwnEdges, func(*rules.Rules) Writer { return UCI{} }},
}

// ofFormat writes moves as a format of records does.
func ofFormat(f parser.Format) func(*rules.Rules) Writer {
	return func(r *rules.Rules) Writer {
		if n, ok := ForFormat(f, r); ok {
			return n
		}
		return nil
	}
}

func traditionalMoves(r *rules.Rules) Writer {
	if !holdsXiangqi(r) {
		return nil
	}
	return &WXF{Script: Traditional}
}

// Styles are those that suit a game.
func Styles(r *rules.Rules) []*Style {
	var out []*Style
	for _, s := range styles {
		if s.make(r) != nil {
			out = append(out, s)
		}
	}
	return out
}

// StyleNames are the names of all styles.
func StyleNames() []string {
	names := make([]string, len(styles))
	for i, s := range styles {
		names[i] = s.Name
	}
	return names
}

// StyleNamed finds a style by its name; nil for none.
func StyleNamed(name string) *Style {
	i := slices.IndexFunc(styles, func(s *Style) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return styles[i]
}

// Suits reports whether the style can write moves of a game.
func (s *Style) Suits(r *rules.Rules) bool { return s.make(r) != nil }

// UsualStyle is the style that players of a game know best: of games whose
// boards are counted in a way of their own the first that counts so, of those
// that are played with western figures SAN, of others that of numbered lists.
func UsualStyle(r *rules.Rules, counted, western bool) *Style {
	switch {
	case counted:
		for _, s := range styles {
			if (s.Edges == KanjiEdges || s.Edges == XiangqiEdges) && s.Suits(r) {
				return s
			}
		}
	case western:
		return StyleNamed("san")
	}
	return styles[0]
}

// StyleOf is the style in which a format's moves are shown, which is that of
// numbered lists where the format has none of its own.
func StyleOf(f parser.Format) *Style {
	name := string(f)
	switch f {
	case parser.PGN:
		name = "san"
	case parser.JKF: // as [Shown]
		name = string(parser.KIF)
	case dhtmlxq.DhtmlXQ:
		name = string(parser.ICCS)
	}
	return cmp.Or(StyleNamed(name), styles[0])
}

// StyleIn is the style in which a record's moves are shown that are read in a
// notation, or one that counts as they do: a PGN may have moves of any of
// several.
func StyleIn(rec *parser.Record, n Notation) *Style {
	switch n := n.(type) {
	case *WXF:
		return StyleNamed([...]string{Latin: "wxf", FullWidth: "wxf", Simplified: "chinese", Traditional: "traditional"}[n.Script])
	case ICCS:
		return StyleNamed(string(parser.ICCS))
	case *SAN:
		if n.fromZero {
			return StyleNamed(string(parser.ICCS))
		}
	}
	return StyleOf(rec.Written())
}

// Writer writes the moves of a game, as numbered lists do where the style does
// not suit it.
func (s *Style) Writer(r *rules.Rules) Writer {
	if w := s.make(r); w != nil {
		return w
	}
	return Numbered{}
}

// Shows is the legal move that some style writes exactly so, for those that no
// record is written in. After the end of a game there is none.
func Shows(p *rules.Position, text string) (rules.Move, bool) {
	if _, over := p.OutcomeBefore(true); over {
		return 0, false
	}
	for _, s := range Styles(p.Rules()) {
		w := s.Writer(p.Rules())
		for _, m := range p.Moves(nil) {
			if string(w.Append(nil, p, m)) == text {
				return m, true
			}
		}
	}
	return 0, false
}

// Labels are the signs along the edges of a game's board, file by file and rank
// by rank. Edges that are counted from each player's right have First's files,
// and no ranks.
func (s *Style) Labels(r *rules.Rules) (files, ranks []string) {
	files, ranks = make([]string, r.Files()), make([]string, r.Ranks())
	page := r.Definition().Page
	letters, numbers := r.Labels()
	for f := range files {
		switch right := len(files) - f; {
		case s.Edges == XiangqiEdges:
			files[f] = kanjiNumber(right)
		case s.Edges == KanjiEdges, s.Edges == LetterEdges, s.Edges == FigureEdges:
			files[f] = strconv.Itoa(right)
		case s.Edges == PageEdges && page != nil:
			files[f] = page.Files[f]
		default:
			files[f] = letters[f]
		}
	}
	for k := range ranks {
		switch down := len(ranks) - k; {
		case s.Edges == XiangqiEdges:
		case s.Edges == KanjiEdges:
			ranks[k] = kanjiNumber(down)
		case s.Edges == LetterEdges:
			ranks[k] = string(rune('a' + down - 1))
		case s.Edges == FigureEdges:
			ranks[k] = strconv.Itoa(down)
		case s.Edges == ZeroEdges:
			ranks[k] = strconv.Itoa(k)
		case s.Edges == PageEdges && page != nil:
			ranks[k] = page.Ranks[k]
		default:
			ranks[k] = numbers[k]
		}
	}
	return files, ranks
}

// kanjiNumber is a number up to 19 in kanji.
func kanjiNumber(n int) string {
	text := ""
	if n >= 10 {
		text, n = "十", n-10
	}
	if n > 0 {
		text += kanjiDigits[3*n-3 : 3*n]
	}
	return text
}

// SquareName is the game's own name.
func (UCI) SquareName(r *rules.Rules, s rules.Square) string { return r.SquareName(s) }

// Append writes a legal move.
func (n UCI) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	return append(dst, n.Format(p, m)...)
}

// Long writes moves as SAN does, with the whole square moved from and a hyphen
// where nothing is captured: Ng1-f3, e4xd5.
type Long struct{ SAN }

// Append writes a legal move, with the sign of check or mate.
func (n *Long) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.long = true
	return n.SAN.Append(dst, p, m)
}

// figures are the signs of pieces by the keys of their pictures.
var figures = map[string]string{"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"}

// Figurine writes moves as SAN does, with pictures of the pieces in place of
// their letters: ♘f3.
type Figurine struct{ SAN }

// figurineMoves are those of games whose king and two more pieces have a sign.
func figurineMoves(r *rules.Rules) Writer {
	n := &Figurine{*NewSAN(nil, r)}
	n.figures = map[string]string{}
	king := false
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		// A letter that other kinds have too, or that is read as another
		// figure's, stays a letter.
		sign, letter := figures[r.Glyph(t)], n.letter(t)
		if sign != "" && len(letter) == 1 && scan.FigurinesAsLetters(sign) == letter {
			n.figures[letter] = sign
			king = king || r.Royal(t)
		}
	}
	if !king || len(n.figures) < 3 || !isWestern(r.Definition()) {
		return nil
	}
	return n
}

// isWestern reports whether a game's pieces are drawn as those of chess.
func isWestern(d *variant.Definition) bool {
	if d.Dress != nil && d.Dress.Set != "" {
		return d.Dress.Set == "figures"
	}
	return d.Board.Checkered
}
