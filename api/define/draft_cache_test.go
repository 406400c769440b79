package define

import (
	"fmt"
	"strings"
	"testing"

	"assay/api/request"
	"assay/fixtures/records"
)

// newLibrary returns the built-in variants.
func newLibrary(t *testing.T) *Library {
	t.Helper()
	l, err := NewLibrary(Config{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestDraftCacheIsBounded overfills the cache of drafts and of their rules.
func TestDraftCacheIsBounded(t *testing.T) {
	a := newLibrary(t)
	pond := records.Read(t, "../../fixtures/definitions/frog-pond.yaml")
	text := func(n int) []byte {
		return []byte(strings.Replace(pond, "summary: >-", fmt.Sprintf("summary: >-\n  %s %d.", strings.Repeat("Ha. ", 220_000), n), 1))
	}
	names := map[string]bool{}
	for _, row := range []struct {
		name string
		n    int
		fill func(n int) error
		size func() int64
		max  int64
	}{
		{"definitions that are tried", 45, func(n int) error {
			guest := request.Guest().From(fmt.Sprintf("192.0.2.%d", n%200))
			name, err := a.Try(request.WithCaller(t.Context(), guest), text(n))
			names[name] = true
			return err
		}, func() int64 { return a.tried.size }, maxDraftBytes},
		{"their rules", 1, func(n int) error {
			for name := range names {
				if book, id := a.tried.find(name); book != nil {
					if _, err := book.Rules(id, ""); err != nil {
						return err
					}
				}
			}
			return nil
		}, func() int64 {
			_, bytes, _ := a.tried.rules.Size()
			return bytes
		}, maxDraftRuleBytes},
	} {
		for n := range row.n {
			if err := row.fill(n); err != nil {
				t.Fatalf("%s: %v", row.name, err)
			}
		}
		if size := row.size(); size == 0 || size > row.max {
			t.Errorf("%s: %d bytes are kept, at most %d expected", row.name, size, row.max)
		}
	}
	if len(a.tried.texts) > maxDrafts || len(a.tried.claims) > 2*maxDrafts {
		t.Errorf("%d texts are kept for %d claims", len(a.tried.texts), len(a.tried.claims))
	}
	for name, text := range a.tried.texts {
		if text.claims < 1 {
			t.Errorf("nobody uses %s", name)
		}
	}
}

// TestDraftsOfOtherClients lets a guest try more definitions than fit: those of
// others stay playable.
func TestDraftsOfOtherClients(t *testing.T) {
	a := newLibrary(t)
	pond := records.Read(t, "../../fixtures/definitions/frog-pond.yaml")
	try := func(c request.Caller, n int) string {
		t.Helper()
		name, err := a.Try(request.WithCaller(t.Context(), c), []byte(pond+fmt.Sprintf("# %d\n", n)))
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	ada, guest := request.Caller{Name: "Ada"}, request.Guest().From("192.0.2.1")
	other := request.Guest().From("192.0.2.2")
	hers, shared, theirs := try(ada, -1), try(ada, 0), try(other, -2)
	for n := range 3 * maxDraftsPerClient {
		try(guest, n)
	}
	for name, want := range map[string]bool{hers: true, shared: true, theirs: true, try(guest, 7): true} {
		if book, _ := a.tried.find(name); (book != nil) != want {
			t.Errorf("%s is kept: %v", name, book != nil)
		}
	}
	if len(a.tried.texts) > maxDraftsPerClient+3 {
		t.Errorf("%d texts are kept", len(a.tried.texts))
	}
}

// TestTry plays an unpublished definition; records cannot use it.
func TestTry(t *testing.T) {
	a := newLibrary(t)
	pond := records.Read(t, "../../fixtures/definitions/frog-pond.yaml")
	name, err := a.Try(t.Context(), []byte(pond))
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Position(name, "", "")
	if err != nil || len(a.Moves(p, Numbered)) != 11 {
		t.Fatalf("%v", err)
	}
	if _, ok := a.Book().Registry().Find("frog-pond"); ok {
		t.Error("it is a variant")
	}
	for i := range maxDraftsPerClient {
		if _, err := a.Try(t.Context(), []byte(strings.Replace(pond, "summary: >-", "summary: >-\n  "+strings.Repeat("Ha. ", i+1), 1))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Position(name, "", ""); err == nil {
		t.Error("it is held for ever")
	}
	if _, err := a.Try(t.Context(), []byte("id: x")); err == nil {
		t.Error("half a definition can be played")
	}
}
