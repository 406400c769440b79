package account

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/text/secure/precis"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// Lifetimes of credentials.
const (
	SessionLasts = 30 * 24 * time.Hour
	linkLifetime = 7 * 24 * time.Hour
)

// Accounts manages people, their credentials, and the audit log.
type Accounts struct {
	store store.People
	// hasAccounts is set once the archive is known to have user accounts.
	hasAccounts atomic.Bool
}

// NewAccounts returns the accounts in s.
func NewAccounts(s store.People) *Accounts { return &Accounts{store: s} }

// Authentication errors.
var (
	// ErrLogin does not reveal whether the name or the password is wrong.
	ErrLogin = errors.New("the name or password is wrong, or the account is suspended")
	// ErrToken reports a token that is unknown, revoked or expired.
	ErrToken = errors.New("the token is unknown, revoked or expired")
	// ErrLink reports a link that is unknown, used or expired.
	ErrLink = errors.New("the link is unknown, used or expired; ask an administrator for a new one")
)

// PersonView is a person, as seen by that person and by administrators.
type PersonView struct {
	ID      int64      `json:"id"`
	Name    string     `json:"name"`
	Role    store.Role `json:"role"`
	Barred  bool       `json:"barred"`
	Joined  bool       `json:"joined"` // has chosen a password, or logs in through a provider
	Created time.Time  `json:"created"`
}

// PeopleView lists all people, in the order in which they were added.
type PeopleView struct {
	People []PersonView `json:"people"`
	request.Paged
}

func viewPerson(p *store.Person) PersonView {
	return PersonView{ID: p.ID, Name: p.Name, Role: p.Role, Barred: p.Suspended, Joined: len(p.Password) > 0 ||
		p.Linked, Created: p.Created}
}

// PersonInput is a person to invite.
type PersonInput struct {
	Name string     `json:"name"`
	Role store.Role `json:"role"`
	Mail string     `json:"mail"` // verified by the identity provider; "" if unknown
}

// PersonChange is an administrator's change of a person; nil fields are left as
// they are.
type PersonChange struct {
	Role   *store.Role `json:"role"`
	Barred *bool       `json:"barred"`
}

// Invitation is a one-time link to choose a password.
type Invitation struct {
	Person  PersonView `json:"person"`
	Secret  string     `json:"secret"` // of the page /join/SECRET
	Expires time.Time  `json:"expires"`
}

// hashSecret returns the stored hash of a secret.
func hashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// newCredential creates a credential and returns its secret.
func (a *Accounts) newCredential(ctx context.Context, secret string, g store.Credential,
	lifetime time.Duration) (string, *store.Credential, error) {
	secret += strings.ToLower(rand.Text())
	g.Hash = hashSecret(secret)
	credential, err := a.store.AddCredential(ctx, g, lifetime)
	return secret, credential, err
}

// UseNonce uses a nonce. It works across all servers of the archive. The error
// is [store.ErrNonceUsed] if it was used before.
func (a *Accounts) UseNonce(ctx context.Context, secret string) error {
	return a.store.UseNonce(ctx, hashSecret(secret))
}

// CountAttempt counts an attempt under a key, across all servers of the
// archive. It returns how long to wait if there were more than limit in a
// minute.
func (a *Accounts) CountAttempt(ctx context.Context, key string, limit int) (time.Duration, error) {
	return a.store.CountAttempt(ctx, hashSecret(key), limit)
}

// CountRequests counts requests under a key, across all servers of the archive.
// It returns the time until a burst of limit requests is allowed again. It is
// more than a minute if there were too many requests.
func (a *Accounts) CountRequests(ctx context.Context, key string, requests, limit int) (time.Duration, error) {
	return a.store.CountRequests(ctx, hashSecret(key), requests, limit)
}

// HasPeople reports whether people log in to the archive. Once it has people,
// it always has.
func (a *Accounts) HasPeople(ctx context.Context) (bool, error) {
	if a.hasAccounts.Load() {
		return true, nil
	}
	people, err := a.store.People(ctx)
	if len(people) > 0 {
		a.hasAccounts.Store(true)
	}
	return len(people) > 0, err
}

// Authenticate returns the caller who has a secret of a kind. Without a secret,
// the caller is a guest, or [request.Local] if the archive has no people. The
// error is [ErrToken] if the secret is not valid.
func (a *Accounts) Authenticate(ctx context.Context, kind store.CredentialKind, secret string) (request.Caller, error) {
	hasPeople, err := a.HasPeople(ctx)
	switch {
	case err != nil:
		return request.Caller{}, err
	case secret == "" && !hasPeople:
		return request.Local, nil
	case secret == "":
		return request.Guest(), nil
	}
	g, p, err := a.store.Authenticate(ctx, hashSecret(secret))
	if errors.Is(err, store.ErrNoCredential) || err == nil && (g.Kind != kind || p.Suspended) {
		return request.Caller{}, ErrToken
	}
	if err != nil {
		return request.Caller{}, err
	}
	c := request.Caller{Name: p.Name, Role: p.Role, Rights: request.RightsOf(p.Role), PersonID: p.ID,
		CredentialID: g.ID}
	if kind == store.Token {
		return c.Only(scopesOf(g)...), nil
	}
	c.Rights = append(slices.Clone(c.Rights), request.Account)
	return c, nil
}

