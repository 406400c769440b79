package store

import (
	"errors"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Role is a person's role in an archive. Each role includes the permissions of
// the lower ones.
type Role string

// The roles, lowest first.
const (
	Reader        Role = "reader"
	Contributor   Role = "contributor"
	Annotator     Role = "annotator"
	Arbiter       Role = "arbiter"
	Administrator Role = "administrator"
)

// Roles are all roles, lowest first.
var Roles = []Role{Reader, Contributor, Annotator, Arbiter, Administrator}

// Person is an account.
type Person struct {
	ID        int64
	Name      string // displayed name and signature
	Role      Role
	Password  []byte // hash made by the caller; empty until one is chosen
	Suspended bool   // may not log in
	Linked    bool   // an identity provider is linked
	Created   time.Time
}

// Identity is an account at an identity provider, or an e-mail address that may
// be linked at the first login.
type Identity struct {
	Issuer  string // the provider; "" for an e-mail address
	Subject string // the provider's subject, or the address
}

// MailIdentity returns the identity of an e-mail address.
func MailIdentity(address string) Identity {
	return Identity{Subject: cases.Fold().String(norm.NFC.String(strings.TrimSpace(address)))}
}

// CredentialKind is the kind of a credential.
type CredentialKind string

// The kinds of credentials.
const (
	Session CredentialKind = "session" // a browser session
	Token   CredentialKind = "token"   // an API token
	Link    CredentialKind = "link"    // an invitation to choose a password
)

// Credential is a session, token or link: its secret authenticates a person
// until it expires.
type Credential struct {
	ID      int64
	Hash    []byte // of the secret
	Kind    CredentialKind
	Person  int64
	Name    string // of a token
	Scopes  string // of a token, encoded by the caller
	Created time.Time
	Expires time.Time
}

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	Number int64 // from 1
	At     time.Time
	Person string // the acting person; "" if not logged in
	Action string // the action
	Object string // its object
	From   string // client address
}

// Errors of people and credentials.
var (
	ErrNoPerson     = errors.New("no such person")
	ErrNoCredential = errors.New("no such session or token, or it has expired")
	// ErrNonceUsed: a one-time value was already used.
	ErrNonceUsed = errors.New("it has already been used")
	// ErrIdentityTaken: the identity is linked to another person.
	ErrIdentityTaken = errors.New("the account is linked to another person")
	// ErrNameTaken: another person has the name.
	ErrNameTaken = errors.New("the name is taken")
	// ErrLastAdministrator: the archive would have no administrator.
	ErrLastAdministrator = errors.New("the archive would have no administrator")
)
