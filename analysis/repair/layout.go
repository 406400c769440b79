package repair

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/parser"
	"assay/parser/scan"
)

// layout is the text of a record, cut into a slot for each ply and the gaps
// before them, which hold numbers, blanks and comments.
type layout struct {
	text    string
	rec     *parser.Record
	slots   [][2]int // begin and end of each ply
	numbers *moveNumbers
}

func newLayout(text string, rec *parser.Record, s *search) *layout {
	l := &layout{text: text, rec: rec, numbers: &s.numbers}
	for i := range rec.Moves {
		at, word := int(rec.Moves[i].Place.Offset), rec.Moves[i].Text
		if at < 0 || at > len(text) || !strings.HasPrefix(text[at:], word) {
			l.slots = nil
			break
		}
		l.slots = append(l.slots, [2]int{at, at + len(word)})
	}
	return l
}

// write returns the possible texts of a token sequence, the more probable
// first.
func (l *layout) write(row []token) (texts []string) {
	if l.slots != nil {
		kept, moved := make([]int, len(row)), make([]int, len(row))
		for i, w := range row {
			kept[i], moved[i] = w.slot, i
			if i >= len(l.slots) {
				moved[i] = -1
			}
		}
		ways := [][]int{kept, moved}
		slices.SortStableFunc(ways, func(a, b []int) int { return l.numbers.mismatches(a) - l.numbers.mismatches(b) })
		for _, slots := range ways {
			texts = append(texts, l.fill(row, slots))
		}
	}
	if l.rec.Fault != nil {
		return texts // a writer would drop the unreadable rest
	}
	return append(texts, l.rewritten(row)...)
}

// fill writes a sequence into slots; -1 makes a new slot.
func (l *layout) fill(row []token, slots []int) string {
	var b strings.Builder
	b.WriteString(l.text[:l.slots[0][0]-len(l.gap(0))])
	for i, w := range row {
		gap := ""
		switch slot := slots[i]; {
		case slot >= 0 && i > 0 && slots[i-1] < 0 && l.numbers.written[slot] > 0 &&
			l.numbers.written[slot] == l.numbers.at(i-1) && l.numbers.paired:
			gap = l.newGap(i)
		case slot >= 0:
			gap = l.renumbered(slot, i)
		case i+1 < len(row) && slots[i+1] >= 0 && l.numbers.written[slots[i+1]] == l.numbers.at(i) && l.numbers.paired:
			gap = l.gap(slots[i+1]) // both plies share its number
		default:
			gap = l.newGap(i)
		}
		b.WriteString(gap)
		b.WriteString(w.text)
	}
	b.WriteString(l.text[l.slots[len(l.slots)-1][1]:])
	return b.String()
}

// gap returns the text before the ply in a slot.
func (l *layout) gap(slot int) string {
	if slot == 0 {
		return ""
	}
	return l.text[l.slots[slot-1][1]:l.slots[slot][0]]
}

// digits matches a number in a gap.
var digits = scan.NewPattern(`[0-9]+`)

// renumbered returns the gap of a slot with the number of token i.
func (l *layout) renumbered(slot, i int) string {
	gap, was, now := l.gap(slot), l.numbers.written[slot], l.numbers.at(i)
	if was == 0 || was == now {
		return gap
	}
	all := digits.FindAllStringIndex(gap, -1)
	for _, at := range slices.Backward(all) {
		if gap[at[0]:at[1]] == strconv.Itoa(was) {
			return gap[:at[0]] + strconv.Itoa(now) + gap[at[1]:]
		}
	}
	return gap
}

// plainGap matches a gap of blanks and at most one number.
var plainGap = scan.NewPattern(`^[\s.…]*([0-9]*)[\s.…]*$`)

// newGap returns a gap for token i, modelled on a nearby gap of the same side.
func (l *layout) newGap(i int) string {
	for away := 2; away < 2*len(l.slots); away += 2 {
		for _, slot := range []int{i - away, i + away} {
			if slot < 1 || slot >= len(l.slots) {
				continue
			}
			gap := l.gap(slot)
			digits := plainGap.FindStringSubmatchIndex(gap)
			if digits == nil {
				continue
			}
			if digits[2] == digits[3] {
				return gap
			}
			return gap[:digits[2]] + strconv.Itoa(l.numbers.at(i)) + gap[digits[3]:]
		}
	}
	return " "
}

// rewritten writes the record with the writer of its format, if it has one.
func (l *layout) rewritten(row []token) []string {
	rec := *l.rec
	rec.Moves = make(parser.Line, len(row))
	for i, w := range row {
		if w.slot >= 0 {
			rec.Moves[i] = l.rec.Moves[w.slot]
		}
		rec.Moves[i].Text = w.text
		rec.Moves[i].Number = l.numbers.at(i)
	}
	var b bytes.Buffer
	if err := parser.Write(&b, &rec); err != nil {
		return nil
	}
	return []string{b.String()}
}

// changesOf describes the changes of a candidate for a report.
func (s *search) changesOf(f *candidate) []analysis.Change {
	var out []analysis.Change
	row := s.tokens()
	note := func(kind string, at int, was, now string) {
		slot := len(s.rec.Moves) - 1
		for i := at; i < len(row); i++ {
			if row[i].slot >= 0 {
				slot = row[i].slot
				break
			}
		}
		place := s.rec.Moves[slot].Place
		out = append(out, analysis.Change{Line: place.Line, Column: place.Column, Kind: kind, Was: was, Now: now})
	}
	if len(f.edits) == 0 {
		for i := range row {
			if n := s.numbers.written[i]; n > 0 && n != s.numbers.at(i) {
				note(misnumbered, i, strconv.Itoa(n), strconv.Itoa(s.numbers.at(i)))
				break
			}
		}
	}
	for _, e := range f.edits {
		next := e.apply(row)
		switch e.kind {
		case missing:
			note(e.kind, e.at, "", e.text)
		case doubled:
			for i := e.at; i < e.with; i++ {
				note(e.kind, i, row[i].text, "")
			}
		case trailing:
			for i := e.at; i < len(row); i++ {
				note(e.kind, i, row[i].text, "")
			}
		case misread:
			note(e.kind, e.at, row[e.at].text, e.text)
		case swapped:
			note(e.kind, e.at, row[e.at].text, next[e.at].text)
			note(e.kind, e.with, row[e.with].text, next[e.with].text)
		case columns:
			note(e.kind, e.at, row[e.at].text, next[e.at].text)
		}
		row = next
	}
	return out
}
