//go:build browser

package web

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"assay/api/games"
	"assay/fixtures"
)

// send drops files on the archive's page.
func (b *tab) send(files map[string][]byte, order ...string) {
	b.Helper()
	folder := b.TempDir()
	var paths []string
	for _, name := range order {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			b.Fatal(err)
		}
		paths = append(paths, path)
	}
	b.see("#drop")
	b.run(chromedp.SetUploadFiles("#files", paths, chromedp.ByQuery))
}

// original returns the bytes of the game of the last link.
func (b *tab) original() string {
	b.Helper()
	text, err := base64.StdEncoding.DecodeString(eval[string](b, `(async () => {
		const bytes = new Uint8Array(await (await fetch([...document.querySelectorAll(".report a.button")].pop().getAttribute("href").replace("/games/", "/api/v1/games/") + "/record")).arrayBuffer());
		return btoa(String.fromCharCode(...bytes));
	})()`))
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}

// TestCorrectUpload corrects one illegal move by one click, in every notation
// and encoding, and checks the archived bytes.
func TestCorrectUpload(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	const (
		kifHead = "手合割：平手\r\n先手：山田\r\n手数----指手---------消費時間--\r\n"
	)
	encode := func(text string, how interface {
		Bytes([]byte) ([]byte, error)
	}) []byte {
		out, err := how.Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("[Event \"Zipped é\"]\n\n1. e4 e5 2. Qh6 *\n"))
	z.Close()
	zstandard, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.click("#add")
	for _, row := range []struct {
		name       string
		body       []byte
		wrong      string // the illegal move
		from, to   string // of the arrow, places by name
		chip       string
		green, end string // start and end of the legal move's arrow
		want       string // in the archived record
	}{
		{"san.pgn", []byte("1. e4 e5 2. Qh6 Nc6 *\n"), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "2. Qh5 Nc6 *"},
		{"crlf.pgn", []byte("[Event \"Two\"]\r\n\r\n1. c4 e5\r\n2. Nc5 *\r\n"), "Nc5", "b1", "c5", "Nc3", "b1", "c3", "1. c4 e5\r\n2. Nc3 *"},
		{"uci.pgn", []byte("1. e2e4 e7e5 2. e4e5 *\n"), "e4e5", "e4", "e5", "", "", "", ""},
		{"shift-jis.kif", encode(kifHead+"   1 ７六歩(77)\r\n   2 ３四歩(44)\r\n", japanese.ShiftJIS.NewEncoder()), "３四歩(44)", "f6", "g6", "３四歩(33)", "g7", "g6", "先手：山田\r\n"},
		{"euc.kif", encode(kifHead+"   1 ７六歩(77)\r\n   2 ８四歩(82)\r\n", japanese.EUCJP.NewEncoder()), "８四歩(82)", "b8", "b6", "８四歩(83)", "b7", "b6", "先手：山田\r\n"},
		{"moves.ki2", []byte("手合割：平手\n\n▲２六歩 △４五歩\n"), "△４五歩", "", "f5", "△４四歩", "f7", "f6", "△４四歩"},
		{"moves.csa", []byte("V2.2\nPI\n+\n+7776FU\n-3335FU\n"), "-3335FU", "g7", "g5", "-3334FU", "g7", "g6", "-3334FU"},
		{"moves.usi", []byte("position startpos moves 7g7f 3c3e\n"), "3c3e", "g7", "g5", "3c3d", "g7", "g6", "7g7f 3c3d"},
		{"moves.jkf", []byte(`{"header":{},"initial":{"preset":"HIRATE"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}}]}`), "", "c3", "c5", "", "", "", ""},
		{"wxf.pgn", []byte("[Game \"Chinese Chess\"]\n[Variant \"xiangqi\"]\n\n1. C2.5 H8+7 2. H2+4 *\n"), "H2+4", "h1", "f2", "H2+3", "h1", "g3", "2. H2+3 *"},
		{"gbk.pgn", encode("[Variant \"xiangqi\"]\n[Red \"许银川\"]\n\n1. 炮二平五 马8进7 2. 马二进四 *\n", simplifiedchinese.GBK.NewEncoder()), "马二进四", "h1", "f2", "", "", "", ""},
		{"numbered.txt", []byte("Variant=csg-1\r\n1. Wildcard x1 - e2\r\n1. Pawn c7 - c6\r\n"), "Wildcard x1 - e2", "x1", "e2", "Wildcard x1 - e4", "x1", "e4", "1. Wildcard x1 - e4\r\n"},
		{"number.txt", []byte("Variant=csg-1\n1. Pawn c3 - c4\n2. Pawn c7 - c6\n"), "Pawn c7 - c6", "c7", "c6", "Pawn c7 - c6", "c7", "c6", "\n1. Pawn c7 - c6\n"},
		{"detail.txt", []byte("Variant=csg-1\n1. Zcannon b2 x b7 Red Pawn x2\n1. Pawn c7 - c6\n2. Zcannon h2 x h7 Red Pawn x2\n"), "Zcannon h2 x h7 Red Pawn x2", "h2", "h7", "Zcannon h2 x h7 Red Pawn y2", "h2", "h7", "\n2. Zcannon h2 x h7 Red Pawn y2\n"},
		{"utf-16.pgn", encode("[Event \"Wide 象棋\"]\r\n\r\n1. e4 e5 2. Qh6 *\r\n", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "[Event \"Wide 象棋\"]\r\n\r\n1. e4 e5 2. Qh5 *\r\n"},
		{"bom.pgn", []byte("\ufeff1. e4 e5 2. Qh6 *\n"), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "2. Qh5 *"},
		{"latin.pgn", []byte("[White \"M\xfcller\"]\n\n1. e4 e5 2. Qh6 *\n"), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "Müller"},
		{"packed.pgn.gz", packed.Bytes(), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "Zipped é\"]\n\n1. e4 e5 2. Qh5 *"},
		{"packed.pgn.zst", zstandard.EncodeAll([]byte("[Event \"Zstd\"]\n\n1. e4 e5 2. Qh6 *\n"), nil), "Qh6", "d1", "h6", "Qh5", "d1", "h5", "2. Qh5 *"},
	} {
		b.send(map[string][]byte{row.name: row.body}, row.name)
		b.see(".report.bad .ruling")
		b.until(`document.querySelector(".report.bad textarea") && document.querySelector(".report.bad header strong").textContent === "` + row.name + `"`)
		if got := b.text(".report.bad .source mark"); row.wrong != "" && got != row.wrong {
			t.Errorf("%s: marked in the text: %q", row.name, got)
		}
		if text := b.text(".report.bad"); strings.Contains(text, "null") || strings.Contains(text, "undefined") {
			t.Errorf("%s: the report reads %q", row.name, text)
		}
		if b.text(".report.bad blockquote") == "" {
			t.Errorf("%s: no ruling is quoted", row.name)
		}
		if got, want := b.marked(), "#d55e00 "+strings.TrimSpace(row.from+" "+row.to); got != want {
			t.Errorf("%s: the fault is drawn as %s, want %s", row.name, got, want)
		}
		chip := `[...document.querySelectorAll(".report.bad button.legal")].find((e) => e.textContent === "` + row.chip + `")`
		if row.chip == "" {
			chip = `document.querySelector(".report.bad button.legal")`
		}
		if !eval[bool](b, "!!"+chip) {
			t.Errorf("%s: no move %s beside the fault", row.name, row.chip)
			continue
		}
		b.do(chip + ".focus()")
		if got, want := b.marked(), fmt.Sprintf("#00805d %s %s", row.green, row.end); row.green != "" && !strings.Contains(got, want) {
			t.Errorf("%s: %s is drawn as %s, want %s", row.name, row.chip, got, want)
		}
		if row.name == "san.pgn" {
			b.picture("fault")
		}
		b.enter()
		b.see(".report:not(.bad) textarea")
		if got := eval[string](b, `document.activeElement.className`); got != "report" {
			t.Errorf("%s: the focus went to %q", row.name, got)
		}
		b.click(".report:not(.bad) .primary")
		b.see(".report a.button")
		if got := b.original(); !strings.Contains(got, row.want) {
			t.Errorf("%s: archived as %q", row.name, got)
		}
		b.do(`document.getElementById("results").replaceChildren()`)
	}
}

// marked returns the marks on a report's board: colours and places.
func (b *tab) marked() string {
	b.Helper()
	return eval[string](b, `(() => {
		const board = document.querySelector(".report.bad svg.board").board;
		return board.marks.map((m) => [({R: "#d55e00", G: "#00805d"})[m.colour], ...[m.from, m.to].filter((p) => p != null).map((p) => board.view.places[p])].join(" ")).join("; ");
	})()`)
}

// TestArchiveIllegal archives illegal records unchanged in any encoding, and
// edited text as edited.
func TestArchiveIllegal(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.click("#add")
	body := "手合割：平手\r\n先手：山田\r\n手数----指手---------消費時間--\r\n   1 ７五歩(77)\r\n"
	raw, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	b.send(map[string][]byte{"kept.kif": raw}, "kept.kif")
	b.see(".report.bad textarea")
	if got := eval[string](b, `document.querySelector(".report.bad textarea").value`); got != strings.ReplaceAll(body, "\r\n", "\n") {
		t.Errorf("to be edited: %q", got)
	}
	b.do(`[...document.querySelectorAll(".report.bad button")].find((e) => e.textContent.startsWith("Save as illegal")).click()`)
	b.see(".report a.button")
	if got := b.text(".report a.button"); got != "Open game 1, illegal" {
		t.Errorf("the link reads %q", got)
	}
	if got := b.original(); got != string(raw) {
		t.Errorf("archived as %q", got)
	}
	b.until(`document.querySelector("#window.tall .verdict.illegal")`)
	if n, err := a.Count(t.Context(), games.Filter{Verdict: "illegal"}); n != 1 || err != nil {
		t.Errorf("%d illegal games, %v", n, err)
	}
	b.do(`document.getElementById("results").replaceChildren()`)
	b.send(map[string][]byte{"changed.kif": raw}, "changed.kif")
	b.see(".report.bad textarea")
	b.run(chromedp.Evaluate(`(() => { const e = document.querySelector(".report.bad textarea"); e.value = e.value.replace("山田", "佐藤"); })()`, nil),
		chromedp.Evaluate(`[...document.querySelectorAll(".report.bad button")].find((e) => e.textContent.startsWith("Save as illegal")).click()`, nil))
	b.see(".report a.button")
	if got := b.original(); !strings.Contains(got, "佐藤\r\n") {
		t.Errorf("archived as %q", got)
	}
}

// TestManyFiles uploads several files, one invalid and one too large, and
// cancels an upload.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 422
	b.open("/")
	b.click("#add")
	var many strings.Builder
	for i := range 300 {
		fmt.Fprintf(&many, "[Event \"%d\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n", i)
	}
	files := map[string][]byte{
		"one.pgn": []byte(small), "bad.pgn": []byte("1. e5 *\n"), "many.pgn": []byte(many.String()), "empty.pgn": nil, "noise.bin": bytes.Repeat([]byte{0, 1, 2, 250}, 100),
		"half.pgn.gz": {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1, 2, 3},
	}
	order := []string{"one.pgn", "bad.pgn", "many.pgn", "empty.pgn"}
	b.send(files, order...)
	b.until(`document.querySelectorAll(".report").length === 4 && document.getElementById("progress").hidden`)
	for name, want := range map[string]string{"one.pgn": "1 game archived.", "many.pgn": "300 games archived.", "bad.pgn": "The record is illegal; nothing was archived."} {
		if got := b.text(`#results`); !strings.Contains(got, name) || !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	b.picture("several")
	b.await = 400
	b.send(files, "half.pgn.gz")
	b.until(`document.getElementById("results").innerText.includes("expected a complete gzip, zstd or bzip2 file")`)
	b.await = 413
	files["large.pgn"] = bytes.Repeat([]byte("1. e4 e5 {"+strings.Repeat("long ", 200)+"} *\n\n"), 20_000)
	if len(files["large.pgn"]) < 20_000_000 {
		t.Fatal(len(files["large.pgn"]))
	}
	b.send(files, "large.pgn")
	b.until(`document.getElementById("results").innerText.includes("more than the limit of 16777216 bytes")`)
	// Cancels the current upload and the queue.
	before, err := a.Count(t.Context(), games.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	b.do(`(() => {
		const open = XMLHttpRequest.prototype.send;
		XMLHttpRequest.prototype.send = function(body) { XMLHttpRequest.prototype.send = open; window.held = () => open.call(this, body); };
	})()`)
	b.send(map[string][]byte{"first.pgn": []byte("[Event \"First\"]\n\n1. c4 *\n"), "second.pgn": []byte("[Event \"Second\"]\n\n1. c4 *\n")}, "first.pgn", "second.pgn")
	b.until(`window.held && [...document.querySelectorAll("#drop button")].some((e) => e.textContent === "Cancel" && !e.hidden)`)
	if got := b.text("#drop"); !strings.Contains(got, "first.pgn, 1 more file") {
		t.Errorf("under way: %s", got)
	}
	b.do(`window.held()`)
	b.do(`[...document.querySelectorAll("#drop button")].find((e) => e.textContent === "Cancel").click()`)
	b.until(`document.getElementById("results").innerText.includes("Cancelled.")`)
	if got := b.text("#live"); !strings.Contains(got, "Cancelled") {
		t.Errorf("announced: %q", got)
	}
	if after, err := a.Count(t.Context(), games.Filter{}); after > before+1 || err != nil {
		t.Errorf("%d games after %d, %v", after, before, err)
	}
	if strings.Contains(b.text("#results"), "second.pgn") {
		t.Error("the file after it was sent")
	}
}

// TestUpload drops an illegal record on the page, and corrects it there.
func TestUpload(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.await = 422
	bad := filepath.Join(t.TempDir(), "bad.txt")
	text := fixture(t, "csg", "board-1.txt")
	if err := os.WriteFile(bad, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b.open("/")
	b.click("#add")
	b.see("#drop")
	b.run(chromedp.SetUploadFiles("#files", []string{bad}, chromedp.ByQuery))
	b.see(".report a.button")
	b.until(`document.querySelectorAll("#window.tall .row").length === 1`)
	wrong := strings.Replace(small, "Qxf7#", "Qxf8#", 1)
	eval[bool](b, `(() => {
		const data = new DataTransfer();
		data.items.add(new File([`+"`"+wrong+"`"+`], "wrong.pgn"));
		for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
		return true;
	})()`)
	b.see(".report.bad .ruling")
	b.see(".report.bad svg.board .marks path")
	if got := b.text(".report.bad .ruling h2"); !strings.Contains(got, "Qxf8#") {
		t.Errorf("the fault is %q", got)
	}
	if got := b.text(".report.bad .source mark"); got != "Qxf8#" {
		t.Errorf("marked in the text: %q", got)
	}
	b.picture("fault")
	b.do(`[...document.querySelectorAll(".report.bad button.legal")].find((e) => e.textContent === "Qxf7#" || e.textContent.includes("f7")).click()`)
	b.see(".report:not(.bad) textarea")
	b.picture("mended")
	b.click(".report:not(.bad) .primary")
	b.until(`document.querySelectorAll("#window.tall .row").length === 2`)
	b.picture("archived")
	b.do(`document.getElementById("results").replaceChildren()`)
	b.send(map[string][]byte{"result.pgn": []byte(contradicted)}, "result.pgn")
	b.see(".report .warnings")
	if got := b.text(".report .warnings"); !strings.Contains(got, "Warning (ply 4, line 1): the record says 1-0, the last position is 0-1") {
		t.Errorf("the warning reads %q", got)
	}
}

// contradicted has another result than the board.
const contradicted = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n"

// TestSubmitWarns submits a record whose result contradicts the board: it is
// archived with a warning.
func TestSubmitWarns(t *testing.T) {
	t.Parallel()
	site, _ := serve(t)
	b := newTab(t, site)
	b.open("/submit")
	b.write("#text", contradicted)
	b.click("#submit .primary")
	b.until(`document.querySelector("dialog[open]")`)
	b.do(`{ const d = document.querySelector("dialog[open]"); d.querySelector("input").value = "Ann"; d.querySelector("button.primary, button[type=submit], form button").click(); }`)
	b.see("#results .warnings")
	if got := b.text("#results"); !strings.Contains(got, "Archived as game 1") || !strings.Contains(got, "the record says 1-0, the last position is 0-1") {
		t.Errorf("the page says %q", got)
	}
}

// TestSoundAndFaulty drops a file with valid and invalid records: the valid
// ones are archived, the others are corrected, archived as they are, or left.
func TestSoundAndFaulty(t *testing.T) {
	t.Parallel()
	site, a := serve(t)
	b := newTab(t, site)
	const (
		ann = "[White \"Ann\"]\r\n\r\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\r\n\r\n"
		cid = "[White \"C\xe9dric\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb6 *\r\n\r\n"
		dee = "[White \"D\xe9sir\xe9e\"]\r\n\r\n1. e4 e5 2. Qh6 *\r\n"
	)
	verdicts := func() string {
		page, err := a.List(t.Context(), games.Filter{}, "", "", 50)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, g := range page.Games {
			all = append(all, g.Verdict)
		}
		return strings.Join(all, " ")
	}
	b.open("/")
	b.click("#add")
	b.send(map[string][]byte{"mixed.pgn": []byte(ann + cid + dee)}, "mixed.pgn")
	b.see(".report.bad .failures")
	if got := b.text("#results"); !strings.Contains(got, "1 of 3 games archived; 2 not archived.") || !strings.Contains(got, "2 illegal, 1 legal · 3 chess") {
		t.Errorf("the summary reads %q", got)
	}
	// One correction, with its lines, is one click.
	b.click(".failure:nth-of-type(1) summary")
	b.see(".failure:nth-of-type(1) [data-repair='1']")
	if got := b.text(".failure:nth-of-type(1) .repairs li"); !strings.Contains(got, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb6 *\n") || !strings.Contains(got, "1 line changed") {
		t.Errorf("the correction reads %q", got)
	}
	b.picture("mend")
	b.click(".failure:nth-of-type(1) [data-repair='1']")
	b.see(".failure:nth-of-type(1) .report:not(.bad) a.button")
	if got, err := a.Record(t.Context(), 2); !strings.Contains(string(got), "Cédric\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bb5 ") {
		t.Errorf("archived as %q, %v", got, err)
	}
	// Another is archived as it is, with its own bytes.
	b.click(".failure:nth-of-type(2) summary")
	b.see(".failure:nth-of-type(2) textarea")
	b.do(`[...document.querySelectorAll(".failure:nth-of-type(2) button")].find((e) => e.textContent.startsWith("Save as illegal")).click()`)
	b.see(".failure:nth-of-type(2) .report:not(.bad) a.button")
	if got, err := a.Record(t.Context(), 3); string(got) != dee {
		t.Errorf("archived as %q, want %q, %v", got, dee, err)
	}
	if got := verdicts(); got != "legal legal illegal" {
		t.Errorf("archived: %s", got)
	}
	// All others are archived as they are by one click, or left.
	b.do(`document.getElementById("results").replaceChildren()`)
	b.send(map[string][]byte{"more.pgn": []byte(strings.ReplaceAll(ann+cid+dee, "White", "Black"))}, "more.pgn")
	b.click(".report.bad .failures [data-act=keep]")
	b.see(".report:not(.bad)")
	if got := verdicts(); got != "legal legal illegal legal illegal illegal" {
		t.Errorf("archived: %s", got)
	}
	b.do(`document.getElementById("results").replaceChildren()`)
	b.send(map[string][]byte{"left.pgn": []byte(strings.ReplaceAll(ann+cid, "White", "Annotator"))}, "left.pgn")
	b.see(".report.bad .twins")
	b.click(".report.bad .failures [data-act=leave]")
	b.see(".report:not(.bad)")
	if n, err := a.Count(t.Context(), games.Filter{}); n != 7 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
}

// TestThousandsOfFiles uploads thousands of files at once: one summary, the
// failures next, and folded successes, on a page that stays small.
func TestThousandsOfFiles(t *testing.T) {
	site, a := serve(t)
	b := newTab(t, site)
	b.await = 422
	total, files, order := fixtures.Rounds(200, 2000, 2000), map[string][]byte{}, []string(nil)
	for i := range total {
		name := fmt.Sprintf("%04d.txt", i)
		switch i % 20 {
		case 0:
			files[name] = fmt.Appendf(nil, "[Round \"%d\"]\n\n1. e4 e5 2. Qh6 *\n", i)
		case 1, 2, 3, 4, 5:
			files[name] = fmt.Appendf(nil, "Variant=csg-1\nRound=%d\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n", i)
		default:
			files[name] = fmt.Appendf(nil, "[Round \"%d\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n", i)
		}
		order = append(order, name)
	}
	b.open("/")
	b.click("#add")
	began := time.Now()
	b.send(files, order...)
	for deadline := time.Now().Add(2 * time.Minute); !eval[bool](b, `Boolean(document.querySelector("#results .report"))`); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("still at work: %s", b.text("#drop"))
		}
	}
	took, bad := time.Since(began), total/20
	got := b.text("#results")
	for _, says := range []string{fmt.Sprintf("%d files", total), fmt.Sprintf("%d of %d games archived; %d not archived.", total-bad, total, bad),
		fmt.Sprintf("%d legal, %d illegal · %d chess, %d csg-1", total-bad, bad, total*3/4, total/4), fmt.Sprintf("%d archived games", total-bad)} {
		if !strings.Contains(got, says) {
			t.Errorf("no %q in %.800s", says, got)
		}
	}
	if n := eval[int](b, `document.querySelectorAll("#results .report").length`); n != 1 {
		t.Errorf("%d reports", n)
	}
	elements := eval[int](b, `document.querySelectorAll("#results *").length`)
	if elements > 1000 {
		t.Errorf("%d elements", elements)
	}
	opened := eval[float64](b, `(async () => { const from = performance.now(); document.querySelector("#results .successes").open = true; await new Promise((next) => requestAnimationFrame(() => setTimeout(next))); return performance.now() - from; })()`)
	if links := eval[int](b, `document.querySelectorAll("#results .successes a").length`); links != min(200, total-bad) {
		t.Errorf("%d links", links)
	}
	b.mu.Lock()
	received := b.bytes
	b.mu.Unlock()
	t.Logf("%d files in %v; %d elements, %.0f kB received, successes opened in %.0f ms", total, took, elements, received/1000, opened)
	b.wide()
	b.picture("summary")
	// The failures are corrected together.
	b.click("#results [data-act=look]")
	b.until(fmt.Sprintf(`document.querySelector("#results [data-act=apply]")?.innerText === "Apply %d corrections and save"`, bad))
	b.picture("corrections")
	b.click("#results [data-act=apply]")
	b.until(fmt.Sprintf(`document.getElementById("results").innerText.includes("%d games archived.")`, bad))
	if n, err := a.Count(t.Context(), games.Filter{Verdict: "legal"}); n != total || err != nil {
		t.Errorf("%d legal games, %v", n, err)
	}
	b.picture("corrected")
}

// TestVisitorsRecords archives each of the inputs that visitors had trouble
// with in at most three clicks, on a wide and a narrow page.
func TestVisitorsRecords(t *testing.T) {
	folder := filepath.Dir(fixtures.Shared(t, "data/reports/web/m1.txt")[0])
	for _, width := range []int64{1280, 390} {
		site, a := serve(t)
		b := newTab(t, site)
		b.await = 422
		b.size(width, 900)
		for _, row := range []struct {
			file, says string
			act        string // further click
		}{
			{"m1.txt", "1 game archived.", ""}, {"m2.txt", "1 game archived.", ""}, {"m3.txt", "1 game", ""}, {"m4.txt", "1 game archived.", ""},
			{"m5.txt", "1 game archived.", ""}, {"m8.txt", "1 game archived.", ""}, {"r5.pgn", "1 game archived.", ""},
			{"clip.txt", "1 game archived.", "[data-repair='1']"}, {"sub.pgn", "2 games archived", "[data-act=keep]"},
		} {
			text, err := os.ReadFile(filepath.Join(folder, row.file))
			if err != nil {
				t.Fatal(err)
			}
			b.open("/")
			b.click("#add") // the first click; choosing the file is the second
			b.send(map[string][]byte{row.file: text}, row.file)
			b.see("#results .report")
			if row.act != "" {
				b.see("#results " + row.act)
				b.wide()
				b.picture(fmt.Sprintf("%d-%s-before", width, row.file))
				b.click("#results " + row.act)
				b.see("#results .report:not(.bad) a.button")
			}
			if row.file == "sub.pgn" {
				page, err := a.List(t.Context(), games.Filter{Event: "Spring Correspondence 2026"}, "", "", 10)
				verdicts := ""
				for _, g := range page.Games {
					verdicts += " " + g.Verdict
				}
				if verdicts != " legal legal legal legal illegal illegal" || err != nil {
					t.Errorf("archived:%s, %v", verdicts, err)
				}
			}
			if got := b.text("#results"); !strings.Contains(got, row.says) {
				t.Errorf("%s at %d pixels: %q", row.file, width, got)
			}
			b.wide()
			b.picture(fmt.Sprintf("%d-%s", width, row.file))
		}
	}
}
