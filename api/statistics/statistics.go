// Package statistics counts results, lengths, endings and first moves of games.
package statistics

import (
	"context"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/lab"
	"assay/analysis/rules"
	"assay/api/chart"
	"assay/api/present"
	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// By says what games are grouped by, in addition to their variant.
type By string

// The groups within a variant.
const (
	Variant By = ""
	Year    By = "year"
	Event   By = "event"
	Player  By = "player" // a game belongs to both of its players
)

// Check returns an [*request.InputError] for an unknown group.
func (by By) Check() error {
	if slices.Contains([]By{Variant, Year, Event, Player}, by) {
		return nil
	}
	return &request.InputError{Field: "by", Value: string(by), Want: "year, event or player"}
}

// Games reads archived games.
type Games interface {
	// Games returns several games in ascending order, damaged ones with their
	// Damage. Unknown and deleted ones are omitted.
	Games(ctx context.Context, ids []int64) ([]*store.Game, error)
}

// Variants provides the rules of variants.
type Variants interface {
	Rules(name, options string) (*rules.Rules, error)
}

// Report has the statistics of selected games.
type Report struct {
	Groups  []Group `json:"groups"`  // by variant; then years ascending, or the most games first
	Invalid int     `json:"invalid"` // games left out because they are not valid
	Damaged []int64 `json:"damaged"` // games left out because they are damaged
}

// Group is the statistics of the valid games of a variant, or of its games of
// one year, event or player.
type Group struct {
	Variant string        `json:"variant"`
	Side    string        `json:"side,omitempty"`  // the variant's name of the first player
	By      By            `json:"by,omitempty"`    // what Value is
	Value   string        `json:"value,omitempty"` // year, event or player; "" if unknown
	Games   int           `json:"games"`
	Results Results       `json:"results"`
	Score   *lab.Estimate `json:"score"` // share of the points in percent; null without a result
	Lengths Lengths       `json:"lengths"`
	// Histogram has the lengths in plies of the games of a variant.
	Histogram *chart.Bars `json:"histogram,omitempty"`
	Endings   []Share     `json:"endings"` // most frequent first
	// Openings are the first moves from the variant's starting position, the
	// most frequent first.
	Openings []Share `json:"openings"`
	// OtherStarts is the number of games without a move or from another
	// position, which are not in Openings.
	OtherStarts int `json:"otherStarts"`
}

// Results counts results of the first player, or of the player of a row.
type Results struct {
	Won        int `json:"won"`
	Drawn      int `json:"drawn"`
	Lost       int `json:"lost"`
	BothLost   int `json:"bothLost"`   // both players lost, which counts as a loss in the score
	Unfinished int `json:"unfinished"` // without a result
}

// Lengths has the quartiles of the lengths in plies, interpolated linearly.
type Lengths struct {
	Shortest int     `json:"shortest"`
	Lower    float64 `json:"lowerQuartile"`
	Median   float64 `json:"median"`
	Upper    float64 `json:"upperQuartile"`
	Longest  int     `json:"longest"`
}

// Share is a number of games with its share in percent.
type Share struct {
	Name  string       `json:"name"` // "" if the record does not say it
	Games int          `json:"games"`
	Share lab.Estimate `json:"share"`
}

// chunk is the number of games that are read together.
const chunk = 250

// Of returns the statistics of games. player returns the name that a player is
// listed under. next returns the numbers of the next games, and nil after the
// last. Only counts are kept in memory. It returns the error of [By.Check], of
// next or of the games.
func Of(ctx context.Context, by By, s Games, v Variants, player func(name string) string,
	next func(context.Context) ([]int64, error)) (*Report, error) {
	if err := by.Check(); err != nil {
		return nil, err
	}
	c := &census{by: by, variants: v, player: player, starts: map[[2]string]*start{}, groups: map[[2]string]*tally{},
		keys: map[string]string{}, report: &Report{Groups: []Group{}, Damaged: []int64{}}}
	for {
		ids, err := next(ctx)
		if err != nil {
			return nil, err
		}
		if ids == nil {
			return c.end(), nil
		}
		for part := range slices.Chunk(ids, chunk) {
			games, err := s.Games(ctx, part)
			if err != nil {
				return nil, err
			}
			for _, g := range games {
				c.add(g)
			}
		}
	}
}

// census counts games.
type census struct {
	by       By
	variants Variants
	player   func(name string) string
	starts   map[[2]string]*start // by variant and options
	groups   map[[2]string]*tally // by variant and key of the value
	keys     map[string]string    // of names of events and players, "" if they name nothing
	report   *Report
}

// start is the starting position of a variant.
type start struct {
	side  string
	fen   string            // "" if the variant is not defined
	moves map[string]string // names of the legal moves by their encoding
}

// tally counts the games of a group.
type tally struct {
	Group
	lengths           map[int]int // games by number of plies
	endings, openings map[string]int
}

func (c *census) add(g *store.Game) {
	switch {
	case g.Damage != nil:
		c.report.Damaged = append(c.report.Damaged, g.ID)
		return
	case g.Verdict != analysis.Legal:
		c.report.Invalid++
		return
	}
	s := c.start(g.Variant, g.Options)
	switch c.by {
	case Year:
		year, _, _ := strings.Cut(g.Date, "-")
		if strings.Contains(year, "?") {
			year = ""
		}
		c.tally(g.Variant, year, year).add(g, s, false)
	case Event:
		c.tally(g.Variant, g.Event, c.key(g.Event)).add(g, s, false)
	case Player:
		players := [2]string{c.player(g.First), c.player(g.Second)}
		first, second := c.key(players[0]), c.key(players[1])
		c.tally(g.Variant, players[0], first).add(g, s, false)
		if first != second {
			c.tally(g.Variant, players[1], second).add(g, s, true)
		}
	default:
		c.tally(g.Variant, "", "").add(g, s, false)
	}
}

// key returns the normal form of a name.
func (c *census) key(name string) string {
	key, known := c.keys[name]
	if !known {
		if c.by == Event && len(word.Split(name)) > 0 || c.by == Player && word.SplitPerson(name).Key() != "" {
			key = store.PersonKey(name)
		}
		c.keys[name] = key
	}
	return key
}

func (c *census) tally(variant, value, key string) *tally {
	t := c.groups[[2]string{variant, key}]
	if t == nil {
		if key == "" {
			value = ""
		}
		t = &tally{Group: Group{Variant: variant, By: c.by, Value: value}, endings: map[string]int{},
			openings: map[string]int{}, lengths: map[int]int{}}
		c.groups[[2]string{variant, key}] = t
	}
	return t
}

func (c *census) start(variant, options string) *start {
	key := [2]string{variant, options}
	if s := c.starts[key]; s != nil {
		return s
	}
	s := &start{moves: map[string]string{}}
	c.starts[key] = s
	r, err := c.variants.Rules(variant, options)
	if err != nil {
		return s // deleted since: the first moves have no names
	}
	s.side, s.fen = r.SideName(rules.First), r.StartText()
	p, usual := r.Start(), present.UsualMoves(r)
	for _, m := range p.Moves(nil) {
		s.moves[string(analysis.EncodeMoves([]rules.Move{m}))] = usual.Format(p, m)
	}
	return s
}
