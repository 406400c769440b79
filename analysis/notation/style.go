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
// as in its moves and along the board. A value is not safe for concurrent use.
type Writer interface {
	Append(dst []byte, p *rules.Position, m rules.Move) []byte
	SquareName(r *rules.Rules, s rules.Square) string
}

// Style is a way to display moves, independent of the notation of the record.
type Style struct {
	Name  string // in URLs and commands
	Title string // for display
	// Edges are the labels along the board.
	Edges Edges
	// formats are the record formats whose files may have these moves.
	formats []parser.Format
	// make returns a writer for a variant, or nil if the style cannot write it.
	make func(*rules.Rules) Writer
}

// Edges is a way to label files and ranks.
type Edges uint8

// The ways to label files and ranks.
const (
	OwnEdges     Edges = iota // files a, b, c…, ranks from 1, from First's left
	KanjiEdges                // 9 to 1 along the top, 一 to 九 down the right
	LetterEdges               // 9 to 1, a to i
	FigureEdges               // 9 to 1, 1 to 9
	XiangqiEdges              // files from each player's right
	ZeroEdges                 // files a, b, c…, ranks from 0
	PageEdges                 // as on the variant's Game Courier page
	KoreanEdges               // files 1 to 9, ranks 1 to 9 and 0 from the top
)

// The formats of moves in PGN files, and of xiangqi in Chinese.
var (
	inPGN     = []parser.Format{parser.PGN}
	inChinese = []parser.Format{parser.PGN, parser.Chinese}
)

// styles are all styles; the first one suits every variant.
var styles = []*Style{
	{"numbered", "Numbered list", OwnEdges, nil, func(*rules.Rules) Writer { return Numbered{} }},
	{"san", "Algebraic (SAN)", OwnEdges, inPGN, func(r *rules.Rules) Writer { return NewSAN(nil, r) }},
	{"figurine", "Figurines", OwnEdges, inPGN, figurineMoves},
	{"long", "Long algebraic", OwnEdges, inPGN, func(r *rules.Rules) Writer { return &Long{*NewSAN(nil, r)} }},
	{"kif", "KIF", KanjiEdges, nil, ofFormat(parser.KIF)},
	{"ki2", "KI2", KanjiEdges, nil, ofFormat(parser.KI2)},
	{"hodges", "Western shogi (Hodges)", LetterEdges, inPGN, western(false)},
	{"hosking", "Western shogi (Hosking)", FigureEdges, inPGN, western(true)},
	{"csa", "CSA", FigureEdges, nil, ofFormat(parser.CSA)},
	{"usi", "USI", LetterEdges, nil, ofFormat(parser.USI)},
	{"wxf", "WXF", XiangqiEdges, []parser.Format{parser.PGN, parser.WXF}, ofFormat(parser.WXF)},
	{"chinese", "Chinese", XiangqiEdges, inChinese, ofFormat(parser.Chinese)},
	{"traditional", "Chinese, traditional signs", XiangqiEdges, inChinese, traditionalMoves},
	{"iccs", "ICCS", ZeroEdges, nil, ofFormat(parser.ICCS)},
	{"janggi", "Janggi (Korean)", KoreanEdges, inPGN, janggiMoves},
	{"courier", "Game Courier", PageEdges, nil, ofFormat(parser.Courier)},
	{"uci", "UCI", OwnEdges, nil, func(*rules.Rules) Writer { return UCI{} }},
}

// ofFormat returns a writer of moves as in a record format.
func ofFormat(f parser.Format) func(*rules.Rules) Writer {
	return func(r *rules.Rules) Writer {
		if n, ok := ForFormat(f, r); ok {
			return n
		}
		return nil
	}
}

func janggiMoves(r *rules.Rules) Writer {
	if !holdsJanggi(r) {
		return nil
	}
	return newJanggi(r)
}

func traditionalMoves(r *rules.Rules) Writer {
	if !holdsXiangqi(r) {
		return nil
	}
	return &WXF{Script: Traditional}
}

// Styles returns the styles that suit a variant.
func Styles(r *rules.Rules) []*Style {
	var out []*Style
	for _, s := range styles {
		if s.make(r) != nil {
			out = append(out, s)
		}
	}
	return out
}

// StyleNames returns the names of all styles.
func StyleNames() []string {
	names := make([]string, len(styles))
	for i, s := range styles {
		names[i] = s.Name
	}
	return names
}

// StyleNamed returns the style of a name, or nil.
func StyleNamed(name string) *Style {
	i := slices.IndexFunc(styles, func(s *Style) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return styles[i]
}

// InFormat returns the notation of a record format with moves written in the
// style, if files of the format may have them; otherwise n, which is the
// format's own.
func (s *Style) InFormat(n Notation, f parser.Format, r *rules.Rules) Notation {
	if s == nil || !slices.Contains(s.formats, f) {
		return n
	}
	if w := s.make(r); w != nil {
		return &styled{n, w}
	}
	return n
}

// styled is the notation of a format with moves written in a style.
type styled struct {
	Notation
	moves Writer
}

// Append writes a legal move.
func (n *styled) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	return n.moves.Append(dst, p, m)
}

