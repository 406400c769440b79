package web

import (
	"net/http"

	"assay/api/account"
	"assay/api/players"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
	"assay/store"
)

// signInData is the data of the pages for signing in and for invitations.
type signInData struct {
	Name     string // the invited person; "" on the sign-in page
	Next     string // page to open after sign-in
	Link     string // secret of the invitation
	Provider string // name of the identity provider, or ""
}

func (h *handler) signIn(w http.ResponseWriter, r *http.Request) error {
	var next string
	if err := rest.Bind(r, rest.Few{rest.Text("next", &next, "path of the page to open after sign-in")}); err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "login",
		page{Title: "Sign in", Place: "me", Script: "login.js",
			Data: signInData{Next: rest.Within(next), Provider: h.config.Provider}})
}

func (h *handler) join(w http.ResponseWriter, r *http.Request) error {
	link := r.PathValue("secret")
	name, err := h.archive.InvitedName(r.Context(), link)
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "login",
		page{Title: "Choose a password", Place: "me", Script: "login.js",
			Data: signInData{Name: name, Next: "/", Link: link, Provider: h.config.Provider}})
}

// meData is the data of a person's own page.
type meData struct {
	account.CallerView
	Tokens          []account.TokenView
	AvailableScopes []request.Right // available for new tokens
	Claim           *players.Claim  // nil if the person has not said which player they are
	MayArbitrate    bool
}

func (h *handler) me(w http.ResponseWriter, r *http.Request) error {
	tokens, err := h.archive.Tokens(r.Context())
	if err != nil {
		return err
	}
	d := meData{CallerView: account.ViewCaller(r.Context()), Tokens: tokens.Tokens,
		MayArbitrate: permissionsOf(r).MayArbitrate}
	if d.Claim, err = h.archive.Players.Claim(r.Context()); err != nil {
		return err
	}
	for _, right := range d.Rights {
		if right != request.Account {
			d.AvailableScopes = append(d.AvailableScopes, right)
		}
	}
	return h.render(w, r, http.StatusOK, "me", page{Title: string(d.Name), Place: "me", Script: "me.js", Data: d})
}

// peopleData is the data of the page that lists people.
type peopleData struct {
	*account.PeopleView
	Roles   []store.Role
	UseMail bool // whether an identity provider identifies people by e-mail address
}

func (h *handler) people(w http.ResponseWriter, r *http.Request) error {
	found, err := h.archive.People(r.Context())
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "people",
		page{Title: "People", Place: "me", Script: "people.js",
			Data: peopleData{found, store.Roles, h.config.Provider != ""}})
}

// webhooksData is the data of the webhooks page.
type webhooksData struct {
	*account.WebhooksView
	AllKinds []store.WebhookEventKind
}

func (h *handler) webhooks(w http.ResponseWriter, r *http.Request) error {
	found, err := h.archive.Webhooks(r.Context())
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "webhooks",
		page{Title: "Webhooks", Place: "me", Script: "webhooks.js", Data: webhooksData{found, store.WebhookEventKinds}})
}

func (h *handler) audit(w http.ResponseWriter, r *http.Request) error {
	var cursor string
	if err := rest.Bind(r, rest.Few{rest.Text("cursor", &cursor, "next of the previous page").
		Formerly("before")}); err != nil {
		return err
	}
	entries, err := h.archive.AuditLog(r.Context(), cursor, search.DefaultLimit)
	if err != nil {
		return err
	}
	return h.render(w, r, http.StatusOK, "audit", page{Title: "Audit log", Place: "me", Data: entries})
}
