package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestLanguage verifies an illegal record in each language, chosen by the
// environment or by the flag.
func TestLanguage(t *testing.T) {
	const record = "1. e4 e5 2. Nf3 Nc6\n3. Bb6 *\n"
	verify := func(environ []string, args ...string) (code int, out, said string) {
		var stdout, stderr bytes.Buffer
		code = run(t.Context(), append([]string{"verify", "-"}, args...), environ, strings.NewReader(record), &stdout, &stderr)
		return code, stdout.String(), stderr.String()
	}
	for _, tt := range []struct{ tag, head, message string }{
		{"en", "-:2:4: game 1 (chess): illegal at ply 5, move 3 of White", "the Bishop on c1 does not go to b6"},
		{"de", "-:2:4: Partie 1 (chess): illegal bei Halbzug 5, Zug 3 (Weiß)", "Bishop auf c1 zieht nicht nach b6"},
		{"es", "-:2:4: partida 1 (chess): ilegal en el movimiento 5, jugada 3 (Blancas)", "la pieza Bishop de c1 no puede ir a b6"},
		{"fr", "-:2:4: partie 1 (chess): illégale au demi-coup 5, coup 3 (Blancs)", "la pièce Bishop en c1 ne va pas en b6"},
		{"ja", "-:2:4: 棋譜 1 (chess): 反則 5手目（白の第3手）", "c1のBishopはb6に動けません"},
		{"ko", "-:2:4: 기보 1 (chess): 반칙 5수째, 백의 3번째 수", "c1의 Bishop 기물은 b6로 갈 수 없습니다"},
		{"ru", "-:2:4: партия 1 (chess): с нарушением на полуходе 5, ход 3 (Белые)", "Bishop с c1 не ходит на b6"},
		{"th", "-:2:4: เกม 1 (chess): ผิดกติกา ที่ตาเดิน 5 ตาที่ 3 ของขาว", "Bishop ที่ c1 เดินไป b6 ไม่ได้"},
		{"zh-CN", "-:2:4: 第 1 局 (chess): 违规 第 5 步，白方第 3 回合", "c1 的 Bishop 不能走到 b6"},
		{"zh-TW", "-:2:4: 第 1 局 (chess): 違規 第 5 步，白方第 3 回合", "c1 的 Bishop 不能走到 b6"},
	} {
		variable := "LANG=" + strings.ReplaceAll(tt.tag, "-", "_") + ".UTF-8"
		for _, way := range []struct{ environ, args []string }{
			{[]string{variable}, nil},
			{[]string{"LANG=C", "LC_MESSAGES=" + strings.TrimPrefix(variable, "LANG=")}, nil},
			{[]string{"LC_ALL=C.UTF-8", variable}, []string{"--language", tt.tag}},
		} {
			code, out, said := verify(way.environ, way.args...)
			if code != exitFaults || !strings.HasPrefix(out, tt.head+"\n") || !strings.Contains(out, ": "+tt.message) {
				t.Errorf("%s, %v %v: %d\n%s%s", tt.tag, way.environ, way.args, code, out, said)
			}
			if counted := strings.Contains(said, "1 game in 1 file: 0 legal, 1 illegal; 4 legal plies"); counted != (tt.tag == "en") {
				t.Errorf("%s: %s", tt.tag, said)
			}
		}
		// Programs read English.
		if _, out, _ := verify([]string{variable}, "--json"); !strings.Contains(out, "the Bishop on c1 does not go to b6") {
			t.Errorf("%s, JSON: %s", tt.tag, out)
		}
	}
	if _, out, _ := verify([]string{"LC_ALL=C.UTF-8", "LANG=de_DE.UTF-8"}); !strings.Contains(out, "illegal at ply") {
		t.Errorf("LC_ALL=C: %s", out)
	}
	if code, _, said := verify(nil, "--language", "tlh"); code != exitUsage || !strings.Contains(said, "expected en, de") {
		t.Errorf("an unknown language: %d %s", code, said)
	}
}

// TestImportLanguage names an earlier game with the same moves in German.
func TestImportLanguage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "twins.pgn")
	const moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n"
	writeFile(t, file, "[White \"Ann\"]\n[Black \"Ben\"]\n\n"+moves+"[White \"Cy\"]\n[Black \"Dora\"]\n\n"+moves)
	got := newDesk(t).run("", "import", "--language", "de", file)
	if !strings.Contains(got.out, "archiviert als 2, auch archiviert als 1: dieselben Züge mit anderen Kopfdaten; "+
		"zum Vergleich: assay twins compare 1 2") {
		t.Errorf("%+v", got)
	}
}
