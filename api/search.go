package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/index"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
)

// SearchQuery says which games to find: those that reached a position, or meet
// a query, or both at the same ply.
type SearchQuery struct {
	Variant  string // id, name or alias; wanted with Position
	Options  string // of the variant; its defaults when empty
	Position string // position text; "" asks for no position
	// WithoutHands and WithoutSide leave the hands and the side to move of
	// Position out of account. With either, all else but the board is too:
	// castling rights and captures en passant.
	WithoutHands, WithoutSide bool
	Query                     string     // in the language of package query; "" asks for nothing
	SideLines                 bool       // look into side lines too
	Games                     GameFilter // those that count
	// Illegal has the records searched too that are not legal, up to their last
	// legal ply. A query that speaks of verdicts says itself which it wants.
	Illegal bool
	Cursor  string        // Next of the page before, "" for the first
	Limit   int           // hits on a page, 1 to MaxLimit; 0 is DefaultLimit
	Within  time.Duration // how long it may take; 0 is MaxSearch, which is the most
	Explain bool          // tell how the query ran
	// Notation is that of the moves told of, one of Notations; "" for numbered
	// lists.
	Notation string
}

// DefaultLimit is the length of a page where a caller names none.
const DefaultLimit = 50

// MaxSearch is how long a search may take.
const MaxSearch = 30 * time.Second

// patienceOf is how long a search is given; 0 asks for the most there is.
func patienceOf(within time.Duration) (time.Duration, error) {
	if within < 0 || within > MaxSearch {
		return 0, &InputError{Field: "timeout", Value: within.String(), Want: fmt.Sprintf("0s to %s", MaxSearch)}
	}
	return cmp.Or(within, MaxSearch), nil
}

