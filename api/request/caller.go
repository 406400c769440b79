package request

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/store"
)

// Right is a permission of a caller.
type Right string

// The rights. A role with one of them also has all rights before it.
const (
	Free       Right = ""           // no permission needed
	Read       Right = "read"       // read the archive
	Contribute Right = "contribute" // submit records, analyse, draft variants
	Annotate   Right = "annotate"   // annotate, and edit one's own annotations
	Arbitrate  Right = "arbitrate"  // manage games, all annotations, comment policies and variants
	Administer Right = "administer" // manage user accounts, read the audit log
	Account    Right = "account"    // manage one's own password and tokens; requires a password login
)

// Scopes lists the rights a token can have.
var Scopes = []Right{Read, Contribute, Annotate, Arbitrate, Administer}

// RightsOf returns the rights of a role.
func RightsOf(role store.Role) []Right { return Scopes[:slices.Index(store.Roles, role)+1] }

// Caller is the user or client that makes a request. The zero Caller has no
// rights.
type Caller struct {
	Name         string     // "" if anonymous
	Role         store.Role // "" if anonymous
	Rights       []Right
	PersonID     int64 // 0 without an account
	CredentialID int64 // ID of the session or token
	guest        bool
	address      string // IP address, if remote
}

// Client identifies the client for shared limits: a user account or an IP
// address. The zero Client is the local machine.
type Client struct {
	ID    string
	Guest bool // not logged in, although the archive has accounts
}

// From returns a copy of the caller with the given IP address.
func (c Caller) From(address string) Caller {
	c.address = address
	return c
}

// Client returns the client that the caller's requests count against.
func (c Caller) Client() Client {
	switch {
	case c.Name != "":
		return Client{ID: "person " + c.Name}
	case c.address != "":
		return Client{ID: c.address, Guest: c.guest}
	}
	return Client{Guest: c.guest}
}

// Local is the caller on the local machine. It has all rights.
var Local = Caller{Rights: Scopes}

// Guest returns a caller that has not logged in.
func Guest() Caller { return Caller{guest: true, Rights: []Right{Read}} }

// May reports whether the caller has a right.
func (c Caller) May(r Right) bool { return r == Free || slices.Contains(c.Rights, r) }

// Guest reports whether the caller has not logged in.
func (c Caller) Guest() bool { return c.guest }

// Only returns a copy of the caller that has no other rights than the given
// ones.
func (c Caller) Only(rights ...Right) Caller {
	c.Rights = slices.DeleteFunc(slices.Clone(c.Rights), func(r Right) bool { return !slices.Contains(rights, r) })
	return c
}

// ErrNoAccounts reports that the archive has no user accounts.
var ErrNoAccounts = errors.New(
	"this archive has no user accounts; create the first on the page /people or with `assay people NAME --invite`")

// Need returns a [*DeniedError] or [ErrNoAccounts] if the caller lacks a right.
func (c Caller) Need(r Right) error {
	switch {
	case c.May(r):
		return nil
	case r == Account && c.Name == "" && !c.guest:
		return ErrNoAccounts
	}
	return &DeniedError{Right: r, Guest: c.guest}
}

// Owns reports whether the caller may change an object that belongs to a
// person. This person and arbiters may. person is 0 if the object has no owner.
func (c Caller) Owns(person int64) bool {
	return c.May(Arbitrate) || person != 0 && person == c.PersonID
}

// OwnerError reports that an object belongs to another user.
type OwnerError struct{ What string }

func (e *OwnerError) Error() string {
	return e.What + " belongs to another user; only its owner, arbiters and administrators may change it"
}

// DeniedError reports that the caller lacks a right.
type DeniedError struct {
	Right Right
	Guest bool // logging in may help
}

func (e *DeniedError) Error() string {
	switch {
	case e.Guest && e.Right == Free:
		return "this requires an account; log in, or send a token"
	case e.Guest:
		return fmt.Sprintf("this requires the right to %s; log in, or send a token with that right", e.Right)
	case e.Right == Account:
		return "this requires a password login; a token is not enough"
	}
	return fmt.Sprintf("this requires the right to %s, which you do not have", e.Right)
}

// callerKey is the context key of the caller.
type callerKey struct{}

// WithCaller returns a context with the given caller.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the caller in ctx, or [Local] if there is none.
func CallerOf(ctx context.Context) Caller {
	if c, named := ctx.Value(callerKey{}).(Caller); named {
		return c
	}
	return Local
}
