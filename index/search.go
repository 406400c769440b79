package index

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/analysis"
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
	conditions := q.conditions()
	if q.Match == nil {
		limited, cancel := bounded(ctx, q.Within)
		defer cancel()
		games, next, work, err := l.Page(limited, conditions, q.After, q.Limit, q.Explain)
		switch {
		case err != nil && limited.Err() != nil && ctx.Err() == nil:
			result.Cut = true
		case err != nil:
			return Result{}, err
		default:
			result.Games, result.Next, result.Total = games, next, work.Candidates
		}
		result.Work = work
		return result, nil
	}
	relaxed, _ := q.Match.relaxed()
	w := Wanted{Conditions: conditions, Rules: relaxed.Rules, Match: relaxed, Explain: q.Explain}
	var found found
	var err error
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
	result.Total = uint64(len(found.games))
	p := page{after: q.After, limit: min(q.Limit, len(found.games))}
	for _, game := range found.games {
		p.offer(game)
	}
	result.Games, result.Next = p.close()
	return result, nil
}

// Condition holds for a game that has one of the terms in a field, or a term
// there that [Begins] as the one term does.
type Condition struct {
	Field  string
	Terms  []string
	Prefix bool
	Sides  bool     // or one of the same terms in the field of side lines
	Shown  []string // the terms as they are told; nil for the terms themselves
}

// conditions puts the one that fewest documents meet first.
func (q *Query) conditions() []Condition {
	var all []Condition
	verdicts := q.Verdicts
	if q.Key != nil {
		all = append(all, Condition{Field: KeyField, Terms: []string{keyTerm(*q.Key)}, Sides: q.SideLines})
		if len(verdicts) == 0 {
			verdicts = analysis.Proved
		}
	}
	if m := q.Match; m != nil {
		all = append(all, required(m.Condition)...)
		if m.Rules != nil {
			for _, anchor := range pattern.Compile(m.Condition, m.Rules).Anchors() {
				all = append(all, Condition{Field: PlacedField, Terms: placementTerms(anchor), Shown: namesOf(anchor, m.Rules)})
			}
			all = append(all, Condition{Field: RulesField, Terms: []string{RulesName(m.Rules)}})
		}
	}
	if q.Variant != "" {
		all = append(all, Condition{Field: VariantField, Terms: []string{q.Variant}})
	}
	if len(verdicts) > 0 {
		all = append(all, Condition{Field: VerdictField, Terms: verdicts})
	}
	return all
}

// required is what the index can look up of a condition that every hit meets.
func required(n pattern.Node) []Condition {
	switch n := n.(type) {
	case pattern.And:
		var all []Condition
		for _, part := range n.Of {
			all = append(all, required(part)...)
		}
		return all
	case pattern.Then:
		return append(required(n.First), required(n.Next)...)
	case pattern.For:
		return required(n.Of)
	case pattern.Header:
		return HeaderConditions(n)
	case pattern.Judged:
		return []Condition{{Field: ThoughtField, Terms: []string{thoughtTerm}}}
	case pattern.Sum:
		if n.Thought() {
			return []Condition{{Field: ThoughtField, Terms: []string{thoughtTerm}}}
		}
	case pattern.Verdict:
		if !n.Not {
			return []Condition{{Field: VerdictField, Terms: []string{n.Text}}}
		}
	}
	return nil
}

// namesOf tells placements by the letters of position texts.
func namesOf(anchor pattern.Anchor, r *rules.Rules) []string {
	names := make([]string, len(anchor))
	for i, p := range anchor {
		letter := r.Letter(p.Piece.Type())
		if p.Piece.Side() == rules.Second {
			letter = strings.ToLower(letter)
		}
		names[i] = letter + " " + r.SquareName(p.Square)
	}
	return names
}

// HeaderConditions asks for each word; all must be met.
func HeaderConditions(h pattern.Header) []Condition {
	all := make([]Condition, len(h.Words))
	for i, word := range h.Words {
		if h.Name != "" {
			word = namedTerm(h.Name, word)
		}
		all[i] = Condition{Field: WordField, Terms: []string{word}, Prefix: h.Prefix && i == len(h.Words)-1}
	}
	return all
}

// Begins reports whether a term begins with a word; the word alone is none
// behind a header's name.
func Begins(term, word string) bool {
	rest, ok := strings.CutPrefix(term, word)
	return ok && !strings.Contains(rest, ":")
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

// page keeps the lowest game numbers of those it is offered, in any order.
type page struct {
	after int64 // lower ones, and this, are of pages before
	limit int
	kept  []int64
	more  bool
	bound int64 // where more: the greatest worth keeping
}

func (p *page) offer(game int64) {
	if p.limit == 0 || game <= p.after || p.more && game > p.bound {
		return
	}
	p.kept = append(p.kept, game)
	if len(p.kept) > 2*p.limit {
		p.cut()
	}
}

func (p *page) cut() {
	slices.Sort(p.kept)
	if len(p.kept) > p.limit {
		p.kept = p.kept[:p.limit]
		p.more = true
		p.bound = p.kept[p.limit-1]
	}
}

// close gives the page, and where the next begins, 0 if there is none.
func (p *page) close() (games []int64, next int64) {
	p.cut()
	if p.more {
		next = p.bound
	}
	return p.kept, next
}
