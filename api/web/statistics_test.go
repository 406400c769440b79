package web

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"assay/api/records"
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
			`<th scope="row">e4</th><td>2</td>`, `href="/api/v1/statistics?as=csv"`}},
		{"/statistics?by=year", 200, []string{"chess, <bdi>1999</bdi>", "<title>1999: 100.0 % (20.7–100.0)</title>",
			`href="/api/v1/statistics?as=csv&amp;by=year"`}},
		{"/statistics?by=player", 200, []string{`chess, <a href="/player?name=%3cAda%3e"><bdi>&lt;Ada&gt;</bdi></a>`}},
		{"/statistics?variant=chess&query=mate", 200, []string{`<td>2</td>`}},
		{"/statistics?by=month", 400, []string{"year, event, player"}},
		{"/statistics?from=x", 400, []string{"YYYY"}},
		{"/statistics?variant=chess&query=%28", 400, []string{`role="alert"`}},
		{"/", 200, []string{`href="/statistics?"`}},
		{"/", 200, []string{"<small><bdi>C20 King&#39;s Pawn Game</bdi></small>"}},
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

// TestRatingsPage shows the ratings of each variant, and those of a player
// month by month.
func TestRatingsPage(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/ratings"); status != 200 || !strings.Contains(body, "No valid game") {
		t.Errorf("%d %s", status, body)
	}
	var games strings.Builder
	for i := range 12 {
		fmt.Fprintf(&games, "[Date \"%d.01\"]\n[White \"<Ada>\"]\n[Black \"Ben %d\"]\n\n1. e4 e5 1-0\n\n", 1999+i%3, i)
	}
	if _, err := a.Submit(t.Context(), "years.pgn", strings.NewReader(games.String()), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		path   string
		status int
		want   []string
	}{
		{"/ratings", 200, []string{"<td>1</td><th scope=\"row\"><a href=\"/ratings?variant=chess&amp;player=%3cAda%3e\"><bdi>&lt;Ada&gt;</bdi>",
			"Games: 12. Players: 13.", `href="/ratings?variant=chess">More players`, `href="/api/v1/ratings?as=csv&amp;limit=0&amp;player=&amp;variant="`}},
		{"/ratings?variant=chess&player=%3cAda%3e", 200, []string{`data-player="&lt;Ada&gt;" data-variant="chess"`, "<title>Rating by month</title>", "<title>2001-01: 1", "<td>12</td><td>12</td><td>0</td><td>0</td><td>2001-01</td>"}},
		{"/ratings?variant=shogi", 200, []string{"No valid game"}},
		{"/ratings?variant=chss", 404, []string{"chess"}},
	} {
		status, body := read(t, site+row.path)
		for _, want := range row.want {
			if status != row.status || !strings.Contains(body, want) {
				t.Errorf("%s: %d, want %q in %s", row.path, status, want, body)
			}
		}
		if strings.Contains(body, "More players") != (row.path == "/ratings") {
			t.Errorf("%s: the link to more players", row.path)
		}
	}
}
