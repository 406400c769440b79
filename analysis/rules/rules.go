// Package rules compiles the definition of any variant and plays it: it
// generates and judges moves, determines outcomes, and reads and writes
// positions (FEN). It knows no variant or piece by name.
package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// Rules is a compiled definition. It is safe for concurrent use.
type Rules struct {
	*geometry
	definition *variant.Definition

	pieceTypes       []pieceType // by PieceType; index 0 is none
	letters          map[string]PieceType
	lettersInRecords [2][26][]PieceType // by the letter in records, alone and behind a +
	sanLetters       [26][]PieceType    // by the letter in algebraic moves, where promoted kinds may have one
	hasSAN           bool               // some promoted kind has one
	names            map[string]PieceType
	royals           PieceTypeSet
	tables           [maxPieces]*moveTable
	attacks          [2]reverseAttacks
	zobrist          *zobristKeys

	promotions           [maxPieces]*promotion
	promotionLimits      [maxTypes]promotionLimit // by what is made
	enPassantTypes       []PieceType
	resetsClock          PieceTypeSet // moves and drops of these pieces reset the clock
	reversibleTypes      PieceTypeSet // those of them that can go back by some moves, which do not
	promotionsReversible bool         // pieces turn back into what they were, so that no change is for good
	dropsKeepClock       bool         // drops of other pieces do not

	hasHand       bool
	drops         bool // pieces of the hand are dropped
	keepsAll      bool
	keepsVictims  PieceTypeSet
	keepsCaptors  PieceTypeSet
	cells         int
	nameOf        []string // names by square
	cellNames     [2][]string
	cellInitials  [2]string // the first bytes of these
	handOrder     []PieceType
	handTextOrder []PieceType // the same, as position texts have it
	dropBans      []dropBan
	freeDrops     PieceTypeSet          // dropped from nowhere
	dropsAs       [maxTypes][]PieceType // what else a kind may be dropped as
	// rulings broken by dropping a piece as promoted, by promoting on a drop,
	// and by dropping on a square that is not empty
	promotedDropRuleID, promotingDropRuleID, occupiedDropRuleID string

	pocket       *pocketRule
	castling     *castlingRule
	firstMove    *firstMoveRules
	startRegions []startRegion

	modules         []module // in the order of the definition
	restrictors     []restrictor
	safetyRules     []safetyRule
	exemptionRules  []exemptionRule
	checkRules      []checkRule
	effectRules     []effectRule
	banRules        []banRule
	selectionRules  []selectionRule
	passRules       []passRule
	endingRules     []endingRule
	endedByPly      []func(p *Position) bool // of each of endings: the ply just played ended the game
	noMoveRules     []noMoveRule
	repetitionRules []repetitionRule
	mateRevisers    []mateReviser
	agreedRules     []agreedRule
	repetitionClaim perpetual // what a repetition is worth that players claim

	clockClaim     int             // plies without progress that players claim by; beyond any for none
	countingClaims []countingClaim // claims of counting
	materialClaim  materialClaim
	relations      []Relation
	wallRules      []wallRule

	twoSteps             bool         // some piece may take a second step in its turn
	plainSafety          bool         // a move is safe or not without its second square
	wallsWithMoves       bool         // walls are put with moves, and count when attacks do
	hasWalls             bool         // squares can be walls or holes
	explodes             bool         // captures explode
	petrifies            bool         // captures leave walls
	width                Width        // of the sets that hold its squares
	royalSafe            bool         // no royal may be left attacked
	lastRoyals           PieceTypeSet // of which the last must be safe
	lastRoyalWins        bool         // whoever captures the last royal wins
	needsRoyalOf         [2]bool      // of each side: it has one, which must be safe
	checksToWin          uint8
	playCapturesToTest   bool // safety after a capture cannot be told without playing it
	playPromotionsToTest bool // nor after a promotion
	royalsUncapturable   bool // no royal is captured, though a ruling may leave it to be
	trackHistory         bool
	trackBoards          bool // with what each side held
	playToTest           bool // safety cannot be told without playing the move
	checksByAttack       bool // see checksAreInSight
	checksByLastMove     bool // a royal is in check only by what the last move attacked or opened
	capturesAlwaysLegal  bool // see findsCapturesAtOnce
	stepsNeedSafetyOnly  bool // a step is judged by its movement and the safety rules alone
	attackersOnLines     bool // a royal is attacked by leaps and along lines only, and only its safety counts

	start     *Position
	startText string
}

