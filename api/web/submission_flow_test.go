//go:build browser

package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"assay/api/account"
	"assay/api/events"
	"assay/api/rest"
	"assay/store"
)

// listener receives webhook events.
type listener struct {
	*httptest.Server
	mu     sync.Mutex
	secret string
	heard  []string // kind, submission and game
	faults []string
}

func listen(t *testing.T) *listener {
	l := new(listener)
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		body, err := io.ReadAll(r.Body)
		var said struct {
			Type string
			Data struct{ Game, Submission int64 }
		}
		if err == nil {
			err = json.Unmarshal(body, &said)
		}
		if err == nil {
			var key *standardwebhooks.Webhook
			if key, err = standardwebhooks.NewWebhook(l.secret); err == nil {
				err = key.Verify(body, r.Header)
			}
		}
		if err != nil {
			l.faults = append(l.faults, err.Error())
		}
		l.heard = append(l.heard, fmt.Sprintf("%s %d %d", said.Type, said.Data.Submission, said.Data.Game))
	}))
	t.Cleanup(l.Close)
	return l
}

// until waits for an event and returns all received so far.
func (l *listener) until(t *testing.T, last string) string {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		l.mu.Lock()
		all, faults := strings.Join(l.heard, "\n"), l.faults
		l.mu.Unlock()
		if len(faults) > 0 {
			t.Fatalf("a call of the webhook: %q", faults)
		}
		if strings.HasSuffix(all, last) {
			return all
		}
		if time.Now().After(deadline) {
			t.Fatalf("never heard %s in\n%s", last, all)
		}
	}
}

