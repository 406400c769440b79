package present

import (
	"fmt"
	"iter"
	"net/url"
	"slices"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
)

// PositionView is a position in JSON.
type PositionView struct {
	Game     int64         `json:"game,omitempty"` // number of the archived game
	Ply      int           `json:"ply"`            // 0 is the start
	Variant  string        `json:"variant"`
	Options  string        `json:"options"`
	Position string        `json:"position"` // FEN
	Key      optional.Text `json:"key"`      // position key, 16 hexadecimal digits
	Side     string        `json:"side"`     // to move
	Number   int           `json:"number"`   // move number of the next ply
	Check    bool          `json:"check"`    // a royal piece of the side to move is attacked
	Board    BoardView     `json:"board"`
	Hands    []HandView    `json:"hands"` // the first and second player's; empty in variants without hands
	Last     optional.Text `json:"last"`  // the ply that led here, none at the start
	Outcome  *OutcomeView  `json:"outcome"`
	Moves    []string      `json:"moves"` // legal, sorted bytewise
	Diagram  string        `json:"diagram"`
	Line     string        `json:"line,omitempty"`    // the variation that led here, as typed
	Problem  string        `json:"problem,omitempty"` // why the position is invalid, while it is set up
	Drawing  *Drawing      `json:"drawing,omitempty"`
}

// BoardView lists the pieces and walls of a board, from its first square on.
type BoardView struct {
	Files  int         `json:"files"`
	Ranks  int         `json:"ranks"`
	Pieces []PieceView `json:"pieces"`
	Walls  []string    `json:"walls,omitempty"` // squares that nothing enters or passes
}

// PieceView is a piece on a square or in a bench cell, or a number of them in a
// hand.
type PieceView struct {
	Square   string `json:"square,omitempty"`
	Cell     string `json:"cell,omitempty"`
	Piece    string `json:"piece"`
	Letter   string `json:"letter"` // as in FEN
	Side     string `json:"side"`
	Promoted bool   `json:"promoted"`
	Count    int    `json:"count,omitempty"` // in a hand without cells
}

// HandView is a side's pieces in hand.
type HandView struct {
	Side   string      `json:"side"`
	Pieces []PieceView `json:"pieces"`
	Pocket *PieceView  `json:"pocket,omitempty"`
}

// OutcomeView says how the game ended.
type OutcomeView struct {
	Result      string `json:"result"`
	Termination string `json:"termination"`
	Rule        string `json:"rule"`
}

// View returns the position after a ply in JSON form, with moves in one of
// Notations, "" for numbered lists. It returns the errors of [Replay.Position]
// and of [MovesAs].
func (r *Replay) View(ply int, moves string) (*PositionView, error) {
	p, err := r.Position(ply)
	if err != nil {
		return nil, err
	}
	writer, err := MovesAs(moves, p.Rules())
	if err != nil {
		return nil, err
	}
	v := viewPosition(p, writer)
	v.Game = r.ID()
	if ply > 0 {
		before, err := r.Position(ply - 1)
		if err != nil {
			return nil, err
		}
		v.Last = optional.Text(writer.Format(before, r.Game.Moves[ply-1]))
	}
	return v, nil
}

// MaxPlayed bounds the moves in one request for [Play].
const MaxPlayed = 2000

// Play returns the position after moves, each in any notation for the variant;
// notationName is the one of Notations for the result. Errors are an
// *[analysis.LineError], an *[analysis.AnnotationError], and the error of
// [MovesAs].
func Play(p *rules.Position, moves []string, notationName string) (*PositionView, error) {
	writer, err := MovesAs(notationName, p.Rules())
	if err != nil {
		return nil, err
	}
	if err := analysis.PlayMoves(p, moves, notation.StyleNamed(notationName)); err != nil {
		return nil, err
	}
	v := viewPosition(p, writer)
	if m, played := p.LastMove(); played {
		p.Undo()
		v.Last = optional.Text(writer.Format(p, m))
		p.Play(m)
	}
	return v, nil
}

