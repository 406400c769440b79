// Package rules compiles the definition of any variant and plays it: it
// generates and judges moves, determines outcomes, and reads and writes
// positions (FEN). It knows no variant or piece by name.
package rules

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/variant"
)

// Rules is a compiled definition. It is safe for concurrent use.
type Rules struct {
	*geometry
	definition *variant.Definition
	width      Width

	pieceTypes []pieceType // by PieceType; index 0 is none
	names      nameIndex
	royals     PieceTypeSet
	tables     [maxPieces]*moveTable
	attacks    [2]reverseAttacks
	zobrist    *zobristKeys

	promotions      [maxPieces]*promotion
	promotionLimits [maxTypes]promotionLimit // by the type promoted to
	enPassantTypes  []PieceType              // types that capture en passant
	hands           handRules
	pocket          *pocketRule
	castling        *castlingRule
	firstMove       *firstMoveRules
	startRegions    []startRegion
	clock           clockRules
	claims          claimRules
	special         specialRules

	caps capabilities
	plan legalityPlan

	start     *Position
	startText string
}

// capabilities are what the rules of a variant enable or require.
type capabilities struct {
	twoSteps         bool // some piece may take a second step in its turn
	walls            bool // squares can be walls or holes
	explosions       bool // captures explode
	petrification    bool // capturing pieces become walls
	royalSafety      bool // no royal may be left attacked
	royalCaptureWins bool // capturing the last royal wins
	needsRoyal       [2]bool
	lastRoyals       PieceTypeSet // types of which the last must be safe
	checksToWin      uint8        // 0 if checks do not win
	tracksHistory    bool         // some rule needs the earlier positions
	tracksBoards     bool         // and the squares of each side's pieces in them
}

// clockRules are the moves that reset the clock besides captures.
type clockRules struct {
	resets               PieceTypeSet // moves and drops of these types reset it …
	reversible           PieceTypeSet // … unless these types can undo the move
	promotionsReversible bool         // pieces can change back, so promotions do not reset it
	dropsKeep            bool         // drops of other types do not reset it
}

// Compile compiles a definition. The error is variant.Problems.
func Compile(d *variant.Definition) (*Rules, error) {
	r := &Rules{
		geometry:   newGeometry(d.Board.Files, d.Board.Ranks),
		definition: d,
		names:      newNameIndex(),
	}
	r.width = widthOf(r.squares)
	for s := range r.squares {
		r.names.ofSquares = append(r.names.ofSquares, d.Board.SquareName(variant.Square(s)))
	}
	r.caps.walls = strings.Contains(d.Start, "*")
	r.addPieceTypes()
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		p, _ := d.Pieces.Get(r.pieceTypes[t].letter)
		for _, side := range []Side{First, Second} {
			r.tables[NewPiece(t, side)] = r.buildTable(side, p)
		}
		if r.tables[NewPiece(t, First)].enPassant != nil {
			r.enPassantTypes = append(r.enPassantTypes, t)
		}
	}
	r.clock.reversible = r.findReversible()
	for _, side := range []Side{First, Second} {
		r.attacks[side] = r.buildAttacks(side)
	}
	r.zobrist = r.buildZobrist()
	r.addPromotions()
	r.addLetters()
	r.addHand()
	r.addDrops()
	r.addPlacement()
	r.addFirstMove()
	r.addCountingClaims()
	r.addMaterialClaim()
	problems := r.addModules()
	if len(problems) > 0 {
		return nil, problems.Err()
	}
	start, err := r.ParsePosition(d.Start)
	if err != nil {
		return nil, variant.Problems{{File: d.ID, Message: fmt.Sprintf("start: %v", err)}}
	}
	r.start, r.startText = start, start.Text()
	if k := r.castling; k != nil && !k.free {
		k.stepsAsFar = start.stepsAsCastling()
	}
	return r, nil
}

