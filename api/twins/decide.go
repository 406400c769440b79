package twins

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis/optional"
	"assay/api/annotate"
	"assay/api/request"
	"assay/store"
)

// Comparison is two games side by side, and what people decided about them.
type Comparison struct {
	Game int64 `json:"game"` // the lower number
	Twin int64 `json:"twin"`
	request.Tagged
	Variant string          `json:"variant"`
	Options string          `json:"options"`
	State   store.TwinState `json:"state"`
	Kept    optional.Number `json:"kept"` // the game that the merge kept, if they are merged
	Author  optional.Text   `json:"author"`
	Reason  optional.Text   `json:"reason"`
	Decided *time.Time      `json:"decided"`
	// Alike is the evidence that they are one game, null if they are probably
	// two.
	Alike   *Twin    `json:"alike"`
	Games   [2]Side  `json:"games"`
	Headers []Header `json:"headers"`
	Moves   Moves    `json:"moves"`
	Better  int64    `json:"better"` // the game that a merge keeps by default
}

// Moves says where the moves of two games part.
type Moves struct {
	// Begin are the plies after which both games have the same moves: zeros,
	// unless one record begins later.
	Begin [2]int `json:"begin"`
	// Common is the number of equal plies from there.
	Common int `json:"common"`
	// Position is the last common position (FEN).
	Position string `json:"position"`
	// Next are the following moves of each game, up to five.
	Next [2][]string `json:"next"`
}

// shownMoves is the number of moves shown after the first difference.
const shownMoves = 5

// Tag returns the entity tag of a pair at a revision.
func Tag(game, twin, revision int64) string {
	return fmt.Sprintf(`"twins-%d-%d-%d"`, min(game, twin), max(game, twin), revision)
}

// DecisionInput is a decision about two games.
type DecisionInput struct {
	Author   string `json:"author"`
	Reason   string `json:"reason"`
	Decision string `json:"decision"` // one of decisions
	// Keep is the game that a merge keeps; 0 for the one with more moves and
	// better headers.
	Keep int64 `json:"keep,omitempty"`
	// Headers says for PGN keys which game's value the kept record gets. By
	// default, it is the value that says more.
	Headers map[string]int64 `json:"headers,omitempty"`
}

// The decisions about two games.
const (
	Merge    = "merge"    // they are one
	Distinct = "distinct" // they are two, and are not listed again
	Undo     = "undo"     // withdraw the decision
)

// decisions lists the decisions about two games.
var decisions = []string{Merge, Distinct, Undo}

// usualReasons are the reasons of decisions for which none is given.
var usualReasons = map[string]string{
	Merge:    "games %d and %d are one game",
	Distinct: "games %d and %d are two games",
	Undo:     "decision about games %d and %d withdrawn",
}

// pair is two games in ascending order with the last decision.
type pair struct {
	games    [2]*store.Game
	decision *store.TwinDecision
}

// read reads two games. The error may be a [*store.GameError], or a
// [*request.InputError] if they cannot be one.
func (c *Collection) read(ctx context.Context, game, twin int64) (*pair, error) {
	if game == twin {
		return nil, &request.InputError{Field: "twin", Value: strconv.FormatInt(twin, 10), Want: "another game"}
	}
	games, err := c.store.TwinGames(ctx, game, twin)
	if err != nil {
		return nil, err
	}
	if a, b := games[0], games[1]; a.Variant != b.Variant || a.Options != b.Options {
		return nil, &request.InputError{Field: "twin", Value: fmt.Sprintf("%d, %s", b.ID, b.Variant),
			Want: fmt.Sprintf("a game of the same variant and options as game %d, %s", a.ID, a.Variant)}
	}
	p := &pair{games: games}
	p.decision, err = c.store.TwinDecision(ctx, game, twin)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		if g.Deleted != nil && g.ID != p.decision.Gone() {
			return nil, &store.GameError{ID: g.ID, Kind: store.ErrGone, Deleted: *g.Deleted}
		}
	}
	return p, nil
}

