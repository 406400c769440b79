package parser

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"assay/parser/record"
)

// TestRetag changes, adds and removes headers in each notation that has them.
func TestRetag(t *testing.T) {
	set := func(pairs ...string) (tags []Tag) {
		for i := 0; i < len(pairs); i += 2 {
			tags = append(tags, Tag{Key: pairs[i], Value: pairs[i+1]})
		}
		return tags
	}
	for _, row := range []struct {
		name    string
		format  Format
		text    string
		changes []Tag
		want    string // "" if it is rejected
	}{
		{"pgn", PGN, "[Event \"x\"]\n[White \"Ann\"]\n\n1. e4  {odd   blanks} e5 *\n", set("White", `Bo "B" \`), "[Event \"x\"]\n[White \"Bo \\\"B\\\" \\\\\"]\n\n1. e4  {odd   blanks} e5 *\n"},
		{"pgn, a pair after", PGN, "[Event \"x\"] [White \"Ann\"]\n\n1. e4 *\n", set("Event", "y", "Black", "Cy"), "[Event \"y\"] [White \"Ann\"]\n[Black \"Cy\"]\n\n1. e4 *\n"},
		{"pgn, moves after", PGN, "[Event \"x\"] 1. e4 *\n", set("Event", "y", "White", "Al"), "[Event \"y\"]\n[White \"Al\"]\n 1. e4 *\n"},
		{"pgn, taken out", PGN, "[Event \"x\"]\r\n[White \"Ann\"]\r\n\r\n1. e4 *\r\n", set("white", ""), "[Event \"x\"]\r\n\r\n1. e4 *\r\n"},
		{"pgn, none yet", PGN, "1. e4 e5 *\n", set("White", "Al"), "[White \"Al\"]\n1. e4 e5 *\n"},
		{"pgn, illegal and unreadable", PGN, "[White \"Ann\"]\n\n1. e4 ((\n", set("White", "Al"), "[White \"Al\"]\n\n1. e4 ((\n"},
		{"pgn, two lines", PGN, "[White \"Ann\"]\n\n1. e4 *\n", set("White", "A\nB"), ""},
		{"pgn, no key", PGN, "[White \"Ann\"]\n\n1. e4 *\n", set("the White", "A"), ""},
		{"wxf", WXF, "[Game \"Chinese Chess\"]\n[Red \"Ann\"]\n[Format \"WXF\"]\n\n1. C2=5 *\n", set("White", "Al"), "[Game \"Chinese Chess\"]\n[Red \"Al\"]\n[Format \"WXF\"]\n\n1. C2=5 *\n"},
		{"numbered", Numbered, "VariantName=Copper, Silver, Gold (board 1)\nDate=1997\n1. Pawn f3 - f4\n", set("Date", "1998", "White", "Ann"), "VariantName=Copper, Silver, Gold (board 1)\nDate=1998\nWhite=Ann\n1. Pawn f3 - f4\n"},
		{"numbered, taken out", Numbered, "VariantName=x\nDate=1997\n1. Pawn f3 - f4\n", set("Date", ""), "VariantName=x\n1. Pawn f3 - f4\n"},
		{"numbered, none yet", Numbered, "1. Pawn f3 - f4\n", set("White", "Ann"), "White=Ann\n1. Pawn f3 - f4\n"},
		{"courier", Courier, "Game=Chess\nWhite=Ann\n\n1. P e2-e4\n", set("White", "Al", "Date", "2001-02-03"), "Game=Chess\nWhite=Al\nDate=2001-02-03\n\n1. P e2-e4\n"},
		{"kif", KIF, "#KIF version=2.0 encoding=UTF-8\n先手：Ann\n後手：Bo\n手数----指手--\n   1 ７六歩(77)\n", set("White", "Al", "Event", "第一局"), "#KIF version=2.0 encoding=UTF-8\n先手：Al\n後手：Bo\n棋戦：第一局\n手数----指手--\n   1 ７六歩(77)\n"},
		{"kif, none yet", KIF, "#KIF version=2.0 encoding=UTF-8\n手数----指手--\n   1 ７六歩(77)\n", set("Black", "Bo"), "#KIF version=2.0 encoding=UTF-8\n後手：Bo\n手数----指手--\n   1 ７六歩(77)\n"},
		{"ki2", KI2, "先手：Ann\n\n▲７六歩\n", set("先手", "Al"), "先手：Al\n\n▲７六歩\n"},
		{"csa", CSA, "V2.2\nN+Ann\nN-Bo\nPI\n+\n+7776FU\n", set("White", "Al", "Event", "x"), "V2.2\nN+Al\nN-Bo\n$EVENT:x\nPI\n+\n+7776FU\n"},
		{"usi", USI, "position startpos moves 7g7f\n", set("White", "Al"), ""},
		{"dhtmlxq", "dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_red]Ann[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", set("White", "Al", "Site", "here"), "[DhtmlXQ]\n[DhtmlXQ_red]Al[/DhtmlXQ_red]\n[DhtmlXQ_place]here[/DhtmlXQ_place]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"},
		{"json", JSON, `{"assay":1,"notation":"pgn","tags":[{"key":"White","value":"Ann"}],"plies":[{"text":"e4"}]}` + "\n", set("White", "Al"), `{"assay":1,"notation":"pgn","tags":[{"key":"White","value":"Al"}],"plies":[{"text":"e4"}]}` + "\n"},
		{"jkf", JKF, `{"header":{"先手":"Ann"},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}`, set("White", "Al"), "先手\":\"Al"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Retag(row.text, row.format, row.changes)
			if row.want == "" {
				if u := new(Unwritable); !errors.As(err, &u) || !strings.Contains(u.Error(), row.changes[0].Key) {
					t.Fatalf("got %q, %v", got, err)
				}
				return
			}
			if err != nil || got != row.want && !(row.format == JKF && strings.Contains(got, row.want)) {
				t.Fatalf("got\n%s%v\nwant\n%s", got, err, row.want)
			}
		})
	}
}

// TestRetagEveryNotation checks that the table above has all notations: each
// writes headers or declares that it has none.
func TestRetagEveryNotation(t *testing.T) {
	for _, n := range notations {
		r := &Record{Format: n.Format, Tags: []Tag{{Key: UsualKey(FieldVariantName), Value: "y"}, {Key: TagKey("Event", n.Format), Value: "x"}}}
		if n.Whole {
			r.Notation = PGN
		}
		var b bytes.Buffer
		err := n.Write(&b, r)
		if !n.Has(record.PartTags) {
			continue
		}
		if err != nil {
			t.Fatal(n.Format, err)
		}
		got, err := Retag(b.String(), n.Format, []Tag{{Key: "Event", Value: "another"}, {Key: "Site", Value: "here"}})
		if err != nil {
			t.Errorf("%s: %v", n.Format, err)
			continue
		}
		back := readAll(t, []byte(got), Options{Format: n.Format})
		for field, want := range map[Field]string{FieldEvent: "another", FieldSite: "here"} {
			if said := Said(back[0], field); len(back) != 1 || said != want {
				t.Errorf("%s: %s says %q, not %q", n.Format, got, said, want)
			}
		}
	}
}

func FuzzRetag(f *testing.F) {
	f.Add("[White \"Ann\"] [X \"y\"]\n\n1. e4 *\n", "White", "Bo")
	f.Add("先手：Ann\n▲７六歩\n", "Black", "x")
	f.Add("V2.2\nN+Ann\nPI\n+\n", "Event", "x")
	f.Add("[DhtmlXQ]\n[DhtmlXQ_red]A[/DhtmlXQ_red]\n[DhtmlXQ_movelist][/DhtmlXQ_movelist]", "Red", "")
	f.Add("A=b\n1. a2 - a3\n", "A", "")
	f.Fuzz(func(t *testing.T, text, key, value string) {
		r, err := readOne(text, "")
		if err != nil {
			return
		}
		got, err := Retag(text, r.Format, []Tag{{Key: key, Value: value}})
		if err != nil {
			return
		}
		back, err := readOne(got, r.Format)
		if err != nil {
			t.Fatalf("%q: %v", got, err)
		}
		if _, same := record.SameLine(r.Moves, back.Moves, record.SamePly); !same {
			t.Errorf("%q became %q", text, got)
		}
	})
}
