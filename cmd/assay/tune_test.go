package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis/engine"
	"assay/api/analyse"
)

// TestTune tunes with few games, which changes nothing, writes to the requested
// file, and lets the engine use it.
func TestTune(t *testing.T) {
	d := newDesk(t)
	quick := []string{"--games", "3", "--nodes", "30", "--plies", "20"}
	got := d.run("", append([]string{"tune", "minishogi"}, quick...)...)
	if got.code != exitDone || !strings.Contains(got.out, "3 games are too few") {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	file := filepath.Join(t.TempDir(), "worths.json")
	fit := objects(t, d.done(append([]string{"tune", "shogi", "--json", "--output", file}, quick...)...))
	if len(fit) != 1 || fit[0]["variant"] != "shogi" || fit[0]["games"] != 3.0 || fit[0]["worths"] != nil {
		t.Errorf("%v", fit)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `"variant": "shogi"`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, c := range []struct{ args, says string }{
		{"", ""},
		{"nonesuch", "nonesuch"},
		{"chess --nodes 0", "nodes"},
		{"chess --games -1", "games"},
		{"chess --prove -1", "prove"},
		{"chess --plies 0", "plies"},
		{"chess --engine nonesuch", "nonesuch"},
		{"chess --archived -1", "--archived"},
		{"chess --games 100000 --output nowhere/worths.json", "--output"},
	} {
		if got := d.run("", append([]string{"tune"}, strings.Fields(c.args)...)...); got.code != exitUsage || !strings.Contains(got.errors, c.says) {
			t.Errorf("%s: exit %d: %s", c.args, got.code, got.errors)
		}
	}
}

// TestTuneArchived uses archived games with a result.
func TestTuneArchived(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n")
	d.done("import", file)
	fit := objects(t, d.done("tune", "chess", "--json", "--games", "0", "--nodes", "30"))
	if fit[0]["games"] != 1.0 {
		t.Errorf("%v", fit)
	}
}

// TestTunePawns prints fitted values in pawns, if the pawn was fitted.
func TestTunePawns(t *testing.T) {
	for _, c := range []struct {
		pawn, want string
	}{{"Pawn", "Rook               480 ± 24   endgame   500  in hand   600 ± 12  4.00 ± 0.20 pawns, 5.00 ± 0.10 in hand\n"},
		{"Lance", "Rook               480 ± 24   endgame   500  in hand   600 ± 12\n"}} {
		var out strings.Builder
		p := &program{stdout: bufio.NewWriter(&out), stderr: io.Discard}
		fit := &analyse.Fit{Values: []engine.PieceValue{{Piece: "Pawn", Board: 120, Error: 6}, {Piece: "Rook", Board: 480, Late: 500, Error: 24, Hand: 600, HandError: 12}}}
		if err := p.printFit(fit, c.pawn, "here"); err != nil {
			t.Fatal(err)
		}
		p.stdout.Flush()
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %s", c.pawn, out.String())
		}
	}
}
