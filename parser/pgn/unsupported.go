package pgn

import (
	"slices"
	"strings"

	"assay/parser/record"
	"assay/parser/scan"
)

// unsupported returns the variant of a record in an unsupported notation, and
// the reason; "" for other records.
func unsupported(r *record.Record) (game, why string) {
	switch {
	case namesBoards(r) && r.Partner == nil && len(r.Moves) > 0:
		return bughouseName, "the record names the players of two boards, and its moves are not numbered by board; " +
			"write 1A. e4 1a. e5 1B. d4, or each board as a record of its own"
	case isFourPlayer(r):
		return "Four-player chess", "games of four players are not supported"
	case isOnLargeBoard(r):
		variant, _ := r.Tag("Variant")
		return variant, "squares of a board of 14 by 14 (StartFen4) are not supported; export the game with the " +
			"squares of its own board"
	}
	return "", ""
}

// namesBoards reports whether a record names the players of two boards, and not
// White of one of them, as exports of one board do.
func namesBoards(r *record.Record) bool {
	if _, one := r.Tag("White"); one {
		return false
	}
	_, a := r.Tag("WhiteA")
	_, b := r.Tag("WhiteB")
	return a || b
}

// startKey is the key of a start on chess.com's board of 14 by 14, on which
// games of two players stand in the middle.
const startKey = "StartFen4"

// teamVariants are the names of chess.com's games of four players. Games of two
// may have them too.
var teamVariants = []string{"FFA", "Teams", "Solo"}

// isFourPlayer reports whether a record has four players: it names Blue and
// Green, or has squares of the large board without a start for two.
func isFourPlayer(r *record.Record) bool {
	_, blue := r.Tag("Blue")
	_, green := r.Tag("Green")
	if blue && green {
		return true
	}
	variant, _ := r.Tag("Variant")
	return slices.Contains(teamVariants, variant) && !startsForTwo(r) && leavesChessboard(r)
}

// isOnLargeBoard reports whether a record of two players has squares of the
// large board.
func isOnLargeBoard(r *record.Record) bool { return startsForTwo(r) && leavesChessboard(r) }

// startsForTwo reports whether a record has a start for two players on the
// large board.
func startsForTwo(r *record.Record) bool {
	start, _ := r.Tag(startKey)
	return strings.HasPrefix(start, "2P") || strings.Contains(start, "'dim':'8x8'")
}

// outsideSquare matches a square that no chessboard has.
var outsideSquare = scan.NewPattern(`[i-n][1-9]|[a-n](?:9|1[0-4])`)

// leavesChessboard reports whether a move names a square outside a chessboard.
func leavesChessboard(r *record.Record) bool {
	return slices.ContainsFunc(r.Moves, func(ply record.Ply) bool { return outsideSquare.MatchString(ply.Text) })
}
