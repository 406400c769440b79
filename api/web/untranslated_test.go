package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"assay/analysis"
	"assay/api"
	"assay/api/account"
	"assay/api/annotate"
	"assay/api/card"
	"assay/api/laboratory"
	"assay/api/locale"
	"assay/api/studies"
	"assay/store"
)

// filled fills an archive so that its pages have rows, and returns their
// paths and the session of an administrator.
func filled(t *testing.T, a *api.Archive) (paths []string, session string) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	csg, chess := add(t, a, fixture(t, "csg", "board-1.txt")), add(t, a, small)
	broken := add(t, a, strings.Replace(small, "Qxf7#", "Qxf8#", 1))
	_, err := a.Annotate(t.Context(), csg, annotate.AnnotationInput{Author: "Dee",
		Annotation: analysis.Annotation{Ply: 2, Comment: "An early push", NAGs: []int{1}}})
	check(err)
	deliverCup(t, a)
	addPuzzles(t, a)
	addRepertoire(t, a)
	study, err := a.Studies.Create(t.Context(), studies.Input{Name: new("Traps"), Author: "Dee"})
	check(err)
	_, err = a.Laboratory.Start(t.Context(), laboratory.RunInput{Variant: "hexapawn", Games: 30})
	check(err)
	_, err = a.Laboratory.WorkOnce(t.Context(), laboratory.Worker{Games: 1, Card: card.TextOf})
	check(err)
	root, err := a.Invite(t.Context(), account.PersonInput{Name: "Root", Role: store.Administrator})
	check(err)
	session, err = a.AcceptInvitation(t.Context(), root.Secret, "root and branch alike")
	check(err)
	ada, err := a.Invite(t.Context(), account.PersonInput{Name: "Ada", Role: store.Annotator})
	check(err)
	return []string{"/", "/search", "/search?variant=chess&query=check", "/new?variant=crazyhouse", "/variants", "/variants/shogi",
		"/variants/csg-1", "/check", fmt.Sprintf("/games/%d?ply=5", csg), fmt.Sprintf("/games/%d?ply=3", chess), fmt.Sprintf("/games/%d", broken),
		fmt.Sprintf("/embed/games/%d", chess), "/events", "/events/1", "/submit?event=1", "/queue", "/submissions/2", "/live", "/puzzles",
		"/puzzles/gi5p3nrwcw", "/train", "/solve", "/lab", "/lab/1", "/studies", "/studies/" + study.ID, "/repertoires", "/repertoires/1",
		"/statistics", "/ratings", "/players", "/player?name=White", "/players/suggestions",
		"/players/comparison?name=White&other=Black", "/twins", "/mistakes", "/webhooks", "/people",
		"/audit", "/me", "/login", "/join/" + ada.Secret, "/help", "/help/rest", "/help/guide-player", "/nothing"}, session
}

// latin matches words of Latin letters.
var latin = regexp.MustCompile(`[A-Za-z][A-Za-z'’]+`)

// kept are texts that no language translates: names of programs, formats,
// headers, keys and events, words of queries, and what the records contain.
var kept = regexp.MustCompile(`^(CSG-7, syntax|Assay [0-9.]+|[A-Z]{2,}[0-9]*(-[0-9]+)?\b|player:smith and result = 1-0 and check|[a-z]+\.[a-z]+|https?:\S+|\w+:\w+|mateIn2|` +
	`Assay|Atom|Event|GET|api/v1|json|players|dia4|May\b|Documentation|Guide for players|Puzzles|JavaScript|URL|Western|Janggi|` +
	`Descriptive|Thai|Kifu for (Windows|JS)|JSON Schema|Webhook|Perft|Markdown|DhtmlXQ|Game Courier|REST API|Glicko-2|TRF(16|26)|SHA-256|webhook|perft|courier|log10|ser-|win|` +
	`Enter|Home|End|Ctrl|Space|Delete|YAML|KI2|player:smith and result = 1-0 and check|fork|` +
	`Ann|Bob|Bo|Cy|Ada|Ben|Cup|Club|Root|Scotch|Traps|White – Black|small-chess|round-1.pgn|board-1.txt|game.txt|x game 1|` +
	`Copper, Silver, Gold: An Indestructible Metallic Alloy \(board [0-9]\)|[RNBQK]?x?[a-h][1-8]\S*)`)

