package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/analysis/rules"
	"assay/index"
	"assay/index/pattern"
	"assay/index/query"
)

// The data that a record or the archive may lack, as [Coverage] names them.
const (
	DataAnalysis = "analysis"
	DataRating   = "rating"
	DataDate     = "date"
	DataHeader   = "header"
)

// Coverage says how many of the games searched have the data that a condition
// depends on. The condition does not hold in the other games.
type Coverage struct {
	Data       string `json:"data"`                 // one of the constants above
	Header     string `json:"header,omitempty"`     // name, with DataHeader
	Games      int    `json:"games"`                // that have the data
	Of         int    `json:"of"`                   // games searched
	Suggestion string `json:"suggestion,omitempty"` // known name nearest to Header
	Message    string `json:"message,omitempty"`    // the same in words, if Games is less than Of
}

// describe writes the message.
func (c *Coverage) describe() {
	if c.Games == c.Of {
		return
	}
	some := fmt.Sprintf("%d of %d games", c.Games, c.Of)
	has := "have"
	if c.Games == 1 {
		has = "has"
	}
	switch {
	case c.Data == DataAnalysis:
		c.Message = some + " " + has + " an engine analysis; conditions on it do not hold in the others"
	case c.Data == DataRating:
		c.Message = some + " " + has + " the ratings asked for; conditions on them do not hold in the others"
	case c.Data == DataDate:
		c.Message = some + " " + has + " a date; conditions on dates do not hold in the others"
	case c.Games == 0 && c.Suggestion != "":
		c.Message = fmt.Sprintf("no game searched has a header %q; did you mean %q?", c.Header, c.Suggestion)
	case c.Games == 0:
		c.Message = fmt.Sprintf("no game searched has a header %q", c.Header)
	default:
		c.Message = fmt.Sprintf("%s %s a header %q", some, has, c.Header)
	}
}

// datum is what a condition needs of a game.
type datum struct {
	data, header string
	known        pattern.Node // holds if the game has it; nil for DataAnalysis
}

// neededBy lists what a condition needs of games, each once; headers says
// whether named headers count.
func neededBy(n pattern.Node, headers bool, add func(datum)) {
	pattern.Any(n, func(n pattern.Node) bool {
		switch n := n.(type) {
		case pattern.Marked:
			add(datum{data: DataAnalysis})
		case pattern.Sum:
			if n.UsesAnalysis() {
				add(datum{data: DataAnalysis})
			}
		case pattern.Rated:
			add(datum{data: DataRating, known: ratingsKnown(n)})
		case pattern.Date:
			add(datum{data: DataDate, known: pattern.Date{Op: pattern.GreaterEqual}})
		case pattern.Header:
			if headers && n.Name != "" {
				known := pattern.Header{Name: n.Name, Words: []string{""}, Prefix: true}
				add(datum{data: DataHeader, header: n.Name, known: known})
			}
		}
		return false
	})
}

// ratingsKnown is the condition that all ratings of a sum are known.
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

// scope is the games that a search covers, whatever its conditions.
type scope struct {
	variant  string
	rules    *rules.Rules // nil for any
	verdicts []string
}

// needs is the data that conditions need, without repetitions.
type needs []datum

func (d *needs) add(one datum) {
	same := func(other datum) bool { return other.data == one.data && other.header == one.header }
	if !slices.ContainsFunc(*d, same) {
		*d = append(*d, one)
		return
	}
	// Two conditions on ratings need those of both.
	for i := range *d {
		if (*d)[i].data == one.data && one.data == DataRating {
			both := append(slices.Clone((*d)[i].known.(pattern.Rated).Sum.Terms), one.known.(pattern.Rated).Sum.Terms...)
			(*d)[i].known = ratingsKnown(pattern.Rated{Sum: pattern.Sum{Terms: both}})
		}
	}
}

// query asks the index for the games of the scope that have one datum, and for
// all of them if need is nil.
func (s scope) query(need *datum) index.Query {
	q := index.Query{Variant: s.variant, Verdicts: s.verdicts, Within: MaxSearch}
	if s.rules != nil {
		q.Also = append(q.Also, index.OfRules(s.rules))
	}
	switch {
	case need == nil:
	case need.data == DataAnalysis:
		q.Also = append(q.Also, index.Analysed())
	case need.data == DataHeader:
		q.Also = append(q.Also, index.HasHeader(need.header))
	default:
		q.Match = &index.Match{Condition: need.known}
	}
	return q
}

