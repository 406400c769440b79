package postgres

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"assay/index"
	"assay/index/pattern"
)

// snapshot is the index as one transaction sees it.
type snapshot struct {
	tx      pgx.Tx
	cursor  int64
	damaged []int64
	parts   []index.Part
	kept    *index.Explorations
}

var _ index.Reader = (*snapshot)(nil)

// Games finds games.
func (x *Index) Games(ctx context.Context, q index.Query) (index.Result, error) {
	return seen(ctx, x, func(ctx context.Context, l *snapshot) (index.Result, error) { return index.Games(ctx, l, q) })
}

// Explore finds the moves played from a position.
func (x *Index) Explore(ctx context.Context, e index.Exploration) (index.Explored, error) {
	return seen(ctx, x, func(ctx context.Context, l *snapshot) (index.Explored, error) {
		return index.Explore(ctx, l, e, l.kept)
	})
}

// Similar ranks games by their similarity to a position.
func (x *Index) Similar(ctx context.Context, of index.SimilarityQuery) (index.Similar, error) {
	return seen(ctx, x, func(ctx context.Context, l *snapshot) (index.Similar,
		error) {
		return index.MostSimilar(ctx, l, of)
	})
}

// seen runs a search in a transaction with a stable snapshot.
func seen[Found any](ctx context.Context, x *Index,
	search func(context.Context, *snapshot) (Found, error)) (found Found, err error) {
	err = x.doing(ctx, func(ctx context.Context) error {
		tx, err := x.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		// Interrupted reads of tapes close the connection.
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
		l := &snapshot{tx: tx, kept: &x.explored}
		var s partsKey
		err = tx.QueryRow(ctx, `SELECT p.cursor, p.build, r.number, r.since, r.cursor = p.cursor AND r.build = p.build,
			ARRAY(SELECT game FROM index_games WHERE verdict = $1 AND verdict <> 'legal' ORDER BY game)
			FROM index_place AS p, index_round AS r`, index.Damaged).
			Scan(&s.cursor, &s.build, &s.number, &s.since, &s.complete, &l.damaged)
		if err == nil {
			l.cursor = s.cursor
			l.parts, err = x.partsOf(ctx, tx, s)
		}
		if err == nil {
			found, err = search(ctx, l)
		}
		return err
	})
	return found, err
}

func (l *snapshot) Cursor() int64    { return l.cursor }
func (l *snapshot) Damaged() []int64 { return l.damaged }

// Words returns false, because a game with very many words is found by every
// lookup of words.
func (l *snapshot) Words() bool { return false }

func (l *snapshot) Parts() []index.Part { return l.parts }

// sqlFilter is an SQL condition with its arguments.
type sqlFilter struct {
	parts []string
	args  []any
}

// arg adds an argument and returns its placeholder.
func (w *sqlFilter) arg(value any) string {
	w.args = append(w.args, value)
	return fmt.Sprintf("$%d", len(w.args))
}

func (w *sqlFilter) text() string {
	if len(w.parts) == 0 {
		return "true"
	}
	return strings.Join(w.parts, " AND ")
}

// lookAt makes the database evaluate the conditions for each game instead of
// looking them up.
func (w *sqlFilter) lookAt() { w.parts = []string{"(" + w.text() + ") IS TRUE"} }

func (w *sqlFilter) ask(c index.Condition, rules int64) {
	w.parts = append(w.parts, w.condition(c, rules))
}

// condition is a lookup in SQL.
func (w *sqlFilter) condition(c index.Condition, rules int64) string {
	switch c.Field {
	case index.SideField:
		return "sides IS NULL" // nothing else is asked of it alone
	case index.KeyField:
		keys := w.arg(keysOf(c.Terms))
		if c.Sides {
			return fmt.Sprintf("(keys && %s::bigint[] OR sides IS NOT NULL AND sides && %s::bigint[])", keys, keys)
		}
		return "keys && " + keys + "::bigint[]"
	case index.RulesField:
		return "rules = " + w.arg(rules)
	case index.PlacedField:
		return "terms && " + w.arg(placementTerms(rules, c.Terms)) + "::integer[]"
	case index.VariantField:
		return "variant = " + w.arg(*hashOf(c.Terms[0]))
	case index.VerdictField:
		if len(c.Terms) == 1 {
			return "verdict = " + w.arg(c.Terms[0])
		}
		return "verdict = ANY(" + w.arg(c.Terms) + "::text[])"
	case index.AnalysisField:
		return "thought"
	case index.WordField:
		// For a game with very many words, the condition is evaluated during
		// the scan.
		return "(words @@ " + w.arg(quoted(c.Terms[0], c.Prefix)) + "::tsquery OR words IS NULL)"
	}
	panic("postgres: a field that is none")
}

