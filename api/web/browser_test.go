//go:build browser

package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	stdlog "log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is a browser with its own profile.
type chromium struct {
	ctx  context.Context
	said bytes.Buffer
}

// browsers are the running browsers. Each test uses one exclusively and leaves
// it to later tests.
var browsers struct {
	sync.Mutex
	free []*chromium
	held map[string]*chromium // by the names of tests
}

// browserOf returns the browser of a test. A crash fails only the test that was
// using it.
func browserOf(t testing.TB) *chromium {
	t.Helper()
	browsers.Lock()
	defer browsers.Unlock()
	if c := browsers.held[t.Name()]; c != nil {
		return c
	}
	var c *chromium
	for c == nil || c.ctx.Err() != nil {
		last := len(browsers.free) - 1
		if last < 0 {
			c = startBrowser(t)
			break
		}
		c, browsers.free = browsers.free[last], browsers.free[:last]
	}
	if browsers.held == nil {
		browsers.held = map[string]*chromium{}
	}
	browsers.held[t.Name()] = c
	t.Cleanup(func() {
		browsers.Lock()
		defer browsers.Unlock()
		delete(browsers.held, t.Name())
		browsers.free = append(browsers.free, c)
	})
	return c
}

func startBrowser(t testing.TB) *chromium {
	t.Helper()
	c := new(chromium)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1360, 900), chromedp.CombinedOutput(&c.said))
	// The shell has the engine of Chromium and needs half the CPU, because it
	// has no windows.
	shell, _ := exec.LookPath("chromium-headless-shell")
	if path := cmp.Or(os.Getenv("BROWSER_PATH"), shell); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	c.ctx, _ = chromedp.NewContext(ctx, chromedp.WithErrorf(complain))
	if err := chromedp.Run(c.ctx); err != nil {
		t.Fatalf("these tests need Chromium: %v\n%s", err, c.said.Bytes())
	}
	return c
}

// tab is a browser tab.
type tab struct {
	testing.TB
	browser *chromium
	ctx     context.Context
	site    string

	mu       sync.Mutex
	faults   []string // errors of the console, and requests to other hosts
	forgiven []string // parts of expected errors
	bytes    float64  // received since the last open
	await    int      // status of expected error responses
}

// patience bounds the wait for a page; slow machines must not fail.
const patience = 30 * time.Second

// newTab opens a tab on a server. The test fails if the console has errors at
// its end, or if another host was contacted.
func newTab(t testing.TB, site string) *tab {
	t.Helper()
	browser := browserOf(t)
	ctx, cancel := chromedp.NewContext(browser.ctx)
	ctx, stop := context.WithTimeout(ctx, 3*time.Minute)
	b := &tab{TB: t, browser: browser, ctx: ctx, site: site}
	chromedp.ListenTarget(ctx, b.hear)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, fault := range b.faults {
			if !b.isForgiven(fault) {
				t.Error(fault)
			}
		}
		stop()
		cancel()
	})
	b.run(network.Enable(), log.Enable(), emulation.SetFocusEmulationEnabled(true))
	return b
}

// speak sets the languages that the tab accepts. A cookie would be shared with
// other tests.
func (b *tab) speak(languages string) {
	b.Helper()
	b.run(network.SetExtraHTTPHeaders(network.Headers{"Accept-Language": languages}))
}

// complain logs errors of the driver, except events newer than it.
func complain(format string, args ...any) {
	if !strings.HasPrefix(format, "unhandled node event") {
		stdlog.Printf(format, args...)
	}
}

// hear records events of the browser.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *cdruntime.EventExceptionThrown:
		b.faults = append(b.faults, "exception: "+e.ExceptionDetails.Error())
	case *cdruntime.EventConsoleAPICalled:
		if e.Type == cdruntime.APITypeError || e.Type == cdruntime.APITypeWarning {
			for _, arg := range e.Args {
				b.faults = append(b.faults, fmt.Sprintf("console: %s %s", arg.Value, arg.Description))
			}
		}
	case *log.EventEntryAdded:
		expected := b.await != 0 && strings.Contains(e.Entry.Text, fmt.Sprintf("status of %d", b.await))
		if e.Entry.Level == log.LevelError && !expected {
			b.faults = append(b.faults, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || u.Scheme != "data" && u.Scheme != "blob" && !strings.HasPrefix(e.Request.URL, b.site+"/") {
			b.faults = append(b.faults, "a call elsewhere: "+e.Request.URL)
		}
	case *network.EventLoadingFinished:
		b.bytes += e.EncodedDataLength
	}
}

func (b *tab) run(actions ...chromedp.Action) {
	b.Helper()
	b.must(chromedp.Run(b.ctx, actions...))
}

// must ends the test if the browser failed.
func (b *tab) must(err error) {
	b.Helper()
	if err == nil {
		return
	}
	b.picture("failed")
	if b.browser.ctx.Err() != nil {
		b.Fatalf("Chromium is gone: %v\n%s", err, b.browser.said.Bytes())
	}
	b.Fatal(err)
}

