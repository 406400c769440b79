// Package rules plays any game from its definition: it compiles step tables,
// generates and judges moves, tells how a game ended, and reads and writes
// position texts. It names no game and no piece of one.
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

	pieceTypes []pieceType // by PieceType; index 0 is none
	letters    map[string]PieceType
	written    [2][26][]PieceType // by the letter in records, alone and behind a +
	sanLetters [26][]PieceType    // by the letter in algebraic moves, where promoted kinds may have one
	hasSAN     bool               // some promoted kind has one
	names      map[string]PieceType
	royals     PieceTypeSet
	tables     [maxPieces]*table
	attacks    [2]attacks
	keys       *keys

	promotions     [maxPieces]*promotion
	limits         [maxTypes]limit // by what is made
	enPassantTypes []PieceType
	resets         PieceTypeSet // moves and drops of these pieces reset the clock
	returns        PieceTypeSet // those of them that can go back by some moves, which do not
	demoted        bool         // pieces turn back into what they were, so that no change is for good
	dropsKeepClock bool         // drops of other pieces do not

	hasHand      bool
	drops        bool // pieces of the hand are dropped
	keepAll      bool
	keepVictims  PieceTypeSet
	keepCaptors  PieceTypeSet
	cells        int
	nameOf       []string // names by square
	cellNames    [2][]string
	cellInitials [2]string // the first bytes of these
	handOrder    []PieceType
	handText     []PieceType // the same, as position texts have it
	dropBans     []dropBan
	freeDrops    PieceTypeSet          // dropped from nowhere
	dropsAs      [maxTypes][]PieceType // what else a kind may be dropped as
	// rulings broken by dropping a piece as promoted, by promoting on a drop,
	// and by dropping on a square that is not empty
	dropPromoted, dropPromotes, dropOccupied string

	pocket   *pocket
	castling *castling
	unmoved  *unmoved
	setup    []setupPlace

	modules     []module // in the order of the definition
	restrainers []restrainer
	safeties    []safety
	exemptions  []exemption
	checkers    []checker
	effects     []effect
	bans        []ban
	choosers    []chooser
	passers     []passer
	endings     []ending
	ends        []func(p *Position) bool // of each of endings: the ply just played ended the game
	stalls      []stall
	recurrences []recurrence
	revisers    []reviser
	settlements []settlement
	claimed     perpetual // what a repetition is worth that players claim

	claimedClock int      // plies without progress that players claim by; beyond any for none
	honours      []honour // claims of counting
	shortage     shortage
	relations    []Relation
	placers      []placer

	twoSteps         bool         // some piece may take a second step in its turn
	plainSafety      bool         // a move is safe or not without its second square
	wallsLate        bool         // walls are put with moves, and count when attacks do
	hasWalls         bool         // squares can be walls or holes
	explodes         bool         // captures explode
	petrifies        bool         // captures leave walls
	width            Width        // of the sets that hold its squares
	royalSafe        bool         // no royal may be left attacked
	lastRoyals       PieceTypeSet // of which the last must be safe
	lastRoyalWins    bool         // whoever captures the last royal wins
	hasRoyal         [2]bool      // of each side: it has one, which must be safe
	checksToWin      uint8
	capturesToTest   bool // safety after a capture cannot be told without playing it
	promotionsToTest bool // nor after a promotion
	royalsSpared     bool // no royal is captured, though a ruling may leave it to be
	trackHistory     bool
	trackBoards      bool // with what each side held
	playToTest       bool // safety cannot be told without playing the move
	checksInSight    bool // see checksAreInSight
	checksByMoves    bool // a royal is in check only by what the last move attacked or opened
	capturesAtOnce   bool // see findsCapturesAtOnce
	stepsDirectly    bool // a step is judged by its movement and the safety rules alone
	onLines          bool // a royal is attacked by leaps and along lines only, and only its safety counts

	start     *Position
	startText string
}

// Compile makes a definition playable. The error is variant.Problems.
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
	r.addKinds()
	for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
		p, _ := d.Pieces.Get(r.pieceTypes[t].letter)
		for _, side := range []Side{First, Second} {
			r.tables[NewPiece(t, side)] = r.buildTable(side, p)
		}
		if r.tables[NewPiece(t, First)].enPassant != nil {
			r.enPassantTypes = append(r.enPassantTypes, t)
		}
	}
	r.returns = r.findReturns()
	for _, side := range []Side{First, Second} {
		r.attacks[side] = r.buildAttacks(side)
	}
	r.keys = r.buildKeys()
	r.addPromotions()
	r.addLetters()
	r.addHand()
	r.addDrops()
	r.addPlaces()
	r.addUnmoved()
	r.addHonours()
	r.addShortage()
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
		k.near = start.stepsAsCastling()
	}
	return r, nil
}

