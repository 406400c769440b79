package index

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

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
}

// Match is a condition that is looked for ply by ply.
type Match struct {
	Condition pattern.Node
	// Rules are what the condition was bound to; nil for a condition on games
	// alone.
	Rules *rules.Rules
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
	// of games that it found.
	Terms []TermCount
	// Candidates is the number of games that the lookups left, Read how many of
	// these were run through, and Plies how many positions were looked at.
	// Games are run through up to the first hit.
	Candidates, Read, Plies uint64
}

// TermCount is one lookup.
type TermCount struct {
	Field string
	Terms []string // any of them; position keys in hexadecimal
	Games uint64
}

// Games finds games.
func (x *Index) Games(ctx context.Context, q Query) (result Result, err error) {
	if q.Limit < 0 {
		return Result{}, fmt.Errorf("limit %d is negative", q.Limit)
	}
	conditions := q.conditions()
	v, err := x.look(ctx)
	if err != nil {
		return Result{}, err
	}
	defer v.release()
	defer func() { err = x.suspect(err) }()
	defer damage(x.path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	result.Indexed, result.Damaged = v.cursor, v.damaged
	p := page{after: q.After, limit: int(min(uint64(q.Limit), v.games()))}
	work := newWork(conditions)
	limited, cancel := bounded(ctx, q.Within)
	defer cancel()
	var scans []*scan
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		hits, err := find(s, conditions, &work)
		if err != nil {
			return Result{}, err
		}
		work.Candidates += hits.GetCardinality()
		if q.Match == nil {
			result.Total += hits.GetCardinality()
			if p.limit > 0 {
				for it := hits.Iterator(); it.HasNext(); {
					p.offer(v.contents[i].games[it.Next()])
				}
			}
			continue
		}
		sc, err := newScan(ctx, s, v.contents[i], hits, &q)
		if err != nil {
			return Result{}, err
		}
		scans = append(scans, sc)
	}
	if q.Match != nil {
		found, err := runScans(limited, scans, &q, &work)
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return Result{}, err
		}
		result.Cut = found.cut
		result.Total = uint64(len(found.games))
		for _, game := range found.games {
			p.offer(game)
		}
	}
	result.Games, result.Next = p.close()
	result.Work = work
	return result, nil
}

// condition holds for a document that has one of the terms, or a term that
// begins as the one term does.
type condition struct {
	field  string
	terms  []string
	prefix bool
	sides  bool     // or one of the same terms in the field of side lines
	shown  []string // the terms as they are told; nil for the terms themselves
}

// conditions puts the one that fewest documents meet first.
func (q *Query) conditions() []condition {
	var all []condition
	verdicts := q.Verdicts
	if q.Key != nil {
		all = append(all, condition{field: keyField, terms: []string{keyTerm(*q.Key)}, sides: q.SideLines})
		if len(verdicts) == 0 {
			verdicts = []string{analysis.Legal}
		}
	}
	if m := q.Match; m != nil {
		all = append(all, required(m.Condition)...)
		if m.Rules != nil {
			for _, anchor := range pattern.Compile(m.Condition, m.Rules).Anchors() {
				all = append(all, condition{field: placedField, terms: placementTerms(anchor), shown: namesOf(anchor, m.Rules)})
			}
			all = append(all, condition{field: rulesField, terms: []string{rulesName(m.Rules)}})
		}
	}
	if q.Variant != "" {
		all = append(all, condition{field: variantField, terms: []string{q.Variant}})
	}
	if len(verdicts) > 0 {
		all = append(all, condition{field: verdictField, terms: verdicts})
	}
	return all
}

