package query

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/rules"
	"assay/analysis/spelling"
	"assay/index/pattern"
	"assay/index/tape"
	"assay/parser/record"
)

// Bind resolves the names of a query in a variant. Without rules, a query may
// have only conditions on games. Errors are of type [*Error].
func Bind(q *Query, r *rules.Rules) (pattern.Node, error) {
	if r == nil {
		if column := positional(q.root); column > 0 {
			return nil, &Error{Column: column, Reason: NeedsVariant}
		}
	}
	b := &binder{labels: q.Labels, mine: q.Mine}
	if r != nil {
		b.names = newNames(r)
	}
	bound := b.node(q.root)
	if b.err != nil {
		return nil, b.err
	}
	return bound, nil
}

// positional returns the column of the first condition on positions, or 0 if
// there is none. Streaks and sequences count as such, because they depend on
// the length of the line.
func positional(n node) int {
	for _, part := range parts(n) {
		if column := positional(part); column > 0 {
			return column
		}
		if s, ok := n.(sequence); ok {
			return s.column()
		}
	}
	switch n := n.(type) {
	case symmetric:
		return 0
	case comparison:
		if rated(n.left) || rated(n.right) {
			return 0
		}
	case interval:
		if rated(n.sum) {
			return 0
		}
	case relation:
		return n.name.at.column()
	}
	if n, ok := n.(interface{ column() int }); ok {
		return n.column()
	}
	return 0 // conditions on the game have no column
}

// binder converts a syntax tree into conditions of a variant and keeps the
// first error.
type binder struct {
	names  *names // nil without a variant
	labels Labels // nil for none
	mine   func() pattern.Node
	shifts int // conditions created by shifting
	err    *Error
}

func (b *binder) fail(where sourceColumn, suggestion, format string, args ...any) {
	if b.err == nil {
		b.err = &Error{Column: int(where), Reason: fmt.Sprintf(format, args...), Suggestion: suggestion}
	}
}

// unknown reports a name that the variant lacks.
func (b *binder) unknown(n name, what string, known []string) {
	suggestion, _ := spelling.Nearest(n.text, known)
	b.fail(n.at, suggestion, "%s has no %s %q", b.names.rules.Definition().ID, what, record.Clip(n.text))
}

func (b *binder) node(n node) pattern.Node {
	switch n := n.(type) {
	case conjunction:
		return pattern.And{Of: b.each(n.of)}
	case alternative:
		return pattern.Or{Of: b.each(n.of)}
	case negation:
		return pattern.Not{Of: b.node(n.of)}
	case sequence:
		first := b.node(n.first)
		return pattern.Then{First: first, Next: b.node(n.next), Within: n.within}
	case streak:
		return pattern.For{Of: b.node(n.of), Plies: n.plies}
	case symmetric:
		return b.symmetric(n)
	case header:
		return pattern.Header{Name: b.headerName(n.name), Words: n.words, Prefix: n.prefix}
	case result:
		return pattern.Result{Text: n.text, Not: n.not}
	case date:
		return pattern.Date{Op: n.op, First: n.first, Last: n.last}
	case verdict:
		return pattern.Verdict{Text: n.text, Not: n.not}
	case mine:
		if b.mine == nil {
			b.fail(n.at, "", "%q cannot be used here, because there is no account", "mine")
			return pattern.Games{}
		}
		return b.mine()
	}
	return b.position(n)
}

// headerName returns the header of a condition: that of a player if the
// condition names a side, as "white:" does.
func (b *binder) headerName(name string) string {
	var r *rules.Rules
	if b.names != nil {
		r = b.names.rules
	}
	if side, ok := analysis.SideNamed(r, name); ok {
		return [2]string{"player1", "player2"}[side]
	}
	return name
}

func (b *binder) each(of []node) []pattern.Node {
	bound := make([]pattern.Node, len(of))
	for i, n := range of {
		bound[i] = b.node(n)
	}
	return bound
}

