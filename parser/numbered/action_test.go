package numbered

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"assay/parser/scan"
)

var actionRows = []struct {
	text    string
	partial int
	actions []Action // without At
	fault   string   // part of the message
	at      int64
}{
	{text: "Pawn f3 - f4", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn", From: "f3", To: "f4"},
	}},
	{text: "Pawn f3 – f4", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn", From: "f3", To: "f4"},
	}},
	{text: "Rook h1 × h7", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "h1", To: "h7"},
	}},
	{text: "Pawn e2 - e4 / duck d4", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn", From: "e2", To: "e4"},
		{Kind: ActionWall, Piece: "duck", To: "d4"},
	}},
	{text: "Knight b1 - c3 / Elephant on b1", actions: []Action{
		{Kind: ActionMove, Piece: "Knight", From: "b1", To: "c3"},
		{Kind: ActionGate, Piece: "Elephant", To: "b1"},
	}},
	{text: "Pawn e2 - e4 / d4", fault: "/ needs a word and a square", at: 13},
	{text: "Wildcard i7 x h8 Red Zcannon x1 = CopperDragon on h8", actions: []Action{
		{Kind: ActionCapture, Piece: "Wildcard", From: "i7", To: "h8"},
		{Kind: ActionAppear, Side: "Red", Piece: "Zcannon", To: "x1"},
		{Kind: ActionChange, Piece: "CopperDragon", To: "h8"},
	}},
	{text: "Pawn i5 - i4 = CompletedPawn", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn", From: "i5", To: "i4"},
		{Kind: ActionChange, Piece: "CompletedPawn"},
	}},
	{text: "Pawn * e5", actions: []Action{{Kind: ActionDrop, Piece: "Pawn", To: "e5"}}},
	{text: "Rook h1 x h7 Black Pawn", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "h1", To: "h7"},
		{Kind: ActionReceive, Side: "Black", Piece: "Pawn"},
	}},
	{text: "Pawn h6 x h7 Black Pawn = Tokin on h7", actions: []Action{
		{Kind: ActionCapture, Piece: "Pawn", From: "h6", To: "h7"},
		{Kind: ActionReceive, Side: "Black", Piece: "Pawn"},
		{Kind: ActionChange, Piece: "Tokin", To: "h7"},
	}},
	{text: "DragonHorse pocket - e5", actions: []Action{{Kind: ActionMove, Piece: "DragonHorse", From: "pocket", To: "e5"}}},
	{text: "x q5", actions: []Action{{Kind: ActionRemove, To: "q5"}}},
	{text: "Pass", actions: []Action{{Kind: ActionPass}}},
	{text: "Pass x q5", actions: []Action{{Kind: ActionPass}, {Kind: ActionRemove, To: "q5"}}},
	{text: "partial 2 Checker a5 - c7 x b6", partial: 2, actions: []Action{
		{Kind: ActionMove, Piece: "Checker", From: "a5", To: "c7"},
		{Kind: ActionRemove, To: "b6"},
	}},
	{text: "Rook c1 x c3 Rook c3 - x3", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "c1", To: "c3"},
		{Kind: ActionMove, Piece: "Rook", From: "c3", To: "x3"},
	}},
	{text: "Pawn c5 x c4 Pawn c4 - n7 flip n7", actions: []Action{
		{Kind: ActionCapture, Piece: "Pawn", From: "c5", To: "c4"},
		{Kind: ActionMove, Piece: "Pawn", From: "c4", To: "n7"},
		{Kind: ActionFlip, To: "n7"},
	}},
	{text: "?Dice lock q1 x q2 x q3", actions: []Action{
		{Kind: ActionAppear, Side: "?Dice", Piece: "lock", To: "q1"},
		{Kind: ActionRemove, To: "q2"},
		{Kind: ActionRemove, To: "q3"},
	}},
	{text: "King gI - gII x g11", actions: []Action{
		{Kind: ActionMove, Piece: "King", From: "gI", To: "gII"},
		{Kind: ActionRemove, To: "g11"},
	}},
	{text: "ManA k7 - h7 = Black on hII x X", actions: []Action{
		{Kind: ActionMove, Piece: "ManA", From: "k7", To: "h7"},
		{Kind: ActionChange, Piece: "Black", To: "hII"},
		{Kind: ActionRemove, To: "X"},
	}},
	{text: "= South on 9z @ 9z 3 1", actions: []Action{
		{Kind: ActionChange, Piece: "South", To: "9z"},
		{Kind: ActionAttribute, To: "9z", Attribute: "3", Value: "1"},
	}},
	{text: "p4 A7 - E5 Red p2 D5 Red p2 E6 x E5", actions: []Action{
		{Kind: ActionMove, Piece: "p4", From: "A7", To: "E5"},
		{Kind: ActionAppear, Side: "Red", Piece: "p2", To: "D5"},
		{Kind: ActionAppear, Side: "Red", Piece: "p2", To: "E6"},
		{Kind: ActionRemove, To: "E5"},
	}},
	{text: "p4 A7 - E5 Red p2 D5 p2 E6 x E5", actions: []Action{
		{Kind: ActionMove, Piece: "p4", From: "A7", To: "E5"},
		{Kind: ActionAppear, Side: "Red", Piece: "p2", To: "D5"},
		{Kind: ActionCapture, Piece: "p2", From: "E6", To: "E5"},
	}},
	{text: "y t9 x t8 b t8 x t7 You T t9 You y t8 = b on t7", actions: []Action{
		{Kind: ActionCapture, Piece: "y", From: "t9", To: "t8"},
		{Kind: ActionCapture, Piece: "b", From: "t8", To: "t7"},
		{Kind: ActionAppear, Side: "You", Piece: "T", To: "t9"},
		{Kind: ActionAppear, Side: "You", Piece: "y", To: "t8"},
		{Kind: ActionChange, Piece: "b", To: "t7"},
	}},
	{text: "CL 17H - 17F = EV on 1F 19J = HV on 19N 1P = MA on 17F", actions: []Action{
		{Kind: ActionMove, Piece: "CL", From: "17H", To: "17F"},
		{Kind: ActionChange, Piece: "EV", To: "1F"},
		{Kind: ActionChange, To: "19J"},
		{Kind: ActionChange, Piece: "HV", To: "19N"},
		{Kind: ActionChange, To: "1P"},
		{Kind: ActionChange, Piece: "MA", To: "17F"},
	}},
	{text: "Rook a1 x a9 Black Pawn Horse * e5", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "a1", To: "a9"},
		{Kind: ActionReceive, Side: "Black", Piece: "Pawn"},
		{Kind: ActionDrop, Piece: "Horse", To: "e5"},
	}},
	{text: "Rook a1 x a9 Black Pawn Horse e5 x e6", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "a1", To: "a9"},
		{Kind: ActionReceive, Side: "Black", Piece: "Pawn"},
		{Kind: ActionCapture, Piece: "Horse", From: "e5", To: "e6"},
	}},
	{text: "Rook a1 x a9 Pawn Horse * e5", actions: []Action{
		{Kind: ActionCapture, Piece: "Rook", From: "a1", To: "a9"},
		{Kind: ActionReceive, Piece: "Pawn"},
		{Kind: ActionDrop, Piece: "Horse", To: "e5"},
	}},
	{text: "Copper d6 x d7 x1 = CopperDragon", actions: []Action{
		{Kind: ActionCapture, Piece: "Copper", From: "d6", To: "d7"},
		{Kind: ActionReceive, Piece: "x1"},
		{Kind: ActionChange, Piece: "CopperDragon"},
	}},
	{text: "  Pawn\tf3\u00a0-\u3000f4  ", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn", From: "f3", To: "f4"},
	}},
	{text: "Pawn\x00 \xff - f4", actions: []Action{
		{Kind: ActionMove, Piece: "Pawn\x00", From: "\xff", To: "f4"},
	}},

	{text: "", fault: "no move"},
	{text: " \t ", fault: "no move"},
	{text: "partial 2", fault: "no move", at: 9},
	{text: "partial 02 Pass", fault: "partial needs", at: 8},
	{text: "partial 99999999999999999999 Pass", fault: "partial needs", at: 8},
	{text: "partial x Pass", fault: "cannot read", at: 0},
	{text: "Pawn", fault: "cannot read"},
	{text: "Pawn f4", fault: "expected - or x"},
	{text: "Pawn f3 f4 - f5", fault: "cannot read"},
	{text: "Pawn f3 -", fault: "no square after -", at: 9},
	{text: "Pawn f3 - x f4", fault: "no square after -", at: 10},
	{text: "Pawn - f4", fault: "a piece and its square", at: 0},
	{text: "- f4", fault: "unexpected -"},
	{text: "* f4", fault: "unexpected *"},
	{text: "Pawn *", fault: "no square after *", at: 6},
	{text: "x", fault: "no square after x", at: 1},
	{text: "Pawn f3 - f4 =", fault: "after =", at: 14},
	{text: "Pawn f3 - f4 = Queen on", fault: "after on", at: 23},
	{text: "Pawn f3 - f4 on f5", fault: "unexpected on", at: 13},
	{text: "Pawn f3 - f4 flip", fault: "after flip", at: 17},
	{text: "Pawn f3 - f4 @ f4 1", fault: "@ needs", at: 13},
	{text: "Pawn f3 - f4 Red", fault: "cannot read", at: 13},
	{text: "Pawn f3 - f4 Red", fault: "cannot read", at: 13},
	{text: "Pawn f3 - f4 = Queen Red", fault: "cannot read", at: 21},
	{text: "Pawn f3-f4", fault: "expected - or x"},
	{text: strings.Repeat("x a ", maxWords), fault: "more than 16384 words", at: maxWords * 2},
	{text: strings.Repeat("(", 10000), fault: "cannot read"},
}

