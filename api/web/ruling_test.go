package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/api/card"
	"assay/api/records"
)

// ruleCards are the pages of all variants.
type ruleCards struct {
	*testing.T
	site  string
	pages map[string]string
}

// find returns the text of a rule on a variant's page.
func (c *ruleCards) find(id, number string) string {
	c.Helper()
	if c.pages[id] == "" {
		body, err := io.ReadAll(get(c, c.site+"/variants/"+id).Body)
		if err != nil {
			c.Fatal(err)
		}
		c.pages[id] = string(body)
	}
	found := regexp.MustCompile(`<div id="`+number+`"><dt>`+number+`</dt><dd>([^<]+)`).FindAllStringSubmatch(c.pages[id], -1)
	if len(found) != 1 {
		c.Errorf("%s: the card has %s %d times", id, number, len(found))
		return ""
	}
	return html.UnescapeString(found[0][1])
}

// TestRulesOfErrors checks that the rule of every bad record is on its
// variant's page and quoted on the game's page.
func TestRulesOfErrors(t *testing.T) {
	site, a := serve(t)
	cards := &ruleCards{t, site, map[string]string{}}
	err := filepath.WalkDir("../../fixtures/bad", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, _, _ := strings.Cut(fixture(t, strings.Split(filepath.ToSlash(path), "/")[3:]...), "=====\n")
		s, err := a.Submit(t.Context(), path, strings.NewReader(text), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		report := s.Games[0].Report
		if report.Verdict == analysis.Legal {
			return nil // one of them is not illegal
		}
		says := cards.find(report.Variant, report.Error.Rule)
		body, err := io.ReadAll(get(t, fmt.Sprint(site, "/games/", s.Games[0].ID)).Body)
		if err != nil {
			t.Fatal(err)
		}
		page := html.UnescapeString(string(body))
		if says == "" || !strings.Contains(page, says) || !strings.Contains(page, fmt.Sprintf(`#%s">%[1]s</a>`, report.Error.Rule)) {
			t.Errorf("%s: %s is not quoted: %s", path, report.Error.Rule, says)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRulesOfDefinitions checks every rule ID that a definition or the
// program cites, for each value of each option.
func TestRulesOfDefinitions(t *testing.T) {
	site, a := serve(t)
	cards := &ruleCards{t, site, map[string]string{}}
	written := writtenRulings(t)
	for _, number := range []string{"NL-1", "NL-5", "NL-8", "GC-1", "GC-4", "G-1", "G-5", "W-4", "PGN", "WXF", "KIF", "CSA", "USI", "JKF"} {
		if !slices.Contains(written, number) {
			t.Errorf("%s was not found in the program, which cites %q", number, written)
		}
	}
	registry := variant.Embedded()
	for _, id := range registry.IDs() {
		plain, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		cited := append(plain.Cited(), plain.Number(""))
		for _, name := range plain.Options.Keys {
			option, _ := plain.Options.Get(name)
			for _, value := range option.Values {
				d, err := registry.Definition(id, name+"="+value)
				if err != nil {
					t.Fatal(err)
				}
				cited = append(cited, d.Cited()...)
			}
		}
		card, err := card.Find(a.Arbiter, id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, number := range written {
			if series, _, _ := strings.Cut(number, "-"); concerns(card, series) {
				cited = append(cited, number)
			}
		}
		slices.Sort(cited)
		for _, number := range slices.Compact(cited) {
			if says := cards.find(id, number); len(says) < 20 || strings.Contains(says, "does not say") {
				t.Errorf("%s: %s says %q", id, number, says)
			}
		}
	}
}

// concerns reports whether a series of rule IDs of the program concerns a
// variant.
func concerns(card *card.Card, series string) bool {
	switch series {
	case "W":
		return card.Rulings == "W"
	case "Janggi":
		return card.ID == "janggi"
	case "Thai":
		return card.ID == "makruk"
	case "Descriptive":
		return card.ID == "chess"
	case "KIF", "CSA", "USI", "JKF", "Western":
		return card.ID == "shogi" || card.ID == "minishogi"
	case "WXF", "DhtmlXQ":
		return card.ID == "xiangqi"
	}
	return series != "X"
}

// writtenRulings returns the rule IDs that the source code cites.
func writtenRulings(t *testing.T) []string {
	t.Helper()
	form := regexp.MustCompile(`^(NL|GC|G|W)-[0-9]+$`)
	var out []string
	for _, folder := range []string{"../../parser", "../../analysis", "../../analysis/notation", "../../analysis/rules"} {
		paths, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(paths) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ValueSpec: // const rulePGN = "PGN"
					if strings.HasPrefix(n.Names[0].Name, "rule") && len(n.Values) == 1 {
						if text, ok := n.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
							number, _ := strconv.Unquote(text.Value)
							out = append(out, number)
						}
					}
				case *ast.BasicLit:
					if number, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && form.MatchString(number) {
						out = append(out, number)
					}
				}
				return true
			})
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestRulesWithoutText checks that rules without text get a generated
// sentence, and others their own.
func TestRulesWithoutText(t *testing.T) {
	_, a := serve(t)
	says := func(definition string) map[string]string {
		t.Helper()
		checked, err := card.Check(t.Context(), a.Arbiter, []byte(definition))
		if err != nil || len(checked.Problems) > 0 {
			t.Fatal(err, checked)
		}
		// As in responses.
		body, err := json.Marshal(checked.Card)
		if err != nil {
			t.Fatal(err)
		}
		var card struct {
			RulingTexts []struct{ Number, Says, Of string }
		}
		if err := json.NewDecoder(bytes.NewReader(body)).Decode(&card); err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, r := range card.RulingTexts {
			if out[r.Number] != "" || r.Of == "" {
				t.Errorf("%s twice, or of nothing", r.Number)
			}
			out[r.Number] = r.Says
		}
		return out
	}
	before, _, _ := strings.Cut(example, "rules:\n")
	cited := before + "    rule: SC-7\nrules:\n  - {module: royal-capture, rule: SC-8}\n"
	cited = strings.Replace(cited, "N: {name: Knight,", "N: {name: Knight, rule: SC-9,", 1)
	got := says(cited)
	for number, want := range map[string]string{
		"SC-0": "as the variant describes", "SC-7": "Pawn becomes", "SC-8": "Capturing the other side's King wins.", "SC-9": "Knight: see the move", "G-2": "moving side",
	} {
		if !strings.Contains(got[number], want) {
			t.Errorf("%s says %q, want %q", number, got[number], want)
		}
	}
	got = says(cited + "says:\n  SC-8: The king is taken.\n  SC-0: As drawn.\n")
	if got["SC-8"] != "The king is taken." || got["SC-0"] != "As drawn." || got["SC-7"] == "" {
		t.Errorf("%q", got)
	}
	checked, err := card.Check(t.Context(), a.Arbiter, []byte(cited+"says:\n  SC-1: ''\n  one: Two.\n"))
	if err != nil || len(checked.Problems) != 2 || int(checked.Problems[0].Line) != strings.Count(cited, "\n")+2 || int(checked.Problems[1].Line) != strings.Count(cited, "\n")+3 {
		t.Errorf("%+v, %v", checked, err)
	}
}
