package account

import (
	"context"
	"strings"
	"time"

	"assay/api/request"
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
	Name   string          `json:"name"`
	Scopes []request.Right `json:"scopes"`
	Days   int             `json:"days"` // lifetime
}

// TokenView is a token.
type TokenView struct {
	ID      int64           `json:"id"`
	Name    string          `json:"name"`
	Scopes  []request.Right `json:"scopes"`
	Created time.Time       `json:"created"`
	Expires time.Time       `json:"expires"`
	Token   string          `json:"token,omitempty"` // only shown when it is created
}

// scopesOf returns the scopes of a token.
func scopesOf(g *store.Credential) []request.Right {
	scopes := []request.Right{}
	for _, word := range strings.Fields(g.Scopes) {
		scopes = append(scopes, request.Right(word))
	}
	return scopes
}

// TokensView lists a person's tokens.
type TokensView struct {
	Tokens []TokenView `json:"tokens"`
	request.Paged
}

// Tokens returns the caller's unexpired tokens.
func (a *Accounts) Tokens(ctx context.Context) (*TokensView, error) {
	c := request.CallerOf(ctx)
	if err := c.Need(request.Account); err != nil {
		return nil, err
	}
	credentials, err := a.store.Credentials(ctx, c.PersonID, store.Token)
	v := &TokensView{Tokens: []TokenView{}}
	for _, g := range credentials {
		v.Tokens = append(v.Tokens,
			TokenView{ID: g.ID, Name: g.Name, Scopes: scopesOf(&g), Created: g.Created, Expires: g.Expires})
	}
	return v, err
}

// NewToken creates a token for the caller, with the rights that both its scopes
// and the role allow. The error is an [*request.InputError],
// [*request.LimitError] or [*request.DeniedError].
func (a *Accounts) NewToken(ctx context.Context, in TokenInput) (*TokenView, error) {
	current, err := a.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	errs := append(checkEach("scopes", in.Scopes, request.Scopes),
		request.CheckBounds(request.Range("days", in.Days, 1, maxTokenDays)))
	if request.CheckAuthor(in.Name) != nil {
		errs = append(errs, &request.InputError{Field: "name", Value: strings.ToValidUTF8(in.Name, "\uFFFD"),
			Want: "a name that says what the token is for"})
	}
	words := request.Words(in.Scopes)
	if len(words) == 0 {
		errs = append(errs, &request.InputError{Field: "scopes",
			Want: "at least one of " + strings.Join(request.Words(request.Scopes), ", ")})
	}
	if err := request.Joined(errs...); err != nil {
		return nil, err
	}
	if len(current.Tokens) >= maxTokens {
		return nil, &request.LimitError{What: "tokens", Limit: maxTokens}
	}
	secret, credential, err := a.newCredential(ctx, TokenPrefix, store.Credential{
		Kind: store.Token, Person: request.CallerOf(ctx).PersonID, Name: in.Name, Scopes: strings.Join(words, " "),
	}, time.Duration(in.Days)*24*time.Hour)
	if err != nil {
		return nil, err
	}
	return &TokenView{ID: credential.ID, Name: in.Name, Scopes: in.Scopes, Created: credential.Created,
		Expires: credential.Expires, Token: secret}, nil
}

// RevokeToken revokes a token of the caller. The error is
// [store.ErrNoCredential] or a [*request.DeniedError].
func (a *Accounts) RevokeToken(ctx context.Context, id int64) error {
	c := request.CallerOf(ctx)
	if err := c.Need(request.Account); err != nil {
		return err
	}
	return a.store.RevokeCredentials(ctx, c.PersonID, id, store.Token)
}
