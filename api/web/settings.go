package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/present"
	"assay/api/rest"
)

// settingsCookie is the prefix of the cookies that store a reader's display
// settings; the variant's ID follows. The value is piece set, board and
// notation, separated by dots; an empty one is the variant's default.
const settingsCookie = "look-"

// storedSettings returns the reader's stored display settings for a variant.
func storedSettings(r *http.Request, id string) (l present.Look) {
	cookie, err := r.Cookie(settingsCookie + id)
	if err != nil {
		return l
	}
	return settingsOf(cookie)
}

// settingsOf parses the value of a settings cookie.
func settingsOf(cookie *http.Cookie) (l present.Look) {
	words := append(strings.Split(cookie.Value, "."), "", "")
	l.Set, l.Board, l.Notation = words[0], words[1], words[2]
	if l.Check() != nil { // stored by another version
		return present.Look{}
	}
	return l
}

// chosenSettings returns the reader's display settings for a variant: from the
// URL (then stored in a cookie for a year), or the stored ones. It returns the
// error of [present.Look.Check].
func chosenSettings(w http.ResponseWriter, r *http.Request, id string) (present.Look, error) {
	q := r.URL.Query()
	if !q.Has("set") && !q.Has("board") && !q.Has("notation") {
		return storedSettings(r, id), nil
	}
	l := storedSettings(r, id)
	for name, word := range map[string]*string{"set": &l.Set, "board": &l.Board, "notation": &l.Notation} {
		if q.Has(name) {
			*word = q.Get(name)
		}
	}
	if err := l.Check(); err != nil {
		return l, err
	}
	// settingsJSON reads it from the request.
	r.AddCookie(remember(w, r, settingsCookie+id, l.Set+"."+l.Board+"."+l.Notation))
	return l, nil
}

// remember stores a choice of the reader in a cookie for a year, and returns
// the cookie.
func remember(w http.ResponseWriter, r *http.Request, name, value string) *http.Cookie {
	const year = 365 * 24 * 3600 // seconds
	cookie := &http.Cookie{Name: name, Value: value, Path: rest.CookiePath(r), MaxAge: year, HttpOnly: true,
		SameSite: http.SameSiteLaxMode}
	http.SetCookie(w, cookie)
	return cookie
}

// settingsJSON returns the reader's stored display settings by variant for
// scripts, which cannot read the cookies; "" if there are none.
func settingsJSON(r *http.Request) string {
	all := map[string]present.Look{}
	for _, cookie := range r.Cookies() {
		if id, is := strings.CutPrefix(cookie.Name, settingsCookie); is {
			all[id] = settingsOf(cookie)
		}
	}
	if len(all) == 0 {
		return ""
	}
	text, _ := json.Marshal(all) // strings
	return string(text)
}

// settingsForm is the form for a variant's display settings.
type settingsForm struct {
	Sets, Boards, Notations []settingChoice
	Ply                     string // the ply shown, or ""
	Options                 string // of the variant
}

// settingChoice is a piece set, a board or a notation.
type settingChoice struct {
	Value, Label string
	Chosen       bool
}

// newSettingsForm returns the form with the current settings selected.
func newSettingsForm(r *rules.Rules, l present.Look) *settingsForm {
	f := &settingsForm{
		Sets:      []settingChoice{{Label: "default"}},
		Boards:    []settingChoice{{Label: "default"}},
		Notations: []settingChoice{{Label: "as in the record"}},
	}
	for _, set := range present.Looks(r) {
		f.Sets = append(f.Sets, settingChoice{string(set), set.Says(), string(set) == l.Set})
	}
	for _, board := range variant.DressBoards {
		f.Boards = append(f.Boards, settingChoice{board, board, board == l.Board})
	}
	for _, style := range notation.Styles(r) {
		f.Notations = append(f.Notations, settingChoice{style.Name, style.Title, style.Name == l.Notation})
	}
	return f
}

// diagramURL returns the path of a diagram of a variant's starting position,
// drawn with the reader's settings.
func diagramURL(r *http.Request, id string) string {
	return rest.Base(r) + present.DiagramAddress + "?" + url.Values{"variant": {id}}.Encode() +
		settingsQuery(storedSettings(r, id))
}

// settingsQuery returns settings as query parameters to append to a URL, or ""
// for the defaults.
func settingsQuery(l present.Look) string {
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