// symmetric joins a condition with its distinct reflections.
func (b *binder) symmetric(n symmetric) pattern.Node {
	all := []pattern.Node{b.node(n.of)}
	if b.names == nil || b.err != nil {
		return all[0]
	}
	if pattern.Any(all[0], func(n pattern.Node) bool { _, is := n.(pattern.Reached); return is }) {
		b.fail(n.sourceColumn, "", "label: is not supported under %s", n.how)
		return all[0]
	}
	if n.how == "shifted" && b.names.rules.Hexagons() {
		b.fail(n.sourceColumn, "", "shifted is not supported on hexagonal boards")
		return all[0]
	}
	if n.how == "shifted" {
		return b.shifted(n, all[0])
	}
	for _, s := range reflections(b.names.rules, n.how) {
		copied := s.node(all[0])
		if !slices.ContainsFunc(all, func(known pattern.Node) bool { return reflect.DeepEqual(known, copied) }) {
			all = append(all, copied)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return pattern.Or{Of: all}
}

// position binds a condition on the position or the move.
func (b *binder) position(n node) pattern.Node {
	switch n := n.(type) {
	case placement:
		pieces, squares := b.pieces(n.pieces), b.places(n.place)
		if n.every {
			return standing(pieces, squares, pattern.Equal, squares.Len())
		}
		return standing(pieces, squares, pattern.GreaterEqual, 1)
	case vacancy:
		pieces := b.allPieces(nil)
		if b.names.rules.HasWalls() {
			pieces.Add(rules.Walled)
		}
		return standing(pieces, b.places(n.place), pattern.Equal, 0)
	case comparison:
		return b.sums(n.left, n.op, n.right)
	case interval:
		return pattern.And{Of: []pattern.Node{
			b.sums(n.sum, pattern.GreaterEqual, []summand{{times: n.low}}),
			b.sums(n.sum, pattern.LessEqual, []summand{{times: n.high}}),
		}}
	case turn:
		return pattern.Turn{Side: b.side(n.side)}
	case event:
		return eventNodes[n.what]
	case marked:
		return b.marked(n)
	case move:
		return b.moved(&n.action)
	case relation:
		return b.relation(n)
	case existence:
		return b.sums([]summand{{times: 100, quantity: n.of}}, pattern.GreaterEqual, []summand{{times: 100}})
	case unplayed:
		return b.unplayed(n)
	case labelled:
		return b.labelled(n)
	}
	panic(fmt.Sprintf("query: no condition is a %T", n))
}

// labelled binds the labels with all words of a name: games that reach one of
// their positions, or plies at which one of their queries is met.
func (b *binder) labelled(n labelled) pattern.Node {
	var found []label.Named
	var err error
	text := strings.Join(n.words, " ")
	if b.labels != nil {
		found, err = b.labels.Of(b.names.rules).Find(text, n.prefix)
	}
	switch {
	case err != nil:
		b.fail(n.sourceColumn, "", "the label cannot be used; %v", err)
	case len(found) == 0:
		b.fail(n.sourceColumn, "", "%s has no label with these words: %q", b.names.rules.Definition().ID,
			record.Clip(text))
	}
	reached := pattern.Reached{Rules: b.names.rules}
	var any pattern.Or
	for _, l := range found {
		if l.Query == "" {
			reached.Keys = append(reached.Keys, l.Key)
			continue
		}
		of, err := BindLabel(l.Query, b.names.rules)
		if err != nil {
			b.fail(n.sourceColumn, "", "the query of the label %s: %v", l.Name, err)
			continue
		}
		any.Of = append(any.Of, of)
	}
	slices.Sort(reached.Keys)
	reached.Keys = slices.Compact(reached.Keys)
	if len(any.Of) == 0 {
		return reached
	}
	if len(reached.Keys) > 0 {
		any.Of = append(any.Of, reached)
	}
	return any
}

// BindLabel binds the query of a label. It must not have labels itself.
func BindLabel(text string, r *rules.Rules) (pattern.Node, error) {
	q, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return Bind(q, r)
}

var eventNodes = map[string]pattern.Node{
	"check": pattern.Check{}, "mate": pattern.Stuck{Attacked: true}, "stalemate": pattern.Stuck{},
	"capture": pattern.Capture{}, "drop": pattern.Drop{}, "promotion": pattern.Promotion{}, "last": pattern.Last{},
}

var marks = map[string]tape.Marks{
	"inaccuracy": tape.Inaccuracy, "mistake": tape.Mistake, "blunder": tape.Blunder, "missed-mate": tape.MissedMate,
	"allowed-mate": tape.AllowedMate,
}

func (b *binder) marked(n marked) pattern.Node {
	j := pattern.Marked{Marks: marks[n.what], Sides: [2]bool{true, true}}
	if n.side.text != "" {
		j.Sides = [2]bool{}
		j.Sides[b.side(n.side)] = true
	}
	return j
}

// standing compares the number of certain pieces on certain squares.
func standing(pieces pattern.Pieces, squares rules.Bitboard, op pattern.Op, than int) pattern.Node {
	return pattern.Sum{Terms: []pattern.Term{{Weight: 100, Of: pattern.Standing{Pieces: pieces, Squares: squares}}},
		Op: op, Than: 100 * than}
}

// moved binds a condition on a move.
func (b *binder) moved(n *action) pattern.Moved {
	return pattern.Moved{
		Pieces: b.anyPieces(n.pieces), From: b.anyPlaces(n.from), To: b.anyPlaces(n.to),
		Takes: b.anyPieces(n.takes), Gates: b.anyPieces(n.gates), Walls: b.anyPlaces(n.walls),
	}
}

// anyPieces returns the set of some pieces, nil if none are given.
func (b *binder) anyPieces(of []piece) *pattern.Pieces {
	if of == nil {
		return nil
	}
	set := b.pieces(of)
	return &set
}

// anyPlaces returns the squares of some places, nil if none are given.
func (b *binder) anyPlaces(of []place) *rules.Bitboard {
	if of == nil {
		return nil
	}
	set := b.places(of)
	return &set
}

// relation binds a relation. Without a side it means either side, if the
// relation has sides.
func (b *binder) relation(n relation) pattern.Node {
	found := b.names.relations(n.name.text)
	if found == nil {
		b.noRelation(n)
		return nil
	}
	sides := []rules.Side{rules.First, rules.Second}
	if n.side.text != "" {
		sides = []rules.Side{b.side(n.side)}
	}
	var of []pattern.Node
	for _, i := range found {
		r := b.names.rules.Relations()[i]
		switch {
		case r.Sided:
			for _, side := range sides {
				of = append(of, pattern.Relation{Index: i, Side: side})
			}
		case n.side.text != "":
			b.fail(n.side.at, n.name.text, "%s is no relation of one side", r.Name)
		default:
			of = append(of, pattern.Relation{Index: i})
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	return pattern.Or{Of: of}
}

// noRelation reports a name that stands alone and does not name a relation.
func (b *binder) noRelation(n relation) {
	where, text := n.name.at, n.name.text
	if _, ok := b.names.side(text); ok && n.side.text == "" {
		b.fail(where, text+" to move", "%q is a side: expected its piece and where it stands", text)
		return
	}
	_, _, letter := b.names.byLetter(text)
	switch {
	case n.side.text == "" && (letter || b.names.types(text) != nil):
		b.fail(where, text+" on …", "%q is a piece: expected where it stands", text)
	case letter || b.names.types(text) != nil:
		b.fail(where, text+"("+n.side.text+") > 0", "%q is a piece: expected how many of them", text)
	case isSquare(text) || b.isRegion(text):
		b.fail(where, "empty "+text, "%q is a place: expected what stands on it", text)
	default:
		known := b.names.relationNames()
		for _, k := range starters {
			known = append(known, k.word)
		}
		b.unknown(n.name, "condition", append(known, b.names.distinctPieceNames()...))
	}
}

func (b *binder) isRegion(text string) bool {
	_, ok := b.names.squares(text, rules.First)
	return ok
}

func (b *binder) side(n name) rules.Side {
	if b.names == nil {
		side, ok := numberedSides[strings.ToLower(n.text)]
		if !ok {
			b.fail(n.at, "", "without a variant, the sides are first and second, not %q", n.text)
		}
		return side
	}
	side, ok := b.names.side(n.text)
	if !ok {
		b.unknown(n, "side", b.names.sides)
	}
	return side
}
