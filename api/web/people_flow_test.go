//go:build browser

package web

import (
	"strings"
	"testing"

	"assay/api/account"
	"assay/store"
)

// TestPeopleFlow invites a person, who joins, creates a token, signs out and
// in, and annotates under her name only.
func TestPeopleFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	game := add(t, a, small)
	root, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator})
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	join := func(address, password string) {
		b.open(address)
		b.write("#password", password)
		b.write("#repeat", password)
		b.click("#login button")
		b.until(`location.pathname === "/" && document.querySelector(".me")?.pathname === "/me"`)
	}
	look := func(page string) {
		for _, dark := range []bool{true, false} {
			b.dark(dark)
			if bad := eval[string](b, contrast); bad != "" {
				t.Errorf("%s, dark %v: %s", page, dark, bad)
			}
			if bad := eval[string](b, unnamed); bad != "" {
				t.Errorf("%s: %s", page, bad)
			}
			b.picture(page)
		}
		b.size(360, 740)
		b.wide()
		if eval[bool](b, `(({scrollWidth, clientWidth}) => scrollWidth > clientWidth)(document.querySelector(".me"))`) {
			t.Errorf("%s: %q is cut", page, b.text(".me"))
		}
		b.picture(page + "-phone")
		b.size(1360, 900)
	}
	b.open("/join/" + root.Secret)
	look("join")
	join("/join/"+root.Secret, "root and branch alike")
	b.open("/people")
	b.write("#name", "Ada")
	b.choose("#role", "annotator")
	b.click("#invite button")
	b.see("#address")
	look("people")
	link := eval[string](b, `document.getElementById("address").pathname`)
	b.open("/audit")
	if text := b.text("main"); !strings.Contains(text, "POST /api/v1/people/2") || strings.Contains(text, root.Secret) {
		t.Errorf("the audit log says %s", text)
	}
	look("audit")
	b.open("/me")
	b.click("#sign-out")
	b.until(`location.pathname === "/" && document.querySelector(".me")?.innerText === "Sign in"`)

	join(link, "three frogs in a pond")
	b.open("/me")
	b.write("#token-name", "nightly")
	b.click("#token button")
	b.until(`document.getElementById("secret")?.innerText.startsWith("assay_")`)
	look("me")
	b.click("#sign-out")
	b.until(`location.pathname === "/"`)

	b.open("/search?variant=chess")
	b.click(".me")
	b.until(`location.pathname === "/login" && new URLSearchParams(location.search).get("next") === "/search?variant=chess"`)
	b.await = 401
	b.open("/me")
	b.until(`location.pathname === "/login" && location.search === "?next=%2Fme"`)
	look("login")
	b.write("#name", "ada")
	b.write("#password", "not that one, surely")
	b.click("#login button")
	b.until(`document.getElementById("refused").innerText.includes("password")`)
	b.write("#password", "three frogs in a pond")
	b.click("#login button")
	b.until(`location.pathname === "/me" && document.querySelector("h1")?.innerText === "Ada"`)
	if got := b.text("#tokens"); !strings.Contains(got, "nightly") {
		t.Errorf("the tokens are %s", got)
	}
	b.game(game, 3)
	b.annotate()
	b.until(`document.getElementById("author").value === "Ada" && document.getElementById("author").readOnly`)
}
