package account

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"assay/api/request"
	"assay/store"
)

// ErrNotInvited reports that the identity provider authenticated a user that
// has no account here.
var ErrNotInvited = errors.New(
	"you have no account in this archive; ask an administrator to invite you by e-mail address or link")

// IdentityClaims contains the claims of an identity provider about a user.
type IdentityClaims struct {
	Identity     store.Identity
	Name         string
	Mail         string
	MailVerified bool       // the provider verified the address
	Role         store.Role // role assigned by the provider, or ""
	Roleless     bool       // the provider states groups, but none has a role
	Link         string     // secret of the invitation link followed, or ""
}

// Admit logs a user in through an identity provider and returns the session's
// secret. The account is the invited one of the link, the one linked to the
// identity, or the one invited by the verified e-mail address, in this order.
// Otherwise Admit creates an account with the provider's role or, without one,
// with defaultRole; if defaultRole is "" too, the error is [ErrNotInvited]. In
// existing accounts it sets the provider's role, else defaultRole, else reader.
// The error may also be [ErrLogin] for a suspended account, [ErrLink],
// [store.ErrIdentityTaken] or [store.ErrNameTaken].
func (a *Accounts) Admit(ctx context.Context, v IdentityClaims, defaultRole store.Role) (session string, err error) {
	p, err := a.accountOf(ctx, v, defaultRole)
	if err != nil {
		return "", err
	}
	if p.Suspended {
		return "", ErrLogin
	}
	role := v.Role
	if v.Roleless {
		role = cmp.Or(defaultRole, store.Reader)
	}
	if role != "" && role != p.Role {
		_, err := a.store.ChangePerson(ctx, p.ID, func(p *store.Person) { p.Role = role })
		if err != nil && !errors.Is(err, store.ErrLastAdministrator) { // the last administrator keeps the role
			return "", err
		}
	}
	return a.session(ctx, p.ID)
}

// accountOf returns the account of an authenticated user.
func (a *Accounts) accountOf(ctx context.Context, v IdentityClaims, defaultRole store.Role) (*store.Person, error) {
	if v.Link != "" {
		return a.joinByLink(ctx, v)
	}
	p, err := a.store.PersonByIdentity(ctx, v.Identity)
	if !errors.Is(err, store.ErrNoPerson) {
		return p, err
	}
	if v.Mail != "" && v.MailVerified {
		p, err := a.store.ReplaceIdentity(ctx, store.MailIdentity(v.Mail), v.Identity)
		if !errors.Is(err, store.ErrNoPerson) {
			return p, err
		}
	}
	role := cmp.Or(v.Role, defaultRole)
	hasPeople, err := a.HasPeople(ctx)
	if err != nil {
		return nil, err
	}
	if role == "" || !hasPeople {
		return nil, ErrNotInvited
	}
	if v.Name = strings.TrimSpace(v.Name); !isName(v.Name) {
		return nil, &request.InputError{Field: "name", Value: strings.ToValidUTF8(v.Name, "\uFFFD"),
			Want: "a name from the identity provider"}
	}
	return a.store.AddPerson(ctx, store.Person{Name: v.Name, Role: role}, v.Identity)
}

// joinByLink returns the account of an invitation link and uses up the link.
func (a *Accounts) joinByLink(ctx context.Context, v IdentityClaims) (*store.Person, error) {
	p, err := a.invitedPerson(ctx, v.Link)
	if err != nil {
		return nil, err
	}
	switch owner, err := a.store.PersonByIdentity(ctx, v.Identity); {
	case err == nil && owner.ID != p.ID:
		return nil, store.ErrIdentityTaken
	case err != nil && !errors.Is(err, store.ErrNoPerson):
		return nil, err
	}
	if err := a.useLink(ctx, v.Link); err != nil {
		return nil, err
	}
	if err := a.store.LinkIdentity(ctx, p.ID, v.Identity); err != nil {
		return nil, err
	}
	return p, a.store.RevokeCredentials(ctx, p.ID, 0, store.Link)
}