// viewPosition returns a position in JSON form.
func viewPosition(p *rules.Position, writer define.MoveWriter) *PositionView {
	v := viewBoard(p)
	v.Key = optional.Text(keyText(p.Key()))
	v.Check, v.Moves, v.Diagram = p.InCheck(p.Side()), define.MoveTexts(p, writer),
		diagramLink(p)
	if o, over := p.Outcome(); over {
		v.Outcome = &OutcomeView{Result: o.Result, Termination: o.Termination, Rule: o.Rule}
	}
	return v
}

// viewBoard returns a position, valid or not, without what the rules say of it.
func viewBoard(p *rules.Position) *PositionView {
	r := p.Rules()
	v := &PositionView{
		Ply: p.Ply(), Variant: r.Definition().ID, Options: r.Definition().OptionText(),
		Position: p.Text(), Side: r.SideName(p.Side()), Number: p.Number(),
		Board: BoardView{Files: r.Files(), Ranks: r.Ranks(), Pieces: []PieceView{}}, Hands: []HandView{},
	}
	for s := range rules.Square(r.Files() * r.Ranks()) {
		if pc := p.At(s); pc == rules.Walled && r.Hexagons() {
			continue // no cell
		} else if pc == rules.Walled {
			v.Board.Walls = append(v.Board.Walls, r.SquareName(s))
		} else if pc != rules.NoPiece {
			piece := viewPiece(r, pc)
			piece.Square = r.SquareName(s)
			v.Board.Pieces = append(v.Board.Pieces, piece)
		}
	}
	if r.HasHand() || r.HasPocket() {
		v.Hands = append(v.Hands, viewHand(p, rules.First), viewHand(p, rules.Second))
	}
	return v
}

func viewPiece(r *rules.Rules, pc rules.Piece) PieceView {
	t := pc.Type()
	return PieceView{Piece: r.PieceName(t), Letter: r.Letter(t), Side: r.SideName(pc.Side()), Promoted: r.Promoted(t)}
}

func viewHand(p *rules.Position, side rules.Side) HandView {
	r := p.Rules()
	h := HandView{Side: r.SideName(side), Pieces: []PieceView{}}
	for i := range r.Cells() {
		if t := p.Cell(side, i); t != rules.NoPieceType {
			piece := viewPiece(r, rules.NewPiece(t, side))
			piece.Cell = r.CellName(side, i)
			h.Pieces = append(h.Pieces, piece)
		}
	}
	if r.Cells() == 0 && r.HasHand() {
		for t := range handTypes(r) {
			if n := p.InHand(side, t); n > 0 {
				piece := viewPiece(r, rules.NewPiece(t, side))
				piece.Count = n
				h.Pieces = append(h.Pieces, piece)
			}
		}
	}
	if r.HasPocket() {
		if t := p.Pocket(side); t != rules.NoPieceType {
			piece := viewPiece(r, rules.NewPiece(t, side))
			h.Pocket = &piece
		}
	}
	return h
}

// handTypes yields the piece types that a hand can contain, in FEN order.
func handTypes(r *rules.Rules) iter.Seq[rules.PieceType] {
	return func(yield func(rules.PieceType) bool) {
		d := r.Definition()
		order := d.Pieces.Keys
		if d.Hand != nil && len(d.Hand.Order) > 0 {
			order = d.Hand.Order
		}
		for _, letter := range order {
			if !yield(rules.PieceType(slices.Index(d.Pieces.Keys, letter) + 1)) {
				return
			}
		}
	}
}

// DiagramAddress is the path of a server's diagrams.
const DiagramAddress = "/api/v1/diagram.svg"

// diagramLink returns the URL of a position's picture.
func diagramLink(p *rules.Position) string {
	d := p.Rules().Definition()
	query := url.Values{"variant": {d.ID}, "position": {p.Text()}}
	if options := d.OptionText(); options != "" {
		query.Set("options", options)
	}
	return DiagramAddress + "?" + query.Encode()
}

// keyText formats a position key in hexadecimal, because JSON numbers are not
// precise enough.
func keyText(key uint64) string { return fmt.Sprintf("%016x", key) }
