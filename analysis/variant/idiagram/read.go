// Package idiagram reads and writes definitions as Interactive Diagrams, the
// text in which articles of The Chess Variant Pages define a game: lines such
// as files=10 and pawn:P:ifmnDfmWfceF:pawn:a2-j2.
package idiagram

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/analysis/variant"
	"assay/analysis/variant/xbetza"
	"assay/parser/scan"
)

// diagram is a parsed Interactive Diagram.
type diagram struct {
	line                       int // of its first line
	board                      variant.Board
	symmetry                   string
	zone, most, offset, royals int
	choice                     string
	royalLine                  int
	pieces                     []*piece
	holes                      [2][]variant.Square
	problems                   variant.Problems // without the file
	assumed                    []string         // what the text leaves open
}

// piece is a line of a piece.
type piece struct {
	line    int
	name    string
	letter  string
	betza   string
	moves   xbetza.Moves
	squares [2][]variant.Square
	hand    int
}

func (d *diagram) refuse(line int, format string, args ...any) {
	d.problems = append(d.problems, variant.Problem{Line: line, Message: fmt.Sprintf(format, args...)})
}

func (d *diagram) assume(format string, args ...any) {
	d.assumed = append(d.assumed, fmt.Sprintf(format, args...))
}

// Is reports whether a text looks like an Interactive Diagram, or a page with
// one.
func Is(text string) bool {
	return pageDiagram.MatchString(text) || sizeLine.MatchString(text) && pieceLine.MatchString(text)
}

var (
	pageDiagram = scan.NewPattern(`(?is)<(div|pre)[^>]*class\s*=\s*["']?idiagram["']?[^>]*>`)
	pageEnd     = scan.NewPattern(`(?i)</(div|pre)\s*>`)
	pageBreak   = scan.NewPattern(`(?i)<br\s*/?>|</?p\s*>`)
	anyTag      = scan.NewPattern(`<[^>]*>`)
	sizeLine    = scan.NewPattern(`(?m)^\s*(files|ranks|symmetry|promoZone|satellite|graphicsDir)\s*=`)
	pieceLine   = scan.NewPattern(`(?m)^\s*[\pL][\pL\pN _'.-]*:[^:\n]*:[^:\n]*:[^:\n]*:`)
)

// texts returns the diagrams of a text: itself, or those of a page, each with
// the number of lines before it.
func texts(text string) (list []string, before []int) {
	if !pageDiagram.MatchString(text) {
		return []string{text}, []int{0}
	}
	for _, span := range pageDiagram.FindAllStringIndex(text, -1) {
		inside := text[span[1]:]
		if end := pageEnd.FindStringIndex(inside); end != nil {
			inside = inside[:end[0]]
		}
		inside = pageBreak.ReplaceAllStringFunc(inside,
			func(tag string) string { return strings.Repeat(" ", len(tag)) + "\v" })
		list = append(list, html.UnescapeString(anyTag.ReplaceAllString(inside, "")))
		before = append(before, strings.Count(text[:span[1]], "\n"))
	}
	return list, before
}

// appearance are the keys that do not change the rules.
var appearance = strings.Fields("satellite graphicsdir graphicstype squaresize whiteprefix blackprefix lightshade " +
	"darkshade holeshade rimcolor rimcolour coordcolor coordcolour borders firstrank startshade usemarkers showmoves " +
	"newclick oddshade hiddenshade wholeshade theme zoom animate animationspeed speed coords grid background " +
	"boardbackground pieceshadow sounds lighthilight darkhilight hilight moverlist moves autoplay credits useai " +
	"enableai analysis level depth maxply ply lastmove tail scale margin labels imagedir image font color colour " +
	"width name title author hidelegend legend nolegend spell whitetint blacktint whiteshade blackshade tint " +
	"promopopup trackpieces royalvalue value values pstable psq")

// refusals are the keys that change the rules in a way that definitions do not
// have, and what they do.
var refusals = map[string]string{
	"shuffle": "shuffled starting positions; remove the line to play the position that is given",
	"morph":   "pieces that change by the square they reach", "capturematrix": "a matrix of who may capture whom",
	"barrier": "pieces that block others", "lustre": "pieces that are iron for a while",
	"zonal":         "pieces confined to zones",
	"counterstrike": "recapture rules", "gating": "pieces that are gated", "cylinder": "a board whose edges join",
	"edge": "a board whose edges join", "contageon": "pieces that take on powers", "pass": "passing",
	"multimove": "several moves a turn", "bared": "the rule of a bare king", "baring": "the rule of a bare king",
	"drops": "rules for drops", "dropchoice": "rules for drops", "dropmask": "rules for drops",
	"nodrop": "rules for drops", "pawndrop": "rules for drops", "confine": "pieces confined to zones",
}

// parse reads a diagram.
func parse(text string, before int) *diagram {
	d := &diagram{line: before + 1, board: variant.Board{Files: 8, Ranks: 8}, symmetry: "mirror", zone: 1, most: 1}
	type entry struct {
		line int
		text string
	}
	var pieces []entry
	for i, row := range strings.Split(text, "\n") {
		for _, field := range strings.Split(row, "\v") {
			field = strings.TrimSpace(field)
			key, value, setting := strings.Cut(field, "=")
			switch line := before + i + 1; {
			case field == "" || strings.HasPrefix(field, "//"):
			case setting && !strings.Contains(key, ":"):
				d.set(line, strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value))
			case strings.Contains(field, ":"):
				pieces = append(pieces, entry{line, field})
			default:
				d.refuse(line, "%q is neither a setting (KEY=VALUE) nor a piece (name:ID:moves:image:squares)", field)
			}
		}
	}
	for _, p := range pieces {
		d.addPiece(p.line, p.text)
	}
	return d
}

