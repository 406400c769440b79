// Package repertoires has the use cases of repertoires: the moves that someone
// chose for one side, and where games left them.
package repertoires

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/lru"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
	"assay/store"
)

// Archive is what repertoires need of an archive besides its store.
type Archive interface {
	// Replay returns an archived game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
	// ReplayStored replays the moves of an archived game.
	ReplayStored(ctx context.Context, g *store.Game) (*analysis.Game, error)
	// ReplayReader replays the records of a file.
	ReplayReader(ctx context.Context, name string, in io.Reader, r records.Reading,
		report func(*present.Replay) error) error
	// Chapters returns the chapters of a study that the caller may read.
	Chapters(ctx context.Context, study string) ([]*present.Replay, error)
	// Select returns the games of a selection.
	Select(ctx context.Context, s search.Selection) ([]int64, error)
	// Workers returns the number of games that are looked at together.
	Workers() int
}

// Store is the part of an archive's store that repertoires need.
type Store interface {
	store.Training
	// Games returns several games; see [store.Games].
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
}

// Collection is the repertoires of an archive.
type Collection struct {
	library *define.Library
	store   Store
	archive Archive
	graphs  *lru.Cache[graphKey, *Graph]
}

// graphKey identifies a revision of a repertoire under rules.
type graphKey struct {
	id, revision int64
	rules        *rules.Rules
}

// graphMemory bounds the positions of repertoires in memory, in bytes.
const graphMemory = 256 << 20

// NewCollection returns the repertoires in a store.
func NewCollection(l *define.Library, s Store, a Archive) *Collection {
	return &Collection{l, s, a, lru.New[graphKey, *Graph](graphMemory)}
}

// Repertoire is a repertoire as it is listed.
type Repertoire struct {
	ID       int64         `json:"id"`
	Revision int64         `json:"revision"`
	Name     string        `json:"name"`
	Variant  string        `json:"variant"`
	Options  string        `json:"options"`
	Side     optional.Text `json:"side"` // in the variant's words; "" if it is not defined
	First    bool          `json:"first"`
	Own      bool          `json:"own"` // the caller may change it
}

// Detail is a repertoire with what there is to mend in it.
type Detail struct {
	Repertoire
	Lines     int     `json:"lines"`
	Positions int     `json:"positions"` // in which the side has a move
	Conflicts []Place `json:"conflicts"` // where lines disagree
	Gaps      []Place `json:"gaps"`      // where lines end although the side is to move
	// ConflictCount and GapCount are how many there are.
	ConflictCount int `json:"conflictCount"`
	GapCount      int `json:"gapCount"`
}

// MaxPlaces is the number of conflicts and of gaps that are listed.
const MaxPlaces = 100

// Draft says what is added to a repertoire.
type Draft struct {
	Name    string
	Side    string // a side's name, first or second
	Variant string // ID, name or alias; "" for the variant of the first record
	Options string
	Games   []int64  // archived games with their annotations
	Studies []string // IDs of studies, also with the secret of a link after a point
	Replace bool     // replaces all lines
	Files   []File
}

// File is a file of records with lines.
type File struct {
	Name    string
	Content io.Reader
	Reading records.Reading
}

const maxName = 100

// Added is what was added to a repertoire.
type Added struct {
	Detail
	Added   int      `json:"added"`   // new lines
	LeftOut []string `json:"leftOut"` // records without lines of it, with the reason
}

// mayChange reports whether the caller owns a repertoire. Those without an
// owner belong to whoever may arbitrate, or uses an archive without accounts.
func mayChange(ctx context.Context, v *store.Repertoire) bool {
	c := request.CallerOf(ctx)
	if v.Person != 0 {
		return v.Person == c.PersonID
	}
	return c.May(request.Arbitrate)
}

// find returns a stored repertoire that the caller may read.
func (c *Collection) find(ctx context.Context, id int64) (*store.Repertoire, error) {
	v, err := c.store.Repertoire(ctx, id)
	if err == nil && v.Person != 0 && v.Person != request.CallerOf(ctx).PersonID {
		return nil, store.ErrNoRepertoire
	}
	return v, err
}

// List returns the caller's repertoires and those without an owner.
func (c *Collection) List(ctx context.Context) ([]Repertoire, error) {
	rows, err := c.store.Repertoires(ctx, request.CallerOf(ctx).PersonID)
	all := []Repertoire{}
	for i := range rows {
		all = append(all, c.view(ctx, &rows[i]))
	}
	return all, err
}

func (c *Collection) view(ctx context.Context, v *store.Repertoire) Repertoire {
	out := Repertoire{ID: v.ID, Revision: v.Revision, Name: v.Name, Variant: v.Variant, Options: v.Options,
		First: v.Side == 0, Own: mayChange(ctx, v)}
	if r, err := c.library.Rules(v.Variant, v.Options); err == nil {
		out.Side = optional.Text(r.SideName(rules.Side(v.Side)))
	}
	return out
}

