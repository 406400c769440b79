package api

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"assay/store"
)

// ErrStranger says that a provider vouches for somebody whom nobody has
// invited.
var ErrStranger = errors.New("the provider knows you, and this archive does not: an administrator invites you, by your mail address or a link")

// Vouched is what a provider says of somebody who has logged in there.
type Vouched struct {
	Identity     store.Identity
	Name         string
	Mail         string
	MailVerified bool       // the provider has seen that the address is his
	Role         store.Role // that the provider gives him, "" where it says none
	Roleless     bool       // the provider says what he is, and no role goes with that
	Link         string     // the secret of the invitation that he came by, "" for none
}

// Admit lets somebody in for whom a provider vouches, and gives the secret of
// the session. He is whom the provider's account is linked to; else it becomes
// that of whoever was invited by his link or by his mail address, where the
// provider has verified that. Anybody else is added with the role that the
// provider gives him, or the one for strangers; where that is "" too, the error
// is [ErrStranger]. Whom the provider gives a role has that from then on, and
// who is roleless there that of strangers, or the least. It may be [ErrLogin]
// for one who is barred, [ErrLink], [store.ErrIdentityTaken] or
// [store.ErrNameTaken].
func (a *Archive) Admit(ctx context.Context, v Vouched, strangers store.Role) (session string, err error) {
	p, err := a.vouched(ctx, v, strangers)
	if err != nil {
		return "", err
	}
	if p.Suspended {
		return "", ErrLogin
	}
	role := v.Role
	if v.Roleless {
		role = cmp.Or(strangers, store.Reader)
	}
	if role != "" && role != p.Role {
		_, err := a.store.ChangePerson(ctx, p.ID, func(p *store.Person) { p.Role = role })
		if err != nil && !errors.Is(err, store.ErrLastAdministrator) { // who stays one
			return "", err
		}
	}
	return a.session(ctx, p.ID)
}

// vouched is who a provider vouches for.
func (a *Archive) vouched(ctx context.Context, v Vouched, strangers store.Role) (*store.Person, error) {
	if v.Link != "" {
		return a.joined(ctx, v)
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
	role := cmp.Or(v.Role, strangers)
	peopled, err := a.HasPeople(ctx)
	if err != nil {
		return nil, err
	}
	if role == "" || !peopled {
		return nil, ErrStranger
	}
	if v.Name = strings.TrimSpace(v.Name); !isName(v.Name) {
		return nil, &InputError{Field: "name", Value: strings.ToValidUTF8(v.Name, "\uFFFD"), Want: "a name that the provider gives you"}
	}
	return a.store.AddPerson(ctx, store.Person{Name: v.Name, Role: role}, v.Identity)
}

// joined is who came by a link, which is used up.
func (a *Archive) joined(ctx context.Context, v Vouched) (*store.Person, error) {
	p, err := a.linked(ctx, v.Link)
	if err != nil {
		return nil, err
	}
	switch whose, err := a.store.PersonByIdentity(ctx, v.Identity); {
	case err == nil && whose.ID != p.ID:
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