// Compile compiles a definition. The error is variant.Problems.
func Compile(d *variant.Definition) (*Rules, error) {
	r := &Rules{
		geometry:   newGeometry(d.Board.Files, d.Board.Ranks),
		definition: d,
		letters:    map[string]PieceType{},
		names:      map[string]PieceType{},
	}
	r.width = widthOf(r.squares)
	for s := range r.squares {
		r.nameOf = append(r.nameOf, d.Board.SquareName(variant.Square(s)))
	}
	r.hasWalls = strings.Contains(d.Start, "*")
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
	r.reversibleTypes = r.findReversible()
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
		r.letters[letter] = PieceType(i + 1)
	}
	for i, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		t := PieceType(i + 1)
		for _, other := range p.Also {
			r.letters[other] = t
		}
		k := pieceType{
			letter: letter, lower: strings.ToLower(letter), san: p.SAN, name: p.Name, limitRuleID: cmp.Or(p.Limit, d.Number(p.Rule)), label: cmp.Or(p.Label, letter),
			ruleID: d.Number(p.Rule), vectors: r.moveVectors(&p), royal: p.Royal,
			promoted: p.Demotes != "", demotes: t, glyph: p.Glyph, value: p.Value,
		}
		if p.Demotes != "" {
			k.demotes = r.letters[p.Demotes]
		}
		if p.Royal {
			r.royals |= 1 << t
		}
		if _, taken := r.names[p.Name]; !taken {
			r.names[p.Name] = t
		}
		if p.Counts {
			r.resetsClock |= 1 << t
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

// PieceName returns a type's name in records.
func (r *Rules) PieceName(t PieceType) string { return r.pieceTypes[t].name }

// Letter returns a type's letter in positions, as First writes it.
func (r *Rules) Letter(t PieceType) string { return r.pieceTypes[t].letter }

// Glyph returns the key of a type's picture.
func (r *Rules) Glyph(t PieceType) string { return r.pieceTypes[t].glyph }

// Promoted reports whether a type is the promotion of another.
func (r *Rules) Promoted(t PieceType) bool { return r.pieceTypes[t].promoted }

// Demoted returns what a type becomes when it is captured.
func (r *Rules) Demoted(t PieceType) PieceType { return r.pieceTypes[t].demotes }

func (r *Rules) Royal(t PieceType) bool { return r.pieceTypes[t].royal }

// PieceTypeNamed returns the type with exactly that name.
func (r *Rules) PieceTypeNamed(name string) (PieceType, bool) {
	t, ok := r.names[name]
	return t, ok
}

// SideName returns a side's name in records.
func (r *Rules) SideName(s Side) string { return r.definition.Sides[s].Name }

// SquareName returns a square's name.
func (r *Rules) SquareName(s Square) string {
	if int(s) < len(r.nameOf) {
		return r.nameOf[s]
	}
	return r.definition.Board.SquareName(variant.Square(s))
}

// Hexagons reports whether the cells of the board are hexagons.
func (r *Rules) Hexagons() bool { return r.definition.Board.Hexagons() }

// Coordinates returns a square's file, counted from a, and its rank from 1, as
// in its name. The rank is 0 for a hole of a hexagonal board.
func (r *Rules) Coordinates(s Square) (file, rank int) {
	return r.definition.Board.Coordinates(variant.Square(s))
}

// SquareAt is the inverse of Coordinates.
func (r *Rules) SquareAt(file, rank int) (Square, bool) {
	s, ok := r.definition.Board.At(file, rank)
	return Square(s), ok
}

// Labels returns the parts of square names: the letter of each file, and the
// number of each rank.
func (r *Rules) Labels() (files, ranks []string) {
	return r.definition.Board.Labels()
}

// SquareNamed is the inverse of SquareName.
func (r *Rules) SquareNamed(name string) (Square, bool) {
	s, err := r.definition.Board.ParseSquare(name)
	return Square(s), err == nil
}

// HasHand reports whether captured pieces can come back.
func (r *Rules) HasHand() bool { return r.hasHand }

// Passes reports whether a side may pass.
func (r *Rules) Passes() bool { return len(r.passRules) > 0 }

// HasPocket reports whether each side has a pocket.
func (r *Rules) HasPocket() bool { return r.pocket != nil }

// Cells returns the number of bench cells of a side, 0 if hands have no cells.
func (r *Rules) Cells() int { return r.cells }

// CellName returns the name of a bench cell, by its index in the fill order.
func (r *Rules) CellName(s Side, i int) string { return r.cellNames[s][i] }

// CellNamed is the inverse of CellName.
func (r *Rules) CellNamed(s Side, name string) (int, bool) {
	if name == "" || !strings.Contains(r.cellInitials[s], name[:1]) {
		return -1, false // true of most squares
	}
	i := slices.Index(r.cellNames[s], name)
	return i, i >= 0
}

// Receives returns what the hand gets when captor captures victim; false for
// nothing.
func (r *Rules) Receives(captor, victim PieceType) (PieceType, bool) {
	if !r.keeps(captor, victim) {
		return NoPieceType, false
	}
	return r.pieceTypes[victim].demotes, true
}
