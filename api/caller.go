package api

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"assay/store"
)

// Right is something that a caller may do.
type Right string

// The rights, each of which includes those before it where a role gives it.
const (
	Free       Right = ""           // nothing: anybody may
	Read       Right = "read"       // what the archive holds
	Contribute Right = "contribute" // records, analyses, drafts of definitions
	Annotate   Right = "annotate"   // one's own annotations
	Arbitrate  Right = "arbitrate"  // games, annotations of all, what is commented on, variants
	Administer Right = "administer" // people, and the audit log
	Account    Right = "account"    // one's own password and tokens: of who logged in with the password
)

// Scopes are the rights that a token can have.
var Scopes = []Right{Read, Contribute, Annotate, Arbitrate, Administer}

// rightsOf are those of a role.
func rightsOf(role store.Role) []Right { return Scopes[:slices.Index(store.Roles, role)+1] }

// Caller is who asks something of an archive. The zero Caller may do nothing.
type Caller struct {
	Name   string     // "" for nobody in particular
	Role   store.Role // "" for nobody in particular
	Rights []Right
	person int64
	grant  int64 // by which he was let in
	guest  bool
	from   string // network address of a remote caller
}

// Client is whom a request counts for when clients share something: a person,
// or whoever calls from an address. The zero Client is the machine itself.
type Client struct {
	ID    string
	Guest bool // could log in, and has not
}

// From returns the caller with the address that the request came from.
func (c Caller) From(address string) Caller {
	c.from = address
	return c
}

// Client returns whom the caller's requests count for.
func (c Caller) Client() Client {
	switch {
	case c.Name != "":
		return Client{ID: "person " + c.Name}
	case c.from != "":
		return Client{ID: c.from, Guest: c.guest}
	}
	return Client{Guest: c.guest}
}

// Local is somebody on the machine itself, who may do all with the archive.
var Local = Caller{Rights: Scopes}

// Guest returns a caller who could log in, and has not.
func Guest() Caller { return Caller{guest: true, Rights: []Right{Read}} }

// May reports whether the caller has a right.
func (c Caller) May(r Right) bool { return r == Free || slices.Contains(c.Rights, r) }

// Guest reports whether the caller could log in, and has not.
func (c Caller) Guest() bool { return c.guest }

// Only is the caller with no other rights than those.
func (c Caller) Only(rights ...Right) Caller {
	c.Rights = slices.DeleteFunc(slices.Clone(c.Rights), func(r Right) bool { return !slices.Contains(rights, r) })
	return c
}

// ErrNobody says that nobody logs in to an archive.
var ErrNobody = errors.New("nobody logs in to this archive; that begins when somebody is invited, on the page /people or by assay people NAME --invite")

// Need refuses a caller who lacks a right, with a [*DeniedError], or with
// [ErrNobody].
func (c Caller) Need(r Right) error {
	switch {
	case c.May(r):
		return nil
	case r == Account && c.Name == "" && !c.guest:
		return ErrNobody
	}
	return &DeniedError{Right: r, Guest: c.guest}
}

// Owns reports whether the caller may change what a person made: that person,
// or an arbiter. It is 0 for nobody in particular.
func (c Caller) Owns(person int64) bool {
	return c.May(Arbitrate) || person != 0 && person == c.person
}

// OwnerError says that something belongs to somebody else.
type OwnerError struct{ What string }

func (e *OwnerError) Error() string {
	return e.What + " belongs to somebody else; only its owner, arbiters and administrators may change it"
}

// DeniedError says that a caller lacks a right.
type DeniedError struct {
	Right Right
	Guest bool // who might have it after logging in
}

func (e *DeniedError) Error() string {
	switch {
	case e.Guest:
		return fmt.Sprintf("this takes the right to %s; log in, or send a token that has it", e.Right)
	case e.Right == Account:
		return "this takes somebody who has logged in with a password; a token is not enough"
	}
	return fmt.Sprintf("this takes the right to %s, which you do not have here", e.Right)
}

// callerKey is that of the caller in a context.
type callerKey struct{}

// WithCaller says who asks.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf is who asks: [Local] where nobody is named.
func CallerOf(ctx context.Context) Caller {
	if c, named := ctx.Value(callerKey{}).(Caller); named {
		return c
	}
	return Local
}

// sign puts the name of who asks in an author's place. One who is known signs
// with no other name: that is an [*InputError].
func sign(ctx context.Context, author *string) error {
	name := CallerOf(ctx).Name
	if name == "" {
		return checkAuthor(*author)
	}
	if *author != "" && *author != name {
		return &InputError{Field: "author", Value: *author, Want: "your own name, " + name + ", or nothing"}
	}
	*author = name
	return nil
}
