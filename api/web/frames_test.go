//go:build browser

package web

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"

	"assay/api/locale"
	"assay/api/rest"
)

// TestPageOfOtherOrigin runs the page of docs/rest.md on another origin.
func TestPageOfOtherOrigin(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/rest.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(guide), "```html\n")
	page, _, _ = strings.Cut(page, "```")
	a := archive(t)
	add(t, a, small)
	var address string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, strings.ReplaceAll(page, "http://127.0.0.1:8080", address))
	}))
	t.Cleanup(other.Close)
	server := httptest.NewServer(rest.NewServer(a, rest.ServerConfig{Origins: []string{other.URL}}))
	t.Cleanup(server.Close)
	address = server.URL
	b := newTab(t, other.URL)
	b.open("/")
	b.click("button")
	b.until(`document.querySelector("[role=status]").innerText === "1 games" && document.querySelector("li").innerText.includes("ply 7")`)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = slices.DeleteFunc(b.faults, func(fault string) bool {
		return strings.HasPrefix(fault, "a call elsewhere: "+address+"/")
	})
}

// TestFirstView limits the first view of a game of 199 plies to 100 kB, in
// every language.
func TestFirstView(t *testing.T) {
	t.Parallel()
	for _, l := range locale.Languages {
		t.Run(l.Tag, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, "")
			received := b.firstView(t, l.Tag)
			if received > 100_000 || received < 10_000 {
				t.Errorf("the first view is %.0f bytes", received)
			}
			t.Logf("%.0f bytes", received)
		})
	}
}

// firstView opens a game's page in a language, with an empty cache, and returns
// the bytes received until it is ready.
func (b *tab) firstView(tb testing.TB, language string) (received float64) {
	site, a := serve(tb)
	id := add(tb, a, fixture(tb, "csg", "board-3.txt"))
	b.site = site
	b.speak(language)
	b.run(network.SetCacheDisabled(true))
	b.open(fmt.Sprint("/games/", id))
	b.until(`window.game && !document.getElementById("policy").hidden`)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// BenchmarkFirstView measures the first view of a game's page on a new server,
// in every language: bytes received and main-thread time.
func BenchmarkFirstView(b *testing.B) {
	for _, l := range locale.Languages {
		b.Run(l.Tag, func(b *testing.B) {
			var received float64
			var work, longest time.Duration
			for b.Loop() {
				page := newTab(b, "")
				trace := page.traced(func() { received = page.firstView(b, l.Tag) })
				work += trace.work(mainThread)
				longest = max(longest, trace.longest(mainThread))
			}
			b.ReportMetric(received, "bytes")
			b.ReportMetric(milliseconds(work)/float64(b.N), "ms-work")
			b.ReportMetric(milliseconds(longest), "ms-longest")
		})
	}
}

// keyRate is the rate at which a held key repeats.
const keyRate = 33 * time.Millisecond

// BenchmarkSteps holds the right arrow key down through 199 plies, and counts
// late and dropped frames.
func BenchmarkSteps(b *testing.B) {
	site, a := serve(b)
	id := add(b, a, fixture(b, "csg", "board-3.txt"))
	var drawn, late, dropped int
	var work, longest time.Duration
	for b.Loop() {
		page := newTab(b, site)
		page.open(fmt.Sprint("/games/", id))
		page.until(`window.game && !document.getElementById("policy").hidden`)
		trace := page.traced(func() {
			tick := time.NewTicker(keyRate)
			defer tick.Stop()
			for ply := range 199 {
				<-tick.C
				page.run(input.DispatchKeyEvent(input.KeyRawDown).WithKey("ArrowRight").WithCode("ArrowRight").WithWindowsVirtualKeyCode(39).WithAutoRepeat(ply > 0))
			}
			page.run(input.DispatchKeyEvent(input.KeyUp).WithKey("ArrowRight").WithCode("ArrowRight").WithWindowsVirtualKeyCode(39))
			page.until("game.node === 199")
		})
		d, l, n := trace.frames()
		drawn, late, dropped = drawn+d, late+l, dropped+n
		work += trace.work(mainThread)
		longest = max(longest, trace.longest(mainThread))
	}
	runs := float64(b.N)
	b.ReportMetric(float64(drawn)/runs, "frames")
	b.ReportMetric(float64(late)/runs, "late")
	b.ReportMetric(float64(dropped)/runs, "dropped")
	b.ReportMetric(milliseconds(work)/runs/199, "ms-work/ply")
	b.ReportMetric(milliseconds(longest), "ms-longest")
}

// BenchmarkScroll scrolls the list of 30,000 games by 40,000 pixels at 8,000 a
// second, and counts frames like BenchmarkSteps.
func BenchmarkScroll(b *testing.B) {
	site, a := serve(b)
	addMany(b, a, 30_000)
	var drawn, late, dropped int
	var longest time.Duration
	for b.Loop() {
		page := newTab(b, site)
		page.open("/")
		page.until(`document.querySelectorAll("#window.tall .row").length > 10`)
		trace := page.traced(func() {
			page.run(input.SynthesizeScrollGesture(600, 500).WithYDistance(-40_000).WithSpeed(8_000).WithGestureSourceType(input.GestureMouse))
		})
		if at := eval[float64](page, "scrollY"); at < 39_000 {
			b.Fatalf("scrolled to %.0f", at)
		}
		d, l, n := trace.frames()
		drawn, late, dropped = drawn+d, late+l, dropped+n
		longest = max(longest, trace.longest(mainThread))
	}
	runs := float64(b.N)
	b.ReportMetric(float64(drawn)/runs, "frames")
	b.ReportMetric(float64(late)/runs, "late")
	b.ReportMetric(float64(dropped)/runs, "dropped")
	b.ReportMetric(milliseconds(longest), "ms-longest")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// TestTrace checks that the trace reports late frames when scripts keep the
// page busy.
func TestTrace(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.open(fmt.Sprint("/games/", id))
	b.until("window.game")
	slow := b.traced(func() {
		eval[bool](b, `new Promise((done) => {
			let left = 5;
			const busy = () => {
				for (const until = performance.now() + 100; performance.now() < until;);
				game.go(game.child());
				if (--left) requestAnimationFrame(busy); else done(true);
			};
			busy();
		})`)
	})
	drawn, late, dropped := slow.frames()
	t.Log(drawn, late, dropped, slow.longest(mainThread), slow.work(mainThread))
	if late+dropped == 0 || slow.longest(mainThread) < 100*time.Millisecond {
		t.Errorf("%d frames late, %d dropped, longest task %v", late, dropped, slow.longest(mainThread))
	}
}