// Read reads a move as the style writes it.
func (n *styled) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if reader, ok := n.moves.(Notation); ok {
		return reader.Read(p, text)
	}
	return n.Notation.Read(p, text)
}

// Suits reports whether the style can write a variant's moves.
func (s *Style) Suits(r *rules.Rules) bool { return s.make(r) != nil }

// UsualStyle returns the most familiar style for a variant. It is the first
// style with shogi or xiangqi coordinates if counted, SAN if western, and
// otherwise numbered lists.
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

// StyleOf returns the style for display of a format's moves; numbered lists if
// the format has no style of its own.
func StyleOf(f parser.Format) *Style {
	name := string(f)
	switch f {
	case parser.PGN:
		name = "san"
	case parser.JKF: // as in [Shown]
		name = string(parser.KIF)
	case dhtmlxq.DhtmlXQ:
		name = string(parser.ICCS)
	}
	return cmp.Or(StyleNamed(name), styles[0])
}

// StyleIn returns the style for display of a record's moves. A PGN record may
// be in any of several notations, so n decides.
func StyleIn(rec *parser.Record, n Notation) *Style {
	switch n := n.(type) {
	case *WXF:
		return StyleNamed([...]string{Latin: "wxf", FullWidth: "wxf", Simplified: "chinese",
			Traditional: "traditional"}[n.Script])
	case ICCS:
		return StyleNamed(string(parser.ICCS))
	case *Janggi:
		return StyleNamed("janggi")
	case *USI:
		return StyleNamed(string(parser.USI))
	case *CSA:
		return StyleNamed(string(parser.CSA))
	case *KIF:
		return StyleNamed(string(parser.KIF))
	case *KI2:
		return StyleNamed(string(parser.KI2))
	case *SAN:
		if n.fromZero {
			return StyleNamed(string(parser.ICCS))
		}
	}
	return StyleOf(rec.Written())
}

// Writer returns a writer for a variant. If the style does not suit the
// variant, the writer is for numbered lists.
func (s *Style) Writer(r *rules.Rules) Writer {
	if w := s.make(r); w != nil {
		return w
	}
	return Numbered{}
}

// Shows returns the legal move that some style writes as text. It tries only
// styles that no record format uses and that count ranks as given. A finished
// game has no moves.
func Shows(p *rules.Position, text string, ranks Ranks) (rules.Move, bool) {
	if _, over := p.OutcomeBefore(true); over {
		return 0, false
	}
	for _, s := range Styles(p.Rules()) {
		if ranks == RanksFromZero && s.Edges == OwnEdges || ranks == RanksFromOne && s.Edges == ZeroEdges {
			continue
		}
		w := s.Writer(p.Rules())
		for _, m := range p.Moves(nil) {
			if string(w.Append(nil, p, m)) == text {
				return m, true
			}
		}
	}
	return 0, false
}

// Labels returns the labels of files and ranks along a variant's board. Xiangqi
// labels are First's files only.
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
		case s.Edges == KoreanEdges:
			files[f] = strconv.Itoa(f + 1)
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
		case s.Edges == KoreanEdges:
			ranks[k] = strconv.Itoa(down % 10)
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

// kanjiNumber returns a number up to 19 in kanji.
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

// SquareName returns the variant's own name.
func (UCI) SquareName(r *rules.Rules, s rules.Square) string { return r.SquareName(s) }

// Append writes a legal move.
func (n UCI) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	return append(dst, n.Format(p, m)...)
}

// Long writes moves as SAN does, but with the full origin and a hyphen in quiet
// moves: Ng1-f3, e4xd5.
type Long struct{ SAN }

// Append writes a legal move, with the sign of check or mate.
func (n *Long) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.long = true
	return n.SAN.Append(dst, p, m)
}

// figures are figurines by the keys of piece pictures.
var figures = map[string]string{"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"}

// Figurine writes moves as SAN does, with figurines instead of letters: ♘f3.
type Figurine struct{ SAN }

// figurineMoves returns a writer for variants with figurines for the king and
// at least two more pieces, or nil.
func figurineMoves(r *rules.Rules) Writer {
	n := &Figurine{*NewSAN(nil, r)}
	n.figures = map[string]string{}
	king := false
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		// Keep a letter that several types share, or that is read as another
		// figurine.
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

// isWestern reports whether a variant's pieces are drawn as chess pieces.
func isWestern(d *variant.Definition) bool {
	if d.Appearance != nil && d.Appearance.Set != "" {
		return d.Appearance.Set == "figures"
	}
	return d.Board.Checkered
}