// coverage counts by the index which games of a scope have each datum. A count
// that takes too long is left out.
func (a *Archive) coverage(ctx context.Context, x Index, s scope, needs needs) ([]Coverage, error) {
	if len(needs) == 0 {
		return nil, nil
	}
	count := func(need *datum) (n int, known bool, err error) {
		key := s.key(need)
		at := x.State().Cursor
		if n, known = a.covered.get(at, key); known {
			return n, true, nil
		}
		found, err := x.Games(ctx, s.query(need))
		if err == nil && !found.Cut {
			a.covered.put(found.Indexed, key, int(found.Total))
		}
		return int(found.Total), !found.Cut, err
	}
	return covering(needs, count)
}

// covering makes the answer of counts.
func covering(needs needs, count func(*datum) (n int, known bool, err error)) ([]Coverage, error) {
	of, known, err := count(nil)
	if err != nil || !known {
		return nil, err
	}
	var all []Coverage
	for i := range needs {
		n, known, err := count(&needs[i])
		if err != nil {
			return nil, err
		}
		if !known {
			continue
		}
		c := Coverage{Data: needs[i].data, Header: needs[i].header, Games: min(n, of), Of: of}
		if c.Header != "" && n == 0 {
			c.Suggestion = query.NearestHeader(c.Header)
		}
		c.describe()
		all = append(all, c)
	}
	return all, nil
}

// coverageByReplay is coverage without an index.
func (a *Archive) coverageByReplay(ctx context.Context, s scope, needs needs) ([]Coverage, error) {
	if len(needs) == 0 {
		return nil, nil
	}
	return covering(needs, func(need *datum) (int, bool, error) {
		of := &search{query: index.Query{Variant: s.variant, Verdicts: s.verdicts, Limit: 1}}
		of.condition = pattern.And{}
		switch {
		case need == nil:
		case need.data == DataAnalysis:
			of.rules = s.rules
			of.condition = pattern.Sum{Terms: []pattern.Term{{Weight: 1, Of: pattern.Evaluation{}}}, Op: pattern.GreaterEqual, Than: -1 << 30}
		default:
			of.condition = need.known
		}
		found, err := a.scan(ctx, of)
		if err != nil {
			return 0, false, err
		}
		return found.Total, true, nil
	})
}

// Coverage says how many games a search covers have the data that its
// conditions depend on; nil if they depend on none. The errors are those of
// [Archive.Search].
func (a *Archive) Coverage(ctx context.Context, q SearchQuery) ([]Coverage, error) {
	if q == (SearchQuery{}) {
		return nil, nil
	}
	s, err := a.plan(q)
	if err != nil || len(s.needs) == 0 {
		return nil, err
	}
	x, _, err := a.newest(ctx)
	if withoutIndex(err) {
		return a.coverageByReplay(ctx, s.scope(), s.needs)
	}
	if err != nil {
		return nil, err
	}
	return a.coverage(ctx, x, s.scope(), s.needs)
}

// SelectionCoverage says how many games have the data that the conditions of a
// selection need.
func (a *Archive) SelectionCoverage(ctx context.Context, s Selection) ([]Coverage, error) {
	if !s.Searches() || s.Search.Query == "" && s.Search.Position == "" {
		return a.listCoverage(ctx, s.Filter)
	}
	s.Search.Variant = s.Filter.Variant
	return a.Coverage(ctx, s.Search)
}

// listCoverage is the coverage of a filter of a list.
func (a *Archive) listCoverage(ctx context.Context, f Filter) ([]Coverage, error) {
	if f.From == "" && f.To == "" {
		return nil, nil
	}
	all := Filter{Variant: f.Variant, Verdict: f.Verdict, Deleted: f.Deleted}
	return covering(needs{{data: DataDate}}, func(need *datum) (int, bool, error) {
		of := all
		if need != nil {
			of.From = "0001"
		}
		n, err := a.Count(ctx, of)
		return n, true, err
	})
}

// covered keeps what was counted, until the index changes.
type covered struct {
	mu sync.Mutex
	at int64 // the change that the index had taken in
	of map[string]int
}

const (
	maxCovered    = 128 // counts that are kept
	maxCoveredKey = 512 // bytes of the key of one that is kept
)

// key names a datum of games of a scope.
func (s scope) key(need *datum) string {
	key := s.variant + "\n" + strings.Join(s.verdicts, " ")
	if s.rules != nil {
		key += "\n" + index.RulesName(s.rules)
	}
	if need != nil {
		key += fmt.Sprintf("\n%s %s %v", need.data, need.header, need.known)
	}
	return key
}

func (c *covered) get(at int64, key string) (n int, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == at {
		n, known = c.of[key]
	}
	return n, known
}

func (c *covered) put(at int64, key string, n int) {
	if len(key) > maxCoveredKey {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil || c.at != at || len(c.of) >= maxCovered {
		c.at, c.of = at, map[string]int{}
	}
	c.of[key] = n
}
