package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cupReport is a report of a pairing program: a bye, a forfeit, and a third
// round that is paired but not played.
const cupReport = `012 City Cup
042 2026/05/02
052 2026/05/10
XXR 3
001    1 m GM Ada                               2500 SUI     1300001 1980/01/31  2.0    1     2 w 1     3 b 1     4 w
001    2      Ben                               2300                             1.0    2     1 b 0  0000 - U     3 w
001    3      Cleo                              2200                             1.0    2     4 w +     1 w 0     2 b
001    4      Dan                               2100                             0.0    4     3 b -  0000 - Z     1 b
`

// cupGames are records of the first two rounds, of the third, and of a player
// who is not in the report. The second contradicts it.
func cupGames() string {
	var b strings.Builder
	for _, g := range [][4]string{
		{"Ada", "Ben", "1", "1-0"}, {"Cleo", "Ada", "2", "1/2-1/2"}, {"Ada", "Dan", "3", "0-1"}, {"Eve", "Ada", "3", "1-0"},
	} {
		moves := map[string]string{"1-0": "1. e4 e5 2. Qh5 Ke7 3. Qxe5#", "0-1": "1. f3 e5 2. g4 Qh4#", "1/2-1/2": "1. e4 e5"}[g[3]]
		fmt.Fprintf(&b, "[Event \"City Cup\"]\n[White %q]\n[Black %q]\n[Round %q]\n[Result %q]\n\n%s %s\n\n", g[0], g[1], g[2], g[3], moves, g[3])
	}
	return b.String()
}

// TestEventReport reads a report, compares it with archived games, and writes
// standings and the report in every format.
func TestEventReport(t *testing.T) {
	d, folder := newDesk(t), t.TempDir()
	report, games := filepath.Join(folder, "cup.trf"), filepath.Join(folder, "cup.pgn")
	writeFile(t, report, cupReport)
	writeFile(t, games, cupGames())
	if got, want := d.done("events", "--report", report), "1: City Cup, 4 players, 3 rounds\n"; got != want {
		t.Errorf("%q", got)
	}
	if got := d.run("", "export", "--as", "trf16", "--event", "city cup"); got.out != strings.ReplaceAll("012 City Cup\n042 2026/05/02\n052 2026/05/10\n062 4\n072 4\n"+
		cupReport[strings.Index(cupReport, "XXR"):], "\n", "\r\n") {
		t.Errorf("%s", got.out)
	}
	before := d.run("", "events", "1")
	if !strings.Contains(before.errors, "no record: round 1, Ada - Ben, 1-0\n") || strings.Contains(before.errors, "Cleo - Dan") {
		t.Errorf("%+v", before)
	}
	d.done("import", games)
	got := d.run("", "events", "City Cup", "--tie-breaks", "BH,WIN")
	// Dan's bye is followed by a game, so it stays a bye.
	want := "  1. 2 GM Ada, BH 3, WIN 2\n" + "  2. 1 Dan, BH 4, WIN 1\n" + "  3. 1 Ben, BH 3, WIN 1\n" + "  3. 1 Cleo, BH 3, WIN 1\n"
	if got.out != want {
		t.Errorf("%s%s", got.out, got.errors)
	}
	for _, note := range []string{"round 2, Cleo - Ada: the report has 0-1, game 2 has 1/2-1/2\n", "game 4 is no pairing of the report\n"} {
		if !strings.Contains(got.errors, note) {
			t.Errorf("%q is missing:\n%s", note, got.errors)
		}
	}
	if strings.Contains(got.errors, "no record") {
		t.Errorf("%s", got.errors)
	}
	if csv := d.done("events", "1", "--as", "csv", "--tie-breaks", "DE"); !strings.HasPrefix(csv, "place,number,player,title,federation,rating,points,DE,round 1,round 2,round 3\n1,1,Ada,GM,SUI,2500,2,,2w1,3b1,4w0\n") {
		t.Errorf("%s", csv)
	}
	if page := d.done("events", "1", "--as", "html"); !strings.Contains(page, "<td>3w1</td><td>4b1</td><td>2w0</td>") || !strings.Contains(page, "GM <bdi>Ada</bdi>") {
		t.Errorf("%s", page)
	}
	trf := d.done("export", "--as", "trf", "--event", "1")
	for _, line := range []string{"142 3\r\n", "202 BH/C1,BH,SB,DE,WIN\r\n", " 1.0    2     3 b -  0000 - Z     1 b 1\r\n"} {
		if !strings.Contains(trf, line) {
			t.Errorf("%q is missing in\n%s", line, trf)
		}
	}
	writeFile(t, report, trf)
	other := newDesk(t)
	other.done("events", "--report", report, "--name", "Other")
	if again := other.done("export", "--as", "trf", "--event", "Other"); again != trf {
		t.Errorf("%s\n%s", again, trf)
	}

	// An event without a report consists of its games.
	d.done("import", "--variant", "chess", writeTemp(t, strings.ReplaceAll(cupGames(), "City Cup", "Open")))
	open := newDesk(t)
	open.done("import", games)
	empty := writeTemp(t, strings.Replace(cupReport, "City Cup", "Elsewhere", 1))
	open.done("events", "--report", empty)
	if got := open.run("", "export", "--as", "trf", "--event", "City Cup"); got.code != exitFaults || !strings.Contains(got.errors, "assay events --report") {
		t.Errorf("%+v", got)
	}
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"events", "1", "--tie-breaks", "XX"}, "expected DE"},
		{[]string{"events", "1", "--as", "gif"}, "expected text, csv"}, {[]string{"events", "--as", "csv"}, "requires an EVENT"},
		{[]string{"export", "--as", "trf"}, "--event"}, {[]string{"export", "--as", "trf", "--event", "1", "--player", "ada"}, "--player"},
		{[]string{"events", "--report", filepath.Join(folder, "none")}, "none"}, {[]string{"events", "1", "--report", report}, "--name"},
	} {
		if got := d.run("", row.args...); got.code != exitUsage || !strings.Contains(got.errors, row.want) {
			t.Errorf("%v: %+v", row.args, got)
		}
	}
	if got := d.run("", "events", "9"); got.code != exitFaults || !strings.Contains(got.errors, "there is no event \"9\"") {
		t.Errorf("%+v", got)
	}
	writeFile(t, report, strings.Replace(cupReport, "2 w 1", "2 w =", 1))
	if got := d.run("", "events", "--report", report); got.code != exitFaults || !strings.Contains(got.errors, "cup.trf:5:99: the result of player 1") {
		t.Errorf("%+v", got)
	}
	if listed := objects(t, d.done("events", "--json")); !slices.ContainsFunc(listed, func(o map[string]any) bool { return o["hasReport"] == true && o["from"] == "2026-05-02" }) {
		t.Errorf("%v", listed)
	}
}

func writeTemp(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.txt")
	writeFile(t, path, text)
	return path
}
