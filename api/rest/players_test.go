package rest

import (
	"strings"
	"testing"

	"assay/api/players"
	"assay/api/records"
)

// TestPlayersOverREST lists, shows, compares, merges and splits players.
func TestPlayersOverREST(t *testing.T) {
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader("[White \"Tal, Mikhail\"]\n[Black \"Keres, Paul\"]\n\n1. e4 c5 1-0\n\n"+
		"[White \"Keres, Paul\"]\n[Black \"Tal, M\"]\n\n1. d4 *\n\n[White \"A/B?&\"]\n[Black \"Keres, Paul\"]\n\n1. c4 0-1\n"),
		records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	c := start(t, a, ServerConfig{})
	const merge = `{"author":"Ada","decision":"merge","player":"Tal, Mikhail","names":["Tal, M"]}`
	for _, row := range []struct {
		path, body string // a POST if there is a body
		status     int
		says       string
	}{
		{"players?limit=1", "", 200, `{"players":[{"name":"Keres, Paul","games":3,"first":1,"second":2}],"total":4,"next":"`},
		{"players?q=tal", "", 200, `"total":2,"next":null`},
		{"players?q=%3F", "", 400, "1 to 64 words"},
		{"players?cursor=x", "", 400, "cursor"},
		{"players?limit=0", "", 400, "limit"},
		{"players/suggestions?limit=1", "", 200, `"likelihood":0.82`},
		{"players/suggestions?cursor=x", "", 400, "cursor"},
		{"player", "", 400, "name"},
		{"player?name=Tal", "", 404, "player-not-found"},
		{"player?name=A%2FB%3F%26", "", 200, `"lost":1`},
		{"games?player=tal+mikhail", "", 200, `"total":1`},
		{"players/names", `{"author":"Ada","decision":"join","player":"Tal","names":["T"]}`, 400, "merge or split"},
		{"players/names", `{"author":"Ada","decision":"merge","player":"Tal","names":[]}`, 400, "names"},
		{"players/names", `{"author":"Ada","decision":"merge","player":"?","names":["Tal, M"]}`, 400, "the name of a player"},
		{"players/names", `{"author":"Ada","decision":"split","names":["Tal, M"]}`, 400, "merged"},
		{"players/names", merge, 200, `{"name":"Tal, Mikhail","names":["Tal, Mikhail","Tal, M"]}`},
		{"players/names", merge, 400, "not yet"},
		{"player?name=Tal,+M", "", 200, `"name":"Tal, Mikhail"`},
		{"games?player=tal+mikhail", "", 200, `"total":2`},
		{"export?as=pgn&player=tal+mikhail&colour=black", "", 200, `[Black "Tal, M"]`},
		{"players/suggestions", "", 200, `"total":0`},
		{"players/comparison?name=Tal,+M&other=Keres,+Paul", "", 200, `"commonCount":0`},
		{"players/comparison?name=Tal,+M", "", 400, "other"},
		{"players/comparison?name=Tal,+M&other=nobody", "", 404, "player-not-found"},
		{"players/names", `{"author":"Ada","decision":"split","names":["Tal, M"]}`, 200, `{"name":"Tal, M","names":["Tal, M"]}`},
		{"player?name=Tal,+M", "", 200, `"name":"Tal, M"`},
	} {
		method := "GET"
		if row.body != "" {
			method = "POST"
		}
		got := c.send(method, basePath+"/"+row.path, row.body)
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s: %d without %s: %s", row.path, row.body, got.status, row.says, got.body)
		}
	}
	var v players.Comparison
	if c.get(basePath+"/players/comparison?name=Keres,+Paul&other=Tal,+Mikhail").into(t, &v); len(v.Games) != 1 || v.Between[0].Lost != 1 {
		t.Errorf("%+v", v)
	}
}
