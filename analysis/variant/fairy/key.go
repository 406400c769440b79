package fairy

// kind is the type of a key's value.
type kind uint8

const (
	aBool   kind = iota
	aNumber      // at least 0
	aFile        // letter or number, counted from 0
	aRank        // from 1
	someSquares
	somePieces // letters, or * for all
	onePiece   // a single letter
	aWord      // one of key.words
	counts     // letter:number …
	becomes    // letter:letter …
	aText
)

// key describes a key of Fairy-Stockfish.
type key struct {
	name string
	kind kind
	// defaultValue is the default value, with pieces by their keys.
	defaultValue string
	// sets lists the keys that it stands for; itself if empty.
	sets []string
	// words are the possible values.
	words []string
	// unsupported is the error for values other than the default. It applies if
	// matters is nil or returns true.
	unsupported string
	applies     func(g *game) bool
	// says is the text of the rule FS-name, "" for a key that is never cited.
	says string
}

// both returns the keys of both sides.
func both(names ...string) []string {
	var out []string
	for _, name := range names {
		out = append(out, name+"White", name+"Black")
	}
	return out
}

var (
	verdicts  = []string{"win", "loss", "draw", "none"}
	enclosing = []string{"reversi", "ataxx", "quadwrangle", "snort", "anyside", "top", "none"}
)

// byJudgement marks keys of endings that players claim and arbiters decide
// (W-10). They do not affect the legality of moves.
const byJudgement = "judgement"

// builtinOnly is a setting of the built-in ataxx: drops of pieces that need not
// be in hand. Files can inherit it but not set it.
const builtinOnly = "freeDrops"

// forShow marks keys without effect on the rules.
const forShow = "show"

