package analysis_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/analysis"
	"assay/fixtures"
	"assay/parser"
)

// annotatedRows are records with comments, glyphs and variations wherever
// annotators put them.
var annotatedRows = []string{
	"{before all} 1. {first} e4 {best} ({or} 1. d4 {too} d5) ({a} {b} 1. {c} c4) e5 *",
	"1. e4 e5 2. Nf3 (2. {Better is} f4 exf4 {taken} 3. {now} Nf3 g5) 2... {held} Nc6 {[%clk 0:01:00]} {at last} 3. {the old move} Bb5 *",
	"1. e4 ($142 1. d4 $1 {; not this}) 1... e5 (! 1... c5 $5 ({deep} 1... c6 {deeper} 2. {then} d4)) 2. Nf3! $18 *",
	"1. e4 {a { brace} e5 {two\nlines} ; the rest } of a line\n2. Nf3 {x {nested} y} Nc6 {[x] \"q\" %no ; no} *",
	"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 31\"]\n\n31... {waiting} Kd8 (31... Ke7 {nearer} 32. {still} e4) 32. e4 {} 32... {last} Kd7 1/2-1/2",
	"1. e4 e5 {one} (1... c5 {two} 2. Nf3 (2. c3 {four} 2... {five} d5) 2... d6) {six} (1... e6 {seven}) {eight} 2. f4 (2. -- {a threat} d5) *",
}

// TestReadersOfPGN feeds exports to pgn-extract, which finds all games, plies
// and variations.
func TestReadersOfPGN(t *testing.T) {
	extract := pgnExtract(t)
	for i, text := range annotatedRows {
		out, records := exported(t, []byte("[Event \"x\"]\n"+text))
		games, faults, said := extract(out, "-s")
		if games != 1 || faults != 0 || len(records) != 1 {
			t.Errorf("row %d: %d games, %d faults in\n%s", i+1, games, faults, out)
			continue
		}
		back, err := parser.NewReader(bytes.NewReader(said), parser.Options{Format: parser.PGN}).Next()
		if err != nil {
			t.Fatal(err)
		}
		want, err := parser.NewReader(bytes.NewReader(out), parser.Options{Format: parser.PGN}).Next()
		if err != nil {
			t.Fatal(err)
		}
		if treeWords(back.Moves) != treeWords(want.Moves) {
			t.Errorf("row %d: it reads\n%s\nnot\n%s", i+1, treeWords(back.Moves), treeWords(want.Moves))
		}
	}
}

// TestReadersOfShared feeds exports of real annotated files to pgn-extract. It
// finds all games, and no more errors than in the originals.
func TestReadersOfShared(t *testing.T) {
	extract := pgnExtract(t)
	for _, folder := range []string{"data/chess/annotated", "data/chess/parser", "data/variants"} {
		err := filepath.WalkDir(fixtures.Shared(t, folder)[0], func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".pgn" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			out, records := exported(t, data)
			found, before, _ := extract(data, "-r") // pgn-extract does not know crazyhouse
			games, after, _ := extract(out, "-r")
			if games != len(records) && games != found || after > before {
				t.Errorf("%s: %d games of %d, %d faults, where the original has %d and %d", d.Name(), games, len(records), after, found, before)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// pgnExtract returns a function that runs pgn-extract on a PGN file and returns
// its counts of games and errors, and its output.
func pgnExtract(t *testing.T) func(pgn []byte, flag string) (games, faults int, said []byte) {
	t.Helper()
	path, err := exec.LookPath("pgn-extract")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/pgn-extract"); err != nil {
			fixtures.Lacks(t, "pgn-extract is not installed")
		}
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	return func(pgn []byte, flag string) (games, faults int, said []byte) {
		if err := os.WriteFile(file, pgn, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, log bytes.Buffer
		command := exec.Command(path, flag, file)
		command.Stdout, command.Stderr = &out, &log
		if err := command.Run(); err != nil && log.Len() == 0 {
			t.Fatal(err)
		}
		for line := range strings.Lines(log.String()) {
			if _, count, ok := strings.Cut(line, " matched out of "); ok {
				games, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(count), "."))
			}
			faults += strings.Count(line, "Line number:")
		}
		if flag == "-s" && games == 0 { // it counts nothing then
			games = strings.Count(out.String(), "[Event ")
		}
		return games, faults, out.Bytes()
	}
}

// exported reads a file and writes its replayable records as PGN.
func exported(t *testing.T, data []byte) (out []byte, records []*parser.Record) {
	t.Helper()
	var b bytes.Buffer
	v := analysis.NewVerifier(book)
	for r := parser.NewReader(bytes.NewReader(data), parser.Options{}); ; {
		rec, err := r.Next()
		if err == io.EOF {
			return b.Bytes(), records
		}
		if err != nil {
			t.Fatal(err)
		}
		g := v.Verify(rec, analysis.Settings{Variant: "chess"})
		if g.Rules == nil {
			continue
		}
		c, err := g.Tree(rec, nil).Convert(parser.PGN)
		if err == nil {
			err = c.Write(&b)
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, rec)
	}
}

// treeWords formats a line with glyphs and variations, without comments.
func treeWords(line parser.Line) string {
	var b strings.Builder
	for i := range line {
		fmt.Fprintf(&b, "%s%v ", line[i].Text, line[i].Notes().NAGs)
		for _, side := range line[i].Notes().Variations {
			fmt.Fprintf(&b, "(%s) ", treeWords(side))
		}
	}
	return b.String()
}
