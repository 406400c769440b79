package web

import (
	"assay/api/records"
	"encoding/xml"
	"strings"
	"testing"
)

// TestStatisticsPage shows tables and diagrams of the selected games.
func TestStatisticsPage(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/statistics"); status != 200 || !strings.Contains(body, "No game matches") ||
		strings.Contains(body, "<figure>") {
		t.Errorf("%d %s", status, body)
	}
	addPuzzles(t, a)
	if _, err := a.Submit(t.Context(), "years.pgn", strings.NewReader("[Date \"1999\"]\n[White \"<Ada>\"]\n\n1. e4 e5 1-0"+
		"\n\n[Date \"2001\"]\n\n1. d4 d5 1/2-1/2\n"), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		path   string
		status int
		want   []string
	}{
		{"/statistics", 200, []string{`<th scope="row">chess</th><td>4</td><td>3</td><td>1</td><td>0</td>`,
			"<figcaption>Lengths in plies</figcaption><svg", `<title>won: 75.0 %</title>`,
			`<th scope="row">Pawn e2 - e4</th><td>2</td>`, `href="/api/v1/statistics?as=csv"`}},
		{"/statistics?by=year", 200, []string{"chess, <bdi>1999</bdi>", "<title>1999: 100.0 % (20.7–100.0)</title>",
			`href="/api/v1/statistics?as=csv&amp;by=year"`}},
		{"/statistics?by=player", 200, []string{"chess, <bdi>&lt;Ada&gt;</bdi>"}},
		{"/statistics?variant=chess&query=mate", 200, []string{`<td>2</td>`}},
		{"/statistics?by=month", 400, []string{"year, event, player"}},
		{"/statistics?from=x", 400, []string{"YYYY"}},
		{"/statistics?variant=chess&query=%28", 400, []string{`role="alert"`}},
		{"/", 200, []string{`href="/statistics?"`}},
		{"/?player=Ada", 200, []string{`href="/statistics?player=Ada"`}},
	} {
		status, body := read(t, site+row.path)
		for _, want := range row.want {
			if status != row.status || !strings.Contains(body, want) {
				t.Errorf("%s: %d, want %q in %s", row.path, status, want, body)
			}
		}
		for picture := range strings.SplitSeq(body, "<svg ") {
			if picture, _, is := strings.Cut(picture, "</svg>"); is {
				if err := xml.Unmarshal([]byte("<svg "+picture+"</svg>"), new(any)); err != nil {
					t.Errorf("%s: %v", row.path, err)
				}
			}
		}
	}
}
