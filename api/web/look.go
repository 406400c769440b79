package web

import (
	"net/http"
	"net/url"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
)

// lookCookie is what the name of a cookie begins with that keeps how a reader
// has a game drawn; its id stands behind. The value is the set and the board
// with a dot between, either of them empty where it is as the game has it.
const lookCookie = "look-"

// remembered is how a reader has a game drawn.
func remembered(r *http.Request, id string) (l api.Look) {
	cookie, err := r.Cookie(lookCookie + id)
	if err != nil {
		return l
	}
	l.Set, l.Board, _ = strings.Cut(cookie.Value, ".")
	if l.Check() != nil { // a word of another version
		return api.Look{}
	}
	return l
}

// choose is how a reader has a game drawn, whose page this is: as the address
// says, which is remembered for a year, else as before. The error is that of
// [api.Look.Check].
func choose(w http.ResponseWriter, r *http.Request, id string) (api.Look, error) {
	w.Header().Add("Vary", "Cookie")
	q := r.URL.Query()
	if !q.Has("set") && !q.Has("board") {
		return remembered(r, id), nil
	}
	l := api.Look{Set: q.Get("set"), Board: q.Get("board")}
	if err := l.Check(); err != nil {
		return l, err
	}
	const year = 365 * 24 * 3600 // seconds
	cookie := http.Cookie{Name: lookCookie + id, Value: l.Set + "." + l.Board, Path: "/", MaxAge: year, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	http.SetCookie(w, &cookie)
	return l, nil
}

// lookForm is what a reader may choose for a game.
type lookForm struct {
	Sets, Boards []lookChoice
	Worn         string // the set that is drawn
	Ply          string // that the page shows, "" for none
	Options      string // of the game
}

// lookChoice is a set or a board.
type lookChoice struct {
	Word, Says string
	Chosen     bool
}

// formOf lists what there is to choose, with what is chosen.
func formOf(r *rules.Rules, l api.Look) *lookForm {
	f := &lookForm{
		Worn:   l.In(r.Definition()).Set,
		Sets:   []lookChoice{{Says: "as the game has them"}},
		Boards: []lookChoice{{Says: "as the game has it"}},
	}
	for _, set := range api.Looks(r) {
		f.Sets = append(f.Sets, lookChoice{string(set), set.Says(), string(set) == l.Set})
	}
	for _, board := range variant.DressBoards {
		f.Boards = append(f.Boards, lookChoice{board, board, board == l.Board})
	}
	return f
}

// diagramAddress is that of a picture of a game's start, as the reader has it
// drawn.
func diagramAddress(r *http.Request, id string) string {
	q := url.Values{"variant": {id}}
	l := remembered(r, id)
	if l.Set != "" {
		q.Set("set", l.Set)
	}
	if l.Board != "" {
		q.Set("board", l.Board)
	}
	return api.DiagramAddress + "?" + q.Encode()
}
