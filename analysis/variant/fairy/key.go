package fairy

// kind is how the value of a key is read.
type kind uint8

const (
	aBool   kind = iota
	aNumber      // 0 or more
	aFile        // a letter or a number, counted from 0
	aRank        // from 1
	someSquares
	somePieces // letters, or * for all
	onePiece   // the last of its letters
	aWord      // one of the row's words
	counts     // letter:number …
	becomes    // letter:letter …
	aText
)

// key is what a key of Fairy-Stockfish's means here.
type key struct {
	name string
	kind kind
	// usual is its value where nothing is said, pieces by their own keys.
	usual string
	// sets are the keys that it stands for; itself when empty.
	sets []string
	// words are the values that it may have.
	words []string
	// cannot says why a value other than the usual one cannot be said here,
	// where matters holds or is nil.
	cannot  string
	matters func(g *game) bool
	// says is the ruling FS-name in words, "" for a key that is never cited.
	says string
}

// both are the keys of the two sides that a key stands for.
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
// (W-10): no move is legal or illegal by them.
const byJudgement = "judgement"

// builtinOnly is what the built-in ataxx hands down to its kin and no file can
// say: pieces are dropped from nowhere.
const builtinOnly = "freeDrops"

// forShow marks keys that no rule depends on.
const forShow = "show"

