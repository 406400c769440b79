//go:build browser

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestCommands asks for the position by commands in the field for moves.
func TestCommands(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	ask := func(command, want string) {
		t.Helper()
		b.run(input.InsertText(command))
		b.enter()
		quoted, _ := json.Marshal(want)
		b.until(fmt.Sprintf(`document.querySelector(".spoken").textContent.includes(%s) && !document.getElementById("typed").value`, quoted))
	}
	b.open("/new?variant=crazyhouse")
	b.entered(0)
	b.do(`document.getElementById("typed").focus()`)
	ask("l", "No move yet.")
	ask("hand", "No pieces in hand.")
	for i, move := range []string{"e4", "d5", "exd5", "Qxd5"} {
		b.run(input.InsertText(move))
		b.enter()
		b.entered(i + 1)
	}
	ask("l", "Qxd5")
	ask("i", "White to move; ply 4")
	ask("s d5", "d5, Black Queen")
	ask("s e4", "e4, empty")
	ask("s d", "d1, White Queen")
	ask("s z9", "No such square: z9")
	ask("p n", "White Knight: b1, g1")
	ask("p knight", "Black Knight: b8, g8")
	ask("p x", "No such piece on the board: x")
	ask("hand", "White's hand, ")
	ask("m g1", "Nf3")
	ask("m hand", "@e4")
	ask("m e5", "No legal moves.")
	ask("m", "legal moves")
	ask("?", "the pieces in hand")
	b.run(input.InsertText("P@e4"))
	b.enter()
	b.entered(5)
	b.until(`!document.querySelector(".spoken").textContent`)

	b.speak("ja")
	b.game(id, 2)
	b.until(`!document.getElementById("typing").hidden`)
	b.do(`document.getElementById("typed").focus()`)
	ask("s e4", "白 Pawn")
	ask("l", "e5")
	ask("i", "2手目")
	ask("m g1", "Nf3")
	ask("hand", "持駒なし。")
}

// ear acts on a page by its accessibility tree alone.
type ear struct{ *tab }

// heard is a node of the accessibility tree. The types of cdproto refuse words
// of newer browsers.
type heard struct {
	Ignored bool              `json:"ignored"`
	Role    spoken            `json:"role"`
	Name    spoken            `json:"name"`
	ID      cdp.BackendNodeID `json:"backendDOMNodeId"`
}

// spoken is a value of the accessibility tree.
type spoken struct {
	Value any `json:"value"`
}

// node returns the node with a role and a name that begins so, waiting for it.
func (b ear) node(role, name string) cdp.BackendNodeID {
	b.Helper()
	var names []any
	for range 100 {
		var tree struct {
			Nodes []heard `json:"nodes"`
		}
		b.run(chromedp.ActionFunc(func(ctx context.Context) error {
			return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &tree)
		}))
		names = nil
		for _, n := range tree.Nodes {
			if text, _ := n.Name.Value.(string); !n.Ignored && n.Role.Value == role {
				if strings.HasPrefix(text, name) {
					return n.ID
				}
				names = append(names, text)
			}
		}
		b.run(chromedp.Sleep(100 * time.Millisecond))
	}
	b.picture("unheard")
	b.Fatalf("no %s with the name %q; there are %q", role, name, names)
	return 0
}

// focus moves the focus to a node, as a screen reader does.
func (b ear) focus(role, name string) {
	b.Helper()
	b.run(dom.Focus().WithBackendNodeID(b.node(role, name)))
}

// use focuses a control and presses Enter.
func (b ear) use(role, name string) { b.Helper(); b.focus(role, name); b.enter() }

// fill focuses a field and types a text.
func (b ear) fill(name, text string) {
	b.Helper()
	b.focus("textbox", name)
	b.run(input.InsertText(text))
}

// TestByEar verifies, browses, searches, plays and annotates by the
// accessibility tree and the keyboard alone.
func TestByEar(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := ear{newTab(t, site)}
	// Verify: paste a record and save it.
	b.open("/")
	b.use("button", "Add games")
	b.use("button", "paste text")
	b.fill("Text of", "[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
	b.use("button", "Save")
	// Browse: open the game and step.
	b.use("link", "Open game 1")
	b.until(`location.pathname === "/games/1" && window.game`)
	b.node("heading", "Ada – Ben")
	b.do(`document.activeElement.blur()`)
	b.press(kb.Home)
	b.press(kb.ArrowRight)
	b.until(`document.getElementById("live").textContent.startsWith("ply 1, White: e4")`)
	// Play: a move and its answer by commands on the same page.
	b.focus("textbox", "A move")
	b.run(input.InsertText("s e4"))
	b.enter()
	b.node("status", "")
	b.until(`document.querySelector(".spoken").textContent === "e4, White Pawn"`)
	// Annotate.
	b.use("button", "Annotate")
	b.fill("Comment", "The usual first move")
	b.fill("Your name", "Dee")
	b.use("button", "Save")
	b.until(`document.getElementById("annotations").textContent.includes("The usual first move")`)
	// Search.
	b.open("/search?variant=chess")
	b.focus("combobox", "Query")
	b.run(input.InsertText("white queen on f7"))
	b.use("button", "Search")
	b.use("link", "The position after ply 7")
	b.until(`location.pathname === "/games/1"`)
	// Play a new game with a drop.
	b.open("/new?variant=crazyhouse")
	b.entered(0)
	b.focus("textbox", "A move")
	for i, move := range []string{"e4", "d5", "exd5", "Qxd5", "P@e4"} {
		b.run(input.InsertText(move))
		b.enter()
		b.entered(i + 1)
	}
	b.use("button", "Save")
	b.until(`location.pathname === "/games/2"`)
}
