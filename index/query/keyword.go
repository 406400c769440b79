package query

import (
	"slices"
	"strings"

	"assay/index/pattern"
)

// keyword is a word of the language.
type keyword struct{ word, help string }

// starters begin a condition.
var starters = []keyword{
	{"not", "where the condition does not hold"},
	{"mirrored", "the same with the files reflected, too"},
	{"exchanged", "the same with the sides exchanged, too"},
	{"symmetric", "the same mirrored, exchanged and both, too"},
	{"flipped", "the same with the ranks reflected and the sides as they are, too"},
	{"rotated", "the same turned about the board's middle, too"},
	{"shifted", "the same anywhere on the board"},
	{"empty", "no piece stands on a place"},
	{"turn", "the side to move"},
	{"check", "the side to move is in check"},
	{"mate", "the side to move is in check and has no legal move"},
	{"stalemate", "the side to move is in no check and has no legal move"},
	{"attack", "a piece attacks a square, or what stands there"},
	{"pin", "a piece stands between another and what would attack that"},
	{"ray", "pieces in a line, in an order, with nothing between"},
	{"legal", "there is such a legal move, played or not"},
	{"unplayed", "there is such a legal move, and none is played"},
	{"capture", "the last ply captured"},
	{"drop", "the last ply dropped a piece"},
	{"promotion", "the last ply promoted a piece"},
	{"last", "the line ends here"},
	{"move", "the last ply: its piece, from, to, what it takes or brings in, where it puts a wall"},
	{"count", "how many pieces stand, on a place or anywhere"},
	{"attackers", "how many pieces attack"},
	{"attacked", "how many squares are attacked"},
	{"pinned", "how many pieces are pinned"},
	{"rays", "how many lines of pieces there are"},
	{"moves", "how many legal moves there are, of all or of some sort"},
	{"passed", "how many pieces have none of their kind against them ahead, on three files"},
	{"isolated", "how many pieces have none of their kind on the files beside them"},
	{"doubled", "how many pieces have another of their kind on their file"},
	{"pieces", "how many pieces a side has on the board"},
	{"hand", "how many pieces a side holds in hand"},
	{"pocket", "how many pieces a side holds in its pocket"},
	{"material", "the total value of a side's pieces, in pawns"},
	{"ply", "the number of this ply"},
	{"plies", "the number of plies of the line"},
	{"inaccuracy", "an engine calls the last ply dubious"},
	{"mistake", "an engine calls the last ply a mistake"},
	{"blunder", "an engine calls the last ply a blunder"},
	{"missed-mate", "by the last ply a forced win was let go"},
	{"allowed-mate", "by the last ply the other side can force a win"},
	{"eval", "an engine's evaluation for a side, in pawns"},
	{"swing", "by how many points the last ply changed the per cent of wins, to an engine"},
	{"accuracy", "of a side in the game, 0 to 100, to an engine"},
	{"rating", "of a side's player, or the mean of both"},
	{"result", "the record's result"},
	{"date", "the day of the game"},
	{"verdict", "the verdict on the record"},
	{"mine", "you played the game, if your account is linked to a player"},
}

// rankWords precede a side and a piece type.
var rankWords = []keyword{
	{"promoted", "what a piece becomes by promotion"},
	{"unpromoted", "not promoted"},
}

// kindWords stand for several piece types.
var kindWords = []keyword{
	{"any", "a piece of any kind"},
	{"royal", "a piece that must not be lost"},
}

// connectives stand between and after conditions.
var connectives = []keyword{
	{"and", "both hold"},
	{"or", "one of the two holds"},
	{"then", "the next one holds at a later ply"},
	{"for", "it holds so many plies running"},
}

// placeWords begin a place.
var placeWords = []keyword{
	{"file", "one file"},
	{"files", "a file and those up to another"},
	{"rank", "one rank"},
	{"ranks", "a rank and those up to another"},
	{"board", "every square"},
}

// innerWords stand inside conditions.
var innerWords = []keyword{
	{"on", "where the pieces stand"},
	{"every", "on all squares of a place"},
	{"from", "where the move begins"},
	{"to", "where the move ends"},
	{"takes", "what the move captures"},
	{"gates", "what comes in with the move"},
	{"walls", "where a wall is put with the move"},
	{"checks", "moves that give check"},
	{"mates", "moves that give mate"},
	{"by", "what pins it"},
	{"against", "what it is pinned to"},
	{"along", "in which directions"},
	{"in", "between two numbers"},
	{"within", "at most so many plies later, or squares farther"},
}