func (r *Rules) addPieceTypes() {
	d := r.definition
	r.pieceTypes = make([]pieceType, 1, d.Pieces.Len()+1)
	for i, letter := range d.Pieces.Keys {
		r.names.byLetter[letter] = PieceType(i + 1)
	}
	for i, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		t := PieceType(i + 1)
		for _, other := range p.Also {
			r.names.byLetter[other] = t
		}
		k := pieceType{
			letter: letter, lower: strings.ToLower(letter), san: p.SAN, name: p.Name,
			limitRuleID: cmp.Or(p.Limit, d.Number(p.Rule)), label: cmp.Or(p.Label, letter),
			ruleID: d.Number(p.Rule), vectors: r.moveVectors(&p), royal: p.Royal,
			promoted: p.Demotes != "", demotes: t, glyph: p.Glyph, value: p.Value,
		}
		if p.Demotes != "" {
			k.demotes = r.names.byLetter[p.Demotes]
		}
		if p.Royal {
			r.royals |= 1 << t
		}
		if _, taken := r.names.byName[p.Name]; !taken {
			r.names.byName[p.Name] = t
		}
		if p.Counts {
			r.clock.resets |= 1 << t
		}
		r.pieceTypes = append(r.pieceTypes, k)
	}
}

// region returns a region's squares for a side; all squares if name is "".
func (r *Rules) region(name string, side Side) Bitboard {
	if name == "" {
		return r.all
	}
	named, _ := r.definition.Regions.Get(name)
	squares, err := named.Squares(r.definition.Board, side == Second)
	if err != nil {
		panic(err) // the definition is valid
	}
	var out Bitboard
	for _, s := range squares {
		out.Add(Square(s))
	}
	return out
}

// Definition returns the definition that was compiled.
func (r *Rules) Definition() *variant.Definition { return r.definition }

// Start returns the position of a new game.
func (r *Rules) Start() *Position { return r.start.Clone() }

// StartIn copies the position of a new game into p, reusing its memory.
func (r *Rules) StartIn(p *Position) *Position { return r.start.CopyTo(p) }

// StartText returns the FEN of a new game.
func (r *Rules) StartText() string { return r.startText }

func (r *Rules) Files() int { return r.files }

func (r *Rules) Ranks() int { return r.ranks }

// Types returns the number of types of piece; they are numbered from 1.
func (r *Rules) Types() int { return len(r.pieceTypes) - 1 }

// allTypes returns all types of piece.
func (r *Rules) allTypes() PieceTypeSet { return PieceTypeSet(1)<<len(r.pieceTypes) - 2 }

// Hexagons reports whether the cells of the board are hexagons.
func (r *Rules) Hexagons() bool { return r.definition.Board.Hexagons() }

// Passes reports whether a side may pass.
func (r *Rules) Passes() bool { return len(r.special.passes) > 0 }

func (r *Rules) addPlacement() {
	if p := r.definition.Pocket; p != nil {
		number := r.definition.Number
		r.pocket = &pocketRule{never: r.typeSet(p.Never) | r.royals, ruleID: number(p.Rule),
			promotesRuleID: number(p.Promotes), apartRuleID: number(p.Apart)}
	}
	if c := r.definition.Castling; c != nil {
		r.castling = &castlingRule{
			royal: r.names.byLetter[c.Royal], partners: r.typeSet(c.Partner),
			rank: [2]int{c.Rank - 1, r.ranks - c.Rank}, step: c.Step, distance: max(c.Distance, 1),
			free: c.Free, opposite: c.Opposite, byDrops: len(c.Dropped) > 0, usualFile: -1,
			ruleID: r.definition.Number(c.Rule),
		}
		if c.Usual != "" {
			r.castling.usualFile = int(c.Usual[0] - 'a')
		}
		for i, file := range c.Dropped {
			r.castling.dropFiles[i] = int(file[0] - 'a')
		}
		for i, file := range c.To {
			r.castling.to[i] = int(file[0] - 'a')
		}
	}
	if s := r.definition.Array; s != nil {
		for letter, region := range s.Places.All() {
			r.startRegions = append(r.startRegions,
				startRegion{pieceType: r.names.byLetter[letter],
					squares: [2]Bitboard{r.region(region, First), r.region(region, Second)}})
		}
	}
}

// Region returns a region's squares for a side: First's as written, Second's
// with the ranks mirrored. It is false if there is no such region.
func (r *Rules) Region(name string, side Side) ([]Square, bool) {
	if _, ok := r.definition.Regions.Get(name); !ok {
		return nil, false
	}
	var out []Square
	for b := r.region(name, side); !b.Empty(); {
		out = append(out, b.Pop())
	}
	return out, true
}

// royalType returns the only type of royal of the variant.
func (r *Rules) royalType() PieceType { return PieceType(trailing64(uint64(r.royals))) }
