package query

import (
	"errors"
	"strings"
	"testing"
)

func TestString(t *testing.T) {
	tests := []struct{ text, want string }{
		{"white queen on h5 and black king on e8", ""},
		{"Q on h5 k on e8", "Q on h5 and k on e8"},
		{"{white queen, white rook} on rank 7", ""},
		{"gold(red) >= 2 and hand(cyan).pawn = 0", ""},
		{"material(red) - material(cyan) > 3 for 6", ""},
		{"capture and move(white queen takes pawn) then check within 4", ""},
		{"mirrored(white knight on f5)", ""},
		{"player:tal and date >= 1960 and result = 1-0 and last and check", ""},
		{"  CHECK  Or\tLAST ", "check or last"},
		{"(check)", "check"},
		{"not (check or last)", ""},
		{"not not check", ""},
		{"not check for 3", ""},
		{"(not check) for 3", ""},
		{"(check for 3) for 4", "check for 3 for 4"},
		{"(check and last) for 2", ""},
		{"check and (last and drop)", "check and last and drop"},
		{"check (last or drop)", "check and (last or drop)"},
		{"check or (last or drop)", "check or last or drop"},
		{"check then last then drop", ""},
		{"check then (last then drop) within 3", "check then last within 3 then drop"},
		{"check then last within 3 then drop within 4", ""},
		{"(check then last) then drop", ""},
		{"check and (last then drop)", ""},
		{"exchanged(check or last)", ""},
		{"symmetric(mirrored(Q on e4))", ""},
		{"+P on e5 +r on every files a - c", "+P on e5 and +r on every files a-c"},
		{"ply > 3 +P on e5", "ply > 3 and +P on e5"},
		{"ply > 3 +P(red)", "ply > 3 + P(red)"},
		{"ply > 3 + +P(red)", "ply > 3 + +P(red)"},
		{"+P(red) - +P(cyan) = 0", ""},
		{"-ply + 0.50 * plies < 2.05", "-ply + 0.5 * plies < 2.05"},
		{"ply in 10..20", ""},
		{"material(white) - material(black) in -1.5 .. 1", "material(white) - material(black) in -1.5..1"},
		{"count({white any, promoted black pawn} on {e4, d1-f3, zone(white)}) != 2", ""},
		{"count(royal) = 2", ""},
		{"pieces(white) < pieces(black)", ""},
		{"pocket(red) = 1 or pocket(red).G = 1", ""},
		{"white to move", "turn(white)"},
		{"turn(White)", ""},
		{"alloy(red) facing", "alloy(red) and facing"},
		{"facing (check or last)", "facing and (check or last)"},
		{"facing gold(red) > 1", "facing and gold(red) > 1"},
		{"facing white to move", "facing and turn(white)"},
		{"facing player:tal", "facing and player:tal"},
		{"facing white-elo:2700", "facing and whiteelo:2700"},
		{"empty {c1, d1} empty last-two", "empty {c1, d1} and empty last-two"},
		{"royal on last last", "royal on last and last"},
		{"N on {{e4, e5}, {d4}}", "N on {e4, e5, d4}"},
		{"Q~ on e4", ""},
		{"blunder(red) missed - mate or allowed-mate(Cyan)", "blunder(red) and missed-mate or allowed-mate(Cyan)"},
		{"facing mistake inaccuracy", "facing and mistake and inaccuracy"},
		{"swing > 30 eval(red) > 3", "swing > 30 and eval(red) > 3"},
		{"rating>2000 RATING( white )-rating(black) in -50..100 for 2", "rating > 2000 and rating(white) - rating(black) in -50..100 for 2"},
		{"1.5 * rating + rating(red) >= 4000", "1.5 * rating + rating(red) >= 4000"},
		{"eval(red) - eval(cyan) + swing in -3..5.5 accuracy(white) < 50", "eval(red) - eval(cyan) + swing in -3..5.5 and accuracy(white) < 50"},
		{"Q on d1 - f3", "Q on d1-f3"},
		{"move(from e2 to e4)", ""},
		{"attack(white queen from h5 to f7 takes black pawn)", ""},
		{"Attack (to {e4, e5})", "attack(to {e4, e5})"},
		{"attackers({N, B} takes k) >= 2 attacked(white any) > 20", "attackers({N, B} takes k) >= 2 and attacked(white any) > 20"},
		{"pin() pin(white knight on c3 by {b, q} against king)", "pin() and pin(white knight on c3 by {b, q} against king)"},
		{"pinned(red any) - pinned(cyan any) in -1..2", ""},
		{"ray(R on rank 1, p, k on e8 along {file, UP - left} within 3)", "ray(R on rank 1, p, k on e8 along {file, up-left} within 3)"},
		{"rays(P, P along rank within 1) = 2", ""},
		{"mate or stalemate", ""},
		{"moves > 30 moves(N takes any) + moves = 3", "moves > 30 and moves(N takes any) + moves = 3"},
		{"legal(Q to f7 mates) unplayed(checks)", "legal(Q to f7 mates) and unplayed(checks)"},
		{"passed(P on rank 7) > isolated(p) + doubled(white pawn on file c)", ""},
		{"flipped(rotated(shifted(N on f5)))", ""},
		{"move(to {e4, d4})", ""},
		{"move(takes royal)", ""},
		{"move(unpromoted silver from zone(sente) to zone takes any)", ""},
		{`"New York"* and "x"`, `"new york"* and "x"`},
		{`Player : "Tal"`, "player:tal"},
		{"event:World*", "event:world*"},
		{"(player:tal)", "player:tal"},
		{`label: "Sicil"*`, "label:sicil*"},
		{`label:"Ruy Lo"*`, `label:"ruy lo"*`},
		{"date:2024.01.05 result:1/2-1/2", "date:2024.01.05 and result:1/2-1/2"},
		{"comment:and", ""},
		{"not:x", ""},
		{"date = 1960.02 date != 1961-02-28", "date = 1960-02 and date != 1961-02-28"},
		{"result=* result != 1/2-1/2", "result = * and result != 1/2-1/2"},
		{"(result=*)and check", "result = * and check"},
		{"result=*and check", "result = * and check"},
		{"verdict=Illegal", "verdict = illegal"},
		{"not MINE and result=1-0", "not mine and result = 1-0"},
		{"先手:羽生", ""},
	}
	for _, test := range tests {
		want := test.want
		if want == "" {
			want = test.text
		}
		q, err := Parse(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := q.String(); got != want {
			t.Errorf("%q prints %q, want %q", test.text, got, want)
		}
		if again, err := Parse(want); err != nil || again.String() != want {
			t.Errorf("%q: %v, %v", want, again, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		text       string
		column     int
		suggestion string
	}{
		{"", 1, ""},
		{"   ", 4, ""},
		{"and check", 1, ""},
		{"check and", 10, ""},
		{"check or or last", 10, ""},
		{"check then", 11, ""},
		{"check then last within", 23, ""},
		{"check then last within 0", 24, ""},
		{"check for 10001", 11, ""},
		{"check for 1.5", 11, ""},
		{"check within 4", 7, ""},
		{"(check", 7, ""},
		{"check)", 6, ""},
		{"mirrored check", 10, ""},
		{"white queen onn h5", 13, "on"},
		{"Q on", 5, ""},
		{"Q on on e4", 6, ""},
		{"Q on {e4 e5}", 10, ""},
		{"Q on file 3", 11, ""},
		{"Q on rank a", 11, ""},
		{"Q on ranks 3", 13, ""},
		{"{Q, } on e4", 5, ""},
		{"promoted on e4", 10, ""},
		{"gold(red) >= ", 14, ""},
		{"rating", 7, ""},
		{"rating > ", 10, ""},
		{"rating(white > 2000", 14, ""},
		{"rating > 2000 + material(white)", 17, ""},
		{"check and ply in 1..2 and ply - rating(white) > 1", 33, ""},
		{"count(Q in e4) > 1", 9, ""},
		{"3 > 2", 1, ""},
		{"ply = check", 7, ""},
		{"eval > 3", 6, ""},
		{"swing(red) > 3", 6, ""},
		{"missed-mat", 8, "mate"},
		{"missed", 7, ""},
		{"blunder(", 9, ""},
		{"ply", 4, ""},
		{"ply > 1.234", 7, ""},
		{"ply > 12345678", 7, ""},
		{"ply in 5..3", 11, ""},
		{"ply in 5", 9, ""},
		{"material white > 3", 10, ""},
		{"turn white", 6, ""},
		{"white to mov", 10, "move"},
		{"move()", 6, ""},
		{"attack()", 8, ""},
		{"attack(Q on e4)", 10, ""},
		{"legal()", 7, ""},
		{"unplayed()", 10, ""},
		{"ray(Q)", 6, ""},
		{"ray(Q, q along fil)", 16, "file"},
		{"ray(Q, q along up-rigt)", 16, "up-right"},
		{"ray(Q, q within 0)", 17, ""},
		{"pin(Q agains k)", 14, ""},
		{"moves(", 7, ""},
		{"attackers(Q) and check", 14, ""},
		{"shifted check", 9, ""},
		{"move(to e4 from e2)", 12, ""},
		{"result > 1-0", 8, ""},
		{"result = 1-1", 10, "1-0"},
		{"verdict = leagl", 11, "legal"},
		{"date 1960", 6, ""},
		{"date = 1960-13", 8, ""},
		{"date = 1961-02-29", 8, ""},
		{"date = 60", 8, ""},
		{"date = ", 8, ""},
		{"player:", 8, ""},
		{"é:x §", 5, ""},
		{`player:"tal`, 8, ""},
		{`check "tal`, 7, ""},
		{"player:tal*x", 12, ""},
		{`"a"b`, 4, ""},
		{`"-"`, 1, ""},
		{"facing Q on e4 on", 16, ""},
		{"facing alloy", 13, ""},
		{strings.Repeat("(", 10000), maxLength + 1, ""},
		{strings.Repeat("(", 51), 51, ""},
		{strings.Repeat("not ", 51) + "check", 201, ""},
		{strings.Repeat("é", 2001), 2001, ""},
		{"Q on " + strings.Repeat("{", 60), 56, ""},
		{"symmetric(symmetric(symmetric(symmetric(check))))", 1, ""},
		{strings.Repeat("check ", 201), 1, ""},
	}
	for _, test := range tests {
		_, err := Parse(test.text)
		var fault *Error
		if !errors.As(err, &fault) {
			t.Errorf("%q: error %v", test.text, err)
			continue
		}
		if fault.Column != test.column || fault.Suggestion != test.suggestion || fault.Reason == "" {
			t.Errorf("%.60q: column %d, %q, suggests %q", test.text, fault.Column, fault.Reason, fault.Suggestion)
		}
	}
}

// FuzzParse checks that a parsed query is printed so that it parses to the same
// tree, and that errors have a column within the text.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"Q on h5 k on e8", "material(white) - 0.5 * material(black) in -1..3 for 6", "player:tal* \"x y\" or date >= 1960.02",
		"rotated(ray({R, q} on a1, any along {up-left, file} within 2)) pin(N on c3 by b against {k, Q})", "attackers(N from b1 to c3 takes any) + moves > moves(Q mates) unplayed(K from e1 checks)",
		"shifted(N on f5 and passed(P on a2-b3) > 1) mate or stalemate", "symmetric(+P on {zone(white), d1-f3}) then not check within 4 then last", "move(from e2 to e4 takes any)", "result = * verdict != legal",
		"ply > 3 +P(red)", "+P on e5", "Q~ on every last-two", "a-b:c", "((", "\xff", "İ:x", "count({q,R})=-1",
	} {
		f.Add(seed)
	}
	games := compiled(f)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text)
		var fault *Error
		if err != nil {
			if !errors.As(err, &fault) || fault.Column < 1 || fault.Column > len(text)+1 {
				t.Fatalf("%q: error %v", text, err)
			}
			return
		}
		printed := q.String()
		again, err := Parse(printed)
		if err != nil {
			if len(printed) > maxLength && errors.As(err, &fault) && fault.Column == maxLength+1 {
				return
			}
			t.Fatalf("%q prints %q: %v", text, printed, err)
		}
		if again.String() != printed {
			t.Fatalf("%q prints %q, then %q", text, printed, again)
		}
		for id, r := range games {
			if _, err := Bind(q, r); err != nil && (!errors.As(err, &fault) || fault.Column < 1 || fault.Column > len(text)) {
				t.Fatalf("%q in %s: error %v", text, id, err)
			}
			Completions(text, len(text)/2, r)
		}
	})
}
