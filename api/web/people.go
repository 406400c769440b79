package web

import (
	"net/http"

	"assay/api"
	"assay/api/rest"
	"assay/store"
)

// signData is what somebody logs in with, or joins by.
type signData struct {
	Name string // of whom a link is for; "" for whoever logs in
	Next string // the page that is gone to behind that
	Link string // the secret that he joins by
	With string // the provider that people log in with, "" for none
}

func (b *board) logIn(w http.ResponseWriter, r *http.Request) error {
	var next string
	if err := rest.Bind(r, rest.Few{rest.Text("next", &next, "path of the page behind this")}); err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "login", page{Title: "Log in", Place: "me", Script: "login.js", Data: signData{Next: rest.Within(next), With: b.config.Provider}})
}

func (b *board) join(w http.ResponseWriter, r *http.Request) error {
	link := r.PathValue("secret")
	name, err := b.archive.Invited(r.Context(), link)
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "login", page{Title: "Choose a password", Place: "me", Script: "login.js", Data: signData{Name: name, Next: "/", Link: link, With: b.config.Provider}})
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
	Mails bool // whether a provider knows people by mail addresses
}

func (b *board) people(w http.ResponseWriter, r *http.Request) error {
	all, err := b.archive.People(r.Context())
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "people", page{Title: "People", Place: "me", Script: "people.js", Data: peopleData{all, store.Roles, b.config.Provider != ""}})
}

// webhooksData is all webhooks, and what they can be told of.
type webhooksData struct {
	*api.WebhooksView
	All []store.WebhookEventKind
}

func (b *board) webhooks(w http.ResponseWriter, r *http.Request) error {
	all, err := b.archive.Webhooks(r.Context())
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "webhooks", page{Title: "Webhooks", Place: "me", Script: "webhooks.js", Data: webhooksData{all, store.WebhookEventKinds}})
}

func (b *board) audit(w http.ResponseWriter, r *http.Request) error {
	var before int64
	if err := rest.Bind(r, rest.Few{rest.Number("before", &before, "number of a deed").From(0).Usually(0)}); err != nil {
		return err
	}
	deeds, err := b.archive.Deeds(r.Context(), before, api.DefaultLimit)
	if err != nil {
		return err
	}
	return b.render(w, r, http.StatusOK, "audit", page{Title: "Audit log", Place: "me", Data: deeds})
}
