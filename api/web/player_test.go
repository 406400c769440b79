package web

import (
	"strings"
	"testing"

	"assay/api"
	"assay/api/players"
	"assay/api/records"
)

// playerGames are games of two names of one player, of another player and of
// nobody.
const playerGames = "[White \"GM <Tal>, Mikhail\"]\n[Black \"Keres, Paul\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2500\"]\n" +
	"[Date \"1959.10.05\"]\n\n1. e4 c5 2. Nf3 1-0\n\n[White \"Keres, Paul\"]\n[Black \"<Tal>, M\"]\n[BlackElo \"2600\"]\n" +
	"[WhiteElo \"2500\"]\n[Date \"1960.01.01\"]\n\n1. d4 d5 2. c4 1/2-1/2\n\n[White \"NN\"]\n[Black \"羽生善治九段\"]\n\n1. e4 *\n"

func addPlayers(t *testing.T, a *api.Archive) {
	t.Helper()
	if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(playerGames), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
}

// TestPlayerPages lists, shows, compares and merges players.
func TestPlayerPages(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/players"); status != 200 || !strings.Contains(body, "No players found.") {
		t.Errorf("%d %s", status, body)
	}
	addPlayers(t, a)
	type row struct {
		path   string
		status int
		says   string
	}
	check := func(rows ...row) {
		t.Helper()
		for _, row := range rows {
			if status, body := read(t, site+row.path); status != row.status || !strings.Contains(body, row.says) {
				t.Errorf("%s: %d without %s", row.path, status, row.says)
			}
		}
	}
	const tal, short = "/player?name=GM+%3CTal%3E,+Mikhail", "/player?name=%3CTal%3E,+M"
	check(row{"/players", 200, `<a href="/player?name=GM%20%3cTal%3e%2c%20Mikhail"><bdi>GM &lt;Tal&gt;, Mikhail</bdi></a>`},
		row{"/players?q=%E5%96%84%E6%B2%BB", 200, "1 player"},
		row{"/players?q=nobody", 200, "No players found."},
		row{"/players?cursor=x", 400, "cursor"},
		row{"/players/suggestions", 200, `data-decision="merge" data-name="GM &lt;Tal&gt;, Mikhail" data-player="&lt;Tal&gt;, M"`},
		row{"/players/suggestions?cursor=x", 400, "cursor"},
		row{tal, 200, "GM · 1 game · 1959"},
		row{"/player?name=%E7%BE%BD%E7%94%9F%E5%96%84%E6%B2%BB%E4%B9%9D%E6%AE%B5", 200, "<td>九段</td>"},
		row{"/player?name=NN", 404, "Player not found"},
		row{"/player", 400, "name"},
		row{"/players/comparison?name=nobody&other=Keres,+Paul", 404, "Player not found"},
		row{"/players/comparison?name=Keres,+Paul&other=%3CTal%3E,+M", 200, "Against each other"},
		row{"/games/1", 200, `href="/player?name=Keres%2c%20Paul"`},
		row{"/games/3", 200, "NN"})
	if _, body := read(t, site+"/games/3"); strings.Contains(body, `/player?name=NN`) {
		t.Error("NN has a page")
	}
	if _, err := a.Players.Decide(t.Context(), players.Decision{Author: "Ada", Decision: "merge",
		Player: "GM <Tal>, Mikhail", Names: []string{"<Tal>, M"}}); err != nil {
		t.Fatal(err)
	}
	check(row{"/players/suggestions", 200, "No suggestions."}, row{short, 200, "GM · 2 games · 1959–1960"},
		row{short, 200, "<td>75 %</td>"}, row{short, 200, `<span lang="en">Queen&#39;s Gambit</span>`},
		row{tal, 200, `href="/ratings?player=GM%20%3cTal%3e%2c%20Mikhail">Rating by month`},
		row{tal, 200, `data-decision="split" data-name="&lt;Tal&gt;, M"`},
		row{"/players/comparison?name=Keres,+Paul&other=GM+%3CTal%3E,+Mikhail", 200, "Against each other"})
}