// left reports whether the page was left during a request.
func left(err error) bool {
	fault := new(cdproto.Error)
	return errors.As(err, &fault) && fault.Code == -32000
}

// open loads a page.
func (b *tab) open(path string) {
	b.Helper()
	b.mu.Lock()
	b.bytes = 0
	b.mu.Unlock()
	b.load(chromedp.Navigate(b.site + path))
}

// reload reloads the page and waits for it.
func (b *tab) reload() { b.Helper(); b.load(chromedp.Reload()) }

// load loads a page, again if the page shown was just loading itself, which
// ends the load that began first.
func (b *tab) load(page chromedp.Action) {
	b.Helper()
	for deadline := time.Now().Add(patience); ; {
		err := chromedp.Run(b.ctx, page)
		if err == nil || !strings.Contains(err.Error(), "net::ERR_ABORTED") || time.Now().After(deadline) {
			b.must(err)
			return
		}
	}
}

// see waits until a selector is visible.
func (b *tab) see(selector string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, chromedp.WaitVisible(selector, chromedp.ByQuery)); err != nil {
		b.picture("failed")
		b.Fatalf("%s is not to be seen: %v", selector, err)
	}
}

// aim scrolls an element into view, waits until it is still, and returns its
// centre, or null. A press that would hit something else, because the page
// moved, is suppressed; struck reports which it was.
const aim = `async (selector) => {
	const point = () => {
		const e = document.querySelector(selector);
		e?.scrollIntoViewIfNeeded();
		const r = [...(e?.getClientRects() ?? [])].find((r) => r.width && r.height);
		return r ? [r.x + r.width / 2, r.y + r.height / 2] : null;
	};
	let last = point();
	for (let left = 100; left > 0; left--) {
		await new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 50); });
		const now = point();
		if (now && last && now[0] === last[0] && now[1] === last[1]) break;
		last = now;
	}
	const pressed = new AbortController();
	let e, hit;
	const hear = (event) => {
		e ??= document.querySelector(selector);
		hit ??= Boolean(e?.contains(event.target));
		const r = event.type === "pointerup" && e?.getBoundingClientRect();
		if (r?.width) hit &&= event.clientX >= r.left && event.clientX <= r.right && event.clientY >= r.top && event.clientY <= r.bottom; // it is still where it was pressed
		if (!hit) { event.preventDefault(); event.stopImmediatePropagation(); }
	};
	for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(kind, hear, { capture: true, signal: pressed.signal });
	window.struck = () => { pressed.abort(); return hit ?? false; };
	return last;
}`

// ready waits until a page that a click opened has run its scripts.
func (b *tab) ready() { b.Helper(); b.until(`document.readyState === "complete"`) }

// click presses the centre of an element, again if it missed. A page that is
// gone was left by the click.
func (b *tab) click(selector string) {
	b.Helper()
	b.see(selector)
	b.ready()
	quoted, _ := json.Marshal(selector)
	for deadline := time.Now().Add(patience); ; {
		at := eval[[]float64](b, "("+aim+")("+string(quoted)+")")
		if at != nil {
			press := func(kind input.MouseType) *input.DispatchMouseEventParams {
				return input.DispatchMouseEvent(kind, at[0], at[1]).WithButton(input.Left).WithClickCount(1)
			}
			b.run(press(input.MousePressed), press(input.MouseReleased))
			var struck bool
			err := chromedp.Run(b.ctx, chromedp.Evaluate("window.struck?.() ?? true", &struck))
			if struck || left(err) {
				return
			}
			b.must(err)
		}
		if time.Now().After(deadline) {
			b.picture("failed")
			b.Fatalf("%s is not to be clicked", selector)
		}
	}
}

func (b *tab) write(selector, text string) {
	b.Helper()
	quoted, _ := json.Marshal(selector)
	b.see(selector)
	b.run(chromedp.Evaluate("document.querySelector("+string(quoted)+").value = ''", nil), chromedp.SendKeys(selector, text, chromedp.ByQuery))
}

// press sends keys to the focused element.
func (b *tab) press(keys string) { b.Helper(); b.strike(chromedp.KeyEvent(keys)) }

// strike presses keys, again if none has arrived: a browser drops keys until it
// has drawn a new page. Keys for a frame are pressed once.
func (b *tab) strike(keys ...chromedp.Action) {
	b.Helper()
	const listen = `(window.pressed = document.activeElement?.localName === "iframe",
		addEventListener("keydown", () => { window.pressed = true; }, { capture: true, once: true }), true)`
	b.ready()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		eval[bool](b, listen)
		b.run(keys...)
		var arrived bool
		err := chromedp.Run(b.ctx, chromedp.Evaluate("window.pressed ?? true", &arrived))
		if arrived || left(err) { // or another page was opened
			return
		}
		b.must(err)
		if time.Now().After(deadline) {
			b.picture("failed")
			b.Fatal("the page receives no keys")
		}
	}
}

// follow clicks a link of a page without scripts.
func (b *tab) follow(selector string) {
	b.Helper()
	b.see(selector)
	b.run(chromedp.ScrollIntoView(selector, chromedp.ByQuery), chromedp.Click(selector, chromedp.ByQuery))
}

