package parser

import (
	"bytes"
	"strings"
	"testing"
)

// TestShogiForOthers checks text that other programs must be able to read.
func TestShogiForOthers(t *testing.T) {
	const odds = "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	for _, row := range []struct {
		name   string
		record Record
		want   string // a part of it
	}{
		{"no remark on the first line of KI2", Record{Format: KI2, Tags: []Tag{{Key: "先手", Value: "A"}}, Comments: []Comment{{Text: "# x"}}, Moves: Line{{Text: "▲７六歩"}}},
			"先手：A\n# x\n\n▲７六歩\n"},
		{"nor a blank line after it at the end of the header", Record{Format: KI2, Start: "4k4/9/9/9/9/9/9/9/4K4 w - 1", Comments: []Comment{{Text: "# x"}}, Moves: Line{{Text: "△５二玉"}}},
			"後手番\n# x\n△５二玉\n"},
		{"KI2 without moves", Record{Format: KI2, Tags: []Tag{{Key: "先手", Value: "A"}}}, "先手：A\n\n#0手\n"},
		{"a handicap that some programs do not know", Record{Format: KIF, Tags: []Tag{{Key: "手合割", Value: "左七枚落ち"}}, Start: odds}, "手合割：左七枚落ち\n上手の持駒：なし\n"},
		{"players of a handicap game", Record{Format: KIF, Tags: []Tag{{Key: "先手", Value: "A"}, {Key: "手合割", Value: "八枚落ち"}, {Key: "後手", Value: "B"}}, Start: "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
			"下手：A\n手合割：八枚落ち\n上手：B\n"},
		{"a declaration", Record{Format: KIF, Moves: Line{{Text: "７六歩(77)"}}, Ending: "KACHI", Result: "0-1"}, "   2 入玉勝ち\nまで1手で後手の勝ち\n"},
		{"a declaration in KI2", Record{Format: KI2, Tags: []Tag{{Key: "先手", Value: "A"}}, Moves: Line{{Text: "▲７六歩"}}, Ending: "KACHI", Result: "0-1"}, "\nまで1手で後手の入玉勝ち\n"},
		{"an agreed draw", Record{Format: KIF, Moves: Line{{Text: "７六歩(77)"}}, Ending: "HIKIWAKE", Result: "1/2-1/2"}, "   2 引き分け\n"},
		{"a time limit by its own key", Record{Format: CSA, Tags: []Tag{{Key: "TIME", Value: "900+0+10"}}}, "$TIME:900+0+10\n"},
		{"a plus where another variation follows", Record{Format: KIF, Moves: Line{{Text: "７六歩(77)", Beside: &Notes{Variations: []Line{
			{{Text: "２六歩(27)", Beside: &Notes{Variations: []Line{{{Text: "５六歩(57)"}}}}}}, {{Text: "６六歩(67)"}},
		}}}}}, "   1 ７六歩(77) +\n\n変化：1手\n   1 ２六歩(27) +\n\n変化：1手\n   1 ５六歩(57) +\n\n変化：1手\n   1 ６六歩(67)\n"},
		{"players in their order", Record{Format: CSA, Tags: []Tag{{Key: "N-", Value: "B"}, {Key: "EVENT", Value: "x"}, {Key: "N+", Value: "A"}}}, "N+A\nN-B\n$EVENT:x\n"},
	} {
		var b bytes.Buffer
		if err := Write(&b, &row.record); err != nil || !strings.Contains(b.String(), row.want) {
			t.Errorf("%s: %v\n%s", row.name, err, b.String())
		}
	}
}

// TestShogiTogether writes records with and without moves into one file and
// reads the same number.
func TestShogiTogether(t *testing.T) {
	for _, format := range []Format{KIF, KI2, CSA, JKF, USI} {
		var b bytes.Buffer
		records := []Record{
			{Tags: []Tag{{Key: "先手", Value: "A"}}}, {Tags: []Tag{{Key: "表題", Value: "x"}, {Key: "先手", Value: "B"}}}, {Ending: "中断", Tags: []Tag{{Key: "後手", Value: "C"}}},
			{Tags: []Tag{{Key: "先手", Value: "D"}}, Comments: []Comment{{Text: "# y"}}}, {Start: "4k4/9/9/9/9/9/9/9/4K4 w - 1"}, {Start: "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
		}
		for i := range records {
			r := &records[i]
			if r.Format = format; format == USI {
				r.Tags = nil
			}
			if err := Write(&b, r); err != nil {
				t.Errorf("%s: %v", format, err)
			}
			if format == CSA {
				b.WriteString("/\n")
			}
		}
		if got := readAll(t, b.Bytes(), Options{}); len(got) != len(records) {
			t.Errorf("%s: %d records come back of %d\n%s", format, len(got), len(records), b.String())
		}
	}
}
