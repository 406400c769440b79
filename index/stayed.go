package index

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/index/pattern"
)

// mostStays is how many terms are asked for at most: of ten million games one
// may have a bit in each of several spans.
const mostStays = 16

// stayed is what stays tell of a query's hits.
type stayed struct {
	sure    []numbered // hits
	hits    uint64     // how many these are
	perhaps map[Part]*roaring.Bitmap
}

// numbered are games by their numbers.
type numbered struct {
	by    Numbers
	games *roaring.Bitmap
}

// stayedOf asks what stays tell of a query; nil for nothing.
func stayedOf(ctx context.Context, l Lists, q *Query, conditions []Condition) (*stayed, error) {
	lists, ok := l.(StayLists)
	if !ok || q.Match == nil || q.Match.Rules == nil || q.SideLines {
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
	anchors, all := pattern.Compile(unlisted(q.Match.Condition), r).Together()
	if len(anchors) == 0 || len(anchors) == 1 && !all {
		return nil, nil
	}
	var sets [][]string
	for _, anchor := range anchors {
		sets = append(sets, placementTerms(anchor))
		terms = append(terms, sets[len(sets)-1]...)
	}
	if len(terms) > mostStays {
		return nil, nil
	}
	s := &stayed{perhaps: map[Part]*roaring.Bitmap{}}
	err := lists.Stays(ctx, r, terms, func(known Stays) {
		games := known.Of[""].in(0).some
		for _, some := range verdicts {
			games = roaring.And(games, either(known.Of, some, 0).some)
		}
		sure, perhaps := stood(games, sets, known.Of)
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

// page is the first hits behind a number, as many as a page has and one more.
func (s *stayed) page(after int64, limit int) []int64 {
	p := page{after: after, limit: int(min(uint64(limit), s.hits))}
	if limit > 0 {
		p.limit++
	}
	for _, of := range s.sure {
		of.by.offer(&p, of.games)
	}
	games, _ := p.close()
	return games
}
