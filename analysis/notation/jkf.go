package notation

import (
	"bytes"
	"encoding/json"
	"strings"

	"assay/analysis/rules"
)

// ruleJKF is the rule ID for the JSON format of Kifu for JS.
const ruleJKF = "JKF"

// JKF reads and writes moves of JKF records, each an object such as
// {"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}. The zero
// value is ready for use; it is not safe for concurrent use.
type JKF struct{ japanese }

// jkfMove is a move's object. Piece is the piece before the move.
type jkfMove struct {
	Color    *int      `json:"color"`
	From     *jkfPlace `json:"from"`
	To       *jkfPlace `json:"to"`
	Piece    string    `json:"piece"`
	Same     *bool     `json:"same"`
	Promote  *bool     `json:"promote"`
	Capture  *string   `json:"capture"`
	Relative *string   `json:"relative"`
}

type jkfPlace struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Append writes a legal move, with its relative direction if KI2 has words for
// it.
func (n *JKF) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	n.bind(p)
	dst = append(dst, `{"color":`...)
	dst = append(dst, byte('0'+p.Side()))
	if m.Kind() != rules.Drop {
		dst = n.appendPlace(dst, `,"from":`, m.From())
	}
	dst = n.appendPlace(dst, `,"to":`, m.To())
	dst = append(append(dst, `,"piece":"`...), n.kinds[p.Moved(m).Type()].csa...)
	dst = append(dst, '"')
	if last, ok := n.last(p); ok && last == m.To() {
		dst = append(dst, `,"same":true`...)
	}
	switch {
	case m.Into() != rules.NoPieceType:
		dst = append(dst, `,"promote":true`...)
	case m.Kind() != rules.Drop && n.mayPromote(p, m):
		dst = append(dst, `,"promote":false`...)
	}
	if captured := p.Captured(m); captured != rules.NoPiece {
		dst = append(append(dst, `,"capture":"`...), n.kinds[captured.Type()].csa...)
		dst = append(dst, '"')
	}
	if words, unique := n.relation(p, m); unique && len(words) > 0 {
		dst = append(dst, `,"relative":"`...)
		for _, w := range words {
			dst = append(dst, w.jkf)
		}
		dst = append(dst, '"')
	}
	return append(dst, '}')
}

func (n *JKF) appendPlace(dst []byte, key string, s rules.Square) []byte {
	dst = append(append(dst, key...), `{"x":`...)
	dst = append(append(dst, byte('0'+n.fileOf(s))), `,"y":`...)
	return append(dst, byte('0'+n.rankOf(s)), '}')
}

// Read reads a move, judges it, and checks side, piece and captured piece.
func (n *JKF) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	n.bind(p)
	var w jkfMove
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&w); err != nil {
		return 0, false, nil, fault(ruleJKF, "syntax", "not a JKF move: %v", err)
	}
	if w.Color != nil {
		if f := checkSide(p, *w.Color == 1, ruleJKF); f != nil {
			return 0, false, nil, f
		}
	}
	j, f := n.meaning(p, &w)
	if f != nil {
		return 0, false, nil, f
	}
	switch {
	case j.origin:
		m = n.step(p, j.from, j.to, j.promotes)
	case j.words == 1<<wordDrop || j.words == 0 && p.InHand(p.Side(), j.kind) > 0:
		m = drop(j.kind, j.to)
		if f := n.promotedDrop(j.kind); f != nil {
			return m, false, nil, f
		}
	default:
		if m, known, warnings, f = n.relative(p, &j); f != nil {
			if m == 0 {
				f.Squares = []string{n.rules.SquareName(j.to)}
			}
			return m, known, warnings, f
		}
	}
	if m, known, warnings, f = judged(p, m); f == nil {
		f = n.check(p, m, &j, &w)
	}
	return m, known, warnings, f
}

// meaning reads the squares and the piece of an object.
func (n *JKF) meaning(p *rules.Position, w *jkfMove) (j japaneseMove, f *Fault) {
	last, ok := n.last(p)
	switch {
	case w.To != nil:
		to, ok := n.square(w.To.X, w.To.Y)
		if !ok {
			return j, fault(ruleJKF, "square", "%d, %d is not a square of this variant", w.To.X, w.To.Y)
		}
		j.to = to
	case w.Same != nil && *w.Same && ok:
		j.to = last
	default:
		return j, fault(ruleJKF, "syntax", "the move has no destination")
	}
	if w.From != nil {
		from, ok := n.square(w.From.X, w.From.Y)
		if !ok {
			return j, fault(ruleJKF, "square", "%d, %d is not a square of this variant", w.From.X, w.From.Y)
		}
		j.from, j.origin = from, true
	}
	if j.kind = n.typeByCSA(w.Piece); j.kind == rules.NoPieceType {
		if w.Piece != "" || !j.origin {
			return j, fault(ruleJKF, "piece name", "%q is not a piece of this variant", w.Piece)
		}
		j.kind = p.At(j.from).Type()
	}
	j.promotes = w.Promote != nil && *w.Promote
	if w.Relative != nil {
		for _, c := range []byte(*w.Relative) {
			i := bytes.IndexByte([]byte("LCRUMDH"), c)
			if i < 0 {
				return j, fault(ruleJKF, "syntax", "%q is not a direction", *w.Relative)
			}
			j.words |= 1 << i
		}
	}
	return j, nil
}

// check compares the written details with a legal move.
func (n *JKF) check(p *rules.Position, m rules.Move, j *japaneseMove, w *jkfMove) *Fault {
	if p.Moved(m).Type() != j.kind {
		return misnamed(p, m, ruleJKF, n.rules.PieceName(j.kind))
	}
	if last, ok := n.last(p); w.Same != nil && *w.Same && (!ok || last != m.To()) {
		return fault(ruleJKF, "square", "the previous move did not go to %s", n.rules.SquareName(m.To()))
	}
	captured := p.Captured(m)
	if w.Capture != nil && *w.Capture != "" {
		if captured == rules.NoPiece || n.kinds[captured.Type()].csa != *w.Capture {
			return fault(ruleJKF, "captured piece", "the move does not capture %s", *w.Capture)
		}
	}
	return nil
}
