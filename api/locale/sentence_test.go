package locale_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/api"
	"assay/api/card"
	"assay/api/locale"
)

func TestSay(t *testing.T) {
	for _, tt := range []struct{ tag, text, want string }{
		{"de", "legal", "legal"},
		{"de", "no piece stands on e4", "auf e4 steht keine Figur"},
		{"ja", "no piece stands on e4", "e4に駒がありません"},
		{"de", "the Rook on a1 does not go to a4: a2 is in the way", "Rook auf a1 zieht nicht nach a4: a2 ist im Weg"},
		{"zh-CN", "the game ended with the previous ply: checkmate, 1-0 (W-3)", "对局已在上一步结束：将死，1-0（W-3）"},
		{"fr", "move 2 of White is missing: the Knight on b1 does not go to c6",
			"manquant : coup 2 (Blancs) ; la pièce Knight en b1 ne va pas en c6"},
		{"ja", "ply 3 of Sente is missing: it is Sente's turn", "先手の3手目が抜けています：先手の手番です"},
		{"ru", `"Nd2" fits 2 legal moves: Nbd2 or Nfd2`, `записи "Nd2" соответствуют возможные ходы: 2: Nbd2 или Nfd2`},
		{"es", "a or b", "a or b"}, // joins values only
		// What follows a sentence is repeated; a list has parts of one form.
		{"de", "Pawn may become Queen or Rook by a move that ends on the last rank, up to 1 Queen on the board, up to 2 Rook on the board",
			"Pawn kann zu Queen oder Rook werden durch einen Zug, der auf der letzten Reihe, höchstens 1 Queen auf dem Brett, höchstens 2 Rook auf dem Brett endet"},
		{"de", "a Horse threatens a Chariot even if it is protected; a Cannon threatens a Chariot even if it is protected; a Advisor threatens a Chariot, Cannon or Horse even if it is protected",
			"Horse bedroht Chariot auch, wenn diese Figur gedeckt ist; Cannon bedroht Chariot auch, wenn diese Figur gedeckt ist; Advisor bedroht Chariot, Cannon oder Horse auch, wenn diese Figur gedeckt ist"},
		{"ja", "May be claimed by a side with a bare king that has counted its moves, if no Bia is left, to 8 against Rua and Rua, 16 against Rua, 64 against others, from the number of pieces on the board: a draw by the count of the pieces' honour",
			"Biaが残っていないとき、裸玉の側は、自分の手を次の数まで数えたら主張できる（8手は対RuaとRua、16手は対Rua、64手は対その他。数えは盤上の駒の数から始める）：駒の格による数えの引き分け"},
		{"th", "unknown to the catalogue", "unknown to the catalogue"},
		{"en", "no piece stands on e4", "no piece stands on e4"},
		{"ko", "", ""},
	} {
		if got := locale.Of(tt.tag).Say(tt.text); got != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.tag, tt.text, got, tt.want)
		}
	}
}

// TestSentences: the program writes every sentence of the list, so that a
// changed message is changed there too.
func TestSentences(t *testing.T) {
	var texts strings.Builder
	for _, root := range []string{"../../analysis", "../../parser", "../../api", "../../store", "../../index", "../../cmd"} {
		if err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			source, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			var s scanner.Scanner
			files := token.NewFileSet()
			s.Init(files.AddFile(name, -1, len(source)), source, nil, 0)
			for {
				_, tok, text := s.Scan()
				if tok == token.EOF {
					return nil
				}
				if tok == token.STRING {
					value, _ := strconv.Unquote(text)
					texts.WriteString(value)
					// Texts in two lines are joined.
					if !strings.HasSuffix(value, " ") {
						texts.WriteByte('\n')
					}
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	// Sentences of rule cards are joined from several texts.
	a, err := api.NewArbiter(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range a.Variants() {
		c, err := card.Find(a, v.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range c.Explain().Sections {
			texts.WriteString(strings.Join(section.Lines, "\n"))
		}
	}
	definitions, err := filepath.Glob("../../analysis/variant/definitions/*.yaml")
	if err != nil || len(definitions) == 0 {
		t.Fatal(len(definitions), err)
	}
	for _, name := range append(definitions, "../../analysis/variant/rulings.yaml") {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(source)
	}
	all, value := texts.String(), regexp.MustCompile(`\{\d\}`)
	seen := map[string]bool{}
	for _, sentence := range locale.Sentences() {
		if seen[sentence] {
			t.Errorf("%q is listed twice", sentence)
		}
		seen[sentence] = true
		for _, part := range value.Split(sentence, -1) {
			if part = strings.Trim(part, " ,;:()"); len(part) > 2 && !strings.Contains(all, part) {
				t.Errorf("%q: no text of the program contains %q", sentence, part)
			}
		}
	}
}

// TestFormat inserts values, in the order of the language.
func TestFormat(t *testing.T) {
	turned := &locale.Catalogue{Translations: map[string]locale.Translation{"move {1} of {2}": {Text: "{2}s Zug {1}"}}}
	for _, row := range []struct {
		catalogue *locale.Catalogue
		message   string
		values    []any
		want      string
	}{
		{nil, "no value", nil, "no value"},
		{nil, "game {1}", []any{7}, "game 7"},
		{nil, "{1} and {1}", []any{7}, "7 and 7"},
		{nil, "move {1} of {2}", []any{3, "White"}, "move 3 of White"},
		{turned, "move {1} of {2}", []any{3, "Weiß"}, "Weißs Zug 3"},
		{nil, "{1}, {2}", []any{"{2}", "{1}"}, "{2}, {1}"}, // values are not read again
		{nil, "{first: {1}} {", []any{"a"}, "{first: a} {"},
	} {
		if got := row.catalogue.Format(row.message, row.values...); got != row.want {
			t.Errorf("%q: %q, want %q", row.message, got, row.want)
		}
	}
}