// Compare compares two games, of which a merge may have deleted one. It returns
// the errors of Decide.
func (c *Collection) Compare(ctx context.Context, game, twin int64) (*Comparison, error) {
	p, err := c.read(ctx, game, twin)
	if err != nil {
		return nil, err
	}
	a, b, d := p.games[0], p.games[1], p.decision
	v := &Comparison{Game: a.ID, Twin: b.ID, Tagged: request.Tagged{ETag: Tag(a.ID, b.ID, d.Revision)},
		Variant: a.Variant, Options: a.Options, State: d.State, Kept: optional.Number(d.Kept),
		Author: optional.Text(d.Author), Reason: optional.Text(d.Reason), Headers: headers(a, b), Better: p.better()}
	if !d.Saved.IsZero() {
		v.Decided = &d.Saved
	}
	if t, ok := compare(newRecord(a), newRecord(b)); ok {
		v.Alike = &t
	}
	for i, g := range p.games {
		if v.Games[i], err = c.side(ctx, g); err != nil {
			return nil, err
		}
	}
	v.Moves, err = c.moves(ctx, p)
	return v, err
}

// offset returns by how many plies the second game begins later, negative if
// the first one does, 0 if both begin alike.
func (p *pair) offset() int {
	a, b := newRecord(p.games[0]), newRecord(p.games[1])
	if a.Start == b.Start {
		return 0
	}
	if len(a.plies) < len(b.plies) {
		_, from := align(a.plies, b.plies, false)
		return -from
	}
	_, from := align(b.plies, a.plies, false)
	return from
}

// moves says where the moves of two games part.
func (c *Collection) moves(ctx context.Context, p *pair) (m Moves, err error) {
	offset := p.offset()
	m.Begin = [2]int{max(offset, 0), max(-offset, 0)}
	var plies [2][]uint64
	for i, g := range p.games {
		all := appendPlies(nil, g.Moves)
		plies[i] = all[min(m.Begin[i], len(all)):]
	}
	for m.Common < min(len(plies[0]), len(plies[1])) && plies[0][m.Common] == plies[1][m.Common] {
		m.Common++
	}
	for i, g := range p.games {
		m.Next[i] = []string{}
		first := m.Begin[i] + m.Common
		last := min(first+shownMoves, m.Begin[i]+len(plies[i]))
		replay, err := c.archive.ReplayOf(ctx, g)
		if err != nil {
			return m, err
		}
		view, err := replay.View(first, "")
		if err != nil {
			return m, err
		}
		m.Position = view.Position
		for ply := first + 1; ply <= last; ply++ {
			view, err = replay.View(ply, "")
			if err != nil {
				return m, err
			}
			m.Next[i] = append(m.Next[i], string(view.Last))
		}
	}
	return m, nil
}

// better returns the game that a merge keeps by default: the one with more
// moves, then with a result, then with more good headers, then the earlier one.
func (p *pair) better() int64 {
	a, b := p.games[0], p.games[1]
	if p.decision.Kept > 0 {
		return p.decision.Kept
	}
	results, good := 0, 0
	for _, h := range headers(a, b) {
		switch {
		case h.Better == 0:
		case h.Key == keyResult && int64(h.Better) == a.ID:
			results--
		case h.Key == keyResult:
			results++
		case int64(h.Better) == a.ID:
			good--
		default:
			good++
		}
	}
	if cmp.Or(cmp.Compare(b.Plies, a.Plies), results, good) > 0 {
		return b.ID
	}
	return a.ID
}

// Decide decides about two games at a revision of the pair, 0 for any, in one
// transaction, and compares them afterwards. A merge keeps all annotations, and
// both records as they were archived.
//
// The error is a [*request.InputError], a [*request.LimitError], a
// [*store.GameError], a [*store.TwinsChangedError], [store.ErrMerged],
// [store.ErrNotMerged], a [*store.RecordChangedError], or an error of
// correcting the kept record.
func (c *Collection) Decide(ctx context.Context, game, twin, revision int64, in DecisionInput) (*Comparison, error) {
	reason, known := usualReasons[in.Decision]
	if !known {
		return nil, &request.InputError{Field: "decision", Value: in.Decision, Want: strings.Join(decisions, ", ")}
	}
	in.Reason = cmp.Or(in.Reason, fmt.Sprintf(reason, min(game, twin), max(game, twin)))
	if err := request.CheckSigned(ctx, &in.Author, in.Reason); err != nil {
		return nil, err
	}
	p, err := c.read(ctx, game, twin)
	if err != nil {
		return nil, err
	}
	d := store.TwinDecision{Game: p.games[0].ID, Twin: p.games[1].ID, Author: in.Author, Reason: in.Reason}
	change := store.TwinChange{Revision: cmp.Or(revision, p.decision.Revision)}
	switch in.Decision {
	case Merge:
		err = c.merge(ctx, p, &in, &d, &change)
	case Distinct:
		d.State = store.TwinsDistinct
	case Undo:
		err = c.undo(ctx, p, &d, &change)
	}
	if err != nil {
		return nil, err
	}
	if change.Record != nil {
		change.Record.Author, change.Record.Reason = in.Author, in.Reason
	}
	if _, err := c.store.DecideTwins(ctx, d, change); err != nil {
		return nil, err
	}
	c.archive.MakeSearchable(ctx)
	return c.Compare(ctx, game, twin)
}

