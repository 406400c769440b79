package account

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"assay/fixtures/archives"
	"assay/store"
)

// open opens an empty archive.
func open(t *testing.T) store.Archive {
	t.Helper()
	s, _, err := archives.Chosen().Open(t.Context(), t, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestConcurrentJoin has several use one link at the same time, by password or
// provider: one of them succeeds.
func TestConcurrentJoin(t *testing.T) {
	a := NewAccounts(open(t))
	for n, join := range []func(link string, i int) (session string, err error){
		func(link string, i int) (string, error) {
			return a.AcceptInvitation(t.Context(), link, fmt.Sprintf("pond of %d frogs", i))
		},
		func(link string, i int) (string, error) {
			who := store.Identity{Issuer: "https://club.example", Subject: fmt.Sprint(i)}
			return a.Admit(t.Context(), IdentityClaims{Identity: who, Link: link}, "")
		},
	} {
		invited, err := a.Invite(t.Context(), PersonInput{Name: fmt.Sprint("somebody ", n), Role: store.Administrator})
		if err != nil {
			t.Fatal(err)
		}
		const together = 8
		errs := make(chan error, together)
		for i := range together {
			go func() {
				_, err := join(invited.Secret, i)
				errs <- err
			}()
		}
		in := 0
		for range together {
			if err := <-errs; err == nil {
				in++
			} else if !errors.Is(err, ErrLink) {
				t.Error(err)
			}
		}
		known := 0
		for i := range together {
			if _, err := a.store.PersonByIdentity(t.Context(), store.Identity{Issuer: "https://club.example", Subject: fmt.Sprint(i)}); err == nil {
				known++
			}
		}
		if in != 1 || known != n {
			t.Errorf("way %d: %d are let in, %d accounts are known", n, in, known)
		}
	}
}

// overtakenArchive is an archive in which something happens as soon as a person
// was read.
type overtakenArchive struct {
	store.Archive
	by func()
}

func (o *overtakenArchive) Person(ctx context.Context, name string) (*store.Person, error) {
	p, err := o.Archive.Person(ctx, name)
	if by := o.by; by != nil {
		o.by = nil
		by()
	}
	return p, err
}

// TestLogInOvertaken changes the password, or suspends the person, while the
// password is checked: the login fails.
func TestLogInOvertaken(t *testing.T) {
	ctx, o := t.Context(), &overtakenArchive{Archive: open(t)}
	a := NewAccounts(o)
	if _, err := a.Invite(ctx, PersonInput{Name: "Ben", Role: store.Administrator}); err != nil {
		t.Fatal(err)
	}
	invited, err := a.Invite(ctx, PersonInput{Name: "Ada", Role: store.Annotator})
	if err != nil {
		t.Fatal(err)
	}
	const password = "pond of frogs"
	if _, err := a.AcceptInvitation(ctx, invited.Secret, password); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name   string
		change func()
		want   error
	}{
		{"nothing", nil, nil},
		{"the password is chosen anew", func() {
			if _, err := a.setPassword(ctx, &store.Person{ID: invited.Person.ID}, hashPassword(password)); err != nil {
				t.Error(err)
			}
		}, ErrLogin},
		{"barred", func() {
			suspended := true
			if _, err := a.ChangePerson(ctx, invited.Person.ID, PersonChange{Barred: &suspended}); err != nil {
				t.Error(err)
			}
		}, ErrLogin},
	} {
		o.by = row.change
		if session, err := a.LogIn(ctx, "Ada", password); !errors.Is(err, row.want) || (session == "") != (err != nil) {
			t.Errorf("%s: %q, %v, want %v", row.name, session, err, row.want)
		}
	}
}
