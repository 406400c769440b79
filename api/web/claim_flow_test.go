//go:build browser

package web

import (
	"strings"
	"testing"

	"assay/api/account"
	"assay/store"
)

// TestClaimFlow claims a player, whom an arbiter confirms, and lists that
// player's games. The arbiter uploads and removes the report of an event.
func TestClaimFlow(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	for _, names := range [][2]string{{"Tal, Mikhail", "Keres, Paul"}, {"Keres, Paul", "Botvinnik"}} {
		add(t, a, "[White \""+names[0]+"\"]\n[Black \""+names[1]+"\"]\n\n1. e4 e5 1-0\n")
	}
	if _, err := a.AddReport(t.Context(), "Cup", []byte("012 Cup\nXXR 1\n001    1      Bo                                1800                             0.0    1  0000 - Z\n")); err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{}
	for _, person := range []account.PersonInput{
		{Name: "Root", Role: store.Administrator}, {Name: "Misha", Role: store.Contributor},
	} {
		invited, err := a.Invite(t.Context(), person)
		if err != nil {
			t.Fatal(err)
		}
		secrets[person.Name] = invited.Secret
	}
	b := newTab(t, site)
	join := func(name string) {
		b.open("/join/" + secrets[name])
		b.write("#password", "three frogs in a pond")
		b.write("#repeat", "three frogs in a pond")
		b.click("#login button")
		b.until(`location.pathname === "/" && document.querySelector(".me")?.pathname === "/me"`)
	}
	leave := func() {
		b.open("/me")
		b.click("#sign-out")
		b.until(`location.pathname === "/" && document.querySelector(".me")?.innerText === "Sign in"`)
	}
	join("Misha")
	b.open("/me")
	b.await = 404
	b.write("#claim-player", "Nobody Known")
	b.click("#claim button")
	b.until(`document.getElementById("claim-refused").textContent.startsWith("No game has a player of this name")`)
	b.write("#claim-player", "Tal, M")
	b.until(`document.querySelector("#claim-players option")?.value === "Tal, Mikhail"`)
	b.write("#claim-player", "Tal, Mikhail")
	b.click("#claim button")
	b.until(`document.getElementById("claimed")?.textContent.includes("waiting")`)
	b.size(390, 844)
	b.wide()
	b.size(1280, 900)
	b.picture("claimed")
	leave()

	join("Root")
	b.open("/players/suggestions")
	b.picture("claims")
	b.click(`[data-claim="confirm"]`)
	b.until(`document.readyState === "complete" && document.querySelector("#claims [data-claim='refuse']") && !document.querySelector("#claims [data-claim='confirm']")`)
	b.open("/events/1")
	if !eval[bool](b, `Boolean(document.getElementById("remove-report"))`) {
		t.Error("no button removes the report")
	}
	b.do(`(() => { const all = new DataTransfer(); all.items.add(new File(["012 Cup\nXXR 1\n001    1      Ann                               2000                             1.0    1     2 w 1\n001    2      Cy                                1900                             0.0    2     1 b 0\n"], "cup.trf")); document.getElementById("report-file").files = all.files; })()`)
	b.click("#report .chips button")
	b.until(`document.readyState === "complete" && document.querySelector("main").textContent.includes("Ann")`)
	b.picture("report")
	b.size(390, 844)
	b.wide()
	b.size(1280, 900)
	b.click("#remove-report")
	b.until(`document.readyState === "complete" && !document.getElementById("remove-report") && document.getElementById("report")`)
	leave()

	b.open("/login")
	b.write("#name", "Misha")
	b.write("#password", "three frogs in a pond")
	b.click("#login button")
	b.until(`location.pathname === "/" && document.querySelector(".me")?.pathname === "/me"`)
	b.open("/?mine=true")
	b.until(`document.getElementById("total")?.dataset.total === "1"`)
	if text := b.text("main"); !strings.Contains(text, "Tal, Mikhail") || strings.Contains(text, "Botvinnik") {
		t.Errorf("the list of one's own games says %s", text)
	}
}
