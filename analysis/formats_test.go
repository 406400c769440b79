package analysis_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures"
	"assay/parser"
)

// judge reads a file and returns what is found of each record: verdict,
// variant, plies, result, and the warnings.
func judge(t testing.TB, data []byte, o parser.Options) string {
	t.Helper()
	var out []string
	v := analysis.NewVerifier(book)
	for reader := parser.NewReader(bytes.NewReader(data), o); ; {
		rec, err := reader.Next()
		if err == io.EOF {
			return strings.Join(out, " | ")
		}
		if bad, ok := errors.AsType[*parser.Unreadable](err); ok {
			return "unreadable: " + bad.Reason
		}
		if err != nil {
			t.Fatal(err)
		}
		r := &v.Verify(rec, analysis.Settings{}).Report
		text := fmt.Sprintf("%s %s %d %s", r.Verdict, r.Variant, r.Plies, r.Result)
		if r.Error != nil {
			text += fmt.Sprintf(" error %s %s %q", r.Error.Rule, r.Error.Reason, r.Error.Text)
		}
		for _, w := range r.Warnings {
			text += fmt.Sprintf(" warning %d:%d %s", w.Line, w.Column, w.Message)
		}
		out = append(out, text)
	}
}

// TestFormats reads short records of formats that people send.
func TestFormats(t *testing.T) {
	const table = "手数----指手---------消費時間--\n"
	for _, row := range []struct{ name, text, want string }{
		{"a drop from (00)", "手合割：平手\n" + table + "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ３三角(00)\n",
			"legal shogi 5 * warning 7:3 (00) is read as a drop; KIF writes 打 alone"},
		{"chu shogi with digits", "手合割：中将棋\n" + table + "1 ７八歩(79)\n2 １０五歩(104) (0:01/00:00:01)\n3 １２八歩(129)\n4 １一香(11)\n",
			`illegal chushogi 3 * error CHU-3 movement "１一香(11)"`},
		{"chu shogi, digits that can be two squares", "手合割：中将棋\n" + table + "1 １八歩(19)\n2 １５歩(14)\n3 １一〇(111)\n",
			`illegal chushogi 1 * error KIF syntax "１５歩(14)"`},
		{"tori shogi", "手合割：禽将棋\n" + table + "1 ４四燕(45)\n2 同燕(43)\n3 ４四燕打\n4 投了\n", `illegal torishogi 2 1-0 error G-1 empty source "４四燕打"`},
		{"tori shogi, quails", "手合割：禽将棋\n" + table + "1 ７六鶉(77)\n2 １二鶉(11)\n", "legal torishogi 2 *"},
		{"dobutsu", "手合割：どうぶつしょうぎ\n" + table + "1 ２二ひよこ(23)\n2 ２二獅(21)\n3 ２三ゾウ(33)\n", `illegal dobutsu 2 * error G-1 empty source "２三ゾウ(33)"`},
		{"gorogoro", "手合割：ごろごろどうぶつしょうぎ\n" + table + "1 ３三歩(34)\n", "legal gorogoro 1 *"},
	} {
		if got := judge(t, []byte(row.text), parser.Options{}); got != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}

// TestReportedFormats reads files that were reported as misread.
func TestReportedFormats(t *testing.T) {
	folder := filepath.Dir(fixtures.Shared(t, "data/reports/records/*")[0])
	for _, row := range []struct{ name, want string }{
		{"05-kif-drop-from-00.kif", "legal shogi 5 1-0 warning"},
		{"06-kif-branch-line-as-header.kif", "legal shogi 5 * warning"},
		{"17-csa-v3-time.csa", "legal shogi 2 0-1 warning"},
		{"a8-chu-kif.kif", "legal chushogi 1 *"},
		{"a9-tori.kif", "illegal torishogi 0 1-0 error TO-1"},
	} {
		data, err := os.ReadFile(filepath.Join(folder, row.name))
		if err != nil {
			t.Fatal(err)
		}
		got := judge(t, data, parser.Options{})
		want, warned := strings.CutSuffix(row.want, " warning")
		if !strings.HasPrefix(got, want) || warned != strings.Contains(got, "warning") {
			t.Errorf("%s: got\n%s\nwant\n%s", row.name, got, row.want)
		}
	}
}
