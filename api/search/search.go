package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/games"
	"assay/api/present"
	"assay/api/request"
	"assay/index"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
)

// SearchQuery selects games that reached a position, or match a query, or both
// at the same ply.
type SearchQuery struct {
	Variant  string // ID, name or alias; required with Position
	Options  string // of the variant; its defaults if empty
	Position string // FEN; "" for none
	// WithoutHands and WithoutSide ignore the hands and the side to move of
	// Position. With either, castling rights and en passant are ignored too.
	WithoutHands, WithoutSide bool
	Query                     string     // in the language of package query; "" for none
	Variations                bool       // also search variations
	Games                     GameFilter // games to search
	// Illegal also searches illegal records, up to their last legal ply. A
	// query with a condition on verdicts decides itself.
	Illegal bool
	Cursor  string        // Next of the previous page, "" for the first
	Limit   int           // hits per page, 1 to MaxLimit; 0 is DefaultLimit
	Within  time.Duration // time limit; 0 is MaxSearch, the maximum
	Explain bool          // return the query plan
	// Notation is for the reported moves, one of Notations; "" is numbered
	// lists.
	Notation string
}

// DefaultLimit is the default page size.
const DefaultLimit = 50

// MaxSearch is the maximum time of a search.
const MaxSearch = 30 * time.Second

// timeLimitOf returns the time limit of a search; 0 requests the maximum.
func timeLimitOf(limit time.Duration) (time.Duration, error) {
	if limit < 0 || limit > MaxSearch {
		return 0, &request.InputError{Field: "timeout", Value: limit.String(), Want: fmt.Sprintf("0s to %s", MaxSearch)}
	}
	return cmp.Or(limit, MaxSearch), nil
}

// limitOf returns the requested page size, or the usual one for 0.
func limitOf(limit, fallback int) (int, error) {
	if limit < 0 || limit > request.MaxLimit {
		return 0, &request.InputError{Field: "limit", Value: strconv.Itoa(limit),
			Want: fmt.Sprintf("1 to %d", request.MaxLimit)}
	}
	return cmp.Or(limit, fallback), nil
}

// verdictsOf returns the verdicts of the records to search.
func verdictsOf(illegal bool) []string {
	if illegal {
		return []string{analysis.Legal, analysis.Ruled, analysis.Illegal, analysis.Unreadable, analysis.Unsupported}
	}
	return analysis.Proved
}

// syncedIndex returns the index after it has reached the change that the caller
// has seen. It also returns the archive's last change at the time before that.
func (f *Finder) syncedIndex(ctx context.Context) (Index, int64, error) {
	x, err := f.OpenedIndex(ctx)
	if err != nil {
		return nil, 0, err
	}
	newest, err := f.store.Sequence(ctx)
	if err == nil {
		err = f.awaitSeen(ctx, x, newest)
	}
	return x, newest, err
}

// Hit is a game that was found.
type Hit struct {
	Game  int64     `json:"game"`
	Ply   int       `json:"ply"`            // the first match; 0 in a search by headers alone
	Plies []int     `json:"plies"`          // all matches in the main line
	Side  []SideHit `json:"side,omitempty"` // matches in variations
	// Squares match the query at Ply of the main line, if it
	// names any.
	Squares []string          `json:"squares,omitempty"`
	Next    optional.Text     `json:"next"` // move at Ply of the main line, none at the end of the game
	Summary games.GameSummary `json:"summary"`
}

// SideHit is a hit in one variation. Its plies count from the start of the
// game, along the line.
type SideHit struct {
	Line  int    `json:"line"` // among the game's variations, from 1
	From  int    `json:"from"` // the ply after which it leaves its parent
	Moves string `json:"moves"`
	Plies []int  `json:"plies"`
}

// SearchResult is a page of hits, in the order in which the games were
// archived.
type SearchResult struct {
	Hits  []Hit `json:"hits"`
	Total int   `json:"total"` // games on all pages
	request.Paged
	// Cut reports that the time limit was reached: Total counts the games found
	// so far.
	Cut bool `json:"cut,omitempty"`
	// Damaged are games that the search left out, because their stored data are
	// damaged.
	Damaged []int64 `json:"damaged,omitempty"`
	// Coverage says how many games have the data that the conditions need.
	Coverage []games.Coverage `json:"coverage,omitempty"`
	Lag
	Explain *Explanation `json:"explain,omitempty"`
}

// withoutIndex reports whether an error says that no index is available.
func withoutIndex(err error) bool {
	return errors.Is(err, index.ErrLocked) || errors.Is(err, index.ErrUnusable)
}

