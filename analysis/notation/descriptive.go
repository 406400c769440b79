package notation

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/pgn"
)

// ruleDescriptive is the rule ID for descriptive notation.
const ruleDescriptive = "Descriptive"

// Descriptive reads the descriptive notation of older chess books, such as P-K4
// or, in Spanish, P4R, by comparing it with the legal moves. It writes
// algebraic notation.
type Descriptive struct {
	SAN
	spanish bool
	chosen  map[described]rules.Move // of texts that fit several moves
	reads   int
}

// described is a text in a position, by its key.
type described struct {
	key  uint64
	text string
}

// maxForeseen bounds the moves read to decide between the moves that texts of a
// record fit.
const maxForeseen = 5000

// foresee decides between the moves that a text fits by the moves after it: one
// of them must allow more than each other.
func (n *Descriptive) foresee(rec *parser.Record, start *rules.Position) {
	p := start.Clone()
	for i := range rec.Moves {
		text := rec.Moves[i].Text
		m, known, _, f := n.Read(p, text)
		if !known {
			if f == nil || len(f.Candidates) == 0 {
				return
			}
			most, second := -1, -1
			for _, other := range f.Candidates {
				p.Play(other)
				switch far := n.reach(p, rec.Moves[i+1:], 1); {
				case far > most:
					m, most, second = other, far, most
				case far > second:
					second = far
				}
				p.Undo()
			}
			if most == second || n.reads > maxForeseen {
				return
			}
			n.chosen[described{p.Key(), text}] = m
		}
		p.Play(m)
	}
}

// reach returns the number of plies that are legal. Of texts that fit several
// moves, it tries each, to a depth.
func (n *Descriptive) reach(p *rules.Position, line parser.Line, depth int) (most int) {
	i := 0
	for ; i < len(line) && n.reads <= maxForeseen; i++ {
		n.reads++
		m, known, _, f := n.Read(p, line[i].Text)
		if known {
			p.Play(m)
			continue
		}
		if f != nil && depth > 0 {
			for _, other := range f.Candidates {
				p.Play(other)
				most = max(most, 1+n.reach(p, line[i+1:], depth-1))
				p.Undo()
			}
		}
		break
	}
	for range i {
		p.Undo()
	}
	return i + most
}

// descriptiveMoves returns the descriptive notation of a record, nil for one
// whose first move is in another.
func descriptiveMoves(line parser.Line, r *rules.Rules) Notation {
	for _, spanish := range []bool{false, true} {
		if d, ok := pgn.ReadDescriptive(line[0].Text, spanish); ok && !d.Castles {
			return &Descriptive{SAN: *NewSAN(nil, r), spanish: spanish, chosen: map[described]rules.Move{}}
		}
	}
	return nil
}

// descriptiveFiles are the files of a chessboard by their names, from the
// a-file. A name without K and Q stands for two files.
var descriptiveFiles = []string{"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"}

// onFile reports whether a file has a name.
func onFile(file int, name string) bool {
	return descriptiveFiles[file] == name || len(name) == 1 && strings.HasSuffix(descriptiveFiles[file], name) &&
		len(descriptiveFiles[file]) == 2
}

// onSquare reports whether a square has a name such as KB3, or a rank such as
// 3, as its side sees it; "" is any.
func onSquare(r *rules.Rules, side rules.Side, s rules.Square, name string) bool {
	if name == "" {
		return true
	}
	file, rank := r.Coordinates(s)
	if side == rules.Second {
		rank = r.Ranks() + 1 - rank
	}
	n := len(name) - 1
	return rank == int(name[n]-'0') && (n == 0 || onFile(file, name[:n]))
}

