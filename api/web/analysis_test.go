//go:build browser

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"assay/analysis/evaluation"
	"assay/api/rest"
)

// TestGameAnalysis analyses a game and checks judgements, bar, graph, lines and
// arrows.
func TestGameAnalysis(t *testing.T) {
	t.Parallel()
	site, a := serveWith(t, rest.ServerConfig{AnalysisCores: 1})
	id := add(t, a, strings.Replace(small, "Nf6??", "Nf6", 1))
	b := newTab(t, site)
	b.game(id, 0)
	b.see("#analyse")
	if eval[bool](b, `!document.getElementById("win-chances").hidden || !document.getElementById("graph").hidden`) {
		t.Error("a game without analysis shows one")
	}
	b.do(`document.getElementById("analyse").focus()`)
	b.enter()
	b.until(`!document.getElementById("graph").hidden && !document.getElementById("analyse").hidden`)
	b.heard("Analysis complete.")
	want, err := a.Analysis(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for ply, at := range want.Plies {
		judged := ""
		if at.Judgement != nil {
			judged = map[evaluation.Judgement]string{evaluation.Inaccuracy: "?!", evaluation.Mistake: "?", evaluation.Blunder: "??"}[*at.Judgement]
		}
		if got := b.text(fmt.Sprintf("#n%d .nag", ply)); !strings.HasSuffix(got, judged) {
			t.Errorf("ply %d is judged %q, want %q", ply, got, judged)
		}
	}
	b.press(kb.End)
	b.press(kb.ArrowLeft) // Black is checkmated; before that White mates in one
	b.until(`document.getElementById("score").textContent === "#1"`)
	if got := b.text("#best"); got != "Qxf7#" {
		t.Errorf("best before the mate: %q", got)
	}
	if got := eval[string](b, `document.getElementById("win-chances").getAttribute("aria-label")`); got != "White 98 %, Black 2 %" {
		t.Errorf("the bar says %q", got)
	}
	b.until(`game.board.marks.some((m) => game.view.places[m.from] === "h5" && game.view.places[m.to] === "f7" && m.colour === "P")`)
	b.picture("light")
	b.dark(true)
	b.picture("dark")
	b.dark(false)
	b.click("#tab-analysis")
	b.picture("graph")
	b.drag("#graph", "#graph", input.Left) // its middle
	b.until("game.node === 3 || game.node === 4")
	b.size(390, 844)
	b.game(id, 3)
	b.until(`document.getElementById("score").textContent !== "" && !document.getElementById("graph").hidden`) // after a reload
	b.wide()
	b.picture("phone")
}

// TestLiveAnalysis analyses each shown position, and stops.
func TestLiveAnalysis(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, small)
	b := newTab(t, site)
	b.game(id, 5)
	b.click("#tab-analysis")
	b.drag("#live-analysis", "#live-analysis", input.Left)
	b.until(`document.getElementById("score").textContent.length > 1 && document.getElementById("best").textContent !== ""`)
	b.press(kb.ArrowRight)
	b.until(`document.getElementById("score").textContent === "#1" && document.getElementById("best").textContent === "Qxf7#"`)
	b.heard("#1, best Qxf7#")
	b.press(kb.ArrowRight) // the game is over
	b.until(`document.getElementById("score").textContent === "checkmate"`)
	b.picture("over")
	b.click("#live-analysis")
	b.until(`document.getElementById("evaluation-line").hidden && document.getElementById("win-chances").hidden`)
}

// TestCancelledAnalysis cancels a job, also from a page opened later.
func TestCancelledAnalysis(t *testing.T) {
	t.Parallel()
	site, a := serve(t) // no workers: jobs stay queued
	id := add(t, a, small)
	b := newTab(t, site)
	b.game(id, 0)
	b.drag("#analyse", "#analyse", input.Left)
	b.see("#cancel-job")
	b.until(`document.getElementById("job-state").textContent === "Queued"`)
	b.picture("waiting")
	b.game(id, 0)
	b.see("#cancel-job")
	b.do(`document.getElementById("cancel-job").focus()`)
	b.enter()
	b.until(`document.getElementById("job").hidden && document.activeElement === document.getElementById("analyse")`)
	b.heard("cancelled")
}

// TestNoAnalysisInProgress checks that games in progress show no analysis.
func TestNoAnalysisInProgress(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	id := add(t, a, strings.NewReplacer("[Result \"1-0\"]", "[Result \"*\"]\n[Status \"ongoing\"]", "Qxf7# 1-0", "*").Replace(small))
	b := newTab(t, site)
	b.game(id, 2)
	b.until(`document.getElementById("annotate").textContent === "Report an illegal move"`)
	if eval[bool](b, `document.getElementById("analysis").checkVisibility()`) {
		t.Error("the analysis of a game that is being played is offered")
	}
}
