package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/games"
	"assay/index"
	"assay/index/pattern"
	"assay/index/query"
)

// requirement is a kind of data that a condition needs, such as ratings.
type requirement struct {
	data, header string
	known        pattern.Node // matches games with the data; nil for DataAnalysis
}

// addRequirements calls add with the data that a condition needs. With headers,
// it includes named headers.
func addRequirements(n pattern.Node, headers bool, add func(requirement)) {
	pattern.Any(n, func(n pattern.Node) bool {
		switch n := n.(type) {
		case pattern.Marked:
			add(requirement{data: games.DataAnalysis})
		case pattern.Sum:
			if n.UsesAnalysis() {
				add(requirement{data: games.DataAnalysis})
			}
		case pattern.Rated:
			add(requirement{data: games.DataRating, known: ratingsKnown(n)})
		case pattern.Date:
			add(requirement{data: games.DataDate, known: pattern.Date{Op: pattern.GreaterEqual}})
		case pattern.Header:
			if headers && n.Name != "" {
				known := pattern.Header{Name: n.Name, Words: []string{""}, Prefix: true}
				add(requirement{data: games.DataHeader, header: n.Name, known: known})
			}
		}
		return false
	})
}

// ratingsKnown returns a condition that all ratings of a sum are known.
func ratingsKnown(n pattern.Rated) pattern.Rated {
	known := pattern.Rated{Sum: pattern.Sum{Op: pattern.GreaterEqual}}
	for _, term := range n.Sum.Terms {
		term.Weight = 1
		if !slices.Contains(known.Sum.Terms, term) {
			known.Sum.Terms = append(known.Sum.Terms, term)
		}
	}
	return known
}

// scope selects the games that a search covers, regardless of its conditions.
type scope struct {
	variant  string
	rules    *rules.Rules // nil for any
	verdicts []string
}

// requirements lists the data that conditions require, without duplicates.
type requirements []requirement

func (d *requirements) add(added requirement) {
	same := func(other requirement) bool { return other.data == added.data && other.header == added.header }
	if !slices.ContainsFunc(*d, same) {
		*d = append(*d, added)
		return
	}
	// Merge the ratings of both conditions.
	for i := range *d {
		if (*d)[i].data == added.data && added.data == games.DataRating {
			both := append(slices.Clone((*d)[i].known.(pattern.Rated).Sum.Terms),
				added.known.(pattern.Rated).Sum.Terms...)
			(*d)[i].known = ratingsKnown(pattern.Rated{Sum: pattern.Sum{Terms: both}})
		}
	}
}

// query returns the query for the games of the scope that meet a requirement;
// for all games of the scope if need is nil.
func (s scope) query(need *requirement) index.Query {
	q := index.Query{Variant: s.variant, Verdicts: s.verdicts, Within: MaxSearch}
	if s.rules != nil {
		q.Also = append(q.Also, index.OfRules(s.rules))
	}
	switch {
	case need == nil:
	case need.data == games.DataAnalysis:
		q.Also = append(q.Also, index.Analysed())
	case need.data == games.DataHeader:
		q.Also = append(q.Also, index.HasHeader(need.header))
	default:
		q.Match = &index.Match{Condition: need.known}
	}
	return q
}

// coverage counts with the index how many games meet each requirement. It omits
// counts that time out.
func (f *Finder) coverage(ctx context.Context, x Index, s scope, needs requirements) ([]games.Coverage, error) {
	if len(needs) == 0 {
		return nil, nil
	}
	count := func(need *requirement) (n int, known bool, err error) {
		key := s.key(need)
		if n, known = f.coverageCounts.Get(counted{x.State().Cursor, key}); known {
			return n, true, nil
		}
		found, err := x.Games(ctx, s.query(need))
		if err == nil && !found.Cut {
			at := counted{found.Indexed, key}
			f.coverageCounts.Add(at, int(found.Total), variant.SizeOf(at))
		}
		return int(found.Total), !found.Cut, err
	}
	return computeCoverage(needs, count)
}

// counter counts the games that meet a requirement, or all games if it is nil.
// known is false if the count timed out.
type counter func(*requirement) (n int, known bool, err error)

// computeCoverage computes the coverage from counts.
func computeCoverage(needs requirements, count counter) ([]games.Coverage, error) {
	total, known, err := count(nil)
	if err != nil || !known {
		return nil, err
	}
	var all []games.Coverage
	for i := range needs {
		n, known, err := count(&needs[i])
		if err != nil {
			return nil, err
		}
		if !known {
			continue
		}
		c := games.Coverage{Data: needs[i].data, Header: needs[i].header, Games: min(n, total), Of: total}
		if c.Header != "" && n == 0 {
			c.Suggestion = query.NearestHeader(c.Header)
		}
		c.Describe()
		all = append(all, c)
	}
	return all, nil
}

// coverageByReplay computes the coverage without an index.
func (f *Finder) coverageByReplay(ctx context.Context, s scope, needs requirements) ([]games.Coverage, error) {
	if len(needs) == 0 {
		return nil, nil
	}
	return computeCoverage(needs, func(need *requirement) (int, bool, error) {
		counted := &search{query: index.Query{Variant: s.variant, Verdicts: s.verdicts, Limit: 1}}
		counted.condition = pattern.And{}
		switch {
		case need == nil:
		case need.data == games.DataAnalysis:
			counted.rules = s.rules
			counted.condition = pattern.Sum{Terms: []pattern.Term{{Weight: 1, Of: pattern.Evaluation{}}},
				Op: pattern.GreaterEqual, Than: -1 << 30}
		default:
			counted.condition = need.known
		}
		found, err := f.scan(ctx, counted)
		if err != nil {
			return 0, false, err
		}
		return found.Total, true, nil
	})
}

// Coverage counts the searched games that have the data needed by the query's
// conditions. It returns nil if the conditions need no such data. The errors
// are as for [Finder.Search].
func (f *Finder) Coverage(ctx context.Context, q SearchQuery) ([]games.Coverage, error) {
	if q == (SearchQuery{}) {
		return nil, nil
	}
	s, err := f.plan(ctx, q)
	if err != nil || len(s.needs) == 0 {
		return nil, err
	}
	x, _, err := f.syncedIndex(ctx)
	if withoutIndex(err) {
		return f.coverageByReplay(ctx, s.scope(), s.needs)
	}
	if err != nil {
		return nil, err
	}
	return f.coverage(ctx, x, s.scope(), s.needs)
}

// SelectionCoverage returns the coverage of a selection's conditions.
func (f *Finder) SelectionCoverage(ctx context.Context, s Selection) ([]games.Coverage, error) {
	if !s.Searches() || s.Search.Query == "" && s.Search.Position == "" {
		return f.games.ListCoverage(ctx, s.Filter)
	}
	s.Search.Variant = s.Filter.Variant
	return f.Coverage(ctx, s.Search)
}

// counted identifies the games that meet a requirement at a change of the
// index.
type counted struct {
	cursor int64
	key    string
}

// maxCoverage bounds the cached counts in bytes, with what they count.
const maxCoverage = 64 << 10

// key returns the cache key for the games of the scope that meet a requirement.
func (s scope) key(need *requirement) string {
	key := s.variant + "\n" + strings.Join(s.verdicts, " ")
	if s.rules != nil {
		key += "\n" + index.RulesName(s.rules)
	}
	if need != nil {
		key += fmt.Sprintf("\n%s %s %v", need.data, need.header, need.known)
	}
	return key
}