// LogIn checks a password and returns the secret of a new session. The error is
// [ErrLogin].
func (a *Accounts) LogIn(ctx context.Context, name, password string) (session string, err error) {
	p, err := a.store.Person(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNoPerson) {
		return "", err
	}
	if !isName(name) {
		p = nil // such a name can look like another's
	}
	var hash []byte
	if p != nil {
		hash = p.Password
	}
	if len(password) > 4*maxPassword || !matchesPassword(hash, password) || p.Suspended {
		return "", ErrLogin
	}
	if session, err = a.session(ctx, p.ID); err != nil {
		return "", err
	}
	// Since the check, the password may have changed, or the person may have
	// been suspended. Both ended only earlier sessions.
	switch p, err = a.store.Person(ctx, name); {
	case err != nil:
		return "", err
	case p.Suspended || !bytes.Equal(p.Password, hash):
		return "", ErrLogin
	}
	return session, nil
}

func (a *Accounts) session(ctx context.Context, person int64) (string, error) {
	secret, _, err := a.newCredential(ctx, "", store.Credential{Kind: store.Session, Person: person}, SessionLasts)
	return secret, err
}

// LogOut ends the caller's session.
func (a *Accounts) LogOut(ctx context.Context) error {
	c := request.CallerOf(ctx)
	if err := c.Need(request.Account); err != nil {
		return err
	}
	return a.store.RevokeCredentials(ctx, c.PersonID, c.CredentialID, store.Session)
}

// ChangePassword changes the caller's password. It ends all sessions and
// returns the secret of a new one. The error is an [*request.InputError], a
// [*request.DeniedError], or [ErrLogin] if the old password is wrong.
func (a *Accounts) ChangePassword(ctx context.Context, old, password string) (session string, err error) {
	c := request.CallerOf(ctx)
	if err := c.Need(request.Account); err != nil {
		return "", err
	}
	if err := checkPassword(password); err != nil {
		return "", err
	}
	p, err := a.store.Person(ctx, c.Name)
	if err != nil {
		return "", err
	}
	if !matchesPassword(p.Password, old) {
		return "", ErrLogin
	}
	return a.setPassword(ctx, p, hashPassword(password))
}

// setPassword saves a person's password hash, ends the person's sessions and
// links, and returns a new session.
func (a *Accounts) setPassword(ctx context.Context, p *store.Person, hash []byte) (session string, err error) {
	if _, err := a.store.ChangePerson(ctx, p.ID, func(p *store.Person) { p.Password = hash }); err != nil {
		return "", err
	}
	if err := a.store.RevokeCredentials(ctx, p.ID, 0, store.Session, store.Link); err != nil {
		return "", err
	}
	return a.session(ctx, p.ID)
}

// AcceptInvitation uses an invitation: it sets the person's password and logs
// in. The error is [ErrLink] or an [*request.InputError].
func (a *Accounts) AcceptInvitation(ctx context.Context, link, password string) (session string, err error) {
	p, err := a.invitedPerson(ctx, link)
	if err != nil {
		return "", err
	}
	if err := checkPassword(password); err != nil {
		return "", err
	}
	hash := hashPassword(password)
	if err := a.useLink(ctx, link); err != nil {
		return "", err
	}
	return a.setPassword(ctx, p, hash)
}

// InvitedName returns the name of the invited person. The error is [ErrLink].
func (a *Accounts) InvitedName(ctx context.Context, link string) (string, error) {
	p, err := a.invitedPerson(ctx, link)
	if err != nil {
		return "", err
	}
	return p.Name, nil
}

func (a *Accounts) invitedPerson(ctx context.Context, link string) (*store.Person, error) {
	g, p, err := a.store.Authenticate(ctx, hashSecret(link))
	if errors.Is(err, store.ErrNoCredential) || err == nil && (g.Kind != store.Link || p.Suspended) {
		return nil, ErrLink
	}
	return p, err
}

// useLink ends a link. Of several concurrent uses one succeeds; the others
// return [ErrLink].
func (a *Accounts) useLink(ctx context.Context, link string) error {
	err := a.store.ConsumeCredential(ctx, hashSecret(link))
	if errors.Is(err, store.ErrNoCredential) {
		return ErrLink
	}
	return err
}

// People returns all people.
func (a *Accounts) People(ctx context.Context) (*PeopleView, error) {
	people, err := a.store.People(ctx)
	v := &PeopleView{People: []PersonView{}}
	for i := range people {
		v.People = append(v.People, viewPerson(&people[i]))
	}
	return v, err
}

