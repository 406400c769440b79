//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"assay/api"
	"assay/api/events"
	"assay/api/records"
	"assay/api/request"
)

// step takes an arbiter's action while pages are open.
func step(t *testing.T, a *api.Archive, id int64, in records.StepInput) {
	t.Helper()
	in.Author = "Ada"
	if _, err := a.ActOnSubmission(t.Context(), id, 0, in); err != nil {
		t.Fatal(err)
	}
}

// TestQueueUpdates shows a queue while submissions arrive and are answered.
func TestQueueUpdates(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	b := newTab(t, site)
	b.open("/queue?waiting=true")
	b.see(`#queue a[href="/submissions/2"]`)
	b.write(`[name="assignee"]`, "Bo")
	b.do(`document.querySelector("#queue a[href='/submissions/2']").focus()`)
	step(t, a, 2, records.StepInput{Action: events.ActReturn, Reason: "Which square?"})
	b.until(`document.querySelector("#queue .state")?.innerText === "returned" && document.querySelector("#counts .count")?.innerText.includes("1 returned")`)
	if got := eval[string](b, `document.activeElement.getAttribute("href") + " " + document.querySelector("[name=assignee]").value`); got != "/submissions/2 Bo" {
		t.Errorf("what has the focus, and is written: %s", got)
	}
	if _, err := a.Deliver(t.Context(), records.DeliveryInput{Author: "Ann", File: "2.pgn", Body: []byte(strings.Replace(brokenRecord, "Bb6", "Bb7", 1))}, ""); err != nil {
		t.Fatal(err)
	}
	b.see(`#queue a[href="/submissions/3"]`)
	b.heard("The queue has changed.")
	// A hidden page is disconnected, and updated when shown.
	b.do(`Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`)
	step(t, a, 3, records.StepInput{Action: events.ActRefuse, Reason: "no game"})
	b.do(`Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`)
	b.until(`!document.querySelector("#queue a[href='/submissions/3']")`)
}

// TestSubmissionUpdates shows a submission while someone else answers it: no
// text is lost.
func TestSubmissionUpdates(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	b := newTab(t, site)
	b.open("/submissions/2")
	b.see("#rewrite")
	step(t, a, 2, records.StepInput{Action: events.ActComment, Reason: "I look at it."})
	b.until(`document.getElementById("history")?.innerText.includes("I look at it.") && document.getElementById("rewrite")`)
	b.write("#reason", "half a sentence")
	step(t, a, 2, records.StepInput{Action: events.ActReturn, Reason: "Which square?"})
	b.see("#changed button")
	if got := eval[string](b, `document.getElementById("reason").value`); got != "half a sentence" {
		t.Errorf("what was being written is %q", got)
	}
	b.click("#changed button")
	b.until(`document.getElementById("history")?.innerText.includes("Which square?") && document.getElementById("changed").hidden`)
	b.until(`document.getElementById("reason").value === "half a sentence"`)
	b.as("Ann")
	b.click("#rewrite summary")
	b.write("#rewrite textarea", soundRecord)
	b.click(`[data-act="comment"]`)
	b.until(`document.getElementById("history")?.innerText.includes("half a sentence") && document.getElementById("reason").value === ""`)
	b.until(`document.querySelector("#rewrite[open] textarea")?.value.includes("e4") && document.getElementById("rewrite").innerText.includes("restored")`)
	b.pressed("#rewrite", "Discard")
	b.until(`document.querySelector("#rewrite textarea").value.includes("Bb6")`)
	b.write("#rewrite textarea", strings.Replace(brokenRecord, "Bb6", "Bb5", 1))
	b.pressed("#rewrite", "Save")
	b.until(`document.querySelector(".facts .verdict")?.innerText === "legal" && document.getElementById("rewrite")`)
	if eval[bool](b, `document.getElementById("rewrite").open`) {
		t.Error("what was saved is back")
	}
}

// TestSubmissionUnavailable shows an error if the record cannot be loaded, and
// recovers.
func TestSubmissionUnavailable(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	b := newTab(t, site)
	b.run(network.SetBlockedURLs([]string{"*repair=true"}))
	b.open("/submissions/2")
	b.until(`document.getElementById("refused").textContent.includes("Cannot reach the server")`)
	b.run(network.SetBlockedURLs(nil))
	b.forgive("ERR_BLOCKED_BY_CLIENT")
	b.pressed("#refused", "Try again")
	b.see("#rewrite")
	if said := b.text("#refused"); said != "" {
		t.Errorf("it says %q", said)
	}
}

// TestSubmissionUnsent leaves pages with unsent text, also before the record is
// loaded: all text is restored.
func TestSubmissionUnsent(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	b := newTab(t, site)
	b.open("/submissions/2")
	b.see("#rewrite")
	b.write("#reason", "half a sentence")
	b.open("/queue")
	b.run(cdpfetch.Enable().WithPatterns([]*cdpfetch.RequestPattern{{URLPattern: "*repair=true*"}}))
	b.open("/submissions/2")
	b.until(`document.getElementById("steps").onsubmit`)
	b.open("/queue")
	b.run(cdpfetch.Disable())
	b.open("/submissions/2")
	b.until(`document.getElementById("reason").value === "half a sentence"`)

	b.open("/submit")
	b.as("Ann")
	b.write("#text", strings.Replace(soundRecord, "e4", "d4", 1))
	b.write("#comment", "of round one")
	b.open("/queue")
	b.open("/submit")
	b.until(`document.getElementById("text").value.includes("d4") && document.getElementById("comment").value === "of round one"`)
	b.click("#submit .primary")
	b.see("#results a")
	b.open("/submit")
	b.until(`document.getElementById("submit").onsubmit`)
	if text := eval[string](b, `document.getElementById("text").value`); text != "" {
		t.Errorf("what was sent is back: %s", text)
	}
}

