package publish

import (
	"bytes"
	"cmp"
	_ "embed"
	"html/template"
	"maps"
	"slices"
	"strings"

	"assay/analysis/puzzle"
)

//go:embed solve.js
var solveScript string

// solver is the module of the npm package that solves puzzles. Earlier packages
// lack it.
const solver = "board/puzzle.js"

// Puzzle is a puzzle of a site.
type Puzzle struct {
	ID      string // valid in a URL
	Variant string // name
	Goal    string
	Rating  int
	Line    string // the solution
	Themes  []string
	Game    string // name of the page of its game, or ""
	Ply     int    // of the game
	Proof   puzzle.Proof
	Data    []byte // the puzzle in JSON, with the keys of the REST interface
}

// Page returns the path of the puzzle's page within the site.
func (z *Puzzle) Page() string { return "puzzle/" + z.ID + ".html" }

// puzzleLists are the lists of puzzles, by variant and by theme of a variant.
var puzzleLists = grouping{"puzzles", "Puzzles"}

// puzzlePage is the page of a puzzle.
type puzzlePage struct {
	*Puzzle
	Title, Site string
	Policy      template.HTML
	Preview     *Preview
	JSON        template.JS
	List        string // path of the list of the variant
	ThemeLists  []link // paths of the lists of its themes
	Following   string // path of the next puzzle of the variant
}

// SolvesPuzzles reports whether the site can have puzzles: it runs Assay, of a
// version that solves them.
func (s *Site) SolvesPuzzles() bool { return s.Program[solver] != nil }

// AddPuzzles adds puzzles to a site that solves them. Visitors solve them in
// the browser.
func (s *Site) AddPuzzles(all []Puzzle) {
	if s.SolvesPuzzles() {
		s.puzzles = append(s.puzzles, all...)
	}
}

// puzzleGroups returns the puzzles by variant, the easy ones first.
func (s *Site) puzzleGroups() (groups [][]Puzzle) {
	all := slices.Clone(s.puzzles)
	slices.SortFunc(all, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID))
	})
	for len(all) > 0 {
		end := slices.IndexFunc(all, func(z Puzzle) bool { return z.Variant != all[0].Variant })
		if end < 0 {
			end = len(all)
		}
		groups, all = append(groups, all[:end]), all[end:]
	}
	return groups
}

// writePuzzles writes the pages of puzzles, and their lists.
func (s *Site) writePuzzles() error {
	if len(s.puzzles) == 0 {
		return nil
	}
	if err := s.Write("solve.js", []byte(solveScript)); err != nil {
		return err
	}
	top := listing{Title: puzzleLists.title}
	for _, puzzles := range s.puzzleGroups() {
		name := puzzles[0].Variant
		list := group{Name: name, Page: puzzleLists.page(name), Count: len(puzzles)}
		top.Groups = append(top.Groups, list)
		themes, err := s.listThemes(name, puzzles)
		if err != nil {
			return err
		}
		if err := s.listPuzzles(list.Page, listing{Title: "Puzzles: " + name, Groups: themes}, puzzles); err != nil {
			return err
		}
		for i := range puzzles {
			if err := s.writePuzzle(&puzzles[i], list.Page, puzzles[(i+1)%len(puzzles)].ID+".html"); err != nil {
				return err
			}
		}
	}
	return s.list(puzzleLists.folder+".html", top)
}

// listThemes writes the lists of a variant's puzzles by theme, and returns them
// by name.
func (s *Site) listThemes(variant string, puzzles []Puzzle) (lists []group, err error) {
	by := map[string][]Puzzle{}
	for i := range puzzles {
		for _, theme := range puzzles[i].Themes {
			by[theme] = append(by[theme], puzzles[i])
		}
	}
	for _, theme := range slices.Sorted(maps.Keys(by)) {
		list := group{Name: theme, Page: themePage(variant, theme), Count: len(by[theme])}
		lists = append(lists, list)
		l := listing{Title: "Puzzles: " + variant + ", " + theme}
		if err := s.listPuzzles(list.Page, l, by[theme]); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// themePage returns the path of the list of a variant's puzzles with a theme.
func themePage(variant, theme string) string { return puzzleLists.page(variant + " " + theme) }

func (s *Site) listPuzzles(page string, l listing, puzzles []Puzzle) error {
	l.What = "puzzles"
	return s.paginate(strings.TrimSuffix(page, ".html"), l, len(puzzles),
		func(l *listing, from, to int) { l.Puzzles = puzzles[from:to] })
}

func (s *Site) writePuzzle(z *Puzzle, list, following string) error {
	page := puzzlePage{Puzzle: z, Title: z.Goal, Site: s.Title, Policy: policyElement(programPolicy),
		Preview: s.preview(z.Page(), z.Goal, "A puzzle of "+z.Variant+": "+z.Goal+"."), JSON: template.JS(z.Data),
		List: "../" + list, Following: following}
	for _, theme := range z.Themes {
		page.ThemeLists = append(page.ThemeLists, link{"../" + themePage(z.Variant, theme), theme})
	}
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, "puzzle", page); err != nil {
		return err
	}
	return s.Write(z.Page(), out.Bytes())
}
