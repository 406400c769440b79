//go:build browser

package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestTwinFlow uploads a record of an archived game, follows the warning to the
// comparison, merges the games, undoes it, and declares them distinct: with the
// mouse on a wide screen, and by keyboard on a phone.
func TestTwinFlow(t *testing.T) {
	t.Parallel()
	const moves = "\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6 8. Bg5 Be7 9. O-O-O O-O 10. Nd6 Qa5 "
	for _, width := range []int64{1280, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			site, a := serve(t)
			add(t, a, "[Event \"Candidates Tournament of Bled, Zagreb and Belgrade\"]\n[White \"Tal, M\"]\n[Date \"1959.10.05\"]"+moves+"11. Bc4 1-0\n")
			b := newTab(t, site)
			b.size(width, 800)
			activate := b.click
			if width < 600 {
				activate = func(selector string) { // by keyboard alone
					b.Helper()
					b.see(selector)
					target := fmt.Sprintf("document.activeElement === document.querySelector(%q)", selector)
					for left := 200; !eval[bool](b, target); left-- {
						if left == 0 {
							b.Fatalf("%s is not reached by the keyboard", selector)
						}
						b.press(kb.Tab)
					}
					b.enter()
				}
			}
			check := func() {
				b.Helper()
				b.wide()
				for _, look := range []string{unnamed, contrast} {
					if bad := eval[string](b, look); bad != "" {
						b.Error(bad)
					}
				}
			}
			b.open("/")
			activate("#add")
			b.send(map[string][]byte{"x.pgn": []byte("[White \"Mikhail Tal\"]\n[Date \"1959.??.??\"]" + moves + "1-0\n")}, "x.pgn")
			b.see(`.twins small`)
			check()
			activate(`.twins a[href="/games/1/twins/2"]`)
			b.see("#pair")
			check()
			b.open("/twins")
			check()
			activate(`td a[href="/games/1/twins/2"]`)
			for i, step := range []struct{ decision, next string }{{"merge", "undo"}, {"undo", "distinct"}, {"distinct", "undo"}, {"undo", "merge"}} {
				b.until(`document.querySelector("[data-decision=` + step.decision + `]")`)
				b.do(`window.confirm = () => true`)
				activate("[data-decision=" + step.decision + "]")
				if i == 0 {
					b.write("#author-name", "Ada")
					b.enter()
				}
				b.until(`document.querySelector("[data-decision=` + step.next + `]")`)
				check()
				v, err := a.Twins.Compare(t.Context(), 1, 2)
				if want := map[string]string{"merge": "merged", "distinct": "distinct", "undo": "open"}[step.decision]; err != nil || string(v.State) != want {
					t.Errorf("%s: %+v, %v", step.decision, v, err)
				}
				if step.decision == "merge" && (v.Games[0].First != "Mikhail Tal" || v.Games[1].Deleted == nil) {
					t.Errorf("merged: %+v", v.Games)
				}
			}
		})
	}
}