// limitOf is the length of a page that is asked for; 0 asks for the usual.
func limitOf(limit, usual int) (int, error) {
	if limit < 0 || limit > MaxLimit {
		return 0, &InputError{Field: "limit", Value: strconv.Itoa(limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	return cmp.Or(limit, usual), nil
}

// verdictsOf are those on the records that are searched.
func verdictsOf(illegal bool) []string {
	if illegal {
		return []string{analysis.Legal, analysis.Ruled, analysis.Illegal, analysis.Unreadable, analysis.Unsupported}
	}
	return analysis.Proved
}

// newest gives the index, and the number of the archive's last change before it
// is asked, once the index knows of what the caller has seen.
func (a *Archive) newest(ctx context.Context) (Index, int64, error) {
	x, err := a.openedIndex(ctx)
	if err != nil {
		return nil, 0, err
	}
	newest, err := a.store.Sequence(ctx)
	if err == nil {
		err = a.reach(ctx, x, newest)
	}
	return x, newest, err
}

// Hit is one game that was found.
type Hit struct {
	Game  int64     `json:"game"`
	Ply   int       `json:"ply"`            // the first that was found; 0 in a search by headers alone
	Plies []int     `json:"plies"`          // all of them, of the main line
	Side  []SideHit `json:"side,omitempty"` // what was found in side lines
	// Squares are those on which the query's conditions are met at Ply of the
	// main line, where it names any.
	Squares []string    `json:"squares,omitempty"`
	Next    string      `json:"next"` // what was played at Ply of the main line, "" at the end of the game
	Summary GameSummary `json:"summary"`
}

// SideHit is what was found in one side line. Its plies count from the start of
// the game, along the line.
type SideHit struct {
	Line  int    `json:"line"` // among the game's side lines, from 1
	From  int    `json:"from"` // the ply after which it leaves its parent
	Moves string `json:"moves"`
	Plies []int  `json:"plies"`
}

// SearchResult is a page of hits, in the order in which the games were
// archived.
type SearchResult struct {
	Hits  []Hit  `json:"hits"`
	Total int    `json:"total"` // games on all pages
	Next  string `json:"next"`  // cursor of the next page, "" when there is none
	// Cut says that the time was over before all games were looked at: Total is
	// what was found until then.
	Cut bool `json:"cut,omitempty"`
	// Damaged are games that the search had to leave out, because the archive
	// does not have them as they were written.
	Damaged []int64 `json:"damaged,omitempty"`
	// Coverage says how many games have the data that the conditions need.
	Coverage []Coverage `json:"coverage,omitempty"`
	Lag
	Explain *Explanation `json:"explain,omitempty"`
}

// withoutIndex reports whether an error says that a search must do without the
// index.
func withoutIndex(err error) bool {
	return errors.Is(err, index.ErrLocked) || errors.Is(err, index.ErrUnusable)
}

// Search finds games. Every hit has been replayed: the index may name a game in
// vain, and it is left out then. What another process has archived since the
// last CatchUp is not found. While another process has the index, or it cannot
// be opened, every game of the variant is replayed instead. The error may be an
// [*InputError], a *query.Error, or one of [Arbiter.Position].
func (a *Archive) Search(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	began := time.Now()
	s, err := a.plan(q)
	if err != nil {
		return nil, err
	}
	x, newest, err := a.newest(ctx)
	if withoutIndex(err) {
		result, err := a.scan(ctx, s)
		if err == nil {
			result.Coverage, err = a.coverageByReplay(ctx, s.scope(), s.needs)
		}
		return result, err
	}
	if err != nil {
		return nil, err
	}
	found, err := x.Games(ctx, s.query)
	if err != nil {
		return nil, err
	}
	s.left.add(found.Damaged...)
	looked := time.Now()
	result := &SearchResult{Lag: lag(newest, found.Indexed), Hits: make([]Hit, 0, len(found.Games)), Total: int(found.Total), Cut: found.Cut}
	if found.Next != 0 {
		result.Next = writeCursor(found.Next)
	}
	hits, err := a.confirmAll(ctx, s, found.Games)
	if err != nil {
		return nil, err
	}
	for _, hit := range hits {
		result.Hits = append(result.Hits, *hit)
	}
	if len(result.Hits) < len(found.Games) {
		result.Total, err = a.count(ctx, x, s)
	}
	result.Damaged = s.left.ids()
	if err == nil {
		result.Coverage, err = a.coverage(ctx, x, s.scope(), s.needs)
	}
	if q.Explain {
		result.Explain = s.explain(&found.Work)
		result.Explain.Confirmed = len(result.Hits)
		result.Explain.setTimes(began, looked)
	}
	return result, err
}

// search is a query on its way to the index.
type search struct {
	query     index.Query
	rules     *rules.Rules    // nil in a search by headers alone
	position  *rules.Position // to be met whole; nil if none is
	condition pattern.Node    // nil if there is none
	asked     SearchQuery
	text      string // of the query, as it was understood
	left      damagedGames
	needs     requirements // the data that the conditions need
}

// scope is the games that the search covers.
func (s *search) scope() scope { return scope{s.query.Variant, s.rules, s.query.Verdicts} }

// moves writes those that are told of; it is not safe for concurrent use.
func (s *search) moves() MoveWriter { return Look{Notation: s.asked.Notation}.Moves(s.rules) }

func (a *Archive) plan(q SearchQuery) (*search, error) {
	limit, err := limitOf(q.Limit, DefaultLimit)
	if err != nil {
		return nil, err
	}
	patience, err := patienceOf(q.Within)
	if err != nil {
		return nil, err
	}
	after, err := readCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	s := &search{asked: q, query: index.Query{After: after, Limit: limit, SideLines: q.SideLines, Within: patience, Explain: q.Explain}}
	switch {
	case q.Position == "" && q.Query == "":
		return nil, &InputError{Field: "position", Want: "a position text, or a query"}
	case q.Position == "" && (q.WithoutHands || q.WithoutSide):
		return nil, &InputError{Field: "position", Want: "the position to be met without its hands or side"}
	case q.Position != "" && q.Variant == "":
		return nil, &InputError{Field: "variant", Want: "the variant of the position"}
	}
	if q.Variant != "" {
		if s.rules, err = a.Rules(q.Variant, q.Options); err != nil {
			return nil, err
		}
		s.query.Variant = s.rules.Definition().ID
		if _, err := MovesAs(q.Notation, s.rules); err != nil {
			return nil, err
		}
	}
	verdicts, err := s.bind()
	if err != nil {
		return nil, err
	}
	s.query.Verdicts = verdictsOf(q.Illegal || verdicts)
	if s.query.Match != nil {
		s.query.Match.Lines = func(ctx context.Context, game int64) (*index.Lines, error) { return a.indexLines(ctx, s, game) }
	}
	return s, nil
}

// bind makes conditions of the position and the query, and reports whether the
// query speaks of verdicts.
func (s *search) bind() (verdicts bool, err error) {
	var conditions []pattern.Node
	if s.asked.Position != "" {
		p, err := s.rules.ParsePlayed(s.asked.Position)
		if err != nil {
			return false, err
		}
		exact := !s.asked.WithoutHands && !s.asked.WithoutSide
		if exact {
			key := index.KeyOf(p)
			s.position, s.query.Key = p, &key
		}
		if !exact || s.asked.Query != "" {
			conditions = append(conditions, pattern.Same{
				State: tape.StateOf(p), Hands: !s.asked.WithoutHands, Side: !s.asked.WithoutSide,
			})
		}
	}
	games := true // nothing is asked of positions
	if s.asked.Query != "" {
		parsed, err := query.Parse(s.asked.Query)
		if err != nil {
			return false, err
		}
		s.text = parsed.String()
		bound, err := query.Bind(parsed, s.rules)
		if err != nil {
			return false, err
		}
		verdicts = pattern.Any(bound, func(n pattern.Node) bool { _, is := n.(pattern.Verdict); return is })
		games = pattern.OnGame(bound)
		addRequirements(bound, true, s.needs.add)
		conditions = append(conditions, bound)
	}
	if games && s.asked.Position == "" && s.asked.Options == "" {
		s.rules = nil // headers alone: games of any options, replayable or not
	}
	counted, err := s.asked.Games.condition()
	if err != nil {
		return false, err
	}
	if counted != nil {
		addRequirements(counted, false, s.needs.add)
		conditions = append(conditions, counted)
	}
	switch len(conditions) {
	case 0:
		return false, nil
	case 1:
		s.condition = conditions[0]
	default:
		s.condition = pattern.And{Of: conditions}
	}
	s.query.Match = &index.Match{Condition: s.condition, Rules: s.rules}
	return verdicts, nil
}

// count confirms every game that the index names, when it has named one in
// vain.
func (a *Archive) count(ctx context.Context, x Index, s *search) (int, error) {
	total := 0
	q := s.query
	q.After, q.Limit = 0, MaxLimit
	for {
		found, err := x.Games(ctx, q)
		if err != nil {
			return 0, err
		}
		hits, err := a.confirmAll(ctx, s, found.Games)
		if err != nil {
			return 0, err
		}
		total += len(hits)
		if found.Next == 0 {
			return total, nil
		}
		q.After = found.Next
	}
}