// set reads a setting.
func (d *diagram) set(line int, key, value string) {
	number := func(least, most int) int {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			d.refuse(line, "%s=%s: expected a number from %d to %d", key, value, least, most)
			return least
		}
		return n
	}
	switch key {
	case "files":
		d.board.Files = number(1, variant.MaxSide)
	case "ranks":
		d.board.Ranks = number(1, variant.MaxSide)
	case "promozone":
		d.zone = number(0, variant.MaxSide)
	case "maxpromote":
		d.most = number(0, 99)
	case "promooffset":
		d.offset = number(-99, 99)
	case "promochoice":
		d.choice = value
	case "royal":
		if d.royalLine > 0 {
			d.refuse(line, "royal=%s: a second royal piece; definitions have one", value)
		}
		d.royals, d.royalLine = number(1, 99), line
	case "symmetry":
		if d.symmetry = value; !slices.Contains([]string{"mirror", "rotate", "none"}, value) {
			d.refuse(line, "symmetry=%s: expected mirror, rotate or none", value)
		}
	case "holdingstype":
		if value != "0" {
			d.refuse(line, "holdingsType=%s: the text does not say where pieces in hand may be dropped; "+
				"remove the line, convert, and add hand and drops to the definition", value)
		}
	case "stalemate":
		if value != "draw" && value != "0" {
			d.refuse(line, "stalemate=%s: remove the line, convert, and change the module no-moves", value)
		}
	default:
		if reason := refusals[key]; reason != "" {
			d.refuse(line, "%s=%s: definitions do not have %s", key, value, reason)
		} else if !slices.Contains(appearance, key) {
			d.refuse(line, "unknown key %q, which may change the rules; remove the line if it does not", key)
		}
	}
}

// usualMoves are the moves of pieces by their usual names.
var usualMoves = map[string]string{
	"pawn": "ifmnDfmWfceF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K", "archbishop": "BN",
	"cardinal": "BN", "chancellor": "RN", "marshall": "RN", "amazon": "QN", "nightrider": "NN", "ferz": "F",
	"wazir": "W", "alfil": "A", "dabbaba": "D", "camel": "C", "zebra": "Z", "guard": "K", "man": "K", "commoner": "K",
	"centaur": "KN", "cannon": "mRcpR", "vao": "mBcpB", "grasshopper": "gQ", "champion": "WAD", "wizard": "FC",
}

// addPiece reads the line of a piece.
func (d *diagram) addPiece(line int, text string) {
	fields := strings.Split(text, ":")
	for len(fields) < 6 {
		fields = append(fields, "")
	}
	p := &piece{line: line, name: strings.TrimSpace(fields[0]), betza: strings.TrimSpace(fields[2])}
	if len(fields) > 6 {
		d.refuse(line, "%s: more than six fields (name:ID:moves:image:squares:squares of the second player)", p.name)
	}
	for side := range 2 {
		d.places(p, strings.TrimSpace(fields[4+side]), side)
	}
	if strings.EqualFold(p.name, "hole") {
		d.holes = p.squares
		return
	}
	if len(p.squares[1]) == 0 {
		p.squares[1] = d.opposite(p.squares[0])
	}
	if p.hand > 0 {
		d.refuse(line, "%s: pieces in hand: the text does not say where they may be dropped", p.name)
	}
	id := strings.TrimSpace(fields[1])
	if id == "" && p.name != "" {
		id = string([]rune(p.name)[:1])
	}
	p.letter = strings.ToUpper(id)
	if p.betza == "" {
		p.betza = usualMoves[strings.ToLower(p.name)]
		if p.betza == "" {
			d.refuse(line, "%s: no moves, and the name does not say them", p.name)
			return
		}
		d.assume("%s moves as %s, by its name", p.name, p.betza)
	}
	moves, err := xbetza.Read(p.betza)
	if err != nil {
		d.refuse(line, "%s: moves %q: %v", p.name, p.betza, err)
	}
	p.moves = moves
	d.pieces = append(d.pieces, p)
}

// opposite returns where the second player's pieces stand.
func (d *diagram) opposite(squares []variant.Square) (out []variant.Square) {
	for _, s := range squares {
		switch d.symmetry {
		case "mirror":
			out = append(out, d.board.Reflected(s))
		case "rotate":
			out = append(out, variant.Square(d.board.Files*d.board.Ranks-1-int(s)))
		}
	}
	return out
}

// places reads squares: a1, a1-h1, or a number of pieces in hand.
func (d *diagram) places(p *piece, text string, side int) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		if n, err := strconv.Atoi(word); err == nil {
			p.hand += n
			continue
		}
		squares, err := d.board.Squares(word)
		if err != nil {
			d.refuse(p.line, "%s: %v", p.name, err)
			continue
		}
		p.squares[side] = append(p.squares[side], squares...)
	}
}