// Find returns a repertoire. The error is [store.ErrNoRepertoire], or wraps
// variant.ErrUnknown.
func (c *Collection) Find(ctx context.Context, id int64) (*Detail, error) {
	v, err := c.find(ctx, id)
	if err != nil {
		return nil, err
	}
	g, err := c.graphOf(ctx, v)
	if err != nil {
		return nil, err
	}
	return c.detail(ctx, v, g), nil
}

func (c *Collection) detail(ctx context.Context, v *store.Repertoire, g *Graph) *Detail {
	d := &Detail{Repertoire: c.view(ctx, v), Lines: g.lines}
	_, d.Positions = g.places(isCard, 0)
	d.Conflicts, d.ConflictCount = g.places(isConflict, MaxPlaces)
	d.Gaps, d.GapCount = g.places(isGap, MaxPlaces)
	return d
}

// graphOf returns the positions of a stored repertoire.
func (c *Collection) graphOf(ctx context.Context, v *store.Repertoire) (*Graph, error) {
	r, err := c.library.Rules(v.Variant, v.Options)
	if err != nil {
		return nil, err
	}
	key := graphKey{v.ID, v.Revision, r}
	if g, ok := c.graphs.Get(key); ok {
		return g, nil
	}
	lines, err := decode(v)
	if err != nil {
		return nil, err
	}
	g, err := newGraph(ctx, r, rules.Side(v.Side), lines)
	if err != nil {
		return nil, err
	}
	return c.graphs.Add(key, g, g.size()), nil
}

// decode returns the lines of a stored repertoire.
func decode(v *store.Repertoire) (lines []Line, err error) {
	if err := json.Unmarshal(v.Content, &lines); err != nil {
		return nil, fmt.Errorf("repertoire %d: %w", v.ID, err)
	}
	return lines, nil
}

// Graph returns the positions of a repertoire and its revision. It returns the
// errors of [Collection.Find].
func (c *Collection) Graph(ctx context.Context, id int64) (*Graph, error) {
	v, err := c.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.graphOf(ctx, v)
}

// Read returns the positions of a draft's files and games, without saving
// them. The error is an [*request.InputError], from the archive, or wraps
// variant.ErrUnknown.
func (c *Collection) Read(ctx context.Context, d Draft) (g *Graph, leftOut []string, err error) {
	x, err := c.collect(ctx, &d)
	if err != nil {
		return nil, nil, err
	}
	g, err = newGraph(ctx, x.rules, x.side, x.lines)
	return g, x.leftOut, err
}

// collector collects the lines of records.
type collector struct {
	draft   *Draft
	library *define.Library
	rules   *rules.Rules // of the first record or of the draft
	side    rules.Side
	lines   []Line
	moves   int // of the lines
	leftOut []string
}

