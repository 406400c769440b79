package api

import (
	"errors"
	"fmt"
	"testing"

	"assay/store"
)

// TestJoinAtOnce lets one in of those who come by a link at once, by a password
// or by a provider.
func TestJoinAtOnce(t *testing.T) {
	a := newArchive(t)
	for n, join := range []func(link string, i int) (session string, err error){
		func(link string, i int) (string, error) {
			return a.Join(t.Context(), link, fmt.Sprintf("pond of %d frogs", i))
		},
		func(link string, i int) (string, error) {
			who := store.Identity{Issuer: "https://club.example", Subject: fmt.Sprint(i)}
			return a.Admit(t.Context(), Vouched{Identity: who, Link: link}, "")
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
			if _, err := a.store.Identified(t.Context(), store.Identity{Issuer: "https://club.example", Subject: fmt.Sprint(i)}); err == nil {
				known++
			}
		}
		if in != 1 || known != n {
			t.Errorf("way %d: %d are let in, %d accounts are known", n, in, known)
		}
	}
}
