package api

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/index"
	"assay/store"
)

// SearchQuery says which games to find: those that reached a position, or have
// some words in their headers, or both.
type SearchQuery struct {
	Variant  string // id, name or alias; wanted with Position
	Options  string // of the variant; its defaults when empty
	Position string // position text; "" asks for no position
	Text     string // words of headers, in the form that index.ParseText reads
	// Illegal has the records searched too that are not legal, up to their last
	// legal ply.
	Illegal bool
	Cursor  string // Next of the page before, "" for the first
	Limit   int    // hits on a page, 1 to MaxLimit; 0 is defaultLimit
}

// defaultLimit is the length of a page where a caller names none.
const defaultLimit = 50

// Hit is one game that was found.
type Hit struct {
	Game    int64       `json:"game"`
	Ply     int         `json:"ply"`   // the first at which the position stands; 0 in a search by words
	Plies   []int       `json:"plies"` // all of them
	Next    string      `json:"next"`  // what was played at Ply, "" at the end of the game
	Summary GameSummary `json:"summary"`
}

// SearchResult is a page of hits, in the order in which the games were archived.
type SearchResult struct {
	Hits  []Hit  `json:"hits"`
	Total int    `json:"total"` // games on all pages
	Next  string `json:"next"`  // cursor of the next page, "" when there is none
}

// Search finds games. Every hit has been replayed: the index may name a game in
// vain, and it is left out then. What another process has archived since the
// last CatchUp is not found. While another process has the index, a position is
// looked for in all games of its variant, and words are an *index.Error that
// matches index.ErrLocked. The error may also be an [*InputError], an
// *index.TextError, or one of [Arbiter.Position].
func (a *Archive) Search(ctx context.Context, q SearchQuery) (*SearchResult, error) {
	s, err := a.plan(q)
	if err != nil {
		return nil, err
	}
	x, err := a.searcher(ctx, nil)
	if errors.Is(err, index.ErrLocked) && s.position != nil && q.Text == "" {
		return a.scan(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	found, err := x.Games(ctx, s.query)
	if err != nil {
		return nil, err
	}
	result := &SearchResult{Hits: make([]Hit, 0, len(found.Games)), Total: int(found.Total)}
	if found.Next != 0 {
		result.Next = writeCursor(found.Next)
	}
	for _, id := range found.Games {
		hit, err := a.confirm(ctx, s, id)
		if err != nil {
			return nil, err
		}
		if hit != nil {
			result.Hits = append(result.Hits, *hit)
		}
	}
	if len(result.Hits) < len(found.Games) {
		result.Total, err = a.count(ctx, x, s)
	}
	return result, err
}

// search is a query on its way to the index.
type search struct {
	query    index.Query
	position *rules.Position // nil in a search by words
	options  string
	asked    SearchQuery
}

func (a *Archive) plan(q SearchQuery) (*search, error) {
	if q.Limit == 0 {
		q.Limit = defaultLimit
	}
	if q.Limit < 1 || q.Limit > MaxLimit {
		return nil, &InputError{Field: "limit", Value: strconv.Itoa(q.Limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	after, err := readCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	s := &search{asked: q, query: index.Query{Text: q.Text, After: after, Limit: q.Limit}}
	if q.Variant != "" {
		s.query.Variant = a.variantID(q.Variant)
	}
	switch {
	case q.Position != "" && q.Variant == "":
		return nil, &InputError{Field: "variant", Want: "the variant of the position"}
	case q.Position != "":
		p, err := a.Position(q.Variant, q.Options, q.Position)
		if err != nil {
			return nil, err
		}
		key := p.Key() ^ optionSalt(p.Rules())
		s.position, s.query.Key = p, &key
		s.options = p.Rules().Definition().OptionText()
	case q.Text == "":
		return nil, &InputError{Field: "position", Want: "a position text, or words in query"}
	}
	if !q.Illegal {
		s.query.Verdicts = []string{analysis.Legal}
	} else {
		s.query.Verdicts = []string{analysis.Legal, analysis.Illegal, analysis.Unsupported}
	}
	return s, nil
}

// confirm replays a game that the index has named. A game that does not meet the
// query after all, or is deleted, is no hit.
func (a *Archive) confirm(ctx context.Context, s *search, id int64) (*Hit, error) {
	g, err := a.store.Game(ctx, id)
	if errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	hit := &Hit{Game: id, Plies: []int{}, Summary: summaryOf(g)}
	if !slices.Contains(s.query.Verdicts, g.Verdict) {
		return nil, nil
	}
	if s.position == nil {
		return hit, nil
	}
	if g.Variant != s.query.Variant || g.Options != s.options {
		return nil, nil
	}
	game, err := a.rebuild(g)
	if err != nil {
		return nil, err
	}
	hit.Plies = occurrences(game, s.position)
	if len(hit.Plies) == 0 {
		return nil, nil
	}
	hit.Ply = hit.Plies[0]
	if hit.Ply < len(game.Moves) {
		p, err := game.At(hit.Ply)
		if err != nil {
			return nil, err
		}
		hit.Next = notation.Numbered{}.Format(p, game.Moves[hit.Ply])
	}
	return hit, nil
}

// occurrences are the plies of a game at which a position stands.
func occurrences(game *analysis.Game, wanted *rules.Position) []int {
	plies := []int{}
	p := game.Start()
	for ply := 0; ; ply++ {
		if p.Key() == wanted.Key() && p.Equal(wanted) {
			plies = append(plies, ply)
		}
		if ply == len(game.Moves) {
			return plies
		}
		p.Play(game.Moves[ply])
	}
}

// count confirms every game that the index names, when it has named one in vain.
func (a *Archive) count(ctx context.Context, x *index.Index, s *search) (int, error) {
	total := 0
	query := s.query
	query.After, query.Limit = 0, MaxLimit
	for {
		found, err := x.Games(ctx, query)
		if err != nil {
			return 0, err
		}
		for _, id := range found.Games {
			hit, err := a.confirm(ctx, s, id)
			if err != nil {
				return 0, err
			}
			if hit != nil {
				total++
			}
		}
		if found.Next == 0 {
			return total, nil
		}
		query.After = found.Next
	}
}

func writeCursor(after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint([]byte{searchCursor}, uint64(after)))
}

// searchCursor tells a search's cursor from those of other lists.
const searchCursor = 's'

func readCursor(cursor string) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < 2 || b[0] != searchCursor {
		return 0, store.ErrCursor
	}
	id, width := binary.Uvarint(b[1:])
	if width != len(b)-1 || int64(id) <= 0 || writeCursor(int64(id)) != cursor {
		return 0, store.ErrCursor
	}
	return int64(id), nil
}
