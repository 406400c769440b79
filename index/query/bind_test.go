package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// compiled returns the variants of the tests.
func compiled(t testing.TB) map[string]*rules.Rules {
	games := map[string]*rules.Rules{}
	registry := variant.Embedded()
	for _, id := range []string{"chess", "crazyhouse", "csg-1", "pocket-shogi-copper", "shogi", "xiangqi", "all-classic", "nine-elder", "duck", "seirawan", "breakthrough"} {
		definition, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		if games[id], err = rules.Compile(definition); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

func TestBind(t *testing.T) {
	tests := []struct{ game, text, want string }{
		{"chess", `white queen on h5 and black king on e8`, "(100 Q@h5 >= 100 & 100 k@e8 >= 100)"},
		{"chess", `Q on h5 k on e8`, "(100 Q@h5 >= 100 & 100 k@e8 >= 100)"},
		{"chess", `queen on H5`, "100 Qq@h5 >= 100"},
		{"chess", `white q on h5`, "100 Q@h5 >= 100"},
		{"chess", `{white queen, white rook} on rank 7`, "100 RQ@a7..h7(8) >= 100"},
		{"chess", `black any on every files a-b`, "100 pnbrqk@a1..b8(16) = 1600"},
		{"chess", `royal on d1-e2`, "100 Kk@d1,e1,d2,e2 >= 100"},
		{"chess", `N on f3-d1`, "100 N@d1..f3(9) >= 100"},
		{"chess", `pawn on last`, "100 Pp@a1..h8(16) >= 100"},
		{"chess", `pawn on pawns(black)`, "100 Pp@a7..h7(8) >= 100"},
		{"chess", `empty {f1, g1}`, "100 *@f1,g1 = 0"},
		{"chess", `mirrored(white knight on f5)`, "(100 N@f5 >= 100 | 100 N@c5 >= 100)"},
		{"chess", `exchanged(white knight on f5 and white to move)`, "((100 N@f5 >= 100 & turn 0) | (100 n@f4 >= 100 & turn 1))"},
		{"chess", `symmetric(N on f5)`, "(100 N@f5 >= 100 | 100 N@c5 >= 100 | 100 n@f4 >= 100 | 100 n@c4 >= 100)"},
		{"chess", `mirrored(check)`, "Check{}"},
		{"chess", `symmetric(move(white pawn from e2 to e4))`, "(moved P from e2 to e4 | moved P from d2 to d4 | moved p from e7 to e5 | moved p from d7 to d5)"},
		{"chess", `symmetric(player:tal)`, "Header{Name:player Words:[tal] Prefix:false}"},
		{"chess", `exchanged(material(white) - material(black) > 3)`, "(100 P@* + 300 N@* + 325 B@* + 500 R@* + 900 Q@* + -100 p@* + -300 n@* + -325 b@* + -500 r@* + -900 q@* > 300 | 100 p@* + 300 n@* + 325 b@* + 500 r@* + 900 q@* + -100 P@* + -300 N@* + -325 B@* + -500 R@* + -900 Q@* > 300)"},
		{"chess", `material(white) > material(black) + 0.5`, "100 P@* + 300 N@* + 325 B@* + 500 R@* + 900 Q@* + -100 p@* + -300 n@* + -325 b@* + -500 r@* + -900 q@* > 50"},
		{"chess", `0.25 * material(white) = 1`, "2500 P@* + 7500 N@* + 8125 B@* + 12500 R@* + 22500 Q@* = 10000"},
		{"chess", `capture and move(white queen takes pawn) then check within 4`, "((Capture{} & moved Q takes Pp) ..4 Check{})"},
		{"chess", `check then last then drop within 3`, "(Check{} ..0 (Last{} ..3 Drop{}))"},
		{"chess", `not check for 3`, "!Check{} x3"},
		{"chess", `ply in 10..20`, "(100 Ply >= 1000 & 100 Ply <= 2000)"},
		{"chess", `count(white pawn on file e) >= 2`, "100 P@e1..e8(8) >= 200"},
		{"chess", `pieces(first) - 1 < 2 * P(second) - plies`, "100 PNBRQK@* + -200 p@* + 100 Plies < 100"},
		{"chess", `player:tal* and date >= 1960-02 and result != 1-0 and verdict = illegal`, "(Header{Name:player Words:[tal] Prefix:true} & Date{Op:5 First:19600201 Last:19600229} & Result{Text:1-0 Not:true} & Verdict{Text:illegal Not:false})"},
		{"chess", `rating >= 2400`, "rated(50 Rating[0] + 50 Rating[1] >= 240000)"},
		{"chess", `exchanged(rating(white) - 200 > rating(black))`, "(rated(100 Rating[0] + -100 Rating[1] > 20000) | rated(-100 Rating[0] + 100 Rating[1] > 20000))"},
		{"chess", `symmetric(rating in 2000..2100.5)`, "(rated(50 Rating[0] + 50 Rating[1] >= 200000) & rated(50 Rating[0] + 50 Rating[1] <= 210050))"},
		{"shogi", `rating(sente) = 1500`, "rated(100 Rating[0] = 150000)"},
		{"chess", `white:tal* and Black:"petrosian t"`, "(Header{Name:player1 Words:[tal] Prefix:true} & Header{Name:player2 Words:[petrosian t] Prefix:false})"},
		{"pocket-shogi-copper", `white:a and black:b and first:c`, "(Header{Name:player2 Words:[a] Prefix:false} & Header{Name:player1 Words:[b] Prefix:false} & Header{Name:player1 Words:[c] Prefix:false})"},
		{"csg-1", `red:a and cyan:b`, "(Header{Name:player1 Words:[a] Prefix:false} & Header{Name:player2 Words:[b] Prefix:false})"},
		{"shogi", `先手:羽生 and gote:b`, "(Header{Name:player1 Words:[羽生] Prefix:false} & Header{Name:player2 Words:[b] Prefix:false})"},
		{"", `second:a and whiteelo:b`, "(Header{Name:player2 Words:[a] Prefix:false} & Header{Name:whiteelo Words:[b] Prefix:false})"},
		{"", `rating(second) < 1500 and player:tal`, "(rated(100 Rating[1] < 150000) & Header{Name:player Words:[tal] Prefix:false})"},
		{"chess", `promotion or last`, "(Promotion{} | Last{})"},
		{"crazyhouse", `promoted queen on e4`, "100 Q~q~@e4 >= 100"},
		{"crazyhouse", `unpromoted queen on e4`, "100 Qq@e4 >= 100"},
		{"crazyhouse", `queen on e4`, "100 QqQ~q~@e4 >= 100"},
		{"crazyhouse", `Q on e4 q~ on e5`, "(100 Q@e4 >= 100 & 100 q~@e5 >= 100)"},
		{"crazyhouse", `promoted pawn on e4`, "100 Q~q~R~r~B~b~N~n~@e4 >= 100"},
		{"csg-1", `gold(red) >= 2 and hand(cyan).pawn = 0`, "(100 G@* >= 200 & 100 hand 1 P = 0)"},
		{"csg-1", `hand(red) >= 27`, "100 hand 0 * >= 2700"},
		{"csg-1", `alloy(red)`, "alloy 0"},
		{"csg-1", `alloy`, "(alloy 0 | alloy 1)"},
		{"csg-1", `exchanged(alloy(red) and facing)`, "((alloy 0 & facing 0) | (alloy 1 & facing 0))"},
		{"csg-1", `full(cyan)`, "full 1"},
		{"csg-1", `red copperdragon on zone(red)`, "100 D@a6..i9(36) >= 100"},
		{"csg-1", `promoted copper on e5`, "100 Dd@e5 >= 100"},
		{"csg-1", `turn(cyan)`, "turn 1"},
		{"csg-1", `material(red) >= 1`, "100 P@* + 100 hand 0 P + 200 Q@* + 200 hand 0 Q + 300 WC@* + 300 hand 0 WC + 400 S@* + 400 hand 0 S + 450 G@* + 450 hand 0 G + 800 D@* + 800 hand 0 D + 1000 T@* + 1000 hand 0 T + 1100 H@* + 1100 hand 0 H + 600 JZ@* + 600 hand 0 JZ >= 100"},
		{"pocket-shogi-copper", `pocket(first) = 1`, "100 pocket 0 * = 100"},
		{"shogi", `+P on e7 or sente +r on e8`, "(100 +P@e7 >= 100 | 100 +R@e8 >= 100)"},
		{"shogi", `promoted silver on zone(sente)`, "100 +S+s@a7..i9(27) >= 100"},
		{"shogi", `tokin on e7`, "100 +P+p@e7 >= 100"},
		{"shogi", `lance on lasttwo(gote)`, "100 Ll@a1..i2(18) >= 100"},
		{"shogi", `L on last-two(first)`, "100 L@a8..i9(18) >= 100"},
		{"shogi", `hand(gote).p > hand(sente).P`, "100 hand 1 P + -100 hand 0 P > 0"},
		{"xiangqi", `E on c1 h on b10`, "(100 B@c1 >= 100 & 100 n@b10 >= 100)"},
		{"xiangqi", `red advisor on palace(black)`, "100 A@d8..f10(9) >= 100"},
		{"xiangqi", `cannon on bank(red)`, "100 Cc@a1..i5(45) >= 100"},
		{"all-classic", `move(x from palaces takes X)`, "moved x from d1..f10(18) takes X"},
		{"all-classic", `white King on advisor-points(white)`, "100 K@d1,f1,e2,d3,f3 >= 100"},
		{"all-classic", `+T(white) + +t(black) = 2`, "100 +T@* + 100 +t@* = 200"},
		{"nine-elder", `first jade on camp and second to move`, "(100 J@a1..i9(54) >= 100 & turn 1)"},
		{"nine-elder", `exchanged(first +C on a1)`, "(100 +C@a1 >= 100 | 100 +c@a9 >= 100)"},
		{"duck", `wall on e5 and empty e4`, "(100 #@e5 >= 100 & 100 #PpNnBbRrQqKk@e4 = 0)"},
		{"duck", `exchanged(move(queen walls d5) and duck on d5)`, "((moved Qq walls d5 & 100 #@d5 >= 100) | (moved Qq walls d4 & 100 #@d4 >= 100))"},
		{"chess", `attack(white queen from h5 takes {k, p})`, "100 attackers Q from h5 takes pk >= 100"},
		{"chess", `exchanged(attackers(N to f7) > 1)`, "(100 attackers N to f7 > 100 | 100 attackers n to f2 > 100)"},
		{"chess", `flipped(attacked(N from b1) > 1)`, "(100 attacked N from b1 > 100 | 100 attacked N from b8 > 100)"},
		{"chess", `pin(white knight on c3 by b)`, "100 pinned N from c3 takes b against Kk >= 100"},
		{"chess", `pin(against Q)`, "100 pinned against Q >= 100"},
		{"chess", `mirrored(ray(R on a1, k along {right, up}))`, "(100 rays 00000101 0 R@a1 k >= 100 | 100 rays 01000001 0 R@h1 k >= 100)"},
		{"chess", `rotated(ray(R on a1, k along up-right within 2))`, "(100 rays 00000010 2 R@a1 k >= 100 | 100 rays 00001000 2 R@a8 k >= 100 | 100 rays 00100000 2 R@h8 k >= 100 | 100 rays 10000000 2 R@h1 k >= 100)"},
		{"shogi", `flipped(L on a1 and lance on rank 9)`, "((100 L@a1 >= 100 & 100 Ll@a9..i9(9) >= 100) | (100 L@a9 >= 100 & 100 Ll@a1..i1(9) >= 100))"},
		{"xiangqi", `rotated(R on a1)`, "(100 R@a1 >= 100 | 100 R@i10 >= 100)"},
		{"chess", `shifted(K on g1-h2 and r on rank 1 and q on file g and any on board)`, shiftedKing()},
		{"chess", `mate or stalemate`, "(Stuck{Attacked:true} | Stuck{Attacked:false})"},
		{"chess", `moves < 3 and legal(Q to f7 mates)`, "(100 legal false false < 300 & 100 legal Q to f7 false true >= 100)"},
		{"chess", `unplayed(Q takes r checks)`, "(100 legal Q takes r true false >= 100 & !(() ..1 (moved Q takes r & Check{})))"},
		{"chess", `passed(white pawn on rank 7) > doubled(P)`, "100 structure 0 P@a7..h7(8) + -100 structure 2 P@* > 0"},
		{"seirawan", `exchanged(move(white knight from b1 gates H))`, "(moved N from b1 gates H | moved n from b8 gates h)"},
	}
	games := compiled(t)
	for _, test := range tests {
		q, err := Parse(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		bound, err := Bind(q, games[test.game])
		if err != nil {
			t.Errorf("%s: %q: %v", test.game, test.text, err)
			continue
		}
		if got := describe(games[test.game], bound); got != test.want {
			t.Errorf("%s: %q is\n%s, want\n%s", test.game, test.text, got, test.want)
		}
	}
}

// shiftedKing returns the expected condition for the shifts at which its places
// are on the board. Along ranks, the rank and the file do not move.
func shiftedKing() string {
	var all []string
	for rank := 1; rank < 8; rank++ {
		for file := 'a'; file < 'h'; file++ {
			all = append(all, fmt.Sprintf("(100 K@%c%d,%c%d,%c%d,%c%d >= 100 & 100 r@a%d..h%d(8) >= 100 & 100 q@%c1..%c8(8) >= 100 & 100 *@* >= 100)",
				file, rank, file+1, rank, file, rank+1, file+1, rank+1, rank, rank, file, file))
		}
	}
	return "(" + strings.Join(all, " | ") + ")"
}

func TestBindErrors(t *testing.T) {
	tests := []struct {
		game, text string
		column     int
		suggestion string
	}{
		{"chess", "white quen on h5", 7, "Queen"},
		{"chess", "whit queen on h5", 1, "white"},
		{"chess", "red queen on h5", 1, ""},
		{"chess", "wall on e4", 1, ""},
		{"duck", "white wall on e4", 7, "wall"},
		{"duck", "Q on h9", 6, ""},
		{"chess", "Q on h9", 6, ""},
		{"chess", "Q on i1", 6, ""},
		{"chess", "Q on a1-i9", 9, ""},
		{"chess", "Q on a1(white)", 9, "white to move"},
		{"chess", "Q on file i", 11, ""},
		{"chess", "Q on file ab", 11, ""},
		{"chess", "Q on ranks 1-9", 14, ""},
		{"chess", "Q on rank 1.5", 11, ""},
		{"chess", "Q on zone", 6, ""},
		{"chess", "Q on lasst", 6, "last"},
		{"chess", "Q on last(whit)", 11, "white"},
		{"chess", "G on e4", 1, ""},
		{"chess", "+Q on e4", 1, ""},
		{"chess", "+queen on e4", 1, "Queen"},
		{"chess", "check and quen(white) > 0", 11, "Queen"},
		{"chess", "queen(withe) > 0", 7, "white"},
		{"chess", "any(white) > 0", 1, ""},
		{"chess", "hand(white) > 0", 1, ""},
		{"chess", "1 < pocket(white)", 5, ""},
		{"chess", "promoted any on e4", 10, ""},
		{"chess", "chek and last", 1, "check"},
		{"chess", "last and white", 10, "white to move"},
		{"chess", "queen", 1, "queen on …"},
		{"chess", "queen(white)", 1, "queen(white) > 0"},
		{"chess", "e4", 1, "empty e4"},
		{"chess", "Q on lost", 6, "last"},
		{"chess", "alloy(white)", 1, ""},
		{"chess", "move(form e4)", 6, ""},
		{"chess", "attack(quen takes k)", 8, "Queen"},
		{"chess", "attackers(to e9) > 1", 14, ""},
		{"chess", "ray(Q, kng)", 8, "King"},
		{"chess", "pin(by bishp)", 8, "Bishop"},
		{"breakthrough", "check and pin(P)", 11, ""},
		{"chess", "shifted(" + strings.Repeat("(N on f5 and n on f6) or ", 40) + "N on f5)", 1, ""},
		{"chess", strings.Repeat("qu", 900), 1, ""},
		{"chess", "check " + strings.Repeat("qu", 900), 7, ""},
		{"chess", "move(from e9)", 11, ""},
		{"crazyhouse", "hand(white).dragon = 1", 13, ""},
		{"shogi", "unpromoted tokin on e4", 12, ""},
		{"shogi", "promoted gold on e4", 10, ""},
		{"csg-1", "goldd(red) > 1", 1, "Gold"},
		{"csg-1", "copper dragon on zone", 1, "copperdragon"},
		{"csg-1", "facing red gold on e5", 12, ""},
		{"csg-1", "facing gold on e5", 1, "facing and gold"},
		{"csg-1", "facing(red)", 8, "facing"},
		{"csg-1", "aloy(red)", 1, "alloy"},
		{"csg-1", "alloy(read)", 7, "red"},
		{"csg-1", "alloy(red) > 1", 1, ""},
		{"xiangqi", "red cannon on palce", 15, "palace"},
		{"xiangqi", "red cannon on e11", 15, ""},
		{"all-classic", "white CP on e4", 7, ""},
		{"all-classic", "mirrored(white kng on palaces)", 16, "King"},
		{"nine-elder", "third pawn on camp", 1, ""},
		{"", "player:tal and check", 16, ""},
		{"", "(player:tal or not white to move)", 20, ""},
		{"", "player:tal then result = 1-0", 12, ""},
		{"", "result = 1-0 for 3", 14, ""},
		{"", "mirrored(Q on e4)", 10, ""},
		{"", "ply > 3", 1, ""},
		{"", "rating(white) > 2000", 8, ""},
		{"", "player:tal and rating > 2000 for 2", 30, ""},
		{"chess", "rating(whit) > 2000", 8, "white"},
		{"", "ply in 1..3", 1, ""},
		{"", "empty e4", 1, ""},
		{"", "move(to e4)", 1, ""},
		{"", "alloy", 1, ""},
	}
	games := compiled(t)
	for _, test := range tests {
		var fault *Error
		q, err := Parse(test.text)
		if err == nil {
			_, err = Bind(q, games[test.game])
		}
		if !errors.As(err, &fault) || fault.Column != test.column || fault.Suggestion != test.suggestion || fault.Reason == "" || len(fault.Reason) > 300 {
			t.Errorf("%s: %q: error %v", test.game, test.text, err)
		}
	}
}

// TestBindWithoutVariant checks that game conditions need no variant.
func TestBindWithoutVariant(t *testing.T) {
	q, err := Parse(`mirrored(player:tal) and not (result = * or verdict != legal) and "new york"`)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := Bind(q, nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "(Header{Name:player Words:[tal] Prefix:false} & !(Result{Text:* Not:false} | Verdict{Text:legal Not:true}) & Header{Name: Words:[new york] Prefix:false})"
	if got := describe(nil, bound); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSymmetry checks that two reflections are the identity.
func TestSymmetry(t *testing.T) {
	games := compiled(t)
	q, err := Parse("Q on e4 and hand(white).p > 1 and white to move for 3 then not move(N from a1-b3 takes {p, R})")
	if err != nil {
		t.Fatal(err)
	}
	r := games["crazyhouse"]
	bound, err := Bind(q, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range append(reflections(r, "symmetric"), symmetry{rules: r, flip: true}, symmetry{rules: r, turns: 2}) {
		once := s.node(bound)
		if describe(r, once) == describe(r, bound) || describe(r, s.node(once)) != describe(r, bound) {
			t.Errorf("%v: %s becomes %s", s, describe(r, bound), describe(r, once))
		}
	}
}
