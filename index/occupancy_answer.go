package index

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/index/pattern"
)

// maxOccupancyTerms bounds the terms per query: with ten million games, one
// term may have a bit per game in several intervals.
const maxOccupancyTerms = 16

// occupancyAnswer is the answer of occupancy bitmaps to a query.
type occupancyAnswer struct {
	sure    []numbered // certain hits
	hits    uint64     // their number
	perhaps map[Part]*roaring.Bitmap
}

// numbered is a set of games by their numbers in a part.
type numbered struct {
	by    Numbers
	games *roaring.Bitmap
}

// answerByOccupancy evaluates a query with occupancy bitmaps. It returns nil if
// they do not help.
func answerByOccupancy(ctx context.Context, l Reader, q *Query, conditions []Condition) (*occupancyAnswer, error) {
	lists, ok := l.(OccupancyReader)
	if !ok || q.Match == nil || q.Match.Rules == nil || q.Variations {
		return nil, nil
	}
	r := q.Match.Rules
	terms, verdicts := []string{""}, [][]string{}
	for _, c := range conditions {
		switch {
		case c.Field == PlacedField, c.Field == RulesField, c.Field == VariantField && c.Terms[0] == r.Definition().ID:
		case c.Field == VerdictField:
			terms, verdicts = append(terms, c.Terms...), append(verdicts, c.Terms)
		default:
			return nil, nil
		}
	}
	anchors, all := pattern.Compile(remaining(q.Match.Condition), r).JointAnchors()
	if len(anchors) == 0 || len(anchors) == 1 && !all {
		return nil, nil
	}
	var sets [][]string
	for _, anchor := range anchors {
		sets = append(sets, placementTerms(anchor))
		terms = append(terms, sets[len(sets)-1]...)
	}
	if len(terms) > maxOccupancyTerms {
		return nil, nil
	}
	s := &occupancyAnswer{perhaps: map[Part]*roaring.Bitmap{}}
	err := lists.Occupancies(ctx, r, terms, func(known Occupancies) {
		games := known.Of[""].inInterval(0).present
		for _, some := range verdicts {
			games = roaring.And(games, union(known.Of, some, 0).present)
		}
		sure, perhaps := matchOccupancies(games, sets, known.Of)
		if !all {
			perhaps.Or(sure)
			sure = roaring.New()
		}
		s.sure, s.perhaps[known.Part] = append(s.sure, numbered{known.Numbers, sure}), perhaps
		s.hits += sure.GetCardinality()
	})
	if len(s.perhaps) == 0 {
		return nil, err
	}
	return s, err
}

// page returns the first hits after a number, at most limit+1.
func (s *occupancyAnswer) page(after int64, limit int) []int64 {
	p := page{after: after, limit: int(min(uint64(limit), s.hits))}
	if limit > 0 {
		p.limit++
	}
	for _, of := range s.sure {
		of.by.offer(&p, of.games)
	}
	games, _ := p.result()
	return games
}
