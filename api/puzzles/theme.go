package puzzles

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"assay/analysis"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/api/request"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
	"assay/parser/scan"
)

//go:embed themes.yaml
var builtInThemes []byte

// Themes are queries by the names of themes. In a query, solver and opponent
// are the sides.
type Themes map[string]string

// maxThemes bounds a file of themes, in bytes.
const maxThemes = 1 << 20

// BuiltInThemes returns the themes that are always tested.
func BuiltInThemes() Themes {
	t, err := readThemes(builtInThemes)
	if err != nil {
		panic(err) // a test reads the file
	}
	return t
}

// ReadThemes reads a file of themes, which has a name and a query per line as
// YAML. The built-in themes are added, unless the file has their name; an empty
// query removes one. The error is an [*request.InputError].
func ReadThemes(in io.Reader) (Themes, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxThemes+1))
	if err == nil && len(text) > maxThemes {
		err = &request.LimitError{What: "bytes of a file of themes", Limit: maxThemes}
	}
	if err != nil {
		return nil, err
	}
	t, err := readThemes(text)
	if err != nil {
		return nil, err
	}
	all := BuiltInThemes()
	maps.Copy(all, t)
	maps.DeleteFunc(all, func(_, text string) bool { return text == "" })
	return all, nil
}

func readThemes(text []byte) (Themes, error) {
	t := Themes{}
	if err := yaml.Unmarshal(text, &t); err != nil {
		return nil, &request.InputError{Field: "themes", Want: "a name and a query per line, such as " +
			`"rookLift: move(solver rook) and not check"; ` + strings.ReplaceAll(err.Error(), "\n", " ")}
	}
	for name, text := range t {
		if !themeName.MatchString(name) {
			return nil, &request.InputError{Field: "themes", Value: name,
				Want: "names of up to 40 letters and digits, such as rookLift"}
		}
		if text == "" {
			continue
		}
		if _, err := query.Parse(sided(text, rules.First)); err != nil {
			return nil, &request.InputError{Field: "themes", Value: name, Want: "a query: " + err.Error()}
		}
	}
	return t, nil
}

var (
	themeName = scan.NewPattern(`^[A-Za-z0-9]{1,40}$`)
	sideName  = scan.NewPattern(`(?i)\b(solver|opponent)\b`)
)

// sided returns a query with the names of the sides.
func sided(text string, solver rules.Side) string {
	names := map[rules.Side]string{rules.First: "first", rules.Second: "second"}
	return sideName.ReplaceAllStringFunc(text, func(word string) string {
		if strings.EqualFold(word, "solver") {
			return names[solver]
		}
		return names[solver.Other()]
	})
}

// themer finds the themes of solutions. It is not safe for concurrent use.
type themer struct {
	themes   Themes
	rules    *rules.Rules // of the player and the matchers
	player   *tape.Player
	matchers [2]map[string]*pattern.Matcher // by solver
}

// learn prepares for the rules of a variant. Queries that name what the variant
// lacks are left out.
func (t *themer) learn(r *rules.Rules) {
	if t.rules == r {
		return
	}
	t.rules, t.player = r, tape.NewPlayer(r)
	for _, side := range []rules.Side{rules.First, rules.Second} {
		t.matchers[side] = map[string]*pattern.Matcher{}
		for name, text := range t.themes {
			if q, err := query.Parse(sided(text, side)); err == nil {
				if n, err := query.Bind(q, r); err == nil && !pattern.Any(n, pattern.OnGame) {
					t.matchers[side][name] = pattern.Compile(n, r)
				}
			}
		}
	}
}

// add adds the themes of a puzzle that its solution meets.
func (t *themer) add(z *puzzle.Puzzle) error {
	t.learn(z.Position.Rules())
	var w tape.Writer
	w.Begin(z.Position)
	p := z.Position.Clone()
	for _, m := range z.Moves {
		n := []analysis.Node{{Move: m, Holds: true}}
		if err := w.Ply(p, n); err != nil {
			return err
		}
		p.Play(m)
		w.Played(p, &n[0])
	}
	if _, err := t.player.Load(w.Tape()); err != nil {
		return fmt.Errorf("themes: %w", err)
	}
	t.player.Follow(z.Position, [][]rules.Move{z.Moves})
	for name, m := range t.matchers[z.Position.Side()] {
		plies := m.Plies(t.player, 0).List(0)
		if len(plies) > 0 && plies[len(plies)-1] > 0 && !slices.Contains(z.Themes, name) {
			z.Themes = append(z.Themes, name)
		}
	}
	slices.Sort(z.Themes)
	return nil
}