// lookups returns the SQL of all conditions, and the number of the rules among
// them.
func lookups(conditions []index.Condition) (w *sqlFilter, rules int64) {
	w = new(sqlFilter)
	for _, c := range conditions {
		if c.Field == index.RulesField {
			rules = *hashOf(c.Terms[0])
		}
	}
	for i, c := range conditions {
		if w.ask(c, rules); verified(conditions, i) {
			w.parts[i] = "(" + w.parts[i] + ") IS TRUE"
		}
	}
	return w, rules
}

// maxVerified is the number of characters up to which a prefix is verified on
// rows instead of being looked up, if a longer word is looked up. An index
// unites the lists of all words that begin with it.
const maxVerified = 2

// verified reports whether the i-th condition is such a prefix.
func verified(conditions []index.Condition, i int) bool {
	if c := conditions[i]; c.Field != index.WordField || !c.Prefix || length(c) > maxVerified {
		return false
	}
	return slices.ContainsFunc(conditions, func(c index.Condition) bool {
		return c.Field == index.WordField && (length(c) > maxVerified || !c.Prefix)
	})
}

// length returns the number of characters of a word, without the name of its
// header.
func length(c index.Condition) int {
	return utf8.RuneCountInString(c.Terms[0][strings.LastIndexByte(c.Terms[0], ':')+1:])
}

// restrict adds lookups that every hit of a condition meets, for alternatives
// of words and games, which [index.Query.Conditions] does not look up.
func (w *sqlFilter) restrict(n pattern.Node) {
	switch n := n.(type) {
	case pattern.And:
		for _, part := range n.Of {
			w.restrict(part)
		}
	case pattern.Or:
		before := len(w.args)
		if text := w.alternative(n); text != "" {
			w.parts = append(w.parts, "("+text+" OR words IS NULL)")
		} else {
			w.args = w.args[:before]
		}
	}
}

// alternative returns the lookups of words and games that a condition needs,
// "" for none.
func (w *sqlFilter) alternative(n pattern.Node) string {
	switch n := n.(type) {
	case pattern.Games:
		return "game = ANY(" + w.arg(n.IDs) + "::bigint[])"
	case pattern.Header:
		return w.alternative(pattern.And{Of: []pattern.Node{n}})
	case pattern.Or:
		var any []string
		for _, part := range n.Of {
			text := w.alternative(part)
			if text == "" {
				return ""
			}
			any = append(any, text)
		}
		if len(any) == 0 {
			return "false"
		}
		return "(" + strings.Join(any, " OR ") + ")"
	case pattern.And:
		var conditions []index.Condition
		var all, words []string
		for _, part := range n.Of {
			if h, is := part.(pattern.Header); is {
				conditions = append(conditions, index.HeaderConditions(h)...)
			} else if text := w.alternative(part); text != "" {
				all = append(all, text)
			}
		}
		for i, c := range conditions {
			if !verified(conditions, i) {
				words = append(words, quoted(c.Terms[0], c.Prefix))
			}
		}
		if len(words) > 0 {
			all = append(all, "words @@ "+w.arg(strings.Join(words, " & "))+"::tsquery")
		}
		if len(all) > 0 {
			return "(" + strings.Join(all, " AND ") + ")"
		}
	}
	return ""
}

// explain counts what each lookup finds alone.
func (l *snapshot) explain(ctx context.Context, conditions []index.Condition, rules int64, work *index.Work) error {
	for i, c := range conditions {
		w := new(sqlFilter)
		w.ask(c, rules)
		if err := l.tx.QueryRow(ctx, `SELECT count(*) FROM index_games WHERE `+w.text(), w.args...).
			Scan(&work.Terms[i].Games); err != nil {
			return err
		}
	}
	return nil
}

// frequent is the number of games above which counts are cached and pages are
// read in the order of games.
const frequent = 2000