// TestSubmissionFlow follows records through a federation: invitations, a
// submitted file with an illegal game, its return, correction and acceptance, a
// ruling, a feed and a webhook.
func TestSubmissionFlow(t *testing.T) {
	t.Parallel()
	site, a := serveWith(t, rest.ServerConfig{Webhooks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	root, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator})
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	const password = "three frogs in a pond"
	join := func(link string) {
		b.open(link)
		b.write("#password", password)
		b.write("#repeat", password)
		b.click("#login button")
		b.until(`location.pathname === "/" && document.querySelector(".me")?.pathname === "/me"`)
	}
	logOut := func() {
		b.open("/me")
		b.click("#sign-out")
		b.until(`location.pathname === "/" && document.querySelector(".me")?.innerText === "Sign in"`)
	}
	as := func(name, next string) {
		b.open("/login?next=" + next)
		b.write("#name", name)
		b.write("#password", password)
		b.click("#login button")
		b.until(fmt.Sprintf(`location.pathname === %q && document.querySelector(".me")?.innerText === %q`, next, name))
	}
	look := func(name string) {
		b.until(`document.readyState === "complete"`)
		for _, dark := range []bool{true, false} {
			b.dark(dark)
			for _, rule := range []string{contrast, unnamed} {
				if bad := eval[string](b, rule); bad != "" {
					t.Errorf("%s, dark %v: %s", name, dark, bad)
				}
			}
			b.picture(name)
		}
		b.size(360, 740)
		b.wide()
		b.size(1360, 900)
	}
	state := func(want store.SubmissionState) {
		t.Helper()
		b.until(fmt.Sprintf(`document.readyState === "complete" && document.querySelector("h1 + .count .state")?.innerText === %q`, want))
	}
	act := func(action events.Action, reason string, want store.SubmissionState) {
		t.Helper()
		b.write("#reason", reason)
		b.click(fmt.Sprintf(`[data-act="%s"]`, action))
		state(want)
	}

	// The administrator invites people and adds an event and a webhook.
	join("/join/" + root.Secret)
	links := map[string]string{}
	for name, role := range map[string]string{"Ann": "contributor", "Ada": "arbiter"} {
		b.open("/people")
		b.write("#name", name)
		b.choose("#role", role)
		b.click("#invite button")
		b.see("#address")
		links[name] = eval[string](b, `document.getElementById("address").pathname`)
	}
	l := listen(t)
	b.open("/webhooks")
	b.write("#address", l.URL)
	b.click("#add button")
	b.see("#secret")
	words := strings.Fields(b.text("#secret"))
	l.mu.Lock()
	l.secret = words[len(words)-1]
	l.mu.Unlock()
	b.open("/events")
	b.write("#name", "Cup")
	b.write("#played", "chess")
	b.click("#event button")
	b.until(`location.pathname === "/events/1"`)
	look("event")
	logOut()

	// The invited person submits a file with an illegal game, and a text.
	join(links["Ann"])
	file := filepath.Join(t.TempDir(), "round-1.pgn")
	if err := os.WriteFile(file, []byte(soundRecord+"\n"+brokenRecord), 0o644); err != nil {
		t.Fatal(err)
	}
	b.open("/events/1")
	if eval[bool](b, `Boolean(document.getElementById("event"))`) {
		t.Error("a contributor is shown the settings to be changed")
	}
	b.click(`a[href="/submit?event=1"]`)
	b.see("#submit")
	b.click("#submit .primary")
	b.until(`document.getElementById("refused")?.innerText.includes("Choose a file")`)
	b.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	b.click("#submit .primary")
	b.until(`document.querySelector("#results a[href='/games/1']") && document.querySelector("#results a[href='/submissions/2']")`)
	look("submitted")
	b.write("#text", "[Event \"Cup\"]\n[White \"Dee\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 0-1\n")
	b.click("#submit .primary")
	b.see(`#results a[href="/submissions/3"]`)
	b.click(`#results a[href="/submissions/3"]`)
	b.until(`document.querySelector("#record .board")`)
	if eval[bool](b, `Boolean(document.querySelector("[data-act=accept], #assign, #rule, [data-repair]"))`) {
		t.Error("a contributor is shown what an arbiter does")
	}
	logOut()

	// The arbiter returns it, and the submitter applies the suggested
	// correction.
	join(links["Ada"])
	b.open("/")
	if got := b.text("#tasks"); got != "2 submissions wait for an arbiter" {
		t.Errorf("the arbiter's first page says %q", got)
	}
	b.open("/queue?waiting=true&event=1")
	b.size(1280, 900)
	if cut := eval[string](b, `[...document.querySelectorAll("#queue th")].filter((e) => e.getClientRects().length && e.getBoundingClientRect().height > 48).map((e) => e.innerText).join()`); cut != "" {
		t.Errorf("columns that do not fit: %s", cut)
	}
	b.wide()
	look("queue")
	b.click(`a[href="/submissions/2"]`)
	b.see("#repairs button")
	b.click(`[data-act="return"]`)
	b.until(`document.getElementById("refused")?.innerText.includes("Enter a comment")`)
	act(events.ActReturn, "Where did the Bishop go?", store.SubmissionReturned)
	logOut()
	as("Ann", "/")
	b.wide()
	if got := b.text("#tasks"); got != "1 of your submissions was returned · 1 submission waits for an arbiter" {
		t.Errorf("the submitter's first page says %q", got)
	}
	b.picture("first")
	b.click(`#tasks a`)
	b.click(`#queue a[href="/submissions/2"]`)
	b.see("#repairs button")
	if said := b.text("#history"); !strings.Contains(said, "Where did the Bishop go?") {
		t.Errorf("the history is %s", said)
	}
	look("returned")
	b.click("#repairs li:first-child button")
	state(store.SubmissionRepaired)
	logOut()

	// The arbiter accepts it, and rules on the other.
	as("Ada", "/submissions/2")
	b.write("#assignee", "Ada")
	b.click("#assign button")
	b.until(`document.querySelector(".facts")?.innerText.includes("assigned to Ada")`)
	b.see("#rewrite")
	act(events.ActAccept, "thank you", store.SubmissionAccepted)
	b.open("/submissions/3")
	b.see("#rule")
	look("rule")
	b.write("#reason", "nobody saw the check")
	b.click("#rule button")
	state(store.SubmissionRuled)
	b.until(`document.querySelector(".facts .verdict")?.innerText === "ruled"`)
	b.see("#rewrite")
	look("ruled")
	act(events.ActAccept, "", store.SubmissionAccepted)
	b.click(`.facts a[href="/games/3"]`)
	b.until(`window.game && document.querySelector(".verdict")?.innerText === "ruled" && document.getElementById("rulings-shown")?.innerText.includes("nobody saw the check")`)

	// The feed and the webhook report it.
	heard := l.until(t, "submission.accepted 3 3")
	want := "game.archived 0 1\nsubmission.accepted 1 1\nsubmission.new 2 0\nsubmission.new 3 0\nsubmission.returned 2 0\nsubmission.repaired 2 0\n" +
		"game.archived 0 2\nsubmission.accepted 2 2\nsubmission.ruled 3 0\ngame.archived 0 3\ngame.ruled 0 3\nsubmission.accepted 3 3"
	if heard != want {
		t.Errorf("the webhook heard\n%s\nwant\n%s", heard, want)
	}
	if feed := eval[string](b, `fetch("/feeds/submissions?event=1").then((answer) => answer.text())`); strings.Count(feed, "<entry>") != 3 ||
		!strings.Contains(feed, "<title>Dee – Bo: accepted</title>") {
		t.Errorf("the feed is %s", feed)
	}
	b.open("/events/1")
	if standing := b.text("#standing"); !strings.Contains(standing, "Dee") {
		t.Errorf("the standing is %s", standing)
	}
	look("standing")
}