var (
	events      = []string{"check", "mate", "stalemate", "capture", "drop", "promotion", "last"}
	moveWords   = []string{"from", "to", "takes", "gates", "walls"}
	legalWords  = append(slices.Clone(moveWords), "checks", "mates")
	attackWords = []string{"from", "to", "takes"}
	pinWords    = []string{"on", "by", "against"}
	quantities  = []string{"count", "pieces", "hand", "pocket", "material", "ply", "plies", "eval", "swing",
		"accuracy", "rating", "attackers", "attacked", "pinned", "rays", "moves", "passed", "isolated", "doubled"}
	judgements  = []string{"inaccuracy", "mistake", "blunder", "missed-mate", "allowed-mate"}
	results     = []string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}
	verdicts    = []string{"legal", "ruled", "illegal", "unreadable", "unsupported"}
	comparisons = []string{pattern.Equal: "=", pattern.NotEqual: "!=", pattern.Less: "<", pattern.LessEqual: "<=",
		pattern.Greater: ">", pattern.GreaterEqual: ">="}
	equalities   = comparisons[:2]
	headersKnown = []keyword{
		{"player", "a player's name"},
		{"white", "the name of White, or of the first player"},
		{"black", "the name of Black, or of the second player"},
		{"event", "the tournament or match"},
		{"site", "where it was played"},
		{"round", "the round"},
		{"opening", "the opening's name"},
		{"eco", "its code"},
		{"label", "the game reaches a position of this name"},
		{"comment", "the comments on the game"},
	}
)

// otherHeaders are further names of headers that many records have.
var otherHeaders = []string{
	"red", "date", "result", "annotator", "variation", "timecontrol", "termination", "team",
	"whiteelo", "blackelo", "redelo", "whitetitle", "blacktitle", "whiteteam", "blackteam", "eventdate", "source",
	"title",
}

// symmetries map each symmetry to the number of conditions into which it
// expands one condition.
var symmetries = map[string]int{"mirrored": 2, "exchanged": 2, "symmetric": 4, "flipped": 2, "rotated": 4, "shifted": 1}

// counted maps conditions of existence to the quantity that they count.
var counted = map[string]string{"attack": "attackers", "pin": "pinned", "ray": "rays", "legal": "moves"}

// directions map words to indexes of [pattern.Steps].
var directions = map[string][]int{
	"up": {0}, "up-right": {1}, "right": {2}, "down-right": {3}, "down": {4}, "down-left": {5}, "left": {6},
	"up-left": {7},
	"file":    {0, 4}, "rank": {2, 6}, "diagonal": {1, 3, 5, 7},
}

// hexDirections are the directions of a hexagonal board. Up, down and four
// diagonal words cross the sides of a cell, left and right its corners. Ranks
// are not straight.
var hexDirections = map[string][]int{
	"up": {0}, "up-right": {1}, "down-right": {2}, "down": {4}, "down-left": {5}, "up-left": {6},
	"right": {8}, "left": {10}, "file": {0, 4}, "diagonal": {3, 7, 8, 9, 10, 11},
}

// reserved are words that cannot be names of sides, piece types or relations at
// a point at which a condition may begin or continue.
var reserved = func() map[string]bool {
	all := map[string]bool{}
	for _, words := range [][]keyword{starters, rankWords, connectives, innerWords} {
		for _, k := range words {
			first, _, _ := strings.Cut(k.word, "-")
			all[first] = true
		}
	}
	return all
}()

func (t token) reserved() bool { return t.kind == wordToken && reserved[strings.ToLower(t.text)] }

// isConnective reports whether a token connects conditions and begins none.
func (t token) isConnective() bool {
	is := func(k keyword) bool { return t.is(k.word) }
	return slices.ContainsFunc(connectives, is) || slices.ContainsFunc(innerWords, is)
}

// wordIn returns the word of a list that equals the token, or "".
func (t token) wordIn(words []string) string {
	if i := slices.IndexFunc(words, t.is); i >= 0 {
		return words[i]
	}
	return ""
}
