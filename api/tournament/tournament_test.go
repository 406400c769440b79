package tournament

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// cup is a report with every kind of round: byes, forfeits, a double forfeit, a
// game without moves, a player who left, and a game that is not finished.
const cup = `### example
012 City Cup
022 Bern
032 SUI
042 2026/05/02
052 2026/05/10
092 Individual: Swiss-System
102 Arbiter, Ann
112 Deputy, Dan
112 Deputy, Eve
122 90 minutes and 30 seconds per move
132                                                                                        26/05/02  26/05/03  26/05/09
XXR 4
001    1 m GM Alpha, Al                         2500 SUI     1300001 1980/01/31  3.0    1     6 w 1     2 b 1     3 w 1     4 b
001    2 wWIM Beta, Bea                         2300 GER     4600002 1990        1.0    4     3 b 1     1 w 0  0000 - Z  0000 - H
001    3      Gamma, Gus                        2200                             1.0    4     2 w 0  0000 - U     1 b 0     6 w -
001    4      Delta, Dee                        2100                             2.5    2     5 w +     6 b =     5 w 1     1 w
001    5      Épée, Zoë                                                          0.0    6     4 b -  0000 - Z     4 b 0
001    6      Zeta, Zoe                         2000                             0.5    5     1 b 0     4 w =  0000 - Z     3 b -
XXA    1  1.0
`

