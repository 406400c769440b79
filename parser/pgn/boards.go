package pgn

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// Records of bughouse in BPGN have the plies of two boards in the order of
// play: 1A. and 1a. are White's and Black's first move on board A, 1B. and 1b.
// those on board B. Four players are named by WhiteA, BlackA, WhiteB and
// BlackB.

// bughouseName is the name of the variant.
const bughouseName = "Bughouse"

// boardNumber matches a number with its board, and a move that follows at once.
var boardNumber = scan.NewPattern(`^([0-9]{1,4})([ABab])\.+(.*)$`)

// splitBoards moves the plies of board B into a record of their own. It does
// nothing to records of one board.
func splitBoards(r *record.Record) {
	if len(r.Moves) == 0 || !strings.Contains(r.Moves[0].Text, ".") || !boardNumber.MatchString(r.Moves[0].Text) {
		return
	}
	other := *r
	other.Tags, other.Moves, other.Warnings, other.Comments, other.Fault = nil, nil, nil, nil, nil
	boards := [2]*record.Record{r, &other}
	plies := r.Moves
	r.Moves = nil
	var held [2][2]string // the pieces dropped, by board and side
	board, second, number := 0, false, 0
	for i := range plies {
		ply := plies[i]
		if parts := boardNumber.FindStringSubmatch(ply.Text); parts != nil {
			number, _ = strconv.Atoi(parts[1])
			board, second = int(parts[2][0]|0x20-'a'), parts[2][0] >= 'a'
			if parts[3] == "" {
				continue
			}
			ply.Place.Column += len(ply.Text) - len(parts[3])
			ply.Place.Offset += int64(len(ply.Text) - len(parts[3]))
			ply.Text = parts[3]
		}
		b := boards[board]
		if b.Fault != nil {
			continue
		}
		if second != (len(b.Moves)%2 == 1) {
			b.Fault = &record.Fault{Place: ply.Place, Rule: "PGN", Text: ply.Text, Message: "this move is numbered " +
				strconv.Itoa(number) + string("ABab"[board+2*btoi(second)]) + ", and the other side is to move " +
				"on board " +
				string("AB"[board]) + "; reading of this board stopped here"}
			continue
		}
		ply.Number = number
		takeClock(&ply)
		if piece, _, drop := strings.Cut(ply.Text, "@"); drop && len(piece) <= 1 {
			if piece == "" {
				piece = "P"
			}
			if second {
				piece = strings.ToLower(piece)
			}
			held[board][btoi(second)] += piece
		}
		b.Moves = append(b.Moves, ply)
		r.Order = append(r.Order, board == 1)
	}
	starts := strings.Split(r.Start, "|")
	for i, b := range boards {
		start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		if i < len(starts) && strings.TrimSpace(starts[i]) != "" {
			start = strings.TrimSpace(starts[i])
		}
		b.Start = withHeld(start, held[i][0]+held[i][1])
		names(b, r.Tags, "AB"[i:i+1])
	}
	if result, ok := map[string]string{"1-0": "0-1", "0-1": "1-0"}[r.Result]; ok {
		other.Result = result
	}
	r.Partner = &other
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// withHeld returns a position with more pieces in hand.
func withHeld(start, held string) string {
	if board, rest, ok := strings.Cut(start, "]"); ok {
		return board + held + "]" + rest
	}
	board, rest, _ := strings.Cut(start, " ")
	return board + "[" + held + "] " + rest
}

// names adds the usual headers of the variant and of a board's players, unless
// the record has them.
func names(b *record.Record, tags []record.Tag, board string) {
	named := false
	for _, tag := range tags {
		named = named || tag.Key == "Variant"
		for _, key := range []string{"White", "Black"} {
			rest, ok := strings.CutPrefix(tag.Key, key+board)
			if _, there := b.Tag(key + rest); ok && !there && (rest == "" || rest == "Elo") {
				b.Tags = append(b.Tags, record.Tag{Key: key + rest, Value: tag.Value, Place: tag.Place})
			}
		}
	}
	if !named {
		b.Tags = append(b.Tags, record.Tag{Key: "Variant", Value: bughouseName, Place: b.Place})
	}
}

// ofBoard matches headers of the players of one board, and others that a record
// of the other board cannot share.
var ofBoard = scan.NewPattern(`^(?:(?:White|Black)(?:[AB]?(?:Elo)?)|FEN|SetUp|Result|Board)$`)

// SecondBoard returns the record of board B of a record with both boards, with
// the headers that they share; nil if it has no plies or an error.
func SecondBoard(r *record.Record) *record.Record {
	if r.Partner == nil || len(r.Partner.Moves) == 0 || r.Partner.Fault != nil {
		return nil
	}
	b := *r.Partner
	b.Format, b.Tags = PGN, nil
	for _, tag := range r.Tags {
		if !ofBoard.MatchString(tag.Key) {
			b.Tags = append(b.Tags, tag)
		}
	}
	names(&b, r.Tags, "B")
	b.Tags = append(b.Tags, record.Tag{Key: "Board", Value: "B"})
	return &b
}

// twoBoards writes the plies of both boards in the order of play.
func (p *pgnWriter) twoBoards(r *record.Record) {
	lines, at := [2]record.Line{r.Moves, r.Partner.Moves}, [2]int{}
	for _, other := range r.Order {
		i := btoi(other)
		// ply writes no number for such a turn.
		turn := pgnTurn{cmp.Or(lines[i][at[i]].Number, at[i]/2+1), true}
		letter := "AB"[i : i+1]
		if at[i]%2 == 1 {
			letter = strings.ToLower(letter)
		}
		p.token(strconv.Itoa(turn.number) + letter + ".")
		p.ply(&pgnLine{line: lines[i], next: at[i], turn: turn})
		at[i]++
	}
}

// takeClock makes a comment that is only a number the mover's remaining time in
// seconds.
func takeClock(ply *record.Ply) {
	notes := ply.Notes()
	for i, c := range notes.Comments {
		seconds, err := strconv.ParseFloat(c.Text, 64)
		if err != nil || seconds < 0 || seconds > 1e6 {
			continue
		}
		clock := time.Duration(seconds * float64(time.Second))
		ply.Clock = &clock
		own := *notes
		own.Comments = append(append([]record.Comment(nil), notes.Comments[:i]...), notes.Comments[i+1:]...)
		ply.Beside = &own
		return
	}
}