// keys is every key of Fairy-Stockfish's but those of piece types and of their
// mobility regions, in the order in which it reads them. Keys that stand for
// others come before those.
var keys = []key{
	{name: "maxRank", kind: aRank, usual: "8"},
	{name: "maxFile", kind: aFile, usual: "8"},
	{name: "pieceValueMg", kind: aText, cannot: forShow},
	{name: "pieceValueEg", kind: aText, cannot: forShow},
	{name: "variantTemplate", kind: aText, cannot: forShow},
	{name: "pieceToCharTable", kind: aText, cannot: forShow},
	{name: "pocketSize", kind: aText, cannot: forShow},

	{name: "whiteFlag", kind: someSquares, sets: []string{"flagRegionWhite"}},
	{name: "blackFlag", kind: someSquares, sets: []string{"flagRegionBlack"}},
	{name: "castlingRookPiece", kind: somePieces, sets: both("castlingRookPieces")},
	{name: "whiteDropRegion", kind: someSquares, sets: []string{"dropRegionWhite"}},
	{name: "blackDropRegion", kind: someSquares, sets: []string{"dropRegionBlack"}},
	{name: "promotionRank", kind: aNumber, usual: "0", cannot: "an older key; write promotionRegionWhite and promotionRegionBlack"},
	{name: "doubleStepRank", kind: aNumber, usual: "0", cannot: "an older key; write doubleStepRegionWhite and doubleStepRegionBlack"},
	{name: "doubleStepRankMin", kind: aNumber, usual: "0", cannot: "an older key; write doubleStepRegionWhite and doubleStepRegionBlack"},
	{name: "dropOnTop", kind: aBool, usual: "false", cannot: "an older key; write enclosingDrop = top"},
	{name: "pawnTypes", kind: somePieces, sets: both("mainPawnType", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")},

	{name: "chess960", kind: aBool, usual: "false", cannot: "castling from any files cannot be said here"},
	{name: "twoBoards", kind: aBool, usual: "false", cannot: "two boards cannot be said here"},
	{name: "startFen", kind: aText, usual: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{name: "promotionRegionWhite", kind: someSquares, usual: "*8"},
	{name: "promotionRegionBlack", kind: someSquares, usual: "*1"},
	{name: "promotionPawnTypes", kind: somePieces, sets: both("mainPawnType", "promotionPawnTypes")},
	{name: "promotionPawnTypesWhite", kind: somePieces, usual: "pawn", sets: []string{"mainPawnTypeWhite", "promotionPawnTypesWhite"}},
	{name: "promotionPawnTypesBlack", kind: somePieces, usual: "pawn", sets: []string{"mainPawnTypeBlack", "promotionPawnTypesBlack"}},
	{name: "promotionPieceTypes", kind: somePieces, sets: both("promotionPieceTypes"), says: "What a pawn may become."},
	{name: "promotionPieceTypesWhite", kind: somePieces, usual: "queen rook bishop knight"},
	{name: "promotionPieceTypesBlack", kind: somePieces, usual: "queen rook bishop knight"},
	{name: "sittuyinPromotion", kind: aBool, usual: "false", says: "Instead of moving, a pawn in the zone promotes where it stands, or by a step."},
	{name: "promotionLimit", kind: counts},
	{name: "promotedPieceType", kind: becomes, says: "What a piece may become in the zone of promotion."},
	{name: "piecePromotionOnCapture", kind: aBool, usual: "false", says: "Pieces promote by capturing only."},
	{name: "mandatoryPawnPromotion", kind: aBool, usual: "true"},
	{name: "mandatoryPiecePromotion", kind: aBool, usual: "false"},
	{name: "pieceDemotion", kind: aBool, usual: "false", says: "A promoted piece changes back by its next move in the zone of promotion."},
	{name: "blastOnCapture", kind: aBool, usual: "false", says: "What is captured explodes, with the capturing piece and all around but pawns."},
	{name: "blastImmuneTypes", kind: somePieces, usual: "-"},
	{name: "mutuallyImmuneTypes", kind: somePieces, usual: "-"},
	{name: "petrifyOnCaptureTypes", kind: somePieces, usual: "-", says: "A piece that captures becomes a wall, which nothing enters or passes."},
	{name: "petrifyBlastPieces", kind: aBool, usual: "false", cannot: "pieces that an explosion turns to walls cannot be said here", matters: func(g *game) bool { return g.bool("blastOnCapture") }},
	{name: "doubleStep", kind: aBool, usual: "true", says: "Where a pawn may go two squares."},
	{name: "doubleStepRegionWhite", kind: someSquares, usual: "*2"},
	{name: "doubleStepRegionBlack", kind: someSquares, usual: "*7"},
	{name: "tripleStepRegionWhite", kind: someSquares, usual: "-", says: "Where a pawn may go three squares."},
	{name: "tripleStepRegionBlack", kind: someSquares, usual: "-"},
	{name: "enPassantRegion", kind: someSquares, sets: both("enPassantRegion")},
	{name: "enPassantRegionWhite", kind: someSquares, usual: "all"},
	{name: "enPassantRegionBlack", kind: someSquares, usual: "all"},
	{name: "enPassantTypes", kind: somePieces, sets: both("enPassantTypes"), says: "What captures in passing."},
	{name: "enPassantTypesWhite", kind: somePieces, usual: "pawn"},
	{name: "enPassantTypesBlack", kind: somePieces, usual: "pawn"},
	{name: "castling", kind: aBool, usual: "true", says: "Castling."},
	{name: "castlingDroppedPiece", kind: aBool, usual: "false", says: "What is dropped where the king and its partners castle from may castle."},
	{name: "castlingKingsideFile", kind: aFile, usual: "g"},
	{name: "castlingQueensideFile", kind: aFile, usual: "c"},
	{name: "castlingRank", kind: aRank, usual: "1"},
	{name: "castlingKingFile", kind: aFile, usual: "e"},
	{name: "castlingKingPiece", kind: somePieces, sets: both("castlingKingPiece")},
	{name: "castlingKingPieceWhite", kind: onePiece, usual: "king"},
	{name: "castlingKingPieceBlack", kind: onePiece, usual: "king"},
	{name: "castlingRookKingsideFile", kind: aFile, usual: "l"},
	{name: "castlingRookQueensideFile", kind: aFile, usual: "a"},
	{name: "castlingRookPieces", kind: somePieces, sets: both("castlingRookPieces")},
	{name: "castlingRookPiecesWhite", kind: somePieces, usual: "rook"},
	{name: "castlingRookPiecesBlack", kind: somePieces, usual: "rook"},
	{name: "oppositeCastling", kind: aBool, usual: "false", says: "Where one side has castled, the other does not castle toward the same side."},
	{name: "checking", kind: aBool, usual: "true", says: "No move may attack the other side's king."},
	{name: "dropChecks", kind: aBool, usual: "true", says: "No drop may attack the other side's king."},
	{name: "mustCapture", kind: aBool, usual: "false", says: "A side that can capture has to."},
	{name: "mustDrop", kind: aBool, usual: "false", says: "A side that holds certain pieces has to drop one of them, if it can."},
	{name: "mustDropType", kind: onePiece, usual: "*"},
	{name: "pieceDrops", kind: aBool, usual: "false", says: "Pieces in hand are dropped on empty squares."},
	{name: builtinOnly, kind: aBool, usual: "false"},
	{name: "dropLoop", kind: aBool, usual: "false"},
	{name: "capturesToHand", kind: aBool, usual: "false", says: "What is captured changes sides and goes to the captor's hand."},
	{name: "firstRankPawnDrops", kind: aBool, usual: "false", says: "No pawn is dropped on its first rank."},
	{name: "promotionZonePawnDrops", kind: aBool, usual: "false", says: "No pawn is dropped in the zone of promotion."},
	{name: "enclosingDrop", kind: aWord, usual: "none", words: enclosing, says: "Drops land where pieces around allow them."},
	{name: "enclosingDropStart", kind: someSquares, usual: "-"},
	{name: "dropRegionWhite", kind: someSquares, usual: "all", says: "Where White drops its pieces."},
	{name: "dropRegionBlack", kind: someSquares, usual: "all", says: "Where Black drops its pieces."},
	{name: "sittuyinRookDrop", kind: aBool, usual: "false", says: "Rooks are dropped on the first rank alone."},
	{name: "dropOppositeColoredBishop", kind: aBool, usual: "false", says: "Bishops are dropped on squares of both colours."},
	{name: "dropPromoted", kind: aBool, usual: "false", says: "A piece is dropped as what it is, or as what it promotes to."},
	{name: "dropNoDoubled", kind: onePiece, usual: "-", says: "No second piece of this kind is dropped on a file."},
	{name: "dropNoDoubledCount", kind: aNumber, usual: "1"},
	{name: "immobilityIllegal", kind: aBool, usual: "false", says: "No piece goes where it could never move from."},
	{name: "gating", kind: aBool, usual: "false"},
	{name: "wallingRule", kind: aWord, usual: "none", words: []string{"arrow", "duck", "edge", "past", "static", "none"}, says: "With each move, or instead of one, a wall is put on the board, which nothing enters or passes."},
	{name: "wallingRegionWhite", kind: someSquares, usual: "all"},
	{name: "wallingRegionBlack", kind: someSquares, usual: "all"},
	{name: "wallingRegion", kind: someSquares, sets: both("wallingRegion")},
	{name: "wallOrMove", kind: aBool, usual: "false"},
	{name: "seirawanGating", kind: aBool, usual: "false", says: "A piece in hand may come in where another leaves its first rank for the first time."},
	{name: "cambodianMoves", kind: aBool, usual: "false", says: "A king may leap by its first move as a knight does, to the second rank, a fers two squares ahead; a rook that comes to the file or rank of a king ends that."},
	{name: "diagonalLines", kind: someSquares, usual: "-", says: "The lines along which pieces move diagonally."},
	{name: "pass", kind: aBool, sets: both("pass"), says: "A turn may be passed; two passes in a row end the game."},
	{name: "passWhite", kind: aBool, usual: "false"},
	{name: "passBlack", kind: aBool, usual: "false"},
	{name: "passOnStalemate", kind: aBool, sets: both("passOnStalemate"), says: "A side without a move passes; two passes in a row end the game."},
	{name: "passOnStalemateWhite", kind: aBool, usual: "false"},
	{name: "passOnStalemateBlack", kind: aBool, usual: "false"},
	{name: "makpongRule", kind: aBool, usual: "false", says: "A king that is attacked may not flee."},
	{name: "flyingGeneral", kind: aBool, usual: "false", says: "The two kings may not stand on one file or rank with nothing between."},
	{name: "soldierPromotionRank", kind: aRank, usual: "1"},
	{name: "flipEnclosedPieces", kind: aWord, usual: "none", words: enclosing, says: "Pieces of the other side that a move encloses, or comes beside, change sides."},

	{name: "nMoveRuleTypes", kind: somePieces, sets: both("nMoveRuleTypes")},
	{name: "nMoveRuleTypesWhite", kind: somePieces, usual: "pawn"},
	{name: "nMoveRuleTypesBlack", kind: somePieces, usual: "pawn"},
	{name: "nMoveRule", kind: aNumber, usual: "50"},
	{name: "nFoldRule", kind: aNumber, usual: "3"},
	{name: "nFoldValue", kind: aWord, usual: "draw", words: verdicts},
	{name: "nFoldValueAbsolute", kind: aBool, usual: "false"},
	{name: "perpetualCheckIllegal", kind: aBool, usual: "false"},
	{name: "moveRepetitionIllegal", kind: aBool, usual: "false", cannot: byJudgement},
	{name: "chasingRule", kind: aWord, usual: "none", words: []string{"axf", "none"}},
	{name: "stalemateValue", kind: aWord, usual: "draw", words: verdicts[:3], says: "What becomes of a side without a legal move."},
	{name: "stalematePieceCount", kind: aBool, usual: "false"},
	{name: "checkmateValue", kind: aWord, usual: "loss", words: verdicts[:3], says: "No move may leave the own king attacked; a side whose king is attacked and that has no legal move is checkmated."},
	{name: "shogiPawnDropMateIllegal", kind: aBool, usual: "false", says: "No dropped pawn may give checkmate."},
	{name: "shatarMateRule", kind: aBool, usual: "false", says: "A mate by a knight alone loses, and one without a check by knight, rook or bers before it draws."},
	{name: "bikjangRule", kind: aBool, usual: "false", says: "A side whose king faces the other one on an open file has to end that by its move, or to pass."},
	{name: "extinctionValue", kind: aWord, usual: "none", words: verdicts, says: "What becomes of a side that has lost certain pieces."},
	{name: "extinctionClaim", kind: aBool, usual: "false"},
	{name: "extinctionPseudoRoyal", kind: aBool, usual: "false", says: "No move may leave the last of these pieces attacked."},
	{name: "dupleCheck", kind: aBool, usual: "false"},
	{name: "extinctionPieceTypes", kind: somePieces, usual: "-"},
	{name: "extinctionPieceCount", kind: aNumber, usual: "0"},
	{name: "extinctionOpponentPieceCount", kind: aNumber, usual: "0"},
	{name: "flagPiece", kind: somePieces, sets: both("flagPiece"), says: "A side whose pieces come to their goal wins."},
	{name: "flagPieceWhite", kind: onePiece, usual: "*"},
	{name: "flagPieceBlack", kind: onePiece, usual: "*"},
	{name: "flagRegion", kind: someSquares, sets: both("flagRegion"), says: "A side whose pieces come to their goal wins."},
	{name: "flagRegionWhite", kind: someSquares, usual: "-"},
	{name: "flagRegionBlack", kind: someSquares, usual: "-"},
	{name: "flagPieceCount", kind: aNumber, usual: "1"},
	{name: "flagPieceBlockedWin", kind: aBool, usual: "false"},
	{name: "flagMove", kind: aBool, usual: "false"},
	{name: "flagPieceSafe", kind: aBool, usual: "false"},
	{name: "checkCounting", kind: aBool, usual: "false", says: "A side that has checked so many times wins."},
	{name: "connectN", kind: aNumber, usual: "0", says: "A side whose pieces stand so many in a row, or otherwise as the connect keys say, wins."},
	{name: "connectPieceTypes", kind: somePieces, usual: "*"},
	{name: "connectHorizontal", kind: aBool, usual: "true"},
	{name: "connectVertical", kind: aBool, usual: "true"},
	{name: "connectDiagonal", kind: aBool, usual: "true"},
	{name: "connectRegion1White", kind: someSquares, usual: "-"},
	{name: "connectRegion2White", kind: someSquares, usual: "-"},
	{name: "connectRegion1Black", kind: someSquares, usual: "-"},
	{name: "connectRegion2Black", kind: someSquares, usual: "-"},
	{name: "connectNxN", kind: aNumber, usual: "0", says: "A side whose pieces fill a square wins."},
	{name: "collinearN", kind: aNumber, usual: "0", says: "A side of whose pieces so many stand on a line wins."},
	{name: "connectValue", kind: aWord, usual: "win", words: verdicts[:3]},
	{name: "materialCounting", kind: aWord, usual: "none", words: []string{"janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none"}},
	{name: "adjudicateFullBoard", kind: aBool, usual: "false", says: "A board without an empty square ends the game."},
	{name: "countingRule", kind: aWord, usual: "none", words: []string{"makruk", "cambodian", "asean", "none"}},
	{name: "castlingWins", kind: aText, usual: "-", says: "A side that castles wins, and loses when it may castle no more."},
}

// keyNamed finds a key by its name.
var keyNamed = func() map[string]*key {
	out := map[string]*key{}
	for i := range keys {
		out[keys[i].name] = &keys[i]
	}
	return out
}()
