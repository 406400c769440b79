package index

import (
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"time"

	"assay/analysis/rules"
	"assay/index/pattern"
)

// Damaged is the verdict in place of that on a record which the archive does
// not have as it was written. Such a game is found by nothing, and every search
// names it.
const Damaged = "damaged"

// Query says which games to find: those that meet every condition given.
type Query struct {
	// Variant is the id of the games' variant, or empty for any.
	Variant string
	// Key is that of a position that the games reached, see [KeyOf], or nil.
	Key *uint64
	// Match is a condition that holds at some ply of the games, or nil.
	Match *Match
	// SideLines has Key and Match look into side lines too.
	SideLines bool
	// Verdicts are the verdicts wanted. Where there are none, a search by Key
	// finds legal records only, and any other search finds records of any
	// verdict.
	Verdicts []string
	// After is the Next of the page before, or 0 for the first page.
	After int64
	// Limit is the greatest number of games wanted, 0 if only the total is.
	Limit int
	// Within is how long the search may take, 0 for as long as it takes.
	Within time.Duration
	// Explain asks for the numbers of games of the lookups, where they have to
	// be counted.
	Explain bool
}

// Match is a condition that is looked for ply by ply.
type Match struct {
	Condition pattern.Node
	// Rules are what the condition was bound to; nil for a condition on games
	// alone.
	Rules *rules.Rules
	// Lines gives the moves of a game, nil where it cannot be played. It is
	// asked where the condition asks for legal moves, of the games for which
	// all else that it asks leaves it open.
	Lines func(ctx context.Context, game int64) (*Lines, error)
}

// Result is one page of the games found.
type Result struct {
	// Games are the numbers of the games, ascending.
	Games []int64
	// Total is the number of games found on all pages.
	Total uint64
	// Next is where the next page begins, to be passed as After; 0 if there is
	// no further page.
	Next int64
	// Indexed is the last change that the answer knows of.
	Indexed int64
	// Cut says that the time was over before all games were looked at: there
	// may be more than Total.
	Cut bool
	// Damaged are the games that no search can find.
	Damaged []int64
	// Work is what was done for it.
	Work Work
}

// Work tells how a query was answered.
type Work struct {
	// Terms are the lookups in the index, in their order, each with the number
	// of games that it found, where that was asked for or is known all the
	// same.
	Terms []TermCount
	// Candidates is the number of games that the lookups left, Read how many of
	// these were run through, and Plies how many positions were looked at.
	// Games are run through up to the first hit. Replayed is how many were
	// replayed by the rules for what their tapes do not tell.
	Candidates, Read, Plies, Replayed uint64
}

// TermCount is one lookup.
type TermCount struct {
	Field string
	Terms []string // any of them; position keys in hexadecimal
	Games uint64
}

// Games finds games.
func Games(ctx context.Context, l Lists, q Query) (Result, error) {
	if q.Limit < 0 {
		return Result{}, fmt.Errorf("limit %d is negative", q.Limit)
	}
	result := Result{Indexed: l.Cursor(), Damaged: l.Damaged()}
	began := time.Now()
	conditions := q.Conditions()
	limited, cancel := bounded(ctx, q.Within)
	defer cancel()
	stays, err := stayedOf(limited, l, &q, conditions)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		result.Work, result.Cut = NewWork(conditions), true
		return result, nil
	case err != nil:
		return Result{}, err
	}
	var sure []Condition
	left := true // games that are to be run through
	if stays == nil {
		var known bool
		if sure, known = q.sure(l.Words()); known {
			if left, err = listed(ctx, l, &q, conditions, sure, &result); err != nil || result.Cut || len(sure) == 0 {
				return result, err
			}
		}
	}
	var found found
	if left {
		if q.Within > 0 {
			q.Within = max(1, q.Within-time.Since(began))
		}
		relaxed, _ := q.Match.relaxed()
		w := Wanted{Conditions: conditions, But: sure, Rules: relaxed.Rules, Match: relaxed, Explain: q.Explain}
		if stays != nil {
			result.Games, result.Total = stays.page(q.After, q.Limit), stays.hits
			w.Some, w.Known = stays.perhaps, func(p Part) bool { return stays.perhaps[p] != nil }
		}
		result.Work, result.Cut, err = run(ctx, l, w, q.Within, func(ctx context.Context, next func() (Batch, bool)) {
			worker := newWorker(&q)
			for b, ok := next(); ok; b, ok = next() {
				worker.run(ctx, b)
			}
			found.add(worker)
		})
		if err == nil && !result.Cut {
			err = found.failed
		}
		if err != nil {
			return Result{}, err
		}
		result.Work.Read, result.Work.Plies, result.Work.Replayed = found.read, found.plies, found.replayed
		result.Work.Candidates += result.Total
	}
	result.Total += uint64(len(found.games))
	p := page{after: q.After, limit: min(q.Limit, len(result.Games)+len(found.games))}
	for _, game := range slices.Concat(result.Games, found.games) {
		p.offer(game)
	}
	result.Games, result.Next = p.close()
	return result, nil
}

// listed finds the hits that lists alone tell, one more than the page has where
// there may be others, and reports whether there may.
func listed(ctx context.Context, l Lists, q *Query, conditions, sure []Condition, result *Result) (left bool, err error) {
	limited, cancel := bounded(ctx, q.Within)
	defer cancel()
	limit := q.Limit
	if len(sure) > 0 && 0 < limit && limit < math.MaxInt {
		limit++
	}
	met := conditions
	atStart := len(sure) > 0 && sure[0].Field == KeyField
	if atStart { // where all stands that is asked for
		met = slices.DeleteFunc(slices.Clone(conditions), func(c Condition) bool { return c.Field == PlacedField })
	}
	games, next, work, err := l.Page(limited, slices.Concat(met, sure), q.After, limit, q.Explain)
	left = len(sure) > 0
	if err == nil && atStart {
		var all Work
		_, _, all, err = l.Page(limited, met, 0, 0, false)
		left = all.Candidates > work.Candidates
	}
	result.Work = work
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		result.Cut = true
		return false, nil
	case err != nil:
		return false, err
	}
	result.Games, result.Next, result.Total = games, next, work.Candidates
	return left, nil
}

func NewWork(conditions []Condition) Work {
	w := Work{Terms: make([]TermCount, len(conditions))}
	for i, c := range conditions {
		w.Terms[i].Field = c.Field
		if c.Shown != nil {
			w.Terms[i].Terms = c.Shown
			continue
		}
		for _, term := range c.Terms {
			switch {
			case c.Field == KeyField:
				term = hex.EncodeToString([]byte(term))
			case c.Prefix:
				term += "*"
			}
			w.Terms[i].Terms = append(w.Terms[i].Terms, term)
		}
	}
	return w
}
