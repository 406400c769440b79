package card

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"assay/api"
)

// pond returns a valid definition, from which tests make invalid ones.
func pond(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/definitions/frog-pond.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// allocated returns the number of bytes allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestHostileDefinitions checks definitions made to cost time, memory or many
// messages. Each must be rejected soon and briefly.
func TestHostileDefinitions(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	sound := pond(t)
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'j'; c++ {
		bomb += fmt.Sprintf("%c: &%[1]c [%s]\n", c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9), ", "))
	}
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	before, _, ok := strings.Cut(sound, "node-counts:")
	if !ok {
		t.Fatal("no node counts")
	}
	a, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, text, want string }{
		{"aliases of aliases", bomb, "YAML aliases"},
		{"deep lists", "a: " + strings.Repeat("[", 100_000), "exceeded max depth"},
		{"a huge board", strings.Replace(sound, "files: 5, ranks: 5", "files: 1000000, ranks: 1000000", 1), "expected 1 to 16 files and ranks"},
		{"long moves", sound + "\nx: y\nregions:\n  z: [" + strings.Repeat("a1, ", 50_000) + "a1]\n", "already on line"},
		{"long Betza", strings.Replace(sound, "moves: K", "moves: "+strings.Repeat("K", 100_000), 1), "longer than the limit of 200 bytes"},
		{"many keys", sound + lines(60_000, "key%d: 1\n"), "more than 200 problems"},
		{"a long key", sound + strings.Repeat("é", 500) + ": 1\n", "unknown key"},
		{"many options", sound + "options:\n" + lines(2_000, "  o%d: {values: [a, b], default: a, summary: x}\n"), "options: at most 16, found 2000"},
		{"many values", sound + "options:\n  o: {default: v1, summary: x, values: [" + lines(5_000, "v%d, ") + "w]}\n", "option o: at most 16 values, found 5001"},
		{"many node counts", before + "node-counts:\n" + lines(20_000, "  - nodes: [11] # %d\n"), "node counts: at most 100, found 20000"},
		{"deep node counts", before + "node-counts:\n" + strings.Repeat("  - nodes: [11, 119, 1354, 15552, 1, 1]\n", 99), "1 at depth 5 is wrong"},
		{"many movements", strings.Replace(sound, "moves: W,", "moves: ["+strings.TrimSuffix(strings.Repeat("nZ, ", 4_000), ", ")+"],", 1), "at most 64 movements, found 4000"},
		{"many directions", strings.Replace(sound, "moves: W,", "moves: ["+strings.TrimSuffix(strings.Repeat(strings.Repeat("Z9nG3", 40)+", ", 60), ", ")+"],", 1), "at most 4096 directions of all movements in total"},
		{"a great count of little", before + "node-counts:\n  - nodes: [11, 119, 1354, 15552, 190000, 5]\n", "at depth 5"},
	} {
		began, spent := time.Now(), allocated()
		checked, err := Check(t.Context(), a, []byte(row.text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		// Twenty times the usual time, because other tests use the machine too.
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: %v", row.name, took)
		}
		// The costliest are 60,000 unknown keys: 340 MB in total.
		if took := allocated() - spent; took > 600<<20 {
			t.Errorf("%s: %d MB", row.name, took>>20)
		}
		said, length := "", 0
		for _, p := range checked.Problems {
			said += p.Message + "\n"
			length = max(length, len(p.Message))
			if !utf8.ValidString(p.Message) {
				t.Errorf("%s: %q", row.name, p.Message)
			}
		}
		if !strings.Contains(said, row.want) || len(checked.Problems) > 201 || length > 500 {
			t.Errorf("%s: %d problems of up to %d bytes: %.300s", row.name, len(checked.Problems), length, said)
		}
	}
	if _, err := Check(t.Context(), a, []byte(sound+"#"+strings.Repeat("x", 1<<20))); err == nil || !strings.Contains(err.Error(), "1048576 bytes") {
		t.Errorf("too large: %v", err)
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if strings.HasPrefix(entry.Name(), "definition") {
			t.Errorf("%s is left", entry.Name())
		}
	}
}