func read(t *testing.T, text string) *Tournament {
	t.Helper()
	got, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestReport reads a report, writes it in both editions, and reads the same
// again, whatever the line ends and the encoding.
func TestReport(t *testing.T) {
	want := read(t, cup)
	if want.Name != "City Cup" || want.Rounds != 4 || want.LastRound() != 4 || len(want.Deputies) != 2 ||
		want.RoundDates[2] != "26/05/09" {
		t.Errorf("%+v", want)
	}
	p := want.Players[1]
	if p.Sex != "w" || p.Title != "WIM" || p.Name != "Beta, Bea" || p.Rating != 2300 || p.ID != "4600002" ||
		p.Birth != "1990" || p.Points != 1 || p.Place != 4 {
		t.Errorf("%+v", p)
	}
	if r := want.Players[0].Round(4); !r.Open() || r.Opponent != 4 || r.Colour != 'b' {
		t.Errorf("%+v", r)
	}
	latin := strings.NewReplacer("É", "\xc9", "é", "\xe9", "ë", "\xeb").Replace(cup)
	for name, text := range map[string]string{
		"CR": strings.ReplaceAll(cup, "\n", "\r"), "CR LF": strings.ReplaceAll(cup, "\n", "\r\n"),
		"byte order mark": "\ufeff" + cup, "Latin": latin, "blank lines": "\n" + cup + "\n\n",
	} {
		if got := read(t, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	want.InitialColour, want.Points, want.TieBreaks = "B", []Award{{'W', 3}, {'D', 1}}, []string{"BH/C1", "DE"}
	for _, edition := range []Edition{TRF26, TRF16} {
		var first, second bytes.Buffer
		losses, err := want.Write(&first, edition)
		if err != nil {
			t.Fatal(err)
		}
		again := read(t, first.String())
		if edition == TRF16 {
			if !slices.Equal(losses, []string{"points of results", "tie-breaks"}) {
				t.Errorf("loses %v", losses)
			}
			want.InitialColour, want.Points, want.TieBreaks = "", nil, nil
			again.Other = slices.DeleteFunc(again.Other, func(line string) bool { return line == "XXC black1" })
		} else if len(losses) > 0 || !strings.Contains(first.String(), "162  W 3.0    D 1.0\r\n") {
			t.Errorf("loses %v:\n%s", losses, first.String())
		}
		if !reflect.DeepEqual(again, want) {
			t.Errorf("%+v\n%+v", again, want)
		}
		read(t, first.String()).Write(&second, edition)
		if edition == TRF26 && first.String() != second.String() {
			t.Errorf("%s\n%s", first.String(), second.String())
		}
	}
}

// TestColumns: each field stands in FIDE's columns.
func TestColumns(t *testing.T) {
	var b bytes.Buffer
	if _, err := read(t, cup).Write(&b, TRF26); err != nil {
		t.Fatal(err)
	}
	var row []rune
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "001    2") {
			row = []rune(strings.TrimRight(line, "\r\n"))
		}
	}
	for _, f := range []struct {
		from, to int
		want     string
	}{
		{1, 3, "001"}, {5, 8, "   2"}, {10, 10, "w"}, {11, 13, "WIM"}, {15, 47, "Beta, Bea" + strings.Repeat(" ", 24)},
		{49, 52, "2300"}, {54, 56, "GER"}, {58, 68, "    4600002"}, {70, 79, "1990      "}, {81, 84, " 1.0"},
		{86, 89, "   4"},
		{92, 95, "   3"}, {97, 97, "b"}, {99, 99, "1"}, {112, 115, "0000"}, {117, 117, "-"}, {119, 119, "Z"},
		{129, 129, "H"},
	} {
		if got := string(row[f.from-1 : f.to]); got != f.want {
			t.Errorf("columns %d to %d: %q, want %q", f.from, f.to, got, f.want)
		}
	}
	if len(row) != 129 {
		t.Errorf("%d columns", len(row))
	}
}

// TestReportErrors: errors name line and column.
func TestReportErrors(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"001    3", "001    2", "16:5: line 15 has the starting number 2, too"},
		{"001    3", "001  x 3", "16:5: expected a starting number"},
		{"Gamma, Gus", "          ", "16:15: expected the name"},
		{"2200", "22x0", "16:49: expected a rating"},
		{"6 w 1", "7 w 1", "14:92: player 1 has the opponent 7 in round 1, who is not in the report"},
		{"3 b 1", "4 b 1", "15:92: player 2 has the opponent 4 in round 1, but player 4 has 5 there"},
		{"6 w 1", "6 b 1", "14:97: players 1 and 6 have the same colour in round 1"},
		{"6 w 1", "6 q 1", "14:97: expected the colour"},
		{"6 w 1", "6 w =", "14:99: the result of player 1 in round 1 is =, and that of the opponent 6 is 0"},
		{"6 w 1", "6 w ?", "14:99: expected a result"},
		{"6 w 1", "6 w H", "14:99: the result H is a bye"},
		{"0000 - U", "0000 - =", "16:109: the result = requires an opponent"},
		{"XXR 4", "XXR four", "13:5: expected a number of rounds"},
		{"XXR 4", "152 green", "13:5: expected W or B"},
		{"XXR 4", "162  Q 3.0", "13:6: expected W, D, L, A, P or X"},
		{"XXR 4", "240 X 004    1", "13:5: expected the bye"},
		{"XXR 4", "240 H 004    9", "13:11: there is no player 9"},
		{"XXR 4", "240 H 004    1", "13:11: player 1 has an opponent in round 4"},
		{"001 ", "01  ", "20:1: expected players"},
		{"     6 w 1", "     6 w 1" + strings.Repeat("  0000 - Z", maxRounds), "14:10082: expected at most 999 rounds"},
	} {
		_, err := Read([]byte(strings.ReplaceAll(cup, c.old, c.new)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
	if got := read(t, strings.Replace(cup, "XXR 4", "240 F 005    2    5", 1)); got.Player(5).Round(5).
		Result != FullBye || got.LastRound() != 5 {
		t.Errorf("%+v", got.Player(5))
	}
}

// TestReportSize: players times rounds are bounded, as standings have a cell
// for each.
func TestReportSize(t *testing.T) {
	var b strings.Builder
	b.WriteString("240 Z 999    1\n")
	for i := range 1002 {
		fmt.Fprintf(&b, "001 %4d      P\n", i+1)
	}
	_, err := Read([]byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), "1002 players in 999 rounds; expected at most 998 rounds") {
		t.Error(err)
	}
}

// TestOtherTieBreaks: a report that is ranked by other tie-breaks has no line
// about those that were not applied, and says so.
func TestOtherTieBreaks(t *testing.T) {
	report := read(t, strings.Replace(cup, "XXR 4", "202 FOO,BH", 1))
	report.TieBreaks = []string{"SB"}
	var out bytes.Buffer
	losses, err := report.Write(&out, TRF26)
	if err != nil || strings.Count(out.String(), "\n202 ") != 1 || !strings.Contains(strings.Join(losses, ""), "FOO,BH") {
		t.Errorf("%v %v\n%s", losses, err, out.String())
	}
}

// values writes standings as number:place(points; tie-breaks).
func values(rows []Standing) (all []string) {
	for _, r := range rows {
		text := fmt.Sprintf("%d:%d(%g", r.Player.Number, r.Place, r.Points)
		for _, v := range r.TieBreaks {
			if math.IsNaN(v) {
				text += " -"
			} else {
				text += fmt.Sprintf(" %g", v)
			}
		}
		all = append(all, text+")")
	}
	return all
}

// TestTieBreaks compares tie-breaks with values computed by hand from C.07, for
// the report cup after its third round.
func TestTieBreaks(t *testing.T) {
	c := read(t, cup)
	for i := range c.Players {
		p := &c.Players[i]
		p.Games = p.Games[:min(3, len(p.Games))]
	}
	// Points: 1: 3, 2: 1, 3: 1, 4: 2.5, 5: 0, 6: 0.5. As opponents count them,
	// the last bye of 2 and 6 is a draw: 1.5 and 1. That of 5 is not the last.
	for _, row := range []struct {
		codes string
		want  []string
	}{
		{"", []string{"1:1(3)", "4:2(2.5)", "2:3(1)", "3:3(1)", "6:5(0.5)", "5:6(0)"}},
		// 1: 6 + 2 + 3 = 1 + 1.5 + 1. 2: 3 + 1 + dummy = 1 + 3 + 1. 3: 2 +
		// dummy + 1 = 1.5 + 1 + 3. 4: forfeit of 5, 6, 5 = 0 + 1 + 0. 5:
		// forfeit against 4, dummy, 4 = 0 + 0 + 2.5. 6: 1 + 4 + dummy = 3 + 2.5
		// + 0.5.
		{"BH", []string{"1:1(3 3.5)", "4:2(2.5 1)", "3:3(1 5.5)", "2:4(1 5)", "6:5(0.5 6)", "5:6(0 2.5)"}},
		// 2, 5 and 6 lose a voluntary unplayed round: 1, 0 and 0.5.
		{"BH/C1", []string{"1:1(3 2.5)", "4:2(2.5 1)", "3:3(1 4.5)", "2:4(1 4)", "6:5(0.5 5.5)", "5:6(0 2.5)"}},
		{"bh-m1", []string{"1:1(3 1)", "4:2(2.5 0)", "3:3(1 1.5)", "2:4(1 1)", "6:5(0.5 2.5)", "5:6(0 0)"}},
		// 4: 0*1 + 1*0.5 + 0*1. 3: the allocated bye counts its dummy.
		{"SB", []string{"1:1(3 3.5)", "4:2(2.5 0.5)", "2:3(1 1)", "3:3(1 1)", "6:5(0.5 1.25)", "5:6(0 0)"}},
		{"DE,SB", []string{"1:1(3 - 3.5)", "4:2(2.5 - 0.5)", "2:3(1 1 1)", "3:4(1 0 1)", "6:5(0.5 - 1.25)",
			"5:6(0 - 0)"}},
		{"PS", []string{"1:1(3 6)", "4:2(2.5 5)", "2:3(1 3)", "3:4(1 2)", "6:5(0.5 1)", "5:6(0 0)"}},
		{"WIN,WON", []string{"1:1(3 3 3)", "4:2(2.5 2 1)", "2:3(1 1 1)", "3:4(1 1 0)", "6:5(0.5 0 0)", "5:6(0 0 0)"}},
		{"BPG", []string{"1:1(3 1)", "4:2(2.5 1)", "2:3(1 1)", "3:3(1 1)", "6:5(0.5 1)", "5:6(0 1)"}},
		// Half of the points is 1.5: only 1 and 4 have it.
		{"KS,ARO", []string{"1:1(3 0 2167)", "4:2(2.5 0 2000)", "3:3(1 0 2400)", "2:4(1 0 2350)", "6:5(0.5 0.5 2300)",
			"5:6(0 0 2100)"}},
	} {
		codes, err := TieBreaks(row.codes)
		if err != nil {
			t.Fatal(err)
		}
		if got := values(c.Standings(codes)); !slices.Equal(got, row.want) {
			t.Errorf("%s:\n%v, want\n%v", row.codes, got, row.want)
		}
	}
	for _, bad := range []string{"XX", "BH/C3", "DE/C1", "WIN/C1", "BH,bh", "BH/C1,BH-C1"} {
		if got, err := TieBreaks(bad); err == nil {
			t.Errorf("%s: %v", bad, got)
		}
	}
}

// TestDirectEncounter: only players who met, or who would be ahead whatever the
// missing results, are told apart.
func TestDirectEncounter(t *testing.T) {
	line := func(n int, games string) string {
		return fmt.Sprintf("%-80s 0.0       %s\n", fmt.Sprintf("001 %4d      Player %d", n, n), games)
	}
	for _, row := range []struct {
		players []string
		want    []string
	}{
		{ // a cycle
			[]string{line(1, "   2 w 1     3 b 0"), line(2, "   1 b 0  0000 -       3 w 1"),
				line(3, "0000 -       1 w 1     2 b 0")},
			[]string{"1:1(1 1)", "2:1(1 1)", "3:1(1 1)"},
		},
		{ // 1 beat 2 and 3, who did not meet: 1 is ahead whatever their result
			[]string{line(1, "   2 w 1     3 b 1  0000 - Z"), line(2, "   1 b 0  0000 - F  0000 - F"),
				line(3, "0000 - F     1 w 0  0000 - F")},
			[]string{"1:1(2 3)", "2:2(2 0)", "3:2(2 0)"},
		},
		{ // 1 beat 2, but 3 met nobody
			[]string{line(1, "   2 w 1"), line(2, "   1 b 0  0000 - F"), line(3, "0000 - F")},
			[]string{"1:1(1 0)", "2:1(1 0)", "3:1(1 0)"},
		},
	} {
		c := read(t, strings.Join(row.players, ""))
		if got := values(c.Standings([]string{"DE"})); !slices.Equal(got, row.want) {
			t.Errorf("%v, want %v", got, row.want)
		}
	}
}

// TestFromRecords: rounds come from the headers, else from the order; a record
// of a pair that met twice is told from the other by its round.
func TestFromRecords(t *testing.T) {
	records := []Record{
		{Game: 1, First: "Ada", Second: "Ben", Result: "1-0", Round: "2.1", FirstRating: 2000},
		{Game: 2, First: "Cleo", Second: "Ada", Result: "1/2-1/2", Round: "?"},
		{Game: 3, First: "BEN", Second: "Cleo", Result: "*"},
		{Game: 4, First: "Ada", Second: "Ben", Result: "0-0", Forfeit: true, Round: "2"},
	}
	c := FromRecords("Cup", records).Compare(records)
	var b bytes.Buffer
	for _, p := range c.Players {
		fmt.Fprint(&b, p.Name, " ")
		for _, r := range p.Games {
			fmt.Fprintf(&b, "%d%c%c ", r.Opponent, r.Colour, r.Result)
		}
	}
	if want := "Ada 3b= 2w1 2w- Ben 0-  1b0 1b- 3w  Cleo 1w= 0-  0-  2b  "; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if len(c.Owed)+len(c.Contradicts)+len(c.Unknown) != 0 || c.Games[Seat{1, 2}] != 1 || c.Games[Seat{2, 3}] != 4 {
		t.Errorf("%+v", c)
	}
}

// FuzzRead reads any report without a fault; what is written is read again.
func FuzzRead(f *testing.F) {
	f.Add(cup, true)
	f.Add("012 Cup\r\n001    1      A\n", false)
	f.Fuzz(func(t *testing.T, text string, older bool) {
		found, err := Read([]byte(text))
		if err != nil {
			return
		}
		edition := TRF26
		if older {
			edition = TRF16
		}
		var written bytes.Buffer
		if _, err := found.Write(&written, edition); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(written.Bytes()); err != nil {
			t.Errorf("cannot read what was written: %v\n%s", err, written.String())
		}
	})
}
