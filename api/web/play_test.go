package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assay/api/present"
)

// TestPlay plays moves of every kind and checks the places of the next ones,
// walls included.
func TestPlay(t *testing.T) {
	site, _ := serve(t)
	for _, row := range []struct {
		body   string
		status int
		plies  string
		says   string // in the response
	}{
		{`{"variant":"chess","moves":["e4","e7e5","Ng1-f3"]}`, 200, "Pawn e2 - e4, Pawn e7 - e5, Knight g1 - f3", `"shownPlies":["e4","e5","Nf3"]`},
		{`{"variant":"chess","moves":["e4"]}`, 200, "Pawn e2 - e4", `"side":1`},
		{`{"variant":"makruk","moves":["Bia e3 - e4"]}`, 200, "Bia e3 - e4", `"shownPlies":["e4"]`},
		{`{"variant":"csg-1","moves":["Pawn f3 - f4"]}`, 200, "Pawn f3 - f4", `"shownPlies":["Pawn f3 - f4"]`},
		{`{"variant":"chess","moves":["f3","e5","g4","Qh4"]}`, 200, "Pawn f2 - f3, Pawn e7 - e5, Pawn g2 - g4, Queen d8 - h4", `"result":"0-1"`},
		{`{"variant":"duck"}`, 200, "", `"label":"1."`},
		{`{"variant":"shogi","moves":["7g7f"],"notation":"hodges"}`, 200, "Pawn c3 - c4", `"shownPlies":["P-7f"]`},
		{`{"variant":"shogi","moves":["P-7f"]}`, 200, "Pawn c3 - c4", `"shownPlies":["７六歩(77)"]`},
		{`{"variant":"chess","notation":"runes"}`, 400, "", "figurine"},
		{`{"variant":"janggi","moves":["Pass"]}`, 200, "Pass", `"squares":[[]]`},
		{`{"variant":"crazyhouse","position":"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1","moves":["P@e5"]}`, 200, "Pawn * e5", `["hand1.P","e5"]`},
		{`{"variant":"nope"}`, 404, "", "nope"},
		{`{"variant":"chess","moves":["e5"]}`, 422, "", "e5"},
		{`{"variant":"chess","move":["e5"]}`, 400, "", "moves"},
		{fmt.Sprintf(`{"variant":"chess","moves":[%s"e4"]}`, strings.Repeat(`"e4",`, present.MaxPlayed)), 413, "", "2000"},
		{`{"variant":"` + strings.Repeat("x", 600_000) + `"}`, 413, "", "524288"},
	} {
		answer, err := http.Post(site+"/play.json", "application/json", strings.NewReader(row.body))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != row.status || !strings.Contains(string(body), row.says) {
			t.Errorf("%.80s: %d %.300s", row.body, answer.StatusCode, body)
		}
		if row.status != 200 {
			continue
		}
		var got playData
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		if plies := strings.Join(got.Plies, ", "); plies != row.plies {
			t.Errorf("%s: %s", row.body, plies)
		}
		if len(got.Moves) != len(got.Paths) {
			t.Errorf("%s: %d moves, %d ways", row.body, len(got.Moves), len(got.Paths))
		}
		if strings.Contains(row.body, "duck") && slices.ContainsFunc(got.Paths, func(way []int) bool { return len(way) != 3 }) {
			t.Errorf("a duck is put nowhere: %v", got.Paths)
		}
	}
}

// TestWriteRecord converts a record, and rejects an illegal one.
func TestWriteRecord(t *testing.T) {
	site, _ := serve(t)
	for _, row := range []struct {
		as, plies string
		status    int
		says      string
	}{
		{"pgn", `{"text":"Pawn e2 - e4"},{"text":"Pawn e7 - e5"}`, 200, `1. e4 e5 *`},
		{"numbered", `{"text":"Pawn e2 - e4"}`, 200, `1. Pawn e2 - e4`},
		{"kif", `{"text":"Pawn e2 - e4"}`, 422, "kif"},
		{"html", `{"text":"Pawn e2 - e4"}`, 400, "html"},
		{"", `{"text":"Pawn e2 - e4"}`, 400, "as"},
		{"pgn", `{"text":"Pawn e2 - e5"}`, 422, "e5"},
	} {
		body := `{"assay":1,"notation":"numbered","variant":"chess","plies":[` + row.plies + `]}`
		answer, err := http.Post(site+"/record.json?as="+row.as, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != row.status || !strings.Contains(string(text), row.says) {
			t.Errorf("%s %s: %d %s, %v", row.as, row.plies, answer.StatusCode, text, err)
		}
	}
}
