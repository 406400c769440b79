package web

import (
	"net/http"
	"net/url"

	"assay/api/players"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
)

// playersData is the data of the page that lists players.
type playersData struct {
	*players.Page
	Text string // words of their names
	More string // path of the next page; "" on the last one
}

// morePath returns the path of the next page of a list, "" on the last one.
func morePath(path string, next request.Cursor, conditions url.Values) string {
	if next == "" {
		return ""
	}
	conditions.Set("cursor", string(next))
	return path + "?" + conditions.Encode()
}

func (h *handler) listPlayers(w http.ResponseWriter, r *http.Request) error {
	var d playersData
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Text("q", &d.Text, "words"),
		rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	var err error
	if d.Page, err = h.archive.Players.List(r.Context(), d.Text, cursor, search.DefaultLimit); err != nil {
		return err
	}
	d.More = morePath("/players", d.Next, url.Values{"q": {d.Text}})
	return h.render(w, r, http.StatusOK, "players", page{Title: "Players", Place: "players", Data: d})
}

// suggestionsData is the data of the page that suggests merges.
type suggestionsData struct {
	*players.SuggestionPage
	permissions
	More   string
	Claims []players.PersonClaim // for arbiters
}

func (h *handler) suggestMerges(w http.ResponseWriter, r *http.Request) error {
	d := suggestionsData{permissions: permissionsOf(r)}
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	var err error
	if d.SuggestionPage, err = h.archive.Players.Suggestions(r.Context(), cursor, search.DefaultLimit); err != nil {
		return err
	}
	d.More = morePath("/players/suggestions", d.Next, url.Values{})
	if d.MayArbitrate {
		claims, err := h.archive.Players.Claims(r.Context())
		if err != nil {
			return err
		}
		d.Claims = claims.Claims
	}
	return h.render(w, r, http.StatusOK, "suggestions", page{Title: "Suggestions for merges", Place: "players",
		Script: scriptIf(d.MayArbitrate, "players.js"), Data: d})
}

// playerData is the data of a player's page.
type playerData struct {
	*players.Report
	permissions
}

func (h *handler) showPlayer(w http.ResponseWriter, r *http.Request) error {
	var name string
	if err := rest.BindPage(r, rest.Few{rest.Text("name", &name, "any name of the player").Required()}); err != nil {
		return err
	}
	found, err := h.archive.Players.Player(r.Context(), name)
	if err != nil {
		return err
	}
	d := playerData{found, permissionsOf(r)}
	return h.render(w, r, http.StatusOK, "player", page{Title: found.Name, Place: "players", Script: "players.js",
		Data: d})
}

func (h *handler) comparePlayers(w http.ResponseWriter, r *http.Request) error {
	if r.URL.RawQuery == "" {
		return h.listPlayers(w, r)
	}
	var names [2]string
	if err := rest.BindPage(r, rest.Few{rest.Text("name", &names[0], "a player").Required(),
		rest.Text("other", &names[1], "another one").Required()}); err != nil {
		return err
	}
	found, err := h.archive.Players.Compare(r.Context(), names)
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "comparison", page{Title: comparisonTitle, Place: "players",
		Data: found})
}

// comparisonTitle is the title of the page that compares two players.
const comparisonTitle = "Comparison of players"
