package store

import (
	"errors"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Role is what somebody is in an archive. Each may do all that those before it
// may.
type Role string

// The roles, from the one who may least.
const (
	Reader        Role = "reader"
	Contributor   Role = "contributor"
	Annotator     Role = "annotator"
	Arbiter       Role = "arbiter"
	Administrator Role = "administrator"
)

// Roles are all roles, from the one who may least.
var Roles = []Role{Reader, Contributor, Annotator, Arbiter, Administrator}

// Person is somebody who logs in.
type Person struct {
	ID       int64
	Name     string // as it is shown and signed with
	Role     Role
	Password []byte // its hash, of the caller's making; empty while none was chosen
	Barred   bool   // may not log in
	Linked   bool   // a provider knows him
	Created  time.Time
}

// Identity is by what somebody is known to a provider that he logs in with, or
// a mail address by which he is to be.
type Identity struct {
	Issuer  string // the provider; "" for a mail address
	Subject string // what the provider calls him, or the mail address
}

// MailIdentity is that of whoever a provider says has a mail address.
func MailIdentity(address string) Identity {
	return Identity{Subject: cases.Fold().String(norm.NFC.String(strings.TrimSpace(address)))}
}

// PersonKey is what names have in common that nobody can tell apart: those of
// two people differ in it.
func PersonKey(name string) string {
	return cases.Fold().String(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// GrantKind is what a grant is for.
type GrantKind string

// The kinds of grants.
const (
	Session GrantKind = "session" // of a browser
	Token   GrantKind = "token"   // of a program
	Link    GrantKind = "link"    // by which a password is chosen
)

// Grant lets whoever knows a secret act for a person, until it expires.
type Grant struct {
	ID      int64
	Hash    []byte // of the secret
	Kind    GrantKind
	Person  int64
	Name    string // of a token
	Scopes  string // of a token, of the caller's making
	Created time.Time
	Expires time.Time
}

// Deed is a line of the audit log.
type Deed struct {
	Number int64 // from 1
	At     time.Time
	Person string // who did it; "" for somebody who had not logged in
	Action string // what was done
	Object string // to what
	From   string // the address that it was done from
}

// What can be wrong with a person or grant asked for.
var (
	ErrNoPerson = errors.New("no such person")
	ErrNoGrant  = errors.New("no such grant, or it has expired")
	// ErrSpent says that what may be used once was used.
	ErrSpent = errors.New("it was used before")
	// ErrIdentityTaken says that a provider's account, or a mail address, is
	// somebody else's.
	ErrIdentityTaken = errors.New("the account is somebody else's here")
	// ErrNameTaken says that somebody else has a name.
	ErrNameTaken = errors.New("the name is taken")
	// ErrLastAdministrator says that nobody would be left to administer.
	ErrLastAdministrator = errors.New("nobody would be left who administers the archive")
)