// Search finds games. Every hit is replayed, so false positives of the index
// are left out. Games that another process archived since the last CatchUp are
// not found. If no index is available, every game of the variant is replayed.
// The error may be an [*request.InputError], a *query.Error, or one of
// [define.Library.Position].
func (f *Finder) Search(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	start := time.Now()
	s, err := f.plan(ctx, q)
	if err != nil {
		return nil, err
	}
	x, newest, err := f.syncedIndex(ctx)
	if withoutIndex(err) {
		result, err := f.scan(ctx, s)
		if err == nil {
			result.Coverage, err = f.coverageByReplay(ctx, s.scope(), s.needs)
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
	lookedUp := time.Now()
	result := &SearchResult{Lag: lag(newest, found.Indexed), Hits: make([]Hit, 0, len(found.Games)),
		Total: int(found.Total), Cut: found.Cut}
	if found.Next != 0 {
		result.Next = request.Cursor(request.WriteCursor(found.Next))
	}
	hits, err := f.confirmAll(ctx, s, found.Games)
	if err != nil {
		return nil, err
	}
	for _, hit := range hits {
		result.Hits = append(result.Hits, *hit)
	}
	if len(result.Hits) < len(found.Games) {
		result.Total, err = f.countConfirmed(ctx, x, s)
	}
	result.Damaged = s.left.ids()
	if err == nil {
		result.Coverage, err = f.coverage(ctx, x, s.scope(), s.needs)
	}
	if q.Explain {
		result.Explain = s.explain(&found.Work)
		result.Explain.Confirmed = len(result.Hits)
		result.Explain.setTimes(start, lookedUp)
	}
	return result, err
}

// search is a planned query.
type search struct {
	query     index.Query
	rules     *rules.Rules    // nil in a search by headers alone
	position  *rules.Position // to match exactly; nil for none
	condition pattern.Node    // nil for none
	input     SearchQuery
	text      string // the query as it was parsed
	left      damagedGames
	needs     requirements // the data that the conditions need
}

// scope returns the games that the search covers.
func (s *search) scope() scope { return scope{s.query.Variant, s.rules, s.query.Verdicts} }

// moves returns the writer of reported moves; the writer is not safe for
// concurrent use.
func (s *search) moves() define.MoveWriter {
	return present.Look{Notation: s.input.Notation}.Moves(s.rules)
}

func (f *Finder) plan(ctx context.Context, q SearchQuery) (*search, error) {
	limit, err := limitOf(q.Limit, DefaultLimit)
	if err != nil {
		return nil, err
	}
	timeLimit, err := timeLimitOf(q.Within)
	if err != nil {
		return nil, err
	}
	after, err := request.ReadCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	s := &search{input: q, query: index.Query{After: after, Limit: limit, Variations: q.Variations, Within: timeLimit,
		Explain: q.Explain}}
	switch {
	case q.Position == "" && q.Query == "":
		return nil, &request.InputError{Field: "position", Want: "a position (FEN) or a query"}
	case q.Position == "" && (q.WithoutHands || q.WithoutSide):
		return nil, &request.InputError{Field: "position",
			Want: "a position (FEN) to match without its hands or side to move"}
	case q.Position != "" && q.Variant == "":
		return nil, &request.InputError{Field: "variant",
			Want: "the variant of the position, because a position (FEN) alone does not name it"}
	}
	if q.Variant != "" {
		if s.rules, err = f.library.Rules(q.Variant, q.Options); err != nil {
			return nil, err
		}
		s.query.Variant = s.rules.Definition().ID
		if _, err := present.MovesAs(q.Notation, s.rules); err != nil {
			return nil, err
		}
	}
	verdicts, err := f.bind(ctx, s)
	if err != nil {
		return nil, err
	}
	s.query.Verdicts = verdictsOf(q.Illegal || verdicts)
	if s.query.Match != nil {
		s.query.Match.Lines = func(ctx context.Context, game int64) (*index.Lines, error) {
			return f.indexLines(ctx, s, game)
		}
	}
	return s, nil
}

// bind compiles the position and the query to conditions, and reports whether
// the query has a condition on verdicts.
func (f *Finder) bind(ctx context.Context, s *search) (verdicts bool, err error) {
	var conditions []pattern.Node
	if s.input.Position != "" {
		p, err := s.rules.ParsePlayed(s.input.Position)
		if err != nil {
			return false, err
		}
		exact := !s.input.WithoutHands && !s.input.WithoutSide
		if exact {
			key := index.KeyOf(p)
			s.position, s.query.Key = p, &key
		}
		if !exact || s.input.Query != "" {
			conditions = append(conditions, pattern.Same{
				State: tape.StateOf(p), Hands: !s.input.WithoutHands, Side: !s.input.WithoutSide,
			})
		}
	}
	games := true // no condition on positions
	if s.input.Query != "" {
		parsed, err := query.Parse(s.input.Query)
		if err != nil {
			return false, err
		}
		s.text = parsed.String()
		parsed.Labels = f.library.Labels()
		var unlinked error
		parsed.Mine = func() (mine pattern.Node) {
			mine, unlinked = f.players.Mine(ctx, bothSides...)
			return mine
		}
		bound, err := query.Bind(parsed, s.rules)
		if err = cmp.Or(err, unlinked); err != nil {
			return false, err
		}
		verdicts = pattern.Any(bound, func(n pattern.Node) bool { _, is := n.(pattern.Verdict); return is })
		games = pattern.OnGame(bound)
		addRequirements(bound, true, s.needs.add)
		if bound, err = f.players.Expand(ctx, bound); err != nil {
			return false, err
		}
		conditions = append(conditions, bound)
	}
	gameCondition, err := f.condition(ctx, s.input.Games, s.rules)
	if err != nil {
		return false, err
	}
	if games && s.input.Position == "" && s.input.Options == "" {
		s.rules = nil // headers alone: games of any options, replayable or not
	}
	if gameCondition != nil {
		addRequirements(gameCondition, false, s.needs.add)
		conditions = append(conditions, gameCondition)
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

// countConfirmed confirms every game that the index returns. It is needed after
// a false positive, because the index then counts too many.
func (f *Finder) countConfirmed(ctx context.Context, x Index, s *search) (int, error) {
	total := 0
	q := s.query
	q.After, q.Limit = 0, request.MaxLimit
	for {
		found, err := x.Games(ctx, q)
		if err != nil {
			return 0, err
		}
		hits, err := f.confirmAll(ctx, s, found.Games)
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
