package web

import (
	"net/http"
	"strings"

	"assay/api"
	"assay/api/rest"
	"assay/store"
)

// signData is what somebody logs in with, or joins by.
type signData struct {
	Name string // of whom a link is for; "" for whoever logs in
	Next string // the page that is gone to behind that
}

// nextParameters name where to go.
type nextParameters struct{ next string }

func (p *nextParameters) Parameters() []*rest.Parameter {
	return []*rest.Parameter{rest.Text("next", &p.next, "path of the page behind this")}
}

// within is a path of this server's pages, "/" where a text is none: a browser
// takes some that begin with a slash for addresses of other hosts.
func within(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\t\r\n") || strings.HasPrefix(path, "/login") {
		return "/"
	}
	return path
}

func (b *board) logIn(w http.ResponseWriter, r *http.Request) error {
	var p nextParameters
	if err := rest.Bind(r, &p); err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "login", page{Title: "Log in", Place: "me", Script: "login.js", Data: signData{Next: within(p.next)}})
}

func (b *board) join(w http.ResponseWriter, r *http.Request) error {
	name, err := b.archive.Invited(r.Context(), r.PathValue("secret"))
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "login", page{Title: "Choose a password", Place: "me", Script: "login.js", Data: signData{Name: name, Next: "/"}})
}

// meData is what somebody is shown of himself.
type meData struct {
	api.CallerView
	Tokens []api.TokenView
	Scopes []api.Right // that a token of his can have
}

func (b *board) me(w http.ResponseWriter, r *http.Request) error {
	tokens, err := b.archive.Tokens(r.Context())
	if err != nil {
		return err
	}
	d := meData{CallerView: api.WhoAsks(r.Context()), Tokens: tokens.Tokens}
	for _, right := range d.Rights {
		if right != api.Account {
			d.Scopes = append(d.Scopes, right)
		}
	}
	return b.render(w, r, http.StatusOK, "me", page{Title: d.Name, Place: "me", Script: "me.js", Data: d})
}

// peopleData is everybody, and what they can be.
type peopleData struct {
	*api.PeopleView
	Roles []store.Role
}

func (b *board) people(w http.ResponseWriter, r *http.Request) error {
	all, err := b.archive.People(r.Context())
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "people", page{Title: "People", Place: "me", Script: "people.js", Data: peopleData{all, store.Roles}})
}

// auditParameters are where a page of the audit log begins.
type auditParameters struct{ before int64 }

func (p *auditParameters) Parameters() []*rest.Parameter {
	return []*rest.Parameter{rest.Number("before", &p.before, "number of a deed").From(0).Usually(0)}
}

func (b *board) audit(w http.ResponseWriter, r *http.Request) error {
	var p auditParameters
	if err := rest.Bind(r, &p); err != nil {
		return err
	}
	deeds, err := b.archive.Deeds(r.Context(), p.before, api.DefaultLimit)
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "audit", page{Title: "Audit log", Place: "me", Data: deeds})
}