func TestAppendActions(t *testing.T) {
	for _, row := range actionRows {
		actions, partial, fault := AppendActions(nil, row.text)
		if row.fault != "" {
			switch {
			case fault == nil:
				t.Errorf("%.40q: no fault, want %q", row.text, row.fault)
			case !strings.Contains(fault.Message, row.fault) || fault.Place.Offset != row.at || fault.Place.Column != int(row.at)+1:
				t.Errorf("%.40q: fault %v, want %q at byte %d", row.text, fault, row.fault, row.at)
			}
			continue
		}
		if fault != nil {
			t.Errorf("%q: %v", row.text, fault)
			continue
		}
		for i := range actions {
			actions[i].At = 0
		}
		if partial != row.partial || !reflect.DeepEqual(actions, row.actions) {
			t.Errorf("%q: partial %d, %+v", row.text, partial, actions)
		}
		if got, want := printed(partial, actions), plainSigns(strings.Fields(row.text)); got != want {
			t.Errorf("%q printed as %q", want, got)
		}
	}
}

func TestAppendActionsDoesNotAllocate(t *testing.T) {
	room := make([]Action, 0, 8)
	allocs := testing.AllocsPerRun(100, func() {
		actions, _, fault := AppendActions(room, "Wildcard i7 x h8 Red Zcannon x1 = CopperDragon on h8")
		if fault != nil || len(actions) != 3 {
			t.Fatal(actions, fault)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

func FuzzAppendActions(f *testing.F) {
	for _, row := range actionRows {
		if len(row.text) < 1000 {
			f.Add(row.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		actions, partial, fault := AppendActions(nil, text)
		if fault != nil {
			if at := fault.Place.Offset; at < 0 || at > int64(len(text)) {
				t.Errorf("fault at byte %d of %d", at, len(text))
			}
			return
		}
		back := printed(partial, actions)
		if want := plainSigns(strings.FieldsFunc(text, scan.IsBlank)); back != want {
			t.Errorf("printed %q, want %q", back, want)
		}
		for _, a := range actions {
			if first, _, _ := strings.Cut(a.String(), " "); signOf(first) == 0 && !strings.HasPrefix(text[a.At:], first) {
				t.Errorf("%q is not at byte %d of %q", a.String(), a.At, text)
			}
		}
		again, partialAgain, fault := AppendActions(nil, back)
		if fault != nil || printed(partialAgain, again) != back || len(again) != len(actions) {
			t.Errorf("%q is read again as %v, %v", back, again, fault)
		}
	})
}

// plainSigns joins words and replaces typographic signs by plain ones.
func plainSigns(words []string) string {
	for i, word := range words {
		switch signOf(word) {
		case signMove:
			words[i] = "-"
		case signCapture:
			words[i] = "x"
		}
	}
	return strings.Join(words, " ")
}

// printed returns a ply's text with single blanks.
func printed(partial int, actions []Action) string {
	var words []string
	if partial > 0 {
		words = append(words, "partial "+strconv.Itoa(partial))
	}
	for i := range actions {
		words = append(words, actions[i].String())
	}
	return strings.Join(words, " ")
}