func (r *Rules) addKinds() {
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
			letter: letter, lower: strings.ToLower(letter), san: p.SAN, name: p.Name, limit: cmp.Or(p.Limit, d.Number(p.Rule)), label: cmp.Or(p.Label, letter),
			rule: d.Number(p.Rule), ways: r.ways(&p), royal: p.Royal,
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
			r.resets |= 1 << t
		}
		r.pieceTypes = append(r.pieceTypes, k)
	}
}

// region is the squares of a named region for a side, all squares for no name.
func (r *Rules) region(name string, side Side) Bitboard {
	if name == "" {
		return r.all
	}
	named, _ := r.definition.Regions.Get(name)
	squares, err := named.Squares(r.definition.Board, side == Second)
	if err != nil {
		panic(err) // the definition was checked
	}
	var out Bitboard
	for _, s := range squares {
		out.Add(Square(s))
	}
	return out
}

// Definition is what these rules were compiled from.
func (r *Rules) Definition() *variant.Definition { return r.definition }

// Start is a new game's position.
func (r *Rules) Start() *Position { return r.start.Clone() }

// StartIn makes p, whose memory is used again, a new game's position.
func (r *Rules) StartIn(p *Position) *Position { return r.start.CopyTo(p) }

// StartText is the position text of a new game.
func (r *Rules) StartText() string { return r.startText }

// Files is the number of files.
func (r *Rules) Files() int { return r.files }

// Ranks is the number of ranks.
func (r *Rules) Ranks() int { return r.ranks }

// Types is the number of kinds of piece; they are numbered from 1.
func (r *Rules) Types() int { return len(r.pieceTypes) - 1 }

// allTypes is the kinds of piece of the game.
func (r *Rules) allTypes() PieceTypeSet { return PieceTypeSet(1)<<len(r.pieceTypes) - 2 }

// PieceName is a kind's name in records.
func (r *Rules) PieceName(t PieceType) string { return r.pieceTypes[t].name }

// Letter is a kind's letter in position texts, as First writes it.
func (r *Rules) Letter(t PieceType) string { return r.pieceTypes[t].letter }

// Glyph is the key of a kind's picture.
func (r *Rules) Glyph(t PieceType) string { return r.pieceTypes[t].glyph }

// Promoted reports whether a kind is what another promotes to.
func (r *Rules) Promoted(t PieceType) bool { return r.pieceTypes[t].promoted }

// Demoted is what a kind becomes when it is captured.
func (r *Rules) Demoted(t PieceType) PieceType { return r.pieceTypes[t].demotes }

// Royal reports whether a kind is royal.
func (r *Rules) Royal(t PieceType) bool { return r.pieceTypes[t].royal }

// PieceTypeNamed is the kind of a name, compared exactly.
func (r *Rules) PieceTypeNamed(name string) (PieceType, bool) {
	t, ok := r.names[name]
	return t, ok
}

// SideName is a side's name in records.
func (r *Rules) SideName(s Side) string { return r.definition.Sides[s].Name }

// SquareName is a square's name.
func (r *Rules) SquareName(s Square) string {
	if int(s) < len(r.nameOf) {
		return r.nameOf[s]
	}
	return r.definition.Board.SquareName(variant.Square(s))
}

// Hexagons reports whether the places of the board are hexagons.
func (r *Rules) Hexagons() bool { return r.definition.Board.Hexagons() }

// Coordinates are a square's file by its letter, counted from a, and its rank
// from 1, as its name has them; the rank is 0 for a hole among hexagons.
func (r *Rules) Coordinates(s Square) (file, rank int) {
	return r.definition.Board.Coordinates(variant.Square(s))
}

// SquareAt is the inverse of Coordinates.
func (r *Rules) SquareAt(file, rank int) (Square, bool) {
	s, ok := r.definition.Board.At(file, rank)
	return Square(s), ok
}

// Labels are the parts of which squares' names are made: a letter for each
// file, and a number for each rank that a name has.
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

// Passes reports whether a side may let its turn pass.
func (r *Rules) Passes() bool { return len(r.passers) > 0 }

// HasPocket reports whether each side has a pocket.
func (r *Rules) HasPocket() bool { return r.pocket != nil }

// Cells is the number of bench cells a side has; 0 for uncelled hands.
func (r *Rules) Cells() int { return r.cells }

// CellName is the name of a bench cell, by its place in the fill order.
func (r *Rules) CellName(s Side, i int) string { return r.cellNames[s][i] }

// CellNamed is the inverse of CellName.
func (r *Rules) CellNamed(s Side, name string) (int, bool) {
	if name == "" || !strings.Contains(r.cellInitials[s], name[:1]) {
		return -1, false // as most squares
	}
	i := slices.Index(r.cellNames[s], name)
	return i, i >= 0
}

// Receives is what a hand gets when captor takes victim, and whether it gets
// anything.
func (r *Rules) Receives(captor, victim PieceType) (PieceType, bool) {
	if !r.keeps(captor, victim) {
		return NoPieceType, false
	}
	return r.pieceTypes[victim].demotes, true
}
