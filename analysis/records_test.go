package analysis_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

func verifyFile(t testing.TB, v *analysis.Verifier, path string) []*analysis.Game {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var games []*analysis.Game
	for r := parser.NewReader(f, parser.Options{}); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		games = append(games, v.Verify(rec, analysis.Settings{File: filepath.Base(path)}))
	}
}

// generated is one row of a list of generated games.
type generated struct {
	File   string `json:"file"`
	Plies  int    `json:"plies"`
	Result string `json:"result"`
	Legal  []int  `json:"legal"`
	Ply    int    `json:"ply"`
	Ruling string `json:"ruling"`
	Reason string `json:"reason"`
}

func rows(t *testing.T, path string) []generated {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []generated
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var g generated
		if err := json.Unmarshal(s.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

// TestGeneratedGames verifies games made by independent programs: every legal
// one with its plies, result and number of legal moves before each ply.
func TestGeneratedGames(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	for _, list := range lists(t) {
		if strings.HasSuffix(list, "-bad.jsonl") {
			continue
		}
		for _, want := range rows(t, list) {
			g := verifyFile(t, analysis.NewVerifier(book), filepath.Join(filepath.Dir(list), want.File))[0]
			if g.Report.Verdict != analysis.Legal || g.Report.Plies != want.Plies || g.Report.Result != want.Result {
				t.Errorf("%s: %s, %d plies, %s, want legal, %d, %s: %v", want.File, g.Report.Verdict, g.Report.Plies, g.Report.Result, want.Plies, want.Result, g.Report.Error)
				continue
			}
			if len(g.Report.Warnings) > 0 {
				t.Errorf("%s: unexpected warnings %v", want.File, g.Report.Warnings)
			}
			p := g.Start()
			for i, n := range want.Legal {
				if got := int(p.Count()); got != n {
					t.Errorf("%s: %d legal moves before ply %d, want %d", want.File, got, i+1, n)
					break
				}
				p.Play(g.Moves[i])
			}
		}
	}
}

// details are the rule IDs of which any may be reported for a wrong detail.
var details = map[string]bool{"NL-2": true, "NL-3": true, "NL-4": true, "NL-5": true, "CSG-2": true, "CSG-3": true, "G-1": true}

// TestGeneratedFaults verifies invalid games: each is rejected at its ply with
// its rule ID.
func TestGeneratedFaults(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	for _, list := range lists(t) {
		if !strings.HasSuffix(list, "-bad.jsonl") {
			continue
		}
		for _, want := range rows(t, list) {
			g := verifyFile(t, analysis.NewVerifier(book), filepath.Join(filepath.Dir(list), want.File))[0]
			e := g.Report.Error
			if g.Report.Verdict != analysis.Illegal || e.Ply != want.Ply || g.Report.Plies != want.Ply-1 {
				t.Errorf("%s: %s at %+v, want ply %d, %s (%s)", want.File, g.Report.Verdict, e, want.Ply, want.Ruling, want.Reason)
				continue
			}
			if e.Rule != want.Ruling && !(details[e.Rule] && details[want.Ruling]) {
				t.Errorf("%s: %s (%s) for %q, want %s (%s)", want.File, e.Rule, e.Message, e.Text, want.Ruling, want.Reason)
			}
		}
	}
}

// lists returns the lists of generated games of defined variants.
func lists(t *testing.T) []string {
	all := fixtures.Shared(t, "data/games/*.jsonl")
	registry := variant.Embedded()
	var out []string
	for _, list := range all {
		id := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(list), ".jsonl"), "-bad")
		if _, defined := registry.Find(id); defined {
			out = append(out, list)
		}
	}
	return out
}

// TestVariantOfTheCaller verifies records by the caller's variant if they name
// no defined one, otherwise by their own.
func TestVariantOfTheCaller(t *testing.T) {
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	for _, row := range []struct{ record, given, verdict, variant, warning string }{
		{"[Variant \"Unheard-of\"]\n\n1. e4 *\n", "", analysis.Unsupported, "Unheard-of", `the variant "Unheard-of" is not defined`},
		{"[Variant \"Unheard-of\"]\n\n1. e4 *\n", "chess", analysis.Legal, "chess", `the variant "Unheard-of" is not defined; it is proved as chess`},
		{"[Variant \"Unheard-of\"]\n\n1. e4 *\n", "Chess", analysis.Legal, "chess", `the variant "Unheard-of" is not defined; it is proved as chess`},
		{"[Variant \"crazyhous\"]\n\n1. e4 *\n", "", analysis.Unsupported, "crazyhous", `the variant "crazyhous" is not defined; "crazyhouse" was probably meant`},
		{"[Variant \"crazyhouse\"]\n\n1. e4 *\n", "chess", analysis.Legal, "crazyhouse", ""},
		{"[White \"x\"]\n\n1. e4 *\n", "crazyhouse", analysis.Legal, "crazyhouse", ""},
		{"VariantName=Unheard-of\n1. Pawn f3 - f4\n", "csg-1", analysis.Legal, "csg-1", `the variant "Unheard-of" is not defined; it is proved as csg-1`},
		{"1. Pawn f3 - f4\n", "", analysis.Unsupported, "", "the record does not say which variant it is of"},
	} {
		rec, err := parser.NewReader(strings.NewReader(row.record), parser.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		got := v.Verify(rec, analysis.Settings{Variant: row.given}).Report
		warning := ""
		if len(got.Warnings) > 0 {
			warning = got.Warnings[0].Message
		}
		if got.Verdict != row.verdict || got.Variant != row.variant || warning != row.warning {
			t.Errorf("%q as %q: %s, %q, %+v, %v", row.record, row.given, got.Verdict, got.Variant, got.Warnings, got.Error)
		}
	}
}

// TestFormatOfAnotherGame verifies a record whose notation cannot write its
// stated variant.
func TestFormatOfAnotherGame(t *testing.T) {
	rec, err := parser.NewReader(strings.NewReader("手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n"), parser.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	report := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(rec, analysis.Settings{Variant: "chess"}).Report
	if report.Verdict != analysis.Unsupported || report.Plies != 0 || len(report.Warnings) != 1 || report.Warnings[0].Message != "kif cannot hold moves of chess" {
		t.Errorf("%+v", report)
	}
}