// Read returns the only legal move that a text describes.
func (n *Descriptive) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	d, ok := pgn.ReadDescriptive(text, n.spanish)
	switch {
	case !ok && !strings.HasPrefix(text, "O") && !strings.HasPrefix(text, "0") && !isPass(text):
		return 0, false, nil, fault(ruleDescriptive, "syntax",
			"%q is not a move in descriptive notation, such as P-K4, KtxP or Castles", text)
	case !ok:
		return n.SAN.Read(p, text)
	case d.Castles:
		spelling := "O-O"
		if _, _, _, f = n.SAN.Read(p, spelling); d.Piece == "Q" || d.Piece == "" && f != nil {
			spelling = "O-O-O"
		}
		return n.SAN.Read(p, spelling)
	}
	var fits []rules.Move
	for _, m := range p.Moves(nil) {
		if n.describes(p, m, &d) {
			fits = append(fits, m)
		}
	}
	for _, prefers := range []func(rules.Move) bool{
		func(m rules.Move) bool { return m.Kind() != rules.EnPassant },
		func(m rules.Move) bool { return n.gives(p, m) == d.Checks },
		func(m rules.Move) bool { return n.isOf(p, m.From(), d.Piece, fits) },
		func(m rules.Move) bool { return d.To != "" || n.isOf(p, m.To(), d.Captured, fits) },
	} {
		if len(fits) > 1 {
			others := func(m rules.Move) bool { return !prefers(m) }
			if fewer := slices.DeleteFunc(slices.Clone(fits), others); len(fewer) > 0 {
				fits = fewer
			}
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], true, nil, nil
	case 0:
		return n.blame(p, text, &d)
	}
	if m, ok := n.chosen[described{p.Key(), text}]; ok && slices.Contains(fits, m) {
		return m, true, []Warning{{ruleDescriptive, fmt.Sprintf("the text fits %d legal moves; the one that the later "+
			"moves need is read", len(fits))}}, nil
	}
	f = fault(ruleDescriptive, "ambiguous", "%q fits %d legal moves", text, len(fits))
	f.Candidates = fits
	return 0, false, nil, f
}

// describes reports whether a text describes a move, but for the side of a
// piece and check.
func (n *Descriptive) describes(p *rules.Position, m rules.Move, d *pgn.Descriptive) bool {
	r, side, captured := n.rules, p.Side(), p.Captured(m)
	if m.Kind() != rules.Step && m.Kind() != rules.EnPassant || !n.isNamed(p.Moved(m), m.From(), d.Piece) ||
		!onSquare(r, side, m.From(), d.From) || !onSquare(r, side, m.To(), d.To) || !onSquare(r, side, m.To(), d.At) {
		return false
	}
	if (d.Captured != "") != (captured != rules.NoPiece) {
		return false
	}
	if d.Captured != "" && !n.isNamed(captured, m.To(), d.Captured) || d.EnPassant && m.Kind() != rules.EnPassant {
		return false
	}
	into := d.Into
	if into == "" && m.Into() != rules.NoPieceType {
		into = "Q"
	}
	return into == "" && m.Into() == rules.NoPieceType || into != "" && r.Letter(m.Into()) == into
}

// isNamed reports whether a piece on a square has the kind of a name such as
// KN, and a pawn also its file.
func (n *Descriptive) isNamed(pc rules.Piece, on rules.Square, name string) bool {
	kind := name[len(name)-1:]
	if n.rules.Letter(pc.Type()) != kind {
		return false
	}
	file, _ := n.rules.Coordinates(on)
	return kind != "P" || len(name) == 1 || onFile(file, name[:len(name)-1])
}

// gives reports whether a move gives check.
func (n *Descriptive) gives(p *rules.Position, m rules.Move) bool {
	p.Play(m)
	defer p.Undo()
	return p.InCheck(p.Side())
}

// isOf reports whether the piece on a square is probably the king's or queen's
// one that a name such as KN means. A bishop never leaves the colour of its
// first square; of other pieces, it is the one nearest to its wing.
func (n *Descriptive) isOf(p *rules.Position, on rules.Square, name string, fits []rules.Move) bool {
	if len(name) != 2 || name[1] == 'P' {
		return true
	}
	file, rank := n.rules.Coordinates(on)
	kings := name[0] == 'K'
	if name[1] == 'B' {
		light := (file+rank)%2 == 0 // f1, of White's king
		return light == (kings == (p.At(on).Side() == rules.First))
	}
	for _, m := range fits {
		for _, s := range []rules.Square{m.From(), m.To()} {
			other, _ := n.rules.Coordinates(s)
			if p.At(s) == p.At(on) && (kings && other > file || !kings && other < file) {
				return false
			}
		}
	}
	return true
}

// blame returns the error of a text that describes no legal move: the broken
// rule, if the text names a square.
func (n *Descriptive) blame(p *rules.Position, text string, d *pgn.Descriptive) (m rules.Move, known bool,
	warnings []Warning, f *Fault) {
	piece := strings.TrimPrefix(d.Piece[len(d.Piece)-1:], "P")
	for s := range rules.Square(n.rules.Files() * n.rules.Ranks()) {
		if d.To == "" || !onSquare(n.rules, p.Side(), s, d.To) {
			continue
		}
		if m, known, warnings, f = n.SAN.Read(p, piece+n.rules.SquareName(s)); f != nil && m != 0 {
			return m, known, warnings, f
		}
	}
	return 0, false, nil, fault(movementRule(p), "illegal", "no legal move is written %q", text)
}
