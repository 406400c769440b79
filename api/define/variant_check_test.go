package define

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/fixtures/definitions"
	"assay/fixtures/records"
)

func TestCheckVariant(t *testing.T) {
	file := filepath.Join(t.TempDir(), "small.yaml")
	for _, row := range []struct {
		from, to string
		problems int
		message  string
	}{
		{"", "", 0, ""},
		{"royal: true", "roial: true", 1, "roial"},
		{"1k2/1p2/2P1/2K1 w", "1k2/1p2/2P1 w", 1, "rank"},
		{"module: royal-capture", "module: royal-captur", 1, "royal-captur"},
	} {
		records.Write(t, file, []byte(strings.Replace(definitions.Small, row.from, row.to, 1)))
		_, err := CheckVariant(t.Context(), file, Config{}, nil)
		var problems variant.Problems
		switch {
		case row.problems == 0 && err != nil:
			t.Errorf("good: %v", err)
		case row.problems > 0 && (!errors.As(err, &problems) || len(problems) < row.problems || !strings.Contains(err.Error(), row.message)):
			t.Errorf("%s: %v", row.to, err)
		}
	}
	for _, row := range []struct {
		from, to     string
		line, column int
	}{
		{"royal: true", "roial: true", 10, 29},
		{"module: royal-capture", "module: royal-captur", 14, 14},
		{"glyph: king", "label: ñé, glyph: kingg", 10, 60},
		{"royal: true, glyph: king}", "royal: true,\n    glyph: kingg}", 10, 0},
	} {
		records.Write(t, file, []byte(strings.Replace(definitions.Small, row.from, row.to, 1)))
		_, err := CheckVariant(t.Context(), file, Config{}, nil)
		var problems variant.Problems
		if !errors.As(err, &problems) || problems[0].Line != row.line || problems[0].Column != row.column {
			t.Errorf("%s: %+v", row.to, problems)
		}
	}
	if _, err := CheckVariant(t.Context(), file+".none", Config{}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestFaultySections checks that an unsound section of a Fairy-Stockfish file
// is reported with key and line, to those who convert it and those who serve
// it.
func TestFaultySections(t *testing.T) {
	for _, tc := range []struct {
		name, text, want string
		compiled         bool // only when the variant is used
	}{
		{"its own start", "[one:chess]\nstalemateValue = loss\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1\n",
			":3: [one]: startFen: position, column 43: the board ends at rank 1 after 7 squares; it has 8 ranks of 8", true},
		{"promotion to itself", "[one:chess]\npromotionPieceTypes = pq\n", ":2: [one]: promotionPieceTypes: P becomes P; remove it", false},
		{"a key that it has from its parent", "[one:chess]\npawnTypes = n\npromotionPawnTypes = n\n", ":1: [one]: promotion: N becomes N; remove it", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, "own.ini")
			records.Write(t, file, []byte(tc.text))
			if _, problems, err := ConvertVariants(file, ConvertYAML); err != nil || problems.Error() != file+tc.want {
				t.Errorf("converted: %q, not %q: %v", problems.Error(), file+tc.want, err)
			}
			err := variant.Embedded().AddDir(os.DirFS(folder), ".", fairy.Reader)
			if problems, ok := errors.AsType[variant.Problems](err); ok == tc.compiled || ok && problems.Error() != "own.ini"+tc.want {
				t.Errorf("served: %v, not %q", err, "own.ini"+tc.want)
			}
		})
	}
}

// TestCheckUndecided exceeds the time limit of a check, which must not be a
// verdict on the definition.
func TestCheckUndecided(t *testing.T) {
	text := []byte(records.Read(t, "../../fixtures/definitions/frog-pond.yaml"))
	for _, row := range []struct {
		limit time.Duration
		want  error
	}{{time.Nanosecond, ErrCheckTimedOut}, {time.Hour, nil}} {
		a, err := NewLibrary(Config{CheckTime: row.limit})
		if err != nil {
			t.Fatal(err)
		}
		found, err := a.CheckDefinition(t.Context(), text)
		if !errors.Is(err, row.want) || (found == nil) != (err != nil) {
			t.Errorf("%v: %v, %v", row.limit, found, err)
		}
		if problems, ok := errors.AsType[variant.Problems](err); ok {
			t.Errorf("a verdict by time: %v", problems)
		}
	}
}

// TestOptionsByWork rejects options whose values take too much work, with the
// same result on every run.
func TestOptionsByWork(t *testing.T) {
	text := records.Read(t, "../../fixtures/definitions/frog-pond.yaml")
	text, _, _ = strings.Cut(text, "node-counts:")
	text += "options:\n  o: {default: v0, summary: x, values: [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9]}\noverlays:\n"
	for v := 1; v < 10; v++ {
		text += fmt.Sprintf("  - {when: {o: v%d}, set: {pieces: {N: {value: %d}}}}\n", v, v)
	}
	verdict := func(work int) string {
		c := definitionCheck{ctx: t.Context(), path: draftFile, text: []byte(text), registry: variant.Embedded(), workLeft: work}
		var err error
		if c.registry, err = c.registry.With(draftFile, c.text); err != nil {
			t.Fatal(err)
		}
		_, err = c.result()
		return fmt.Sprint(err)
	}
	little := verdict(20_000)
	if again := verdict(20_000); little != again || !strings.Contains(little, "with o=v9: not checked, because checking the earlier option values") {
		t.Errorf("%s\n%s", little, again)
	}
	if usual := verdict(0); usual != "<nil>" {
		t.Error(usual)
	}
}
