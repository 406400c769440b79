package api

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/records"
	"assay/fixtures"
	"assay/parser"
	"assay/parser/record"
)

// parts counts what losses name of an annotated game, and returns its comments.
func parts(t *testing.T, r *present.Replay) (count map[string]int, comments string) {
	t.Helper()
	tree, _, err := r.TreeWith(present.AnnotationsAll)
	if err != nil {
		t.Fatal(err)
	}
	rec := tree.Attributed()
	count = map[string]int{"variation": len(record.Segments(rec.Moves)) - 1}
	var words []string
	take := func(list []parser.Comment) {
		for _, c := range list {
			words = append(words, strings.Fields(c.Text)...)
		}
	}
	take(rec.Comments)
	for ply := range rec.Moves.All() {
		notes := ply.Notes()
		take(notes.Before)
		take(notes.Comments)
		count["glyph"] += len(notes.NAGs)
		count["mark"] += len(notes.Marks)
		if notes.Eval != "" {
			count["evaluation"]++
		}
	}
	return count, strings.Join(words, " ")
}

// annotatedVariants are ten variants of all families.
var annotatedVariants = []string{"chess", "xiangqi", "shogi", "crazyhouse", "csg-3", "janggi", "makruk", "atomic", "minishogi", "capablanca"}

// annotatedArchive returns an archive with a game of each variant, annotated by
// two authors.
func annotatedArchive(t *testing.T) *Archive {
	t.Helper()
	a, book, random := newArchive(t), newBook(), rand.New(rand.NewPCG(40, 2))
	for i, v := range annotatedVariants {
		s, err := a.Submit(t.Context(), v, strings.NewReader(randomRecord(t, book, random, v, 24)), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		if s.Games[0].ID != optional.Number(i+1) {
			t.Fatalf("%s is game %d", v, s.Games[0].ID)
		}
		annotateAtRandom(t, a, int64(i+1), random)
		for k, author := range []string{"Ada", "Ben"} {
			in := annotate.AnnotationInput{Author: author, Annotation: analysis.Annotation{Ply: 2 + k,
				Comment: []string{"Adas remark", "Bens remark"}[k], NAGs: []int{1 + k}, Evaluation: "0.5"}}
			if _, err := a.Annotate(t.Context(), int64(i+1), in); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a
}

// TestAnnotatedExports exports games of ten variants, annotated by two authors,
// in every format. A record format is read back: whatever is missing is listed
// as a loss. Formats for readers name both authors and have their comments,
// unless those are listed.
func TestAnnotatedExports(t *testing.T) {
	a := annotatedArchive(t)
	written := map[present.ExportFormat]int{}
	for i, v := range annotatedVariants {
		r, err := a.Replay(t.Context(), int64(i+1))
		if err != nil {
			t.Fatal(err)
		}
		want, words := parts(t, r)
		for _, f := range present.ExportFormats() {
			var b bytes.Buffer
			losses, err := r.Export(&b, present.ExportOptions{Format: f})
			if errors.As(err, new(*analysis.CannotHold)) {
				continue
			}
			if err != nil {
				t.Fatalf("%s as %s: %v", v, f, err)
			}
			listed := strings.Join(losses, "; ")
			missing := func(what string) {
				t.Helper()
				if !strings.Contains(listed, what) {
					t.Errorf("%s as %s loses a %s, listed are %q\n%.1500s", v, f, what, listed, b.String())
				}
			}
			written[f]++
			if !slices.Contains(parser.Formats(), parser.Format(f)) {
				if f == present.ExportSVG || f == present.ExportPNG || f == present.ExportPosition {
					continue // one position
				}
				for _, text := range []string{"Ada", "Ben", "Adas remark", "Bens remark"} {
					if !strings.Contains(b.String(), text) {
						missing("comment")
					}
				}
				if f == present.ExportText && want["mark"] > 0 {
					missing("mark")
				}
				continue
			}
			to := newArchive(t)
			s, err := to.Submit(t.Context(), "x."+f.Extension(), bytes.NewReader(b.Bytes()), records.Reading{}, true)
			if err != nil {
				t.Errorf("%s as %s: %v\n%.1500s", v, f, err, b.String())
				continue
			}
			back, err := to.Replay(t.Context(), int64(s.Games[0].ID))
			if err != nil {
				t.Fatal(err)
			}
			if back.Report().Variant != r.Report().Variant || !bytes.Equal(analysis.EncodeMoves(back.Game.Moves), analysis.EncodeMoves(r.Game.Moves)) {
				t.Errorf("%s as %s became another game\n%.1500s", v, f, b.String())
				continue
			}
			got, read := parts(t, back)
			for what, n := range want {
				if got[what] < n {
					missing(what)
				}
			}
			for word := range strings.FieldsSeq(words) {
				if !strings.Contains(read, word) {
					missing("comment")
					break
				}
			}
		}
	}
	for _, f := range present.ExportFormats() {
		if written[f] == 0 {
			t.Errorf("no variant was written as %s", f)
		}
	}
}

// exportedForPeers writes annotated games into a folder: chess as PGN, whose
// path it returns, and shogi in each of its formats, listed in list.tsv with
// the number of plies.
func exportedForPeers(t *testing.T, folder string) (chess string) {
	a := annotatedArchive(t)
	var list strings.Builder
	write := func(id int64, f present.ExportFormat) string {
		r, err := a.Replay(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, fmt.Sprintf("%s.%s", annotatedVariants[id-1], f))
		writeFile(t, file, []byte(exportAs(t, a, id, f)))
		fmt.Fprintf(&list, "%s\t%s\t%d\n", f, file, r.Plies())
		return file
	}
	chess = write(1, "pgn")
	for _, f := range []present.ExportFormat{"kif", "ki2", "csa", "jkf", "usi"} {
		write(3, f)
	}
	writeFile(t, filepath.Join(folder, "list.tsv"), []byte(list.String()))
	return chess
}

// TestExtractReadsExports: pgn-extract finds every move of an annotated game.
func TestExtractReadsExports(t *testing.T) {
	program, err := exec.LookPath("/usr/games/pgn-extract")
	if err != nil {
		fixtures.Lacks(t, "pgn-extract is not installed")
	}
	said, err := exec.Command(program, "-r", exportedForPeers(t, t.TempDir())).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "1 game matched out of 1") {
		t.Errorf("%v\n%s", err, said)
	}
}