// definitionNames returns the names that definitions contain in one language,
// of variants, pieces, options, regions and hands, by their first word, the
// longest first.
func definitionNames(t *testing.T, a *api.Archive) map[string][]string {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range a.Variants() {
		r, err := a.Rules(v.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		d := r.Definition()
		seen[v.Name], seen[v.ID] = true, true
		for _, p := range d.Pieces.All() {
			seen[p.Name] = true
		}
		for name, o := range d.Options.All() {
			seen[name] = true
			for _, value := range o.Values {
				seen[value] = true
			}
		}
		if d.Hand != nil {
			seen[d.Hand.Name] = true
		}
		for _, side := range d.Sides {
			if locale.Of("ko").Text(side.Name) == side.Name {
				seen[side.Name] = true
			}
		}
	}
	names := map[string][]string{}
	for name := range seen {
		if at := latin.FindStringIndex(name); at != nil && (name[0] < '0' || name[0] > '9') {
			names[name[at[0]:at[1]]] = append(names[name[at[0]:at[1]]], name[at[0]:])
		}
	}
	for _, list := range names {
		slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	}
	return names
}

// numbered matches the IDs of variants that begin with a digit.
var numbered = regexp.MustCompile(`\b[0-9]\w+(-\w+)*`)

// termination matches what records write at the end of a game.
var termination = regexp.MustCompile(`기보에서는 “[^”]*”`)

// hasEnglish reports whether a text has a word of Latin letters that is no part
// of a name and is not kept.
func hasEnglish(text string, names map[string][]string) bool {
	text = termination.ReplaceAllString(numbered.ReplaceAllString(text, ""), "")
	for {
		at := latin.FindStringIndex(text)
		if at == nil {
			return false
		}
		word := text[at[0]:at[1]]
		text = text[at[0]:]
		if i := slices.IndexFunc(names[word], func(name string) bool { return strings.HasPrefix(text, name) }); i >= 0 {
			text = text[len(names[word][i]):]
		} else if found := kept.FindString(text); found != "" {
			text = text[len(found):]
		} else {
			return true
		}
	}
}

// maxEnglishRules is the greatest number of sentences of rule cards that are
// still in English and marked so: the starting positions of all-classic by
// agreement.
const maxEnglishRules = 1

// TestUntranslated reads the pages of a filled archive, and the rule cards of
// all variants, in Korean: what a reader sees has no English words except
// names, or is marked as English, which only texts of definitions, the guides
// and rare errors are.
func TestUntranslated(t *testing.T) {
	site, a := serve(t)
	paths, session := filled(t, a)
	for _, v := range a.Variants() {
		paths = append(paths, "/variants/"+v.ID)
	}
	names := definitionNames(t, a)
	told := map[string]bool{}
	rules, english := 0, 0
	for _, path := range paths {
		_, page := inLanguage(t, site+path, "ko", "assay="+session)
		for _, text := range visible(t, page) {
			if !told[text] && hasEnglish(text, names) {
				told[text] = true
				t.Errorf("%s: %q", path, text)
			}
		}
		rules += strings.Count(page, "<li>") + strings.Count(page, `<li lang="en">`)
		english += strings.Count(page, `<li lang="en">`)
	}
	if english > maxEnglishRules {
		t.Errorf("%d of %d list items are in English, want %d at most", english, rules, maxEnglishRules)
	}
}

// own are classes of elements with texts of records.
var own = []string{"move", "comment", "source", "legal", "ply", "number", "tags", "versus", "now"}

// visible returns the texts of a page that a reader sees or hears in its
// language, one for each element and attribute.
func visible(t *testing.T, page string) (texts []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			if text := strings.TrimSpace(n.Data); text != "" {
				texts = append(texts, text)
			}
		case html.ElementNode:
			switch n.Data {
			case "script", "style", "code", "pre", "kbd", "textarea", "bdi", "noscript", "link":
				return
			}
			for _, attr := range n.Attr {
				switch attr.Key {
				case "lang":
					if attr.Val != "ko" {
						return
					}
				case "class":
					if slices.ContainsFunc(strings.Fields(attr.Val), func(c string) bool { return slices.Contains(own, c) }) {
						return
					}
				case "title", "aria-label", "placeholder", "alt", "label":
					texts = append(texts, attr.Val)
				}
			}
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	walk(root)
	return texts
}
