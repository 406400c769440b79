package web

import (
	"net/http"
	"net/url"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/rest"
)

// lookCookie is what the name of a cookie begins with that keeps how a reader
// has a game drawn; its id stands behind. The value is the set, the board and
// the notation with dots between, each empty where it is as the game has it.
const lookCookie = "look-"

// remembered is how a reader has a game drawn.
func remembered(r *http.Request, id string) (l api.Look) {
	cookie, err := r.Cookie(lookCookie + id)
	if err != nil {
		return l
	}
	words := append(strings.Split(cookie.Value, "."), "", "")
	l.Set, l.Board, l.Notation = words[0], words[1], words[2]
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
	if !q.Has("set") && !q.Has("board") && !q.Has("notation") {
		return remembered(r, id), nil
	}
	l := remembered(r, id)
	for name, word := range map[string]*string{"set": &l.Set, "board": &l.Board, "notation": &l.Notation} {
		if q.Has(name) {
			*word = q.Get(name)
		}
	}
	if err := l.Check(); err != nil {
		return l, err
	}
	const year = 365 * 24 * 3600 // seconds
	cookie := http.Cookie{Name: lookCookie + id, Value: l.Set + "." + l.Board + "." + l.Notation, Path: rest.CookiePath(r), MaxAge: year, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	http.SetCookie(w, &cookie)
	return l, nil
}

// lookForm is what a reader may choose for a game.
type lookForm struct {
	Sets, Boards, Notations []lookChoice
	Ply                     string // that the page shows, "" for none
	Options                 string // of the game
}

// lookChoice is a set, a board or a notation.
type lookChoice struct {
	Word, Says string
	Chosen     bool
}

// formOf lists what there is to choose, with what is chosen.
func formOf(r *rules.Rules, l api.Look) *lookForm {
	f := &lookForm{
		Sets:      []lookChoice{{Says: "as the game has them"}},
		Boards:    []lookChoice{{Says: "as the game has it"}},
		Notations: []lookChoice{{Says: "as the record has them"}},
	}
	for _, set := range api.Looks(r) {
		f.Sets = append(f.Sets, lookChoice{string(set), set.Says(), string(set) == l.Set})
	}
	for _, board := range variant.DressBoards {
		f.Boards = append(f.Boards, lookChoice{board, board, board == l.Board})
	}
	for _, style := range notation.Styles(r) {
		f.Notations = append(f.Notations, lookChoice{style.Name, style.Title, style.Name == l.Notation})
	}
	return f
}

// diagramAddress is that of a picture of a game's start, as the reader has it
// drawn.
func diagramAddress(r *http.Request, id string) string {
	return rest.Base(r) + api.DiagramAddress + "?" + url.Values{"variant": {id}}.Encode() + inAddress(remembered(r, id))
}

// inAddress is a look as an address asks for it, behind what is asked for
// before; "" where nothing is chosen.
func inAddress(l api.Look) string {
	q := url.Values{}
	for name, word := range map[string]string{"set": l.Set, "board": l.Board, "notation": l.Notation} {
		if word != "" {
			q.Set(name, word)
		}
	}
	if len(q) == 0 {
		return ""
	}
	return "&" + q.Encode()
}
