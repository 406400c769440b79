package main

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// hostile is a record with headers that would set a terminal's title, reverse
// text and start lines of their own.
const hostile = "[Event \"\x1b]0;owned\x07Cup\"]\n[White \"Eve\u009b31m\u202e\"]\n[Black \"\\u001b[2J\"]\n[Variant \"chess\"]\n\n1. e4 e5 2. e5\x1b[31m *\n"

// hostileJSON is a record with a line end in a header.
const hostileJSON = `{"assay":1,"variant":"chess","notation":"pgn","tags":[{"key":"White","value":"Eve\n2: chess, legal, 9 plies, 1-0\u001b[1m"},{"key":"Black","value":"x"}],"plies":[{"number":1,"text":"e4"}]}` + "\n"

func TestTerminalEscapes(t *testing.T) {
	d := newDesk(t)
	path := filepath.Join(t.TempDir(), "hostile.pgn")
	writeFile(t, path, hostile)
	for _, args := range []string{"verify " + path, "import " + path, "verify --json " + path, "list", "list --json", "search --query verdict=illegal", "show 1 --ply 0", "export --schema", "variants chess"} {
		got := d.run("", strings.Fields(args)...)
		if at := strings.IndexFunc(got.out+got.errors, func(c rune) bool { return isHidden(c) && c != '\n' && c != '\t' }); at >= 0 || got.out == "" {
			t.Errorf("%s writes %q", args, got.out+got.errors)
		}
	}
	if got := d.done("list"); !strings.Contains(got, `\u001b]0;owned\u0007Cup`) || !strings.Contains(got, `Eve\u009b31m\u202e`) {
		t.Errorf("list says %q", got)
	}
	if got := objects(t, d.done("list", "--json"))[0]; got["event"] != "\x1b]0;owned\aCup" || got["first"] != "Eve\u009b31m\u202e" {
		t.Errorf("list has %q", got)
	}
	if got := d.done("export", "1", "--as", "pgn"); !strings.Contains(got, "\x1b]0;owned") {
		t.Errorf("to a file or pipe an export is what it is, got %q", got)
	}
}

func TestLineEndInHeader(t *testing.T) {
	d := newDesk(t)
	if got := d.run(hostileJSON, "import", "-"); got.code != exitDone {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	if got := d.done("list"); strings.Count(got, "\n") != 1 || !strings.Contains(got, `Eve\u000a2: chess`) {
		t.Errorf("list says %q", got)
	}
}

func TestVisible(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"羽生 善治 – Tal\tone\n", "羽生 善治 – Tal\tone\n"}, {"a\x1b[0m", `a\u001b[0m`}, {"\r\x7f", `\u000d\u007f`}, {"\u0085\u2028\u2066", `\u0085\u2028\u2066`},
		{"a\x9bb", `a\x9bb`}, {"\xe7\xbe", `\xe7\xbe`}, {"\ufffd", "\ufffd"},
	} {
		if got := visible(row.text, layout); got != row.want {
			t.Errorf("%q is %q, want %q", row.text, got, row.want)
		}
		var out strings.Builder
		s := &screen{to: &out}
		if _, err := io.Copy(s, iotest.OneByteReader(strings.NewReader(row.text))); err != nil || s.end() != nil || out.String() != row.want {
			t.Errorf("%q byte by byte is %q, %v, want %q", row.text, out.String(), err, row.want)
		}
	}
}

// TestExportToTerminal exports to a terminal.
func TestExportToTerminal(t *testing.T) {
	var out bytes.Buffer
	for watched, want := range map[bool]string{true: `\u001b[2J`, false: "\x1b[2J"} {
		out.Reset()
		p := &program{watched: watched, stdout: bufio.NewWriter(&out)}
		p.shown = &screen{to: p.stdout}
		if _, err := io.WriteString(p.raw(), "\x1b[2J"); err != nil || p.stdout.Flush() != nil || out.String() != want {
			t.Errorf("watched %v: %q, want %q", watched, out.String(), want)
		}
	}
}

// TestLongWords: messages about a record with long words stay readable.
func TestLongWords(t *testing.T) {
	long := strings.Repeat("Lorem", 1000)
	for name, record := range map[string]string{
		"move": "[Variant \"chess\"]\n\n1. " + long + " *\n", "variant": "[Variant \"" + long + "\"]\n\n1. e4 *\n",
		"start": "[Variant \"chess\"]\n[FEN \"" + long + "\"]\n\n1. e4 *\n", "result": "[Result \"" + long + "\"]\n\n1. e4 *\n",
		"side line": "[Variant \"chess\"]\n\n1. e4 (1. " + long + ") *\n", "numbered": "Variant=csg-1\n1. " + long + " f3 - f4\n",
		"option": "Variant=all-classic\nOptions=" + long + "=x\n1. Pawn a1 - a2\n", "termination": "[Termination \"" + long + "\"]\n\n1. e4 *\n",
		"kif": "手合割：平手\n   1 " + long + "\n", "csa": "V2.2\nPI\n+\n+" + long + "\n", "usi": "position startpos moves 7g7f " + long + "\n",
		"line": "Variant=csg-1\n" + long + "\n", "xiangqi": "[Variant \"xiangqi\"]\n\n1. 炮二平五 炮" + long + " *\n",
	} {
		got := newDesk(t).run(record, "verify", "-")
		for line := range strings.Lines(got.out + got.errors) {
			if n := len([]rune(line)); n > 600 {
				t.Errorf("%s: a line of %d characters: %.80q", name, n, line)
			}
		}
		for _, object := range objects(t, newDesk(t).run(record, "verify", "--json", "-").out) {
			messages := []any{}
			if e, ok := object["error"].(map[string]any); ok {
				messages = append(messages, e["message"])
			}
			for _, w := range object["warnings"].([]any) {
				messages = append(messages, w.(map[string]any)["message"])
			}
			for _, m := range messages {
				if len(m.(string)) > 600 {
					t.Errorf("%s: a message of %d bytes: %.80q", name, len(m.(string)), m)
				}
			}
		}
	}
	for _, args := range [][]string{{long}, {"list", "--" + long}, {"list", "--variant", long}, {"list", "--from", long}, {"verify", long}, {"moves", "--variant", long}, {"moves", "--variant", "chess", "--position", long}, {"search", "--query", long}, {"export", long}, {"show", "1", "--as", long}} {
		if got := newDesk(t).run("", args...); len(got.out+got.errors) > 1200 {
			t.Errorf("%.40q: %d bytes: %.200q", args, len(got.out+got.errors), got.out+got.errors)
		}
	}
}