// merge prepares a merge.
func (c *Collection) merge(ctx context.Context, p *pair, in *DecisionInput, d *store.TwinDecision,
	change *store.TwinChange) error {
	if p.decision.State == store.TwinsMerged {
		return store.ErrMerged
	}
	d.State, d.Kept = store.TwinsMerged, cmp.Or(in.Keep, p.better())
	kept, other := p.games[0], p.games[1]
	d.Shift = p.offset()
	switch d.Kept {
	case kept.ID:
	case other.ID:
		kept, other, d.Shift = other, kept, -d.Shift
	default:
		return p.unknown("keep", d.Kept)
	}
	all := headers(p.games[0], p.games[1])
	for key, from := range in.Headers {
		if !slices.ContainsFunc(all, func(h Header) bool { return h.Key == key && key != keyResult }) {
			return &request.InputError{Field: "headers", Value: key, Want: "headers of the two games, without Result"}
		}
		if from != kept.ID && from != other.ID {
			return p.unknown("headers", from)
		}
	}
	annotations := 0
	for _, id := range []int64{kept.ID, other.ID} {
		n, err := c.store.CountAnnotations(ctx, id, store.AnnotationFilter{})
		if err != nil {
			return err
		}
		annotations += n
	}
	if annotations > annotate.MaxAnnotations {
		return &request.LimitError{What: "annotations of a game", Limit: annotate.MaxAnnotations}
	}
	if changes := best(kept, other, all, in.Headers); len(changes) > 0 {
		record, err := c.archive.WithHeaders(ctx, kept, changes)
		if err != nil {
			return err
		}
		change.Record = record
	}
	change.Move = shifting(d.Shift, other.ID, kept.ID)
	return nil
}

// unknown returns the error of a value that names neither game.
func (p *pair) unknown(field string, game int64) error {
	return &request.InputError{Field: field, Value: strconv.FormatInt(game, 10),
		Want: fmt.Sprintf("%d or %d", p.games[0].ID, p.games[1].ID)}
}

// undo prepares the undoing of a decision. The kept record becomes what it was
// before the merge, unless it was corrected since.
func (c *Collection) undo(ctx context.Context, p *pair, d *store.TwinDecision, change *store.TwinChange) error {
	d.State = store.TwinsOpen
	was := p.decision
	if was.State != store.TwinsMerged {
		return nil
	}
	kept := p.games[0]
	if kept.ID != was.Kept {
		kept = p.games[1]
	}
	if was.Merged != was.Former && kept.Revision == was.Merged {
		record, err := c.archive.AtRevision(ctx, kept, was.Former)
		if err != nil {
			return err
		}
		change.Record = record
	}
	change.Move = shifting(-was.Shift, was.Kept, was.Gone())
	return nil
}

// shifting returns a function that moves annotations by some plies.
func shifting(plies int, from, to int64) func(*store.Annotation) (*store.Draft, error) {
	return func(a *store.Annotation) (*store.Draft, error) {
		if plies == 0 {
			return nil, nil
		}
		content, ply, err := annotate.Shift(a.Content, plies)
		if err == nil && ply < 0 {
			err = &request.InputError{Field: "keep", Value: strconv.FormatInt(to, 10), Want: fmt.Sprintf(
				"game %d: its annotation %d is on ply %d, before the first position of game %d", from, a.ID,
				a.Ply, to)}
		}
		return &store.Draft{Ply: ply, Content: content}, err
	}
}