// required is what the index can look up of a condition that every hit meets.
func required(n pattern.Node) []condition {
	switch n := n.(type) {
	case pattern.And:
		var all []condition
		for _, part := range n.Of {
			all = append(all, required(part)...)
		}
		return all
	case pattern.Then:
		return append(required(n.First), required(n.Next)...)
	case pattern.For:
		return required(n.Of)
	case pattern.Header:
		return headerConditions(n)
	case pattern.Judged:
		return []condition{{field: thoughtField, terms: []string{thoughtTerm}}}
	case pattern.Sum:
		if n.Thought() {
			return []condition{{field: thoughtField, terms: []string{thoughtTerm}}}
		}
	case pattern.Verdict:
		if !n.Not {
			return []condition{{field: verdictField, terms: []string{n.Text}}}
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

// headerConditions asks for each word; all must be met.
func headerConditions(h pattern.Header) []condition {
	all := make([]condition, len(h.Words))
	for i, word := range h.Words {
		if h.Name != "" {
			word = namedTerm(h.Name, word)
		}
		all[i] = condition{field: wordField, terms: []string{word}, prefix: h.Prefix && i == len(h.Words)-1}
	}
	return all
}

// find gives the documents of a segment that meet all conditions. The bitmap
// may share memory with the segment: it is not to be changed, nor used once the
// snapshot is closed.
func find(s *scorch.SegmentSnapshot, conditions []condition, work *Work) (*roaring.Bitmap, error) {
	if len(conditions) == 0 {
		return s.DocNumbersLive(), nil
	}
	var found *roaring.Bitmap
	for i, c := range conditions {
		hits, err := c.find(s)
		if err != nil {
			return nil, err
		}
		work.Terms[i].Games += hits.GetCardinality()
		if found == nil {
			found = hits
		} else {
			found = roaring.And(found, hits)
		}
		if found.IsEmpty() {
			break
		}
	}
	return found, nil
}

func (c condition) find(s *scorch.SegmentSnapshot) (*roaring.Bitmap, error) {
	dictionary, err := s.Segment().Dictionary(c.field)
	if err != nil {
		return nil, err
	}
	terms := c.terms
	if c.prefix {
		if terms, err = termsFrom(dictionary, terms[0]); err != nil {
			return nil, err
		}
	}
	var lists []*roaring.Bitmap
	for _, term := range terms {
		hits, err := documents(dictionary, term, s.Deleted())
		if err != nil {
			return nil, err
		}
		lists = append(lists, hits)
	}
	if c.sides {
		aside, err := condition{field: sideField, terms: c.terms}.find(s)
		if err != nil {
			return nil, err
		}
		lists = append(lists, aside)
	}
	if len(lists) == 1 {
		return lists[0], nil
	}
	return roaring.FastOr(lists...), nil
}

// termsFrom lists the terms that begin with a word, alone or behind a header's
// name.
func termsFrom(dictionary segment.TermDictionary, word string) ([]string, error) {
	// No term has the byte 0xFF, which is in no UTF-8 text.
	entries := dictionary.AutomatonIterator(nil, []byte(word), []byte(word+"\xFF"))
	var terms []string
	for {
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return terms, err
		}
		if begins(entry.Term, word) {
			terms = append(terms, entry.Term)
		}
	}
}

// begins reports whether a term begins with a word; the word alone is none
// behind a header's name.
func begins(term, word string) bool {
	rest, ok := strings.CutPrefix(term, word)
	return ok && !strings.Contains(rest, ":")
}

// documents gives the documents that have a term, without those deleted. The
// bitmap may share memory with the segment.
func documents(dictionary segment.TermDictionary, term string, deleted *roaring.Bitmap) (*roaring.Bitmap, error) {
	list, err := dictionary.PostingsList([]byte(term), deleted, nil)
	if err != nil {
		return nil, err
	}
	// Asked for without frequencies and the like, the iterator is the bitmap,
	// or the one number that stands for it.
	hits, ok := list.Iterator(false, false, false, nil).(segment.OptimizablePostingsIterator)
	if !ok {
		return nil, fmt.Errorf("posting list of kind %T", list)
	}
	if bitmap := hits.ActualBitmap(); bitmap != nil {
		return bitmap, nil
	}
	bitmap := roaring.New()
	if number, one := hits.DocNum1Hit(); one {
		bitmap.Add(uint32(number))
	}
	return bitmap, nil
}

func newWork(conditions []condition) Work {
	w := Work{Terms: make([]TermCount, len(conditions))}
	for i, c := range conditions {
		w.Terms[i].Field = c.field
		if c.shown != nil {
			w.Terms[i].Terms = c.shown
			continue
		}
		for _, term := range c.terms {
			switch {
			case c.field == keyField:
				term = hex.EncodeToString([]byte(term))
			case c.prefix:
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
	if game <= p.after || p.more && game > p.bound {
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
	if p.more && p.limit > 0 {
		next = p.bound
	}
	return p.kept, next
}