// planned plans each statement for its parameters: the best plan depends on how
// many games have a position.
const planned = pgx.QueryExecModeCacheDescribe

// Page counts the games and reads a page of IDs. The first call does both in
// one lookup. For frequent conditions, later calls count only the parts written
// since then, and read only the parts that contain the page.
func (l *snapshot) Page(ctx context.Context, conditions []index.Condition, after int64, limit int,
	explain bool) (games []int64, next int64, work index.Work, err error) {
	work = index.NewWork(conditions)
	limit = min(limit, math.MaxInt32)
	if explain {
		_, rules := lookups(conditions)
		if err := l.explain(ctx, conditions, rules, &work); err != nil {
			return nil, 0, work, err
		}
	}
	id := index.PageID(conditions)
	counts := l.kept.Counts(l.parts, id)
	kept := len(counts)
	if kept == 0 {
		games, err = l.first(ctx, conditions, after, limit, counts)
	} else if kept < len(l.parts) {
		err = l.count(ctx, conditions, counts)
	}
	if err != nil {
		return nil, 0, work, err
	}
	work.Candidates = total(counts)
	if kept < len(l.parts) && (kept > 0 || work.Candidates > frequent) {
		l.kept.Count(l.parts, id, counts)
	}
	if kept > 0 && limit > 0 {
		var ok bool
		if games, ok = l.kept.Page(l.parts, id, after, limit+1); !ok {
			games, err = l.page(ctx, conditions, after, limit, counts)
		}
	}
	if len(games) > limit {
		games = games[:limit]
		if limit > 0 {
			next = games[limit-1]
		}
	}
	return games, next, work, err
}

// first finds all games that meet the conditions and counts them by part. It
// returns one page of them and one game more.
func (l *snapshot) first(ctx context.Context, conditions []index.Condition, after int64, limit int,
	counts map[index.Part]uint64) ([]int64, error) {
	w, _ := lookups(conditions)
	query := `WITH found AS MATERIALIZED (SELECT game FROM index_games WHERE ` + w.text() + `)
		SELECT game >> ` + partBitsText + `, count(*) FROM found GROUP BY 1
		UNION ALL (SELECT game, 0 FROM found WHERE game > ` + w.arg(after) + ` ORDER BY game LIMIT ` + w.arg(limit+1) +
		`)`
	var games []int64
	err := l.each(ctx, query, w, func(at int64, n uint64) {
		if n == 0 {
			games = append(games, at)
		} else {
			counts[l.parts[partOf(l.parts, at<<gameBits)]] += n
		}
	})
	for _, p := range l.parts {
		counts[p] += 0
	}
	slices.Sort(games)
	return games, err
}

// count counts the games of the parts without a cached count.
func (l *snapshot) count(ctx context.Context, conditions []index.Condition, counts map[index.Part]uint64) error {
	w, _ := lookups(conditions)
	unknown := without(l.parts, func(p index.Part) bool { _, ok := counts[p]; return ok })
	if scansAll(unknown, total(counts)) {
		w.lookAt()
	}
	w.within(unknown)
	for _, p := range unknown {
		counts[p] = 0
	}
	query := `SELECT game >> ` + partBitsText + `, count(*) FROM index_games WHERE ` + w.text() + ` GROUP BY 1`
	return l.each(ctx, query, w, func(at int64, n uint64) { counts[l.parts[partOf(l.parts, at<<gameBits)]] += n })
}

func total(counts map[index.Part]uint64) (games uint64) {
	for _, n := range counts {
		games += n
	}
	return games
}

// page reads limit+1 games in the order of their IDs. If there are counts, it
// reads only the parts with matches.
func (l *snapshot) page(ctx context.Context, conditions []index.Condition, after int64, limit int,
	counts map[index.Part]uint64) (games []int64, err error) {
	all := total(counts)
	for wanted := 1.5 * float64(limit+1); ; wanted *= 4 {
		near, whole := l.partsFor(counts, after, wanted)
		if len(near) == 0 {
			return nil, nil
		}
		if scansPages(near, all) {
			near, whole = everywhere, true
		}
		w, _ := lookups(conditions)
		if scansAll(near, all) {
			w.lookAt()
		}
		w.within(near)
		// MATERIALIZED, because otherwise the planner may test game after game
		// in ID order.
		query := `WITH found AS MATERIALIZED (SELECT game FROM index_games WHERE ` + w.text() + `)
			SELECT game, 0 FROM found WHERE game > ` + w.arg(after) + ` ORDER BY game LIMIT ` + w.arg(limit+1)
		games = nil
		if err := l.each(ctx, query, w, func(game int64, _ uint64) { games = append(games, game) }); err != nil ||
			whole || len(games) > limit {
			return games, err
		}
	}
}

