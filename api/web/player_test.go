package web

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"assay/api"
	"assay/api/account"
	"assay/api/players"
	"assay/api/records"
	"assay/api/request"
	"assay/store"
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

// TestMyGames shows people the state of their claim, arbiters the buttons, and
// people with a player the filter for their games.
func TestMyGames(t *testing.T) {
	site, a := serve(t)
	addPlayers(t, a)
	sessions := map[store.Role]string{}
	for _, role := range []store.Role{store.Administrator, store.Reader} {
		invited, err := a.Invite(t.Context(), account.PersonInput{Name: string(role), Role: role})
		if err != nil {
			t.Fatal(err)
		}
		if sessions[role], err = a.AcceptInvitation(t.Context(), invited.Secret, "three frogs in a pond"); err != nil {
			t.Fatal(err)
		}
	}
	show := func(role store.Role, path string, status int, says, not string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", site+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if role != "" {
			r.AddCookie(&http.Cookie{Name: "assay", Value: sessions[role]})
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		body, err := io.ReadAll(got.Body)
		if text := string(body); err != nil || got.StatusCode != status || !strings.Contains(text, says) || not != "" && strings.Contains(text, not) {
			t.Errorf("%s as %s: %d without %s or with %s: %v", path, role, got.StatusCode, says, not, err)
		}
	}
	show("", "/?mine=true", 200, "Sign in", "") // the page for signing in
	show(store.Reader, "/me", 200, "Ask an arbiter to confirm", "waiting for")
	show(store.Reader, "/", 200, "Filter games", "My games")
	show(store.Reader, "/?mine=true", 400, "your account is not linked to a player", "")
	show(store.Reader, "/statistics?mine=true", 400, "our account is not linked to a player", "")
	caller := func(role store.Role) request.Caller {
		c, err := a.Authenticate(t.Context(), store.Session, sessions[role])
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	reader := caller(store.Reader)
	if _, err := a.Players.ClaimPlayer(request.WithCaller(t.Context(), reader), players.ClaimInput{Player: "Keres, Paul"}); err != nil {
		t.Fatal(err)
	}
	show(store.Reader, "/me", 200, "waiting for an arbiter", "?mine=true")
	show(store.Reader, "/players/suggestions", 200, "Suggestions", `id="claims"`)
	show(store.Administrator, "/players/suggestions", 200, `data-claim="confirm"`, "")
	if _, err := a.Players.DecideClaim(request.WithCaller(t.Context(), caller(store.Administrator)),
		players.ClaimDecision{Person: reader.PersonID, Player: "Keres, Paul", Decision: "confirm"}); err != nil {
		t.Fatal(err)
	}
	show(store.Administrator, "/players/suggestions", 200, `data-claim="refuse"`, `data-claim="confirm"`)
	show(store.Reader, "/me", 200, `href="/?mine=true"`, "waiting for")
	show(store.Reader, "/", 200, "My games", "")
	show(store.Reader, "/?mine=true", 200, "2 games found", "")
	show(store.Reader, "/search?variant=chess", 200, `<label><input type="checkbox" name="mine"`, "")
	show(store.Administrator, "/search?variant=chess", 200, `<label hidden><input type="checkbox" name="mine"`, "")
}