// enter presses Enter as a keyboard does, with its default action.
func (b *tab) enter() {
	b.Helper()
	key := func(kind input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(kind).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13)
	}
	b.strike(key(input.KeyDown).WithText("\r"), key(input.KeyUp))
}

// eval returns the value of an expression, or of its promise.
func eval[V any](b *tab, expression string) V {
	b.Helper()
	var v V
	b.run(ask(expression, &v))
	return v
}

func ask(expression string, answer any) chromedp.Action {
	return chromedp.Evaluate(expression, answer, func(p *cdruntime.EvaluateParams) *cdruntime.EvaluateParams { return p.WithAwaitPromise(true) })
}

// until waits until an expression is true, on the next page if this one is
// left.
func (b *tab) until(expression string) {
	b.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var met bool
		err := chromedp.Run(b.ctx, ask("!!("+expression+")", &met))
		if met {
			return
		}
		var early *cdruntime.ExceptionDetails // the page was not ready
		if !left(err) && !errors.As(err, &early) {
			b.must(err)
		}
		if time.Now().After(deadline) {
			b.picture("failed")
			b.Fatalf("never true: %s: %v", expression, err)
		}
	}
}

// text returns the text of a selector.
func (b *tab) text(selector string) string {
	b.Helper()
	quoted, _ := json.Marshal(selector)
	return eval[string](b, "(document.querySelector("+string(quoted)+")?.innerText ?? '').trim()")
}

// drag moves the pressed pointer from the centre of one element to that of
// another.
func (b *tab) drag(from, to string, button input.MouseButton) {
	b.Helper()
	x, y := b.middle(from)
	x2, y2 := b.middle(to)
	b.dragPoints(x, y, x2, y2, button)
}

func (b *tab) dragPoints(x, y, x2, y2 float64, button input.MouseButton) {
	b.Helper()
	held := int64(1)
	if button == input.Right {
		held = 2
	}
	b.run(
		input.DispatchMouseEvent(input.MousePressed, x, y).WithButton(button).WithButtons(held).WithClickCount(1),
		input.DispatchMouseEvent(input.MouseMoved, (x+x2)/2, (y+y2)/2).WithButton(button).WithButtons(held),
		input.DispatchMouseEvent(input.MouseMoved, x2, y2).WithButton(button).WithButtons(held),
		input.DispatchMouseEvent(input.MouseReleased, x2, y2).WithButton(button).WithClickCount(1),
	)
}

// middle returns the centre of an element after it is still; late content moves
// it.
func (b *tab) middle(selector string) (x, y float64) {
	b.Helper()
	quoted, _ := json.Marshal(selector)
	return b.rest(`(() => { const e = document.querySelector(` + string(quoted) + `); e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })`)
}

// square returns the centre of a square of the game page's board.
func (b *tab) square(name string) (x, y float64) {
	b.Helper()
	return b.rest(`(() => { game.board.root.scrollIntoView({block: "center"}); const b = game.board, [x, y] = b.way.points[b.names.get("` + name + `")], p = new DOMPoint(x, y).matrixTransform(b.root.getScreenCTM()); return [p.x, p.y]; })`)
}

// rest returns the result of a function that has not changed for a dozen
// frames, longer than the page delays requests.
func (b *tab) rest(point string) (x, y float64) {
	b.Helper()
	at := eval[[]float64](b, `(async () => {
		const point = `+point+`;
		let last = point();
		for (let same = 0, left = 600; same < 12 && left > 0; left--) {
			await new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 50); });
			const now = point();
			same = now[0] === last[0] && now[1] === last[1] ? same + 1 : 0;
			last = now;
		}
		return last;
	})()`)
	return at[0], at[1]
}

// picture saves a screenshot in the folder that the environment names.
func (b *tab) picture(name string) {
	b.Helper()
	folder := os.Getenv("BROWSER_SCREENSHOTS")
	if folder == "" {
		return
	}
	var png []byte
	if err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot(&png)); err != nil {
		b.Logf("no screenshot: %v", err)
		return
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(b.Name(), "/", "-")+"-"+name+".png"), png, 0o644); err != nil {
		b.Fatal(err)
	}
}

// size sets the window size, for example to that of a phone.
func (b *tab) size(width, height int64) {
	b.Helper()
	b.run(emulation.SetDeviceMetricsOverride(width, height, 1, width < 600))
}

// dark sets the preferred colour scheme.
func (b *tab) dark(on bool) {
	b.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[on]
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// wide fails if the page is wider than the window.
func (b *tab) wide() {
	b.Helper()
	if got := eval[int](b, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); got > 0 {
		b.Errorf("%s is %d pixels broader than the window", eval[string](b, "location.pathname"), got)
	}
}

// do runs a statement, which may leave the page.
func (b *tab) do(statement string) {
	b.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(statement, nil)); !left(err) {
		b.must(err)
	}
}

// choose selects an option as a visitor does.
func (b *tab) choose(selector, value string) {
	b.Helper()
	b.do(`(() => { const s = document.querySelector('` + selector + `'); s.value = "` + value + `"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
}
