package numbered

import (
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// splitPairs splits lines with both plies of a move and no number between them
// (NL-6): "1. Pawn f3 - f4 Pawn a7 - a6".
//
// The text alone may also be one ply that moves two pieces, such as "1. Rook c1
// x c3 Rook c3 - x3", but the numbers decide. If each ply has its own line,
// each number occurs on two lines. So a line is split only if it has exactly
// two moves and neither neighbour has its number. The last number may be single
// because no reply followed. Its line is split only if another line was, or if
// every number of the record is single. Zillions save files are not split: they
// have one ply per line, and turns of several moves.
func (t *numberedText) splitPairs() {
	moves := t.record.Moves
	var (
		alone  []int
		paired bool
	)
	for i := range moves {
		before := i > 0 && moves[i-1].Number == moves[i].Number
		after := i+1 < len(moves) && moves[i+1].Number == moves[i].Number
		if before || after {
			paired = true
		} else if moves[i].Number > 0 {
			alone = append(alone, i)
		}
	}
	if len(alone) == 0 {
		return
	}
	var (
		cuts    = make(map[int]int, len(alone)) // offset of the second half by ply index
		actions []Action
	)
	for _, i := range alone {
		if i == len(moves)-1 && paired && len(cuts) == 0 {
			break
		}
		var fault *record.Fault
		actions, _, fault = AppendActions(actions[:0], moves[i].Text)
		if second := secondMove(actions); fault == nil && second > 0 {
			cuts[i] = second
		}
	}
	if len(cuts) == 0 {
		return
	}
	plies := make(record.Line, 0, len(moves)+len(cuts))
	for i, ply := range moves {
		if second, ok := cuts[i]; ok {
			first, answer := t.splitPly(ply, i, second)
			plies = append(plies, first, answer)
			continue
		}
		plies = append(plies, ply)
	}
	t.record.Moves = plies
}

// secondMove returns the offset of the second move if the actions are exactly
// two moves; otherwise 0.
func secondMove(actions []Action) int {
	if countMovers(actions) != 2 || !actions[0].IsMover() {
		return 0
	}
	for i := 1; i < len(actions); i++ {
		if actions[i].IsMover() {
			return actions[i].At
		}
	}
	return 0
}

// splitPly splits ply i at byte second of its text.
func (t *numberedText) splitPly(ply record.Ply, i, second int) (first, answer record.Ply) {
	from := textPiece{0, int(ply.Place.Offset - t.Place.Offset)}
	for _, p := range t.pieces[i] {
		if p.offset <= second {
			from = p
		}
	}
	place := t.placeAfter(ply.Place, from.at+second-from.offset)
	first = record.Ply{Number: ply.Number, Text: scan.Trim(ply.Text[:second]), Place: ply.Place}
	answer = ply
	answer.Text, answer.Place = ply.Text[second:], place
	if ply.Beside == nil {
		return first, answer
	}
	answer.Unshare()
	answer.Beside.Before, answer.Beside.Comments = nil, nil
	if before := ply.Beside.Before; len(before) > 0 {
		first.Annotate().Before = before
	}
	for _, c := range ply.Beside.Comments {
		if c.Place.Offset < place.Offset {
			first.Annotate().Comments = append(first.Notes().Comments, c)
		} else {
			answer.Annotate().Comments = append(answer.Notes().Comments, c)
		}
	}
	return first, answer
}

// placeAfter returns the place of byte to of the text, which is after place.
func (t *numberedText) placeAfter(place scan.Place, to int) scan.Place {
	for i := int(place.Offset - t.Place.Offset); i < to; {
		_, size := utf8.DecodeRuneInString(t.Text[i:])
		place.Column++
		if c := t.Text[i]; c == '\n' || c == '\r' && t.Text[i+1] != '\n' {
			place.Line, place.Column = place.Line+1, 1
		}
		i += size
	}
	place.Offset = t.Place.Offset + int64(to)
	return place
}
