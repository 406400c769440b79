package define

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/request"
)

// Rules returns the rules of a variant by ID, name, alias or [Library.Try]
// name, with options.
func (l *Library) Rules(name, options string) (*rules.Rules, error) {
	if book, id := l.tried.find(name); book != nil {
		return book.Rules(id, options)
	}
	id, ok := l.book.Registry().Find(name)
	if !ok {
		return nil, l.book.Registry().Unknown(name)
	}
	return l.book.Rules(id, options)
}

// Position parses a position (FEN) of a variant, given by ID, name or alias,
// with options as `key=value` words. An empty text is the starting position.
// The error wraps variant.ErrUnknown, or is a *variant.OptionError or a
// *rules.TextError.
func (l *Library) Position(name, options, text string) (*rules.Position, error) {
	r, err := l.Rules(name, options)
	if err != nil {
		return nil, err
	}
	if text == "" {
		return r.Start(), nil
	}
	return r.ParsePosition(text)
}

// Played is Position for lookups and diagrams: it also accepts positions that
// only a game with overruled illegal plies can reach.
func (l *Library) Played(name, options, text string) (*rules.Position, error) {
	r, err := l.Rules(name, options)
	if err != nil || text == "" {
		return l.Position(name, options, text)
	}
	return r.ParsePlayed(text)
}

// Setup parses a position that is being set up, valid or not; an empty text is
// the starting position. If the pieces can be placed but the position is
// invalid, it returns both the position and a *rules.TextError. Otherwise
// it returns the errors of [Library.Position].
func (l *Library) Setup(name, options, text string) (*rules.Position, error) {
	r, err := l.Rules(name, options)
	if err != nil || text == "" {
		return l.Position(name, options, text)
	}
	return r.ParseSetup(text)
}

// SetupText returns the FEN of a set-up position. Each piece is given as its
// square, a colon and its letters, such as "e5:k"; pieces in hand are at
// "hand1" or "hand2". fields are the fields after the side to move. The error
// is an [*request.InputError], or from [Library.Position].
func (l *Library) SetupText(name, options string, pieces []string, side rules.Side, fields string) (string, error) {
	r, err := l.Rules(name, options)
	if err != nil {
		return "", err
	}
	var placed []rules.Placed
	for _, piece := range pieces {
		p, ok := parsePlaced(r, piece)
		if !ok {
			return "", &request.InputError{Field: "piece", Value: piece,
				Want: "a square of this variant and a piece, such as e5:K"}
		}
		placed = append(placed, p)
	}
	return r.SetupText(placed, side, fields), nil
}

func parsePlaced(r *rules.Rules, text string) (rules.Placed, bool) {
	location, code, _ := strings.Cut(text, ":")
	piece, ok := r.ParsePiece(code)
	if !ok {
		return rules.Placed{}, false
	}
	placed := rules.Placed{Piece: piece, Square: rules.NoSquare}
	if square, ok := r.SquareNamed(location); ok {
		placed.Square = square
		return placed, true
	}
	if cell, ok := r.CellNamed(piece.Side(), location); ok {
		placed.Cell = cell + 1
		return placed, true
	}
	placed.Pocket = r.HasPocket() && location == analysis.PocketName(piece.Side())
	return placed, placed.Pocket || r.HasHand() && location == fmt.Sprint("hand", int(piece.Side())+1)
}

// MoveWriter formats legal moves.
type MoveWriter interface {
	Format(p *rules.Position, m rules.Move) string
}

// Numbered formats moves as in numbered lists.
var Numbered MoveWriter = notation.Numbered{}

// Moves returns the legal moves of a position, sorted bytewise; none if the
// game is over.
func (l *Library) Moves(p *rules.Position, writer MoveWriter) []string { return MoveTexts(p, writer) }

func MoveTexts(p *rules.Position, writer MoveWriter) []string {
	legal := LegalMoves(p, writer)
	moves := make([]string, len(legal))
	for i, m := range legal {
		moves[i] = m.Text
	}
	return moves
}

// LegalMove is a legal move with its text.
type LegalMove struct {
	Text string
	Move rules.Move
}

// LegalMoves returns the legal moves of a position, sorted bytewise by text;
// none if the game is over.
func LegalMoves(p *rules.Position, writer MoveWriter) []LegalMove {
	legal := legalMoves(p)
	moves := make([]LegalMove, len(legal))
	for i, m := range legal {
		moves[i] = LegalMove{writer.Format(p, m), m}
	}
	slices.SortFunc(moves, func(x, y LegalMove) int { return strings.Compare(x.Text, y.Text) })
	return moves
}

// legalMoves returns the legal moves of a position, none if the game is over
// (G-3).
func legalMoves(p *rules.Position) []rules.Move {
	if _, over := p.Outcome(); over {
		return nil
	}
	return p.Moves(nil)
}

// Branch is the perft count of one move.
type Branch struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// Perft counts the leaf nodes of the tree of legal moves at a depth. The error
// is an [*request.InputError] if the depth is negative.
func (l *Library) Perft(ctx context.Context, p *rules.Position, depth int) (uint64, error) {
	if depth < 0 {
		return 0, &request.InputError{Field: "depth", Value: strconv.Itoa(depth), Want: "0 or more"}
	}
	total := uint64(0)
	for nodes := range p.PerftParts(depth) {
		if total += nodes; ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
	}
	return total, nil
}

// Divide returns Perft per move, sorted bytewise. The depth is at least 1.
func (l *Library) Divide(ctx context.Context, p *rules.Position, depth int, writer MoveWriter) ([]Branch, error) {
	if depth < 1 {
		return nil, &request.InputError{Field: "depth", Value: strconv.Itoa(depth), Want: "1 or more"}
	}
	branches := []Branch{}
	for _, m := range p.Moves(nil) {
		text := writer.Format(p, m)
		p.Play(m)
		nodes, err := l.Perft(ctx, p, depth-1)
		p.Undo()
		if err != nil {
			return nil, err
		}
		branches = append(branches, Branch{Move: text, Nodes: nodes})
	}
	slices.SortFunc(branches, func(x, y Branch) int { return strings.Compare(x.Move, y.Move) })
	return branches, nil
}