// keys lists every key of Fairy-Stockfish in its reading order, except those of
// piece types and their mobility regions. Keys that stand for others precede
// them.
var keys = []key{
	{name: "maxRank", kind: aRank, defaultValue: "8"},
	{name: "maxFile", kind: aFile, defaultValue: "8"},
	{name: "pieceValueMg", kind: aText, unsupported: forShow},
	{name: "pieceValueEg", kind: aText, unsupported: forShow},
	{name: "variantTemplate", kind: aText, unsupported: forShow},
	{name: "pieceToCharTable", kind: aText, unsupported: forShow},
	{name: "pocketSize", kind: aText, unsupported: forShow},

	{name: "whiteFlag", kind: someSquares, sets: []string{"flagRegionWhite"}},
	{name: "blackFlag", kind: someSquares, sets: []string{"flagRegionBlack"}},
	{name: "castlingRookPiece", kind: somePieces, sets: both("castlingRookPieces")},
	{name: "whiteDropRegion", kind: someSquares, sets: []string{"dropRegionWhite"}},
	{name: "blackDropRegion", kind: someSquares, sets: []string{"dropRegionBlack"}},
	{name: "promotionRank", kind: aNumber, defaultValue: "0",
		unsupported: "obsolete key; write promotionRegionWhite and promotionRegionBlack"},
	{name: "doubleStepRank", kind: aNumber, defaultValue: "0",
		unsupported: "obsolete key; write doubleStepRegionWhite and doubleStepRegionBlack"},
	{name: "doubleStepRankMin", kind: aNumber, defaultValue: "0",
		unsupported: "obsolete key; write doubleStepRegionWhite and doubleStepRegionBlack"},
	{name: "dropOnTop", kind: aBool, defaultValue: "false", unsupported: "obsolete key; write enclosingDrop = top"},
	{name: "pawnTypes", kind: somePieces,
		sets: both("mainPawnType", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")},

	{name: "chess960", kind: aBool, defaultValue: "false", unsupported: "castling from any files is not supported"},
	{name: "twoBoards", kind: aBool, defaultValue: "false", unsupported: "two boards are not supported"},
	{name: "startFen", kind: aText, defaultValue: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{name: "promotionRegionWhite", kind: someSquares, defaultValue: "*8"},
	{name: "promotionRegionBlack", kind: someSquares, defaultValue: "*1"},
	{name: "promotionPawnTypes", kind: somePieces, sets: both("mainPawnType", "promotionPawnTypes")},
	{name: "promotionPawnTypesWhite", kind: somePieces, defaultValue: "pawn",
		sets: []string{"mainPawnTypeWhite", "promotionPawnTypesWhite"}},
	{name: "promotionPawnTypesBlack", kind: somePieces, defaultValue: "pawn",
		sets: []string{"mainPawnTypeBlack", "promotionPawnTypesBlack"}},
	{name: "promotionPieceTypes", kind: somePieces, sets: both("promotionPieceTypes"), says: "What a pawn may become."},
	{name: "promotionPieceTypesWhite", kind: somePieces, defaultValue: "queen rook bishop knight"},
	{name: "promotionPieceTypesBlack", kind: somePieces, defaultValue: "queen rook bishop knight"},
	{name: "sittuyinPromotion", kind: aBool, defaultValue: "false",
		says: "Instead of moving, a pawn in the zone promotes where it stands, or by a step."},
	{name: "promotionLimit", kind: counts},
	{name: "promotedPieceType", kind: becomes, says: "What a piece may become in the zone of promotion."},
	{name: "piecePromotionOnCapture", kind: aBool, defaultValue: "false", says: "Pieces promote by capturing only."},
	{name: "mandatoryPawnPromotion", kind: aBool, defaultValue: "true"},
	{name: "mandatoryPiecePromotion", kind: aBool, defaultValue: "false"},
	{name: "pieceDemotion", kind: aBool, defaultValue: "false",
		says: "A promoted piece changes back by its next move in the zone of promotion."},
	{name: "blastOnCapture", kind: aBool, defaultValue: "false",
		says: "What is captured explodes, with the capturing piece and all around but pawns."},
	{name: "blastImmuneTypes", kind: somePieces, defaultValue: "-"},
	{name: "mutuallyImmuneTypes", kind: somePieces, defaultValue: "-"},
	{name: "petrifyOnCaptureTypes", kind: somePieces, defaultValue: "-",
		says: "A piece that captures becomes a wall, which nothing enters or passes."},
	{name: "petrifyBlastPieces", kind: aBool, defaultValue: "false",
		unsupported: "explosions that turn pieces to walls are not supported", applies: func(g *game) bool {
			return g.bool("blastOnCapture")
		}},
	{name: "doubleStep", kind: aBool, defaultValue: "true", says: "Where a pawn may go two squares."},
	{name: "doubleStepRegionWhite", kind: someSquares, defaultValue: "*2"},
	{name: "doubleStepRegionBlack", kind: someSquares, defaultValue: "*7"},
	{name: "tripleStepRegionWhite", kind: someSquares, defaultValue: "-", says: "Where a pawn may go three squares."},
	{name: "tripleStepRegionBlack", kind: someSquares, defaultValue: "-"},
	{name: "enPassantRegion", kind: someSquares, sets: both("enPassantRegion")},
	{name: "enPassantRegionWhite", kind: someSquares, defaultValue: "all"},
	{name: "enPassantRegionBlack", kind: someSquares, defaultValue: "all"},
	{name: "enPassantTypes", kind: somePieces, sets: both("enPassantTypes"), says: "What captures in passing."},
	{name: "enPassantTypesWhite", kind: somePieces, defaultValue: "pawn"},
	{name: "enPassantTypesBlack", kind: somePieces, defaultValue: "pawn"},
	{name: "castling", kind: aBool, defaultValue: "true", says: "Castling."},
	{name: "castlingDroppedPiece", kind: aBool, defaultValue: "false",
		says: "What is dropped where the king and its partners castle from may castle."},
	{name: "castlingKingsideFile", kind: aFile, defaultValue: "g"},
	{name: "castlingQueensideFile", kind: aFile, defaultValue: "c"},
	{name: "castlingRank", kind: aRank, defaultValue: "1"},
	{name: "castlingKingFile", kind: aFile, defaultValue: "e"},
	{name: "castlingKingPiece", kind: somePieces, sets: both("castlingKingPiece")},
	{name: "castlingKingPieceWhite", kind: onePiece, defaultValue: "king"},
	{name: "castlingKingPieceBlack", kind: onePiece, defaultValue: "king"},
	{name: "castlingRookKingsideFile", kind: aFile, defaultValue: "l"},
	{name: "castlingRookQueensideFile", kind: aFile, defaultValue: "a"},
	{name: "castlingRookPieces", kind: somePieces, sets: both("castlingRookPieces")},
	{name: "castlingRookPiecesWhite", kind: somePieces, defaultValue: "rook"},
	{name: "castlingRookPiecesBlack", kind: somePieces, defaultValue: "rook"},
	{name: "oppositeCastling", kind: aBool, defaultValue: "false",
		says: "Where one side has castled, the other does not castle toward the same side."},
	{name: "checking", kind: aBool, defaultValue: "true", says: "No move may attack the other side's king."},
	{name: "dropChecks", kind: aBool, defaultValue: "true", says: "No drop may attack the other side's king."},
	{name: "mustCapture", kind: aBool, defaultValue: "false", says: "A side that can capture has to."},
	{name: "mustDrop", kind: aBool, defaultValue: "false",
		says: "A side that holds certain pieces has to drop one of them, if it can."},
	{name: "mustDropType", kind: onePiece, defaultValue: "*"},
	{name: "pieceDrops", kind: aBool, defaultValue: "false", says: "Pieces in hand are dropped on empty squares."},
	{name: builtinOnly, kind: aBool, defaultValue: "false"},
	{name: "dropLoop", kind: aBool, defaultValue: "false"},
	{name: "capturesToHand", kind: aBool, defaultValue: "false",
		says: "What is captured changes sides and goes to the captor's hand."},
	{name: "firstRankPawnDrops", kind: aBool, defaultValue: "false", says: "No pawn is dropped on its first rank."},
	{name: "promotionZonePawnDrops", kind: aBool, defaultValue: "false",
		says: "No pawn is dropped in the zone of promotion."},
	{name: "enclosingDrop", kind: aWord, defaultValue: "none", words: enclosing,
		says: "Drops land where pieces around allow them."},
	{name: "enclosingDropStart", kind: someSquares, defaultValue: "-"},
	{name: "dropRegionWhite", kind: someSquares, defaultValue: "all", says: "Where White drops its pieces."},
	{name: "dropRegionBlack", kind: someSquares, defaultValue: "all", says: "Where Black drops its pieces."},
	{name: "sittuyinRookDrop", kind: aBool, defaultValue: "false", says: "Rooks are dropped on the first rank alone."},
	{name: "dropOppositeColoredBishop", kind: aBool, defaultValue: "false",
		says: "Bishops are dropped on squares of both colours."},
	{name: "dropPromoted", kind: aBool, defaultValue: "false",
		says: "A piece is dropped as what it is, or as what it promotes to."},
	{name: "dropNoDoubled", kind: onePiece, defaultValue: "-",
		says: "No second piece of this kind is dropped on a file."},
	{name: "dropNoDoubledCount", kind: aNumber, defaultValue: "1"},
	{name: "immobilityIllegal", kind: aBool, defaultValue: "false",
		says: "No piece goes where it could never move from."},
	{name: "gating", kind: aBool, defaultValue: "false"},
	{name: "wallingRule", kind: aWord, defaultValue: "none",
		words: []string{"arrow", "duck", "edge", "past", "static", "none"},
		says:  "With each move, or instead of one, a wall is put on the board, which nothing enters or passes."},
	{name: "wallingRegionWhite", kind: someSquares, defaultValue: "all"},
	{name: "wallingRegionBlack", kind: someSquares, defaultValue: "all"},
	{name: "wallingRegion", kind: someSquares, sets: both("wallingRegion")},
	{name: "wallOrMove", kind: aBool, defaultValue: "false"},
	{name: "seirawanGating", kind: aBool, defaultValue: "false",
		says: "A piece in hand may come in where another leaves its first rank for the first time."},
	{name: "cambodianMoves", kind: aBool, defaultValue: "false",
		says: "A king may leap by its first move as a knight does, to the second rank, a fers two squares ahead; a " +
			"rook that comes to the file or rank of a king ends that."},
	{name: "diagonalLines", kind: someSquares, defaultValue: "-",
		says: "The lines along which pieces move diagonally."},
	{name: "pass", kind: aBool, sets: both("pass"), says: "A turn may be passed; two passes in a row end the game."},
	{name: "passWhite", kind: aBool, defaultValue: "false"},
	{name: "passBlack", kind: aBool, defaultValue: "false"},
	{name: "passOnStalemate", kind: aBool, sets: both("passOnStalemate"),
		says: "A side without a move passes; two passes in a row end the game."},
	{name: "passOnStalemateWhite", kind: aBool, defaultValue: "false"},
	{name: "passOnStalemateBlack", kind: aBool, defaultValue: "false"},
	{name: "makpongRule", kind: aBool, defaultValue: "false", says: "A king that is attacked may not flee."},
	{name: "flyingGeneral", kind: aBool, defaultValue: "false",
		says: "The two kings may not stand on one file or rank with nothing between."},
	{name: "soldierPromotionRank", kind: aRank, defaultValue: "1"},
	{name: "flipEnclosedPieces", kind: aWord, defaultValue: "none", words: enclosing,
		says: "Pieces of the other side that a move encloses, or comes beside, change sides."},

	{name: "nMoveRuleTypes", kind: somePieces, sets: both("nMoveRuleTypes")},
	{name: "nMoveRuleTypesWhite", kind: somePieces, defaultValue: "pawn"},
	{name: "nMoveRuleTypesBlack", kind: somePieces, defaultValue: "pawn"},
	{name: "nMoveRule", kind: aNumber, defaultValue: "50"},
	{name: "nFoldRule", kind: aNumber, defaultValue: "3"},
	{name: "nFoldValue", kind: aWord, defaultValue: "draw", words: verdicts},
	{name: "nFoldValueAbsolute", kind: aBool, defaultValue: "false"},
	{name: "perpetualCheckIllegal", kind: aBool, defaultValue: "false"},
	{name: "moveRepetitionIllegal", kind: aBool, defaultValue: "false", unsupported: byJudgement},
	{name: "chasingRule", kind: aWord, defaultValue: "none", words: []string{"axf", "none"}},
	{name: "stalemateValue", kind: aWord, defaultValue: "draw", words: verdicts[:3],
		says: "What becomes of a side without a legal move."},
	{name: "stalematePieceCount", kind: aBool, defaultValue: "false"},
	{name: "checkmateValue", kind: aWord, defaultValue: "loss", words: verdicts[:3],
		says: "No move may leave the own king attacked; a side whose king is attacked and that has no legal move is " +
			"checkmated."},
	{name: "shogiPawnDropMateIllegal", kind: aBool, defaultValue: "false", says: "No dropped pawn may give checkmate."},
	{name: "shatarMateRule", kind: aBool, defaultValue: "false",
		says: "A mate by a knight alone loses, and one without a check by knight, rook or bers before it draws."},
	{name: "bikjangRule", kind: aBool, defaultValue: "false",
		says: "A side whose king faces the other one on an open file has to end that by its move, or to pass."},
	{name: "extinctionValue", kind: aWord, defaultValue: "none", words: verdicts,
		says: "What becomes of a side that has lost certain pieces."},
	{name: "extinctionClaim", kind: aBool, defaultValue: "false"},
	{name: "extinctionPseudoRoyal", kind: aBool, defaultValue: "false",
		says: "No move may leave the last of these pieces attacked."},
	{name: "dupleCheck", kind: aBool, defaultValue: "false"},
	{name: "extinctionPieceTypes", kind: somePieces, defaultValue: "-"},
	{name: "extinctionPieceCount", kind: aNumber, defaultValue: "0"},
	{name: "extinctionOpponentPieceCount", kind: aNumber, defaultValue: "0"},
	{name: "flagPiece", kind: somePieces, sets: both("flagPiece"),
		says: "A side whose pieces come to their goal wins."},
	{name: "flagPieceWhite", kind: onePiece, defaultValue: "*"},
	{name: "flagPieceBlack", kind: onePiece, defaultValue: "*"},
	{name: "flagRegion", kind: someSquares, sets: both("flagRegion"),
		says: "A side whose pieces come to their goal wins."},
	{name: "flagRegionWhite", kind: someSquares, defaultValue: "-"},
	{name: "flagRegionBlack", kind: someSquares, defaultValue: "-"},
	{name: "flagPieceCount", kind: aNumber, defaultValue: "1"},
	{name: "flagPieceBlockedWin", kind: aBool, defaultValue: "false"},
	{name: "flagMove", kind: aBool, defaultValue: "false"},
	{name: "flagPieceSafe", kind: aBool, defaultValue: "false"},
	{name: "checkCounting", kind: aBool, defaultValue: "false", says: "A side that has checked so many times wins."},
	{name: "connectN", kind: aNumber, defaultValue: "0",
		says: "A side whose pieces stand so many in a row, or otherwise as the connect keys say, wins."},
	{name: "connectPieceTypes", kind: somePieces, defaultValue: "*"},
	{name: "connectHorizontal", kind: aBool, defaultValue: "true"},
	{name: "connectVertical", kind: aBool, defaultValue: "true"},
	{name: "connectDiagonal", kind: aBool, defaultValue: "true"},
	{name: "connectRegion1White", kind: someSquares, defaultValue: "-"},
	{name: "connectRegion2White", kind: someSquares, defaultValue: "-"},
	{name: "connectRegion1Black", kind: someSquares, defaultValue: "-"},
	{name: "connectRegion2Black", kind: someSquares, defaultValue: "-"},
	{name: "connectNxN", kind: aNumber, defaultValue: "0", says: "A side whose pieces fill a square wins."},
	{name: "collinearN", kind: aNumber, defaultValue: "0",
		says: "A side of whose pieces so many stand on a line wins."},
	{name: "connectValue", kind: aWord, defaultValue: "win", words: verdicts[:3]},
	{name: "materialCounting", kind: aWord, defaultValue: "none",
		words: []string{"janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none"}},
	{name: "adjudicateFullBoard", kind: aBool, defaultValue: "false",
		says: "A board without an empty square ends the game."},
	{name: "countingRule", kind: aWord, defaultValue: "none", words: []string{"makruk", "cambodian", "asean", "none"}},
	{name: "castlingWins", kind: aText, defaultValue: "-",
		says: "A side that castles wins, and loses when it may castle no more."},
}

// keyNamed contains the keys by name.
var keyNamed = func() map[string]*key {
	out := map[string]*key{}
	for i := range keys {
		out[keys[i].name] = &keys[i]
	}
	return out
}()
