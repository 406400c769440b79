package query

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/analysis/rules"
	"assay/parser/word"
)

// Completion is a word that may stand at a position of a query.
type Completion struct {
	Word string
	Kind string // keyword, symbol, piece, side, square, file, rank, region, relation, header or number
	Help string // a short explanation
}

// Completions returns the words that may stand at the cursor, a column from 1,
// and that begin with the part of the word before it. The text after the cursor
// is ignored. Without rules, names of a variant are omitted. After a syntax
// error there are none.
func Completions(text string, cursor int, r *rules.Rules) []Completion {
	before := beginning(text, cursor-1)
	if utf8.RuneCountInString(before) > maxLength {
		return nil
	}
	whole := strings.TrimRightFunc(before, func(r rune) bool { return isWordStart(r) || '0' <= r && r <= '9' })
	before, typed := whole, before[len(whole):]
	p := newParser(before)
	p.parseAll()
	if p.err != nil && p.err.Column <= utf8.RuneCountInString(strings.TrimSpace(before)) {
		return nil
	}
	c := completer{typed: strings.ToLower(typed), seen: map[string]bool{}}
	if r != nil {
		c.names = newNames(r)
	}
	for _, w := range p.expectations {
		if w.kind == afterNameExpected && c.afterName(w.text) {
			return c.found
		}
	}
	for _, w := range p.expectations {
		c.expected(w)
	}
	return c.found
}

// beginning returns the first characters of a text.
func beginning(text string, characters int) string {
	for offset := range text {
		if characters <= 0 {
			return text[:offset]
		}
		characters--
	}
	return text
}

// completer collects completions.
type completer struct {
	names *names // nil without a variant
	typed string // in lower case
	seen  map[string]bool
	found []Completion
}

func (c *completer) add(text, kind, help string) {
	if strings.HasPrefix(strings.ToLower(text), c.typed) && !c.seen[text] {
		c.seen[text] = true
		c.found = append(c.found, Completion{text, kind, help})
	}
}

func (c *completer) keywords(lists ...[]keyword) {
	for _, list := range lists {
		for _, k := range list {
			c.add(k.word, "keyword", k.help)
		}
	}
}

func (c *completer) expected(w expectation) {
	switch w.kind {
	case keywordExpected:
		c.keyword(w.text)
	case conditionExpected:
		c.condition()
	case piecesExpected:
		c.pieces()
		c.add("{", "symbol", "one of several")
	case pieceTypeExpected:
		c.keywords(kindWords)
		c.pieceTypes()
	case countedTypeExpected:
		c.pieceTypes()
	case sideExpected:
		if c.names == nil { // a rating needs no variant
			c.add("first", "side", "the side that moves first")
			c.add("second", "side", "the other side")
		}
		c.sides()
	case placeExpected:
		c.places()
	case fileExpected, rankExpected:
		c.lines(w.kind)
	case quantityExpected:
		c.quantities()
		c.pieceTypes()
	case numberExpected:
		c.add("1", "number", "a number")
	}
}

// keyword adds a word or symbol of the grammar.
func (c *completer) keyword(text string) {
	for _, list := range [][]keyword{connectives, innerWords, placeWords, starters} {
		for _, k := range list {
			if k.word == text {
				c.add(text, "keyword", k.help)
				return
			}
		}
	}
	kind := "symbol"
	if strings.IndexFunc(text, isWordStart) == 0 {
		kind = "keyword"
	}
	c.add(text, kind, "")
}

func (c *completer) condition() {
	c.keywords(starters)
	c.pieces()
	if c.names != nil {
		for _, r := range c.names.rules.Relations() {
			c.add(r.Name, "relation", "a relation of the game, by "+r.Rule)
		}
	}
	for _, k := range headersKnown {
		c.add(k.word+":", "header", k.help)
	}
	c.add("(", "symbol", "brackets")
}

func (c *completer) pieces() {
	c.keywords(rankWords)
	c.sides()
	c.keywords(kindWords)
	c.pieceTypes()
}

func (c *completer) pieceTypes() {
	if c.names == nil {
		return
	}
	r := c.names.rules
	if r.HasWalls() {
		c.add("wall", "piece", "a wall, which blocks squares and has no side")
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		c.add(strings.ToLower(word.HeaderName(r.PieceName(t))), "piece",
			fmt.Sprintf("%s, %s", r.PieceName(t), r.Letter(t)))
	}
}

func (c *completer) sides() {
	if c.names == nil {
		return
	}
	for _, text := range c.names.sides {
		side, _ := c.names.side(text)
		c.add(text, "side", c.names.rules.SideName(side))
	}
}

func (c *completer) places() {
	c.keywords(placeWords)
	c.add("{", "symbol", "several places")
	if c.names == nil {
		return
	}
	r := c.names.rules
	for _, region := range r.Definition().Regions.Keys {
		squares, _ := r.Region(region, rules.First)
		c.add(region, "region", fmt.Sprintf("%d squares of a side", len(squares)))
	}
	for s := range r.Files() * r.Ranks() {
		if _, rank := r.Coordinates(rules.Square(s)); rank > 0 {
			c.add(r.SquareName(rules.Square(s)), "square", "")
		}
	}
}

func (c *completer) lines(kind expectationKind) {
	if c.names == nil {
		return
	}
	files, ranks := c.names.rules.Labels()
	if kind == fileExpected {
		for _, letter := range files {
			c.add(letter, "file", "")
		}
		return
	}
	for _, number := range ranks {
		if number != "" {
			c.add(number, "rank", "")
		}
	}
}

func (c *completer) quantities() {
	for _, k := range starters {
		for _, q := range quantities {
			if k.word == q {
				c.add(k.word, "keyword", k.help)
			}
		}
	}
}

// afterName adds what may follow a name at the beginning of a condition, if the
// name is a side or a piece.
func (c *completer) afterName(text string) bool {
	if c.names == nil {
		return false
	}
	if _, side := c.names.side(text); side {
		c.keywords(kindWords)
		c.pieceTypes()
		c.add("to move", "keyword", "it is this side's turn")
		return true
	}
	_, _, letter := c.names.byLetter(text)
	if !letter && c.names.types(text) == nil && !sameName(text, "any") && !sameName(text, "royal") &&
		!c.names.wall(text) {
		return false
	}
	c.keyword("on")
	c.add("(", "symbol", "the side whose pieces of the kind are counted")
	return true
}