// collect reads the lines of a draft.
func (c *Collection) collect(ctx context.Context, d *Draft) (*collector, error) {
	x := &collector{draft: d, library: c.library, leftOut: []string{}}
	if d.Variant != "" {
		r, err := c.library.Rules(d.Variant, d.Options)
		if err != nil {
			return nil, err
		}
		if err := x.begin(r); err != nil {
			return nil, err
		}
	}
	for _, id := range d.Games {
		r, err := c.archive.Replay(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := x.add(fmt.Sprintf("game %d", id), r); err != nil {
			return nil, err
		}
	}
	for _, id := range d.Studies {
		chapters, err := c.archive.Chapters(ctx, id)
		if err != nil {
			return nil, err
		}
		for i, r := range chapters {
			if err := x.add(fmt.Sprintf("study %s chapter %d, %s", id, i+1, r.Title), r); err != nil {
				return nil, err
			}
		}
	}
	for i := range d.Files {
		f := &d.Files[i]
		number := 0
		f.Reading.Variant = cmp.Or(f.Reading.Variant, d.Variant)
		f.Reading.Options = cmp.Or(f.Reading.Options, d.Options)
		if err := c.archive.ReplayReader(ctx, f.Name, f.Content, f.Reading, func(r *present.Replay) error {
			number++
			return x.add(fmt.Sprintf("%s game %d", f.Name, number), r)
		}); err != nil {
			return nil, err
		}
	}
	if x.rules == nil {
		why := "no records"
		if len(x.leftOut) > 0 {
			why = strings.Join(x.leftOut, "; ")
		}
		return nil, &request.InputError{Field: "files", Want: "records with moves, archived games or studies: " + why}
	}
	return x, nil
}

// nameOf returns the ID of a variant with its options.
func nameOf(r *rules.Rules) string {
	return strings.TrimSpace(r.Definition().ID + " " + r.Definition().OptionText())
}

// begin sets the variant.
func (x *collector) begin(r *rules.Rules) error {
	side, ok := analysis.SideNamed(r, x.draft.Side)
	if !ok {
		return &request.InputError{Field: "side", Value: x.draft.Side,
			Want: r.SideName(rules.First) + ", " + r.SideName(rules.Second) + ", first or second"}
	}
	x.rules, x.side = r, side
	return nil
}

// add adds the lines of a record.
func (x *collector) add(source string, r *present.Replay) error {
	tree, err := r.Tree()
	if refused, ok := errors.AsType[*present.ReplayError](err); ok {
		x.leftOut = append(x.leftOut, source+": "+refused.Error())
		return nil
	}
	if err != nil {
		return err
	}
	if x.rules == nil {
		if err := x.begin(r.Game.Rules); err != nil {
			return err
		}
	}
	if is, want := nameOf(r.Game.Rules), nameOf(x.rules); is != want {
		x.leftOut = append(x.leftOut, fmt.Sprintf("%s: a game of %s, not of %s", source, is, want))
		return nil
	}
	if e := r.Report().Error; e != nil && e.Message != "" {
		x.leftOut = append(x.leftOut, fmt.Sprintf("%s from ply %d: %s", source, len(r.Game.Moves)+1, e.Message))
	}
	lines, err := linesOf(source, tree, r.Game.Moves, maxMoves-x.moves)
	for _, line := range lines {
		x.moves += len(line.Moves)
	}
	x.lines = append(x.lines, lines...)
	return err
}

// Add adds the lines of a draft to the caller's repertoire of that name, which
// is created if there is none. It returns the error of [Collection.Read],
// [request.DeniedError], or [store.RepertoireChangedError].
func (c *Collection) Add(ctx context.Context, d Draft) (*Added, error) {
	if err := request.CheckText("name", d.Name, maxName); err != nil {
		return nil, err
	}
	if d.Name == "" {
		return nil, &request.InputError{Field: "name", Want: "a name"}
	}
	caller := request.CallerOf(ctx)
	rows, err := c.store.Repertoires(ctx, caller.PersonID)
	if err != nil {
		return nil, err
	}
	v := store.Repertoire{Person: caller.PersonID, Name: d.Name}
	for i := range rows {
		if rows[i].Name == d.Name && rows[i].Person == caller.PersonID {
			v = rows[i]
			d.Variant, d.Options = cmp.Or(d.Variant, v.Variant), cmp.Or(d.Options, v.Options)
			d.Side = cmp.Or(d.Side, []string{"first", "second"}[v.Side])
		}
	}
	x, err := c.collect(ctx, &d)
	if err != nil {
		return nil, err
	}
	var lines []Line
	if v.ID != 0 {
		if strings.TrimSpace(v.Variant+" "+v.Options) != nameOf(x.rules) || v.Side != int(x.side) {
			return nil, &request.InputError{Field: "name", Value: d.Name,
				Want: "another name, because this repertoire is for another variant or side"}
		}
		if !d.Replace {
			now, err := c.store.Repertoire(ctx, v.ID)
			if err != nil {
				return nil, err
			}
			v.Revision = now.Revision
			if lines, err = decode(now); err != nil {
				return nil, err
			}
		}
	}
	lines, added := merge(lines, x.lines)
	def := x.rules.Definition()
	v.Variant, v.Options, v.Side = def.ID, def.OptionText(), int(x.side)
	g, err := newGraph(ctx, x.rules, x.side, lines)
	if err != nil {
		return nil, err
	}
	if v.Content, err = json.Marshal(lines); err != nil {
		return nil, err
	}
	saved, err := c.store.SaveRepertoire(ctx, v)
	if err != nil {
		return nil, err
	}
	return &Added{*c.detail(ctx, saved, g), added, x.leftOut}, nil
}

// merge adds the lines that are new.
func merge(lines, more []Line) (all []Line, added int) {
	key := func(l *Line) string { return l.Start + "\x00" + strings.Join(l.Moves, " ") }
	known := map[string]bool{}
	for i := range lines {
		known[key(&lines[i])] = true
	}
	for i := range more {
		if k := key(&more[i]); !known[k] {
			known[k] = true
			lines = append(lines, more[i])
			added++
		}
	}
	return slices.Clip(lines), added
}

// Remove deletes a repertoire with everyone's progress. The error is
// [store.ErrNoRepertoire] or a [*request.OwnerError].
func (c *Collection) Remove(ctx context.Context, id int64) error {
	v, err := c.find(ctx, id)
	if err == nil && !mayChange(ctx, v) {
		err = &request.OwnerError{What: fmt.Sprintf("repertoire %d", id)}
	}
	if err != nil {
		return err
	}
	return c.store.DeleteRepertoire(ctx, id)
}
