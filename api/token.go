package api

import (
	"context"
	"slices"
	"strings"
	"time"

	"assay/store"
)

// TokenPrefix starts every token, so that leaked ones can be recognized.
const TokenPrefix = "assay_"

// Limits of tokens per person and of their lifetime in days.
const (
	maxTokens    = 100
	maxTokenDays = 366
)

// TokenInput is a token to create.
type TokenInput struct {
	Name   string  `json:"name"`
	Scopes []Right `json:"scopes"`
	Days   int     `json:"days"` // lifetime
}

// TokenView is a token.
type TokenView struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Scopes  []Right   `json:"scopes"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Token   string    `json:"token,omitempty"` // only shown when it is created
}

// scopesOf returns the scopes of a token.
func scopesOf(g *store.Credential) []Right {
	scopes := []Right{}
	for _, word := range strings.Fields(g.Scopes) {
		scopes = append(scopes, Right(word))
	}
	return scopes
}

// TokensView lists a person's tokens.
type TokensView struct {
	Tokens []TokenView `json:"tokens"`
}

// Tokens returns the caller's unexpired tokens.
func (a *Archive) Tokens(ctx context.Context) (*TokensView, error) {
	c := CallerOf(ctx)
	if err := c.Need(Account); err != nil {
		return nil, err
	}
	credentials, err := a.store.Credentials(ctx, c.personID, store.Token)
	v := &TokensView{Tokens: []TokenView{}}
	for _, g := range credentials {
		v.Tokens = append(v.Tokens, TokenView{ID: g.ID, Name: g.Name, Scopes: scopesOf(&g), Created: g.Created, Expires: g.Expires})
	}
	return v, err
}

// NewToken creates a token for the caller, with the rights that both its scopes
// and the role allow. The error is an [*InputError], [*LimitError] or
// [*DeniedError].
func (a *Archive) NewToken(ctx context.Context, in TokenInput) (*TokenView, error) {
	current, err := a.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	if checkAuthor(in.Name) != nil {
		return nil, &InputError{Field: "name", Value: strings.ToValidUTF8(in.Name, "\uFFFD"), Want: "a name that says what the token is for"}
	}
	words := make([]string, len(in.Scopes))
	for i, s := range in.Scopes {
		if !slices.Contains(Scopes, s) || slices.Contains(in.Scopes[:i], s) {
			return nil, &InputError{Field: "scopes", Value: string(s), Want: strings.Join(Words(Scopes), ", ") + ", each once"}
		}
		words[i] = string(s)
	}
	if len(words) == 0 {
		return nil, &InputError{Field: "scopes", Want: "at least one of " + strings.Join(Words(Scopes), ", ")}
	}
	if err := checkBounds(bound{"days", in.Days, 1, maxTokenDays}); err != nil {
		return nil, err
	}
	if len(current.Tokens) >= maxTokens {
		return nil, &LimitError{What: "tokens", Limit: maxTokens}
	}
	secret, credential, err := a.newCredential(ctx, TokenPrefix, store.Credential{
		Kind: store.Token, Person: CallerOf(ctx).personID, Name: in.Name, Scopes: strings.Join(words, " "),
	}, time.Duration(in.Days)*24*time.Hour)
	if err != nil {
		return nil, err
	}
	return &TokenView{ID: credential.ID, Name: in.Name, Scopes: in.Scopes, Created: credential.Created, Expires: credential.Expires, Token: secret}, nil
}

// RevokeToken revokes a token of the caller. The error is
// [store.ErrNoCredential] or a [*DeniedError].
func (a *Archive) RevokeToken(ctx context.Context, id int64) error {
	c := CallerOf(ctx)
	if err := c.Need(Account); err != nil {
		return err
	}
	return a.store.RevokeCredentials(ctx, c.personID, id, store.Token)
}