// each calls take for rows of two numbers.
func (l *snapshot) each(ctx context.Context, query string, w *sqlFilter, take func(int64, uint64)) error {
	rows, err := l.tx.Query(ctx, query, append([]any{planned}, w.args...)...)
	if err != nil {
		return err
	}
	var one int64
	var other uint64
	_, err = pgx.ForEachRow(rows, []any{&one, &other}, func() error {
		take(one, other)
		return nil
	})
	return err
}

// Candidates starts reading the rows of the selected games.
func (l *snapshot) Candidates(ctx context.Context, wanted index.Filter) (index.Candidates, error) {
	w, rules := lookups(wanted.Conditions)
	c := &candidates{parts: l.parts, work: index.NewWork(wanted.Conditions), batches: make(chan *batch, 2)}
	if wanted.Explain {
		if err := l.explain(ctx, wanted.Conditions, rules, &c.work); err != nil {
			return nil, err
		}
	}
	var some []int64
	for _, p := range l.parts {
		if games := wanted.Only[p]; games != nil {
			for it := games.Iterator(); it.HasNext(); {
				some = append(some, p.(part).first+int64(it.Next()))
			}
		}
	}
	if wanted.Skip == nil {
		c.parts = everywhere
	} else {
		unknown := without(l.parts, wanted.Skip)
		if len(unknown) == 0 && len(some) == 0 {
			c.done, c.cancel = make(chan struct{}), func() {}
			close(c.batches)
			close(c.done)
			return c, nil
		}
		w.within(unknown)
	}
	if len(wanted.Exclude) > 0 {
		but := new(sqlFilter)
		but.args = w.args
		for _, asked := range wanted.Exclude {
			but.ask(asked, rules)
		}
		w.args = but.args
		w.parts = append(w.parts, "("+but.text()+") IS NOT TRUE")
	}
	query := `SELECT game, entry`
	if m := wanted.Match; m != nil {
		w.restrict(m.Condition)
		compiled := pattern.Compile(m.Condition, m.Rules)
		if m.Rules != nil {
			for _, traits := range compiled.Traits() {
				w.parts = append(w.parts, "terms && "+w.arg(traitTerms(rules, traits))+"::integer[]")
			}
		}
		c.asked = compiled.GameConditions()
		for _, n := range c.asked {
			switch n := n.(type) {
			case pattern.Verdict:
				query += fmt.Sprintf(`, (verdict = %s) <> %s`, w.arg(n.Text), w.arg(n.Not))
			case pattern.Reached:
				query += `, (` + w.condition(index.ReachedCondition(n), rules) + `) IS TRUE` // NULL without keys
			case pattern.Header:
				c.said = true
				query += `, ` + w.addWords(n)
			default:
				query += `, false`
			}
		}
		if c.said {
			query += `, extra`
		}
	}
	query += ` FROM index_games WHERE `
	beside := ""
	if len(some) > 0 {
		beside = ` UNION ALL ` + query + `game = ANY(` + w.arg(some) + `)`
	}
	return l.begin(ctx, c, query+w.text()+beside, w.args)
}

// begin starts the reading goroutine.
func (l *snapshot) begin(ctx context.Context, c *candidates, query string, args []any) (index.Candidates, error) {
	reading, cancel := context.WithCancel(ctx)
	c.cancel = cancel
	rows, err := l.tx.Query(reading, query, args...)
	if err != nil {
		cancel()
		return nil, err
	}
	c.done = make(chan struct{})
	go c.read(reading, rows)
	return c, nil
}

// addWords adds a condition on words in the tsvector.
func (w *sqlFilter) addWords(n pattern.Header) string {
	if len(n.Words) == 0 {
		return "true"
	}
	var all []string
	for _, c := range index.HeaderConditions(n) {
		all = append(all, quoted(c.Terms[0], c.Prefix))
	}
	return `coalesce(words @@ ` + w.arg(strings.Join(all, " & ")) + `::tsquery, false)`
}
