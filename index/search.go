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

// Damaged is the verdict on a game whose record the archive cannot read without
// errors. No search finds such a game, and every search lists it.
const Damaged = "damaged"

// Query selects the games that meet every given condition.
type Query struct {
	// Variant is the ID of the variant; empty means any.
	Variant string
	// Key is the key of a position that the games reached (see [KeyOf]), or
	// nil.
	Key *uint64
	// Match is a condition that is met at some ply, or nil.
	Match *Match
	// Also are additional lookups that every hit must meet, see [Analysed],
	// [HasHeader] and [OfRules].
	Also []Condition
	// Variations extends Key and Match to variations.
	Variations bool
	// Verdicts are the verdicts of the games to find. If it is empty, a search
	// by Key finds legal records, and any other search finds all records.
	Verdicts []string
	// After is the Next of the previous page; 0 for the first.
	After int64
	// Limit is the largest number of games to return; 0 returns only the total.
	Limit int
	// Within is the time limit; 0 means none.
	Within time.Duration
	// Explain requests the number of games of each lookup, if it must be
	// counted.
	Explain bool
}

// Match is a condition that is evaluated ply by ply.
type Match struct {
	Condition pattern.Node
	// Rules are the rules that the condition was bound to; nil for a condition
	// on games alone.
	Rules *rules.Rules
	// Lines returns the moves of a game, or nil if the game cannot be played.
	// It is called for conditions on legal moves, if all other conditions leave
	// the answer open.
	Lines func(ctx context.Context, game int64) (*Lines, error)
}

// Result is one page of the games found.
type Result struct {
	// Games are the IDs of the games, ascending.
	Games []int64
	// Total is the number of games on all pages.
	Total uint64
	// Next is the start of the next page, to be passed as After; 0 for the last
	// page.
	Next int64
	// Indexed is the last change included in the result.
	Indexed int64
	// Cut reports that the time limit ended the scan early; Total is then a
	// lower bound.
	Cut bool
	// Damaged are the games that no search can find.
	Damaged []int64
	// Work describes how the result was computed.
	Work Work
}

// Work describes how a query was answered.
type Work struct {
	// Terms are the lookups in their order. Each has its number of games, if
	// that was requested or is known.
	Terms []TermCount
	// Candidates is the number of games that the lookups left, Read how many of
	// them were scanned, Plies how many positions were evaluated, and Replayed
	// how many games were replayed by the rules. A scan ends at a game's first
	// hit.
	Candidates, Read, Plies, Replayed uint64
}

// TermCount is one lookup.
type TermCount struct {
	Field string
	Terms []string // alternatives; position keys in hexadecimal
	Games uint64
}

// Games finds games.
func Games(ctx context.Context, l Reader, q Query) (Result, error) {
	if q.Limit < 0 {
		return Result{}, fmt.Errorf("limit %d is negative", q.Limit)
	}
	result := Result{Indexed: l.Cursor(), Damaged: l.Damaged()}
	began := time.Now()
	conditions := q.Conditions()
	limited, cancel := withLimit(ctx, q.Within)
	defer cancel()
	answer, err := answerByOccupancy(limited, l, &q, conditions)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		result.Work, result.Cut = NewWork(conditions), true
		return result, nil
	case err != nil:
		return Result{}, err
	}
	var sure []Condition
	left := true // games remain to be scanned
	if answer == nil {
		var known bool
		if sure, known = q.certain(l.Words()); known {
			if left, err = findListed(ctx, l, &q, conditions, sure, &result); err != nil || result.Cut ||
				len(sure) == 0 {
				return result, err
			}
		}
	}
	var found scanResult
	if left {
		if q.Within > 0 {
			q.Within = max(1, q.Within-time.Since(began))
		}
		relaxed, _ := q.Match.relax()
		w := Filter{Conditions: conditions, Exclude: sure, Rules: relaxed.Rules, Match: relaxed, Explain: q.Explain}
		if answer != nil {
			result.Games, result.Total = answer.page(q.After, q.Limit), answer.hits
			w.Only, w.Skip = answer.perhaps, func(p Part) bool { return answer.perhaps[p] != nil }
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
	result.Games, result.Next = p.result()
	return result, nil
}

// findListed finds the hits that posting lists alone determine. If there may be
// more, it returns one hit more than the page needs. It reports whether games
// remain to be scanned.
func findListed(ctx context.Context, l Reader, q *Query, conditions, sure []Condition, result *Result) (left bool,
	err error) {
	limited, cancel := withLimit(ctx, q.Within)
	defer cancel()
	limit := q.Limit
	if len(sure) > 0 && 0 < limit && limit < math.MaxInt {
		limit++
	}
	met := conditions
	atStart := len(sure) > 0 && sure[0].Field == KeyField
	if atStart { // the starting position meets everything
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
