//go:build browser

package web

import (
	"strings"
	"testing"
)

// TestDocumentationPictures draws the pictures of the documentation. After a
// change of the pages, copy them from the folder that BROWSER_SCREENSHOTS names
// to docs/pictures: TestDocumentationPictures-board.png becomes board.png.
func TestDocumentationPictures(t *testing.T) {
	t.Parallel()
	record := fixture(t, "csg", "board-1.txt")
	b := searching(t, "/search?variant=chess")
	b.await = 422
	b.size(1100, 720)
	b.until(`(document.querySelector("#explored caption")?.innerText ?? "").startsWith("3 games")`)
	b.picture("explorer")

	b.open("/games/4?ply=20")
	b.until(`window.game && game.node === 20`)
	b.picture("board")

	b.open("/")
	b.click("#add")
	b.send(map[string][]byte{"broken.txt": []byte(strings.Replace(record, "d7 Red Pawn x2", "d7 Red Pawn y2", 1))}, "broken.txt")
	b.until(`document.querySelector(".report.bad .source mark")`)
	b.middle(".report")
	b.picture("fault")

	b.open("/check")
	b.until(`document.getElementById("state").textContent.startsWith("✓") && document.querySelector("#preview img")?.naturalWidth > 0`)
	b.picture("studio")
}