// person returns a person by ID. The error is [store.ErrNoPerson].
func (a *Accounts) person(ctx context.Context, id int64) (*store.Person, error) {
	people, err := a.store.People(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(people, func(p store.Person) bool { return p.ID == id })
	if i < 0 {
		return nil, store.ErrNoPerson
	}
	return &people[i], nil
}

func CheckRole(role store.Role) error {
	if slices.Contains(store.Roles, role) {
		return nil
	}
	return &request.InputError{Field: "role", Value: string(role), Want: strings.Join(request.Words(store.Roles), ", ")}
}

// isName reports whether a name is allowed. Invisible and bidirectional control
// characters are forbidden, because they can make a name look like another (RFC
// 8266).
func isName(name string) bool {
	_, err := precis.Nickname.String(name)
	return err == nil && request.CheckAuthor(name) == nil && store.PersonKey(name) != ""
}

// Invite adds a person and returns an invitation. The first person is an
// administrator; from then on people have to log in. The error is an
// [*request.InputError], [store.ErrNameTaken] or [store.ErrIdentityTaken].
func (a *Accounts) Invite(ctx context.Context, in PersonInput) (*Invitation, error) {
	hasPeople, err := a.HasPeople(ctx)
	if err != nil {
		return nil, err
	}
	errs := []error{CheckRole(in.Role)}
	if errs[0] == nil && !hasPeople && in.Role != store.Administrator {
		errs[0] = &request.InputError{Field: "role", Value: string(in.Role),
			Want: "administrator, because the first person invites the others"}
	}
	if !isName(in.Name) {
		errs = append(errs, &request.InputError{Field: "name", Value: strings.ToValidUTF8(in.Name, "\uFFFD"),
			Want: fmt.Sprintf("a name of up to %d visible characters", request.MaxAuthor)})
	}
	var identities []store.Identity
	if in.Mail != "" {
		if address, err := mail.ParseAddress(in.Mail); err != nil || address.Address != in.Mail {
			errs = append(errs, &request.InputError{Field: "mail", Value: strings.ToValidUTF8(in.Mail, "\uFFFD"),
				Want: "a mail address such as ada@club.example"})
		}
		identities = append(identities, store.MailIdentity(in.Mail))
	}
	if err := request.Joined(errs...); err != nil {
		return nil, err
	}
	p, err := a.store.AddPerson(ctx, store.Person{Name: in.Name, Role: in.Role}, identities...)
	if err != nil {
		return nil, err
	}
	a.hasAccounts.Store(true)
	return a.invitation(ctx, p)
}

// RenewInvitation returns a new invitation for a person; earlier ones end. The
// error is [store.ErrNoPerson].
func (a *Accounts) RenewInvitation(ctx context.Context, id int64) (*Invitation, error) {
	p, err := a.person(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := a.store.RevokeCredentials(ctx, p.ID, 0, store.Link); err != nil {
		return nil, err
	}
	return a.invitation(ctx, p)
}

func (a *Accounts) invitation(ctx context.Context, p *store.Person) (*Invitation, error) {
	secret, credential, err := a.newCredential(ctx, "", store.Credential{Kind: store.Link, Person: p.ID}, linkLifetime)
	if err != nil {
		return nil, err
	}
	return &Invitation{Person: viewPerson(p), Secret: secret, Expires: credential.Expires}, nil
}

// ChangePerson changes a person's role, or suspends the person, which ends all
// sessions, links and tokens. The error is [store.ErrNoPerson],
// [store.ErrLastAdministrator] or an [*request.InputError].
func (a *Accounts) ChangePerson(ctx context.Context, id int64, change PersonChange) (*PersonView, error) {
	if change.Role != nil {
		if err := CheckRole(*change.Role); err != nil {
			return nil, err
		}
	}
	p, err := a.store.ChangePerson(ctx, id, func(p *store.Person) {
		if change.Role != nil {
			p.Role = *change.Role
		}
		if change.Barred != nil {
			p.Suspended = *change.Barred
		}
	})
	if err != nil {
		return nil, err
	}
	if p.Suspended {
		if err := a.store.RevokeCredentials(ctx, p.ID, 0, store.Session, store.Token, store.Link); err != nil {
			return nil, err
		}
	}
	v := viewPerson(p)
	return &v, nil
}

// CallerView is the caller of a request.
type CallerView struct {
	Name   optional.Text   `json:"name"` // none if not logged in
	Role   optional.Text   `json:"role"` // none if not logged in
	Rights []request.Right `json:"rights"`
}

// ViewCaller returns the caller of a request.
func ViewCaller(ctx context.Context) CallerView {
	c := request.CallerOf(ctx)
	return CallerView{optional.Text(c.Name), optional.Text(c.Role), append([]request.Right{}, c.Rights...)}
}