// TestEventConflict edits an event that someone else changed: no text is lost,
// and it can be saved anyway.
func TestEventConflict(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	b := newTab(t, site)
	b.await = 412
	b.open("/events/1")
	b.write("#people", "Ann")
	if _, err := a.ChangeEvent(t.Context(), 1, 1, events.EventInput{Name: "Cup", EventSettings: events.EventSettings{TimeControl: "40/90"}}); err != nil {
		t.Fatal(err)
	}
	b.click("#event .primary")
	b.until(`document.getElementById("refused").textContent.startsWith("Someone changed the event in the meantime.")`)
	b.pressed("#refused", "Save mine anyway")
	b.until(`document.querySelector(".keys")?.innerText.includes("Ann, and arbiters")`)
}

// TestCrosstablePage shows the crosstable.
func TestCrosstablePage(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	deliverCup(t, a)
	for i, row := range []struct{ white, black, result string }{{"Cy", "Ann", "1/2-1/2"}, {"Bo", "Ann", "1-0"}, {"Bo", "Cy", "0-1"}} {
		text := fmt.Sprintf("[Event \"Cup\"]\n[White %q]\n[Black %q]\n[Round \"%d\"]\n\n1. e4 e5 %s\n", row.white, row.black, i, row.result)
		if _, err := a.Submit(t.Context(), "x", strings.NewReader(text), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
	}
	b := newTab(t, site)
	b.open("/events/1")
	got := eval[string](b, `[...document.querySelectorAll("#cross tr")].map((row) => [...row.cells].map((c) => c.innerText.trim()).join(" ")).join("\n")`)
	const want = "# PLAYER 1 2 3 POINTS\n1 Ann × 1 ½ 0 1.5\n2 Cy 0 ½ × 1 1.5\n3 Bo 1 0 × 1"
	if !strings.EqualFold(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if to := eval[string](b, `document.querySelector("#cross tbody tr:nth-child(3) td a").pathname`); to != "/games/3" {
		t.Errorf("what Bo made against Ann leads to %s", to)
	}
	for _, dark := range []bool{true, false} {
		b.dark(dark)
		for _, rule := range []string{contrast, unnamed} {
			if bad := eval[string](b, rule); bad != "" {
				t.Errorf("dark %v: %s", dark, bad)
			}
		}
	}
	b.size(360, 740)
	b.wide()
}

// TestEventPick finds an event by name if there are too many for a list.
func TestEventPick(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	for i := range request.MaxLimit + 20 {
		if _, err := a.AddEvent(t.Context(), events.EventInput{Name: fmt.Sprintf("Cup of round %d", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	last := request.MaxLimit + 20
	name := fmt.Sprintf("Cup of round %d", last)
	b := newTab(t, site)
	choose := func(field, text, name string) {
		t.Helper()
		b.write(field, text)
		b.until(fmt.Sprintf(`[...document.querySelector(%q).list.options].some((o) => o.value === %q)`, field, name))
		b.do(fmt.Sprintf(`{ const field = document.querySelector(%q); field.value = %q; field.dispatchEvent(new Event("input", { bubbles: true })); }`, field, name))
		b.until(fmt.Sprintf(`document.querySelector(%q).checkValidity()`, field))
	}
	b.open("/submit")
	b.as("Ann")
	b.see("#event-name")
	if bad := eval[string](b, unnamed); bad != "" {
		t.Error(bad)
	}
	b.write("#text", strings.Replace(soundRecord, "Cup", name, 1)+"\n"+strings.Replace(brokenRecord, "Cup", name, 1))
	choose("#event-name", fmt.Sprint("round ", last), name)
	b.click("#submit .primary")
	b.see(`#results a[href="/submissions/2"]`)
	page, err := a.Submissions(t.Context(), records.SubmissionFilter{Event: int64(last)}, "", 10)
	if err != nil || len(page.Submissions) != 2 {
		t.Fatalf("%+v, %v", page, err)
	}

	b.open("/queue")
	b.see(`#of-name`)
	if text := b.text("#queue"); !strings.Contains(text, name) {
		t.Errorf("the queue does not name the event: %s", text)
	}
	b.write("#of-name", "no such cup")
	b.until(`!document.querySelector("#of-name").checkValidity()`)
	choose("#of-name", "cup "+fmt.Sprint(last-1), fmt.Sprintf("Cup of round %d", last-1))
	b.click(".filters button")
	b.until(fmt.Sprintf(`document.readyState === "complete" && location.search.includes("event=%d") && document.querySelector("#of-name")?.value === "Cup of round %d"`, last-1, last-1))
	if text := b.text("#queue"); !strings.Contains(text, "No submissions.") {
		t.Errorf("the queue of another event: %s", text)
	}

	b.open("/submissions/2")
	b.see("#rewrite")
	b.see("#of-name")
	choose("#of-name", "cup 7", "Cup of round 7")
	b.click("#assign button")
	b.until(`document.querySelector(".facts a[href='/events/7']")`)
}
