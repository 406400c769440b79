package rest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/api"
	"assay/api/players"
	"assay/api/records"
	"assay/fixtures/archives"
	"assay/store"
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
		{"statistics?by=player&player=tal", "", 200, `"value":"Tal, Mikhail","games":2`},
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

// TestMyGames links accounts to players: claims, who may confirm them, and
// which games each person then finds as theirs, in both kinds of archive.
func TestMyGames(t *testing.T) {
	t.Run("chosen", func(t *testing.T) {
		s, sessions := peopled(t, ServerConfig{})
		testMyGames(t, s, sessions)
	})
	t.Run("postgres", func(t *testing.T) {
		a := openedAs(t, archives.Postgres, api.Config{Data: t.TempDir()})
		testMyGames(t, NewServer(a, ServerConfig{}), invite(t, a))
	})
}

func testMyGames(t *testing.T, s *Server, sessions map[store.Role]string) {
	reader, arbiter := sessions[store.Reader], sessions[store.Arbiter]
	var id struct{ Person int64 }
	game := "[White \"Tal, Mikhail\"]\n[Black \"Keres, Paul\"]\n\n1. e4 c5 1-0\n\n" +
		"[White \"Keres, Paul\"]\n[Black \"Tal,M\"]\n\n1. d4 d5 0-1\n\n[White \"Keres, Paul\"]\n[Black \"Euwe, Max\"]\n\n1. e4 e5 *\n"
	if got := of(s, arbiter, "POST", "/api/v1/games", game); got.Code >= 300 {
		t.Fatal(got.Body)
	}
	token := ""
	step := func(session, method, path, body string, status int, says string) {
		t.Helper()
		var headers []string
		if session == token && token != "" {
			session, headers = "", []string{"Authorization", "Bearer " + token}
		}
		if strings.HasPrefix(body, "{") && strings.Contains(body, "PERSON") {
			body = strings.ReplaceAll(body, "PERSON", fmt.Sprint(id.Person))
		}
		got := of(s, session, method, "/api/v1/"+path, body, headers...)
		if got.Code != status || !strings.Contains(got.Body.String(), says) {
			t.Errorf("%s %s %s: %d without %s: %s", method, path, body, got.Code, says, got.Body)
		}
	}
	ids := func(session, path, want string) {
		t.Helper()
		step(session, "GET", path, "", 200, want)
	}
	const tal, confirm = `{"player":"Tal, Mikhail"}`, `{"person":PERSON,"player":"Tal, Mikhail","decision":"confirm"}`

	step("", "GET", "games?mine=true", "", 401, "log in")
	step("", "PUT", "me/player", tal, 401, "")
	step(reader, "GET", "games?mine=true", "", 409, "player-not-linked")
	ids(reader, "me", `"player":null`)
	step(reader, "PUT", "me/player", `{"player":"nobody"}`, 404, "player-not-found")
	step(reader, "PUT", "me/player", `{"player":"?"}`, 404, "player-not-found")
	step(reader, "PUT", "me/player", tal, 200, `"state":"waiting","arbiter":null`)
	ids(reader, "me", `"state":"waiting"`)
	step(reader, "GET", "games?mine=true", "", 409, "no arbiter has confirmed yet")

	step(reader, "GET", "players/claims", "", 403, "")
	claims := of(s, arbiter, "GET", "/api/v1/players/claims", "")
	var listed players.ClaimPage
	if err := json.Unmarshal(claims.Body.Bytes(), &listed); err != nil || len(listed.Claims) != 1 || listed.Claims[0].Name != "reader" {
		t.Fatalf("%v %s", err, claims.Body)
	}
	id.Person = listed.Claims[0].Person
	step(reader, "POST", "players/claims", confirm, 403, "")
	step(sessions[store.Annotator], "POST", "players/claims", confirm, 403, "")
	step(arbiter, "POST", "players/claims", `{"person":PERSON,"player":"Keres, Paul","decision":"confirm"}`, 409, "claim-conflict")
	step(arbiter, "POST", "players/claims", `{"person":77,"player":"Tal, Mikhail","decision":"confirm"}`, 409, "claim-conflict")
	step(arbiter, "POST", "players/claims", `{"person":PERSON,"player":"Tal, Mikhail","decision":"maybe"}`, 400, "confirm or refuse")
	step(arbiter, "POST", "players/claims", `{"person":PERSON,"player":"Tal, Mikhail","decision":"refuse"}`, 200, `"state":"refused","arbiter":"arbiter"`)
	step(reader, "GET", "games?mine=true", "", 409, "refused")
	step(arbiter, "POST", "players/claims", confirm, 200, `"state":"confirmed"`)

	ids(reader, "games?mine=true", `"total":1`)
	step(arbiter, "POST", "players/names", `{"author":"arbiter","decision":"merge","player":"Tal, Mikhail","names":["Tal,M"]}`, 200, "")
	ids(reader, "games?mine=true", `"total":2`)
	ids(reader, "games?mine=true&colour=black", `"total":1`)
	ids(reader, "games?mine=true&colour=black&player=keres", `"total":1`)
	ids(reader, "games?mine=true&player=euwe", `"total":0`)
	step(reader, "GET", "games?colour=black", "", 400, "the player too")
	ids(reader, "faults?mine=true", `[]`)
	ids(reader, "explorer?variant=chess&mine=true", `"games":2`)
	ids(reader, "explorer?variant=chess&mine=true&colour=white", `"games":1`)
	ids(reader, "statistics?mine=true&by=player", "Tal, Mikhail")
	ids(reader, "export?as=pgn&mine=true&colour=white", "1. e4 c5")
	for query, total := range map[string]int{"mine": 2, "mine and result = 1-0": 1, "not mine and player:keres": 1, "mine or player:euwe": 3} {
		step(reader, "POST", "positions/search", fmt.Sprintf(`{"query":%q}`, query), 200, fmt.Sprintf(`"total":%d`, total))
	}
	step(reader, "POST", "positions/search", `{"variant":"chess","mine":true,"query":"black pawn on c5"}`, 200, `"total":1`)
	step("", "POST", "positions/search", `{"query":"mine"}`, 401, "log in")
	step(arbiter, "POST", "positions/search", `{"query":"mine"}`, 409, "player-not-linked")
	step(arbiter, "GET", "games?mine=true", "", 409, "player-not-linked")

	made := of(s, reader, "POST", "/api/v1/tokens", `{"name":"t","scopes":["read"],"days":1}`)
	var t1 struct{ Token string }
	if err := json.Unmarshal(made.Body.Bytes(), &t1); err != nil {
		t.Fatal(err)
	}
	token = t1.Token
	ids(token, "games?mine=true", `"total":2`)
	ids(token, "me", `"player":{"player":"Tal, Mikhail"`)
	step(token, "DELETE", "me/player", "", 403, "password login")

	step(sessions[store.Annotator], "PUT", "me/player", `{"player":"Tal,M"}`, 409, "another account")
	step(arbiter, "PUT", "me/player", `{"player":"Tal,M"}`, 409, "another account")
	step(arbiter, "PUT", "me/player", `{"player":"Euwe, Max"}`, 200, `"state":"confirmed","arbiter":"arbiter"`)
	ids(arbiter, "games?mine=true", `"total":1`)
	step(reader, "PUT", "me/player", `{"player":"Tal,M"}`, 200, `"player":"Tal, Mikhail"`) // the same one
	step(reader, "PUT", "me/player", `{"player":"Keres, Paul"}`, 200, `"state":"waiting"`)
	step(reader, "GET", "games?mine=true", "", 409, "")

	// Names of two linked players are merged: both accounts find all games, and
	// the arbiter sees it. A refused claim ends it.
	const keres = `{"person":PERSON,"player":"Keres, Paul","decision":"%s"}`
	step(arbiter, "POST", "players/claims", fmt.Sprintf(keres, "confirm"), 200, "")
	ids(arbiter, "players/claims", `"conflict":false`)
	step(arbiter, "POST", "players/names", `{"decision":"merge","player":"Euwe, Max","names":["Keres, Paul"]}`, 200, "")
	ids(reader, "games?mine=true", `"total":3`)
	ids(arbiter, "games?mine=true", `"total":3`)
	if got := of(s, arbiter, "GET", "/api/v1/players/claims", "").Body.String(); strings.Count(got, `"conflict":true`) != 2 {
		t.Errorf("claims after a merge: %s", got)
	}
	step(arbiter, "POST", "players/claims", fmt.Sprintf(keres, "confirm"), 409, "another account")
	step(arbiter, "POST", "players/claims", fmt.Sprintf(keres, "refuse"), 200, "")
	if got := of(s, arbiter, "GET", "/api/v1/players/claims", "").Body.String(); strings.Contains(got, `"conflict":true`) {
		t.Errorf("claims after a refusal: %s", got)
	}
	step(reader, "DELETE", "me/player", "", 204, "")
	ids(reader, "me", `"player":null`)
}
