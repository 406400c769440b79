// Package ratings rates the players of an archive by their archived games, each
// variant apart, with Glicko-2 and an advantage of the first player that is
// fitted to the games. Ratings in headers have no part in it.
package ratings

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"sort"
	"strconv"
	"sync"

	"assay/analysis/lab"
	"assay/analysis/rules"
	"assay/api/players"
	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// Store is the part of an archive's store that ratings need.
type Store interface {
	store.Outcomes
	store.Players
	Sequence(ctx context.Context) (int64, error)
}

// Variants provides the rules of variants.
type Variants interface {
	Rules(name, options string) (*rules.Rules, error)
}

// Listing has ratings by variant, the variant with the most games first.
type Listing struct {
	Variants []Variant `json:"variants"`
	// Unrated is the number of valid games with a winner or a draw in which a
	// player is not named, or both are the same.
	Unrated int `json:"unrated"`
}

// Variant has the ratings of a variant.
type Variant struct {
	Variant string `json:"variant"`
	Games   int    `json:"games"`
	Undated int    `json:"undated"` // games without a year, which are rated before all others
	// Advantage of the first player, in points.
	Advantage lab.Estimate `json:"advantage"`
	Last      string       `json:"last,omitempty"` // month of the last game, as YYYY-MM
	Players   int          `json:"players"`
	// Ratings has the players by the lower bounds of their intervals, the
	// highest first.
	Ratings []Rating `json:"ratings"`

	points []point // by player and period
}

// Rating is the rating of a player in the last month of the variant.
type Rating struct {
	Place      int     `json:"place"`
	Name       string  `json:"name"`
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	Games      int     `json:"games"`
	Won        int     `json:"won"`
	Drawn      int     `json:"drawn"`
	Lost       int     `json:"lost"`
	Last       string  `json:"last,omitempty"` // month of the player's last game
	// History has the ratings after each month with games. It is only given
	// for a requested player.
	History []Point `json:"history,omitempty"`

	player int32
}

// Point is a rating after a month.
type Point struct {
	Month     string  `json:"month,omitempty"` // as YYYY-MM; absent for games without a year
	Rating    float64 `json:"rating"`
	Deviation float64 `json:"deviation"`
	Games     int     `json:"games"` // of the month
}

// Interval returns the bounds of a rating at 95 % confidence.
func Interval(rating, deviation float64) (low, high float64) {
	return rating - normal*deviation, rating + normal*deviation
}

// Filter selects ratings.
type Filter struct {
	Variant string // ID, name or alias
	Player  string // a name as records spell it, or words of it
	Limit   int    // players of each variant; 0 means all
}

// Collection is the ratings of an archive.
type Collection struct {
	store    Store
	variants Variants

	mu      sync.Mutex // held while ratings are computed, so that this happens once
	rated   *Listing   // of the archive at the changes
	names   players.Names
	changes [2]int64
}

// NewCollection returns the ratings of an archive.
func NewCollection(s Store, v Variants) *Collection { return &Collection{store: s, variants: v} }

// List returns ratings. The error is about an unknown variant, or the store's.
func (c *Collection) List(ctx context.Context, f Filter) (*Listing, error) {
	if f.Variant != "" {
		r, err := c.variants.Rules(f.Variant, "")
		if err != nil {
			return nil, err
		}
		f.Variant = r.Definition().ID
	}
	all, names, err := c.all(ctx)
	if err != nil {
		return nil, err
	}
	found := &Listing{Variants: []Variant{}, Unrated: all.Unrated}
	for _, v := range all.Variants {
		if f.Variant != "" && v.Variant != f.Variant {
			continue
		}
		if v.Ratings = v.chosen(names, f); f.Player == "" || len(v.Ratings) > 0 {
			found.Variants = append(found.Variants, v)
		}
	}
	return found, nil
}

// all returns the ratings of the archive as it is.
func (c *Collection) all(ctx context.Context) (*Listing, players.Names, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sequence, err := c.store.Sequence(ctx)
	if err != nil {
		return nil, nil, err
	}
	named, err := c.store.LastPlayerName(ctx)
	if err != nil {
		return nil, nil, err
	}
	if changes := [2]int64{sequence, named}; c.rated == nil || c.changes != changes {
		names, err := players.ReadNames(ctx, c.store)
		if err != nil {
			return nil, nil, err
		}
		rated, err := rate(ctx, c.store, names)
		if err != nil {
			return nil, nil, err
		}
		c.rated, c.names, c.changes = rated, names, changes
	}
	return c.rated, c.names, nil
}

// rate rates all players.
func rate(ctx context.Context, s store.Outcomes, names players.Names) (*Listing, error) {
	l := &Listing{Variants: []Variant{}}
	pools := map[string]*pool{}
	known := map[string]string{} // players by name as spelled, "" if it names nobody
	player := func(name string) string {
		into, is := known[name]
		if !is {
			if word.SplitPerson(name).Key() != "" {
				into = names.Player(name)
			}
			known[name] = into
		}
		return into
	}
	if err := s.Outcomes(ctx, func(o store.Outcome) error {
		first, second := player(o.First), player(o.Second)
		if first == "" || second == "" || first == second {
			l.Unrated++
			return nil
		}
		p := pools[o.Variant]
		if p == nil {
			p = &pool{numbers: map[string]int32{}}
			pools[o.Variant] = p
		}
		p.games = append(p.games, played{periodOf(o.Date), p.number(first), p.number(second),
			map[string]int32{"1-0": 2, "1/2-1/2": 1}[o.Result]})
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	for id, p := range pools {
		v, err := p.variant(ctx, id)
		if err != nil {
			return nil, err
		}
		l.Variants = append(l.Variants, *v)
	}
	slices.SortFunc(l.Variants, func(a, b Variant) int {
		return cmp.Or(b.Games-a.Games, cmp.Compare(a.Variant, b.Variant))
	})
	return l, nil
}

// variant rates the players of a variant.
func (p *pool) variant(ctx context.Context, id string) (*Variant, error) {
	p.sort()
	advantage, estimate, err := p.fit(ctx)
	if err != nil {
		return nil, err
	}
	last := p.games[len(p.games)-1].period
	v := &Variant{Variant: id, Games: len(p.games), Advantage: rounded(estimate), Last: periodText(last),
		Players: len(p.players)}
	v.Undated, _ = slices.BinarySearchFunc(p.games, undated, func(g played, period int32) int {
		return cmp.Compare(g.period, period+1)
	})
	standings, _, _, err := p.run(ctx, advantage, func(at point) { v.points = append(v.points, at) })
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(v.points, func(a, b point) int { return cmp.Compare(a.player, b.player) })
	for player, s := range standings {
		if s.last != undated {
			s.strength = s.idle(int(last - s.last))
		}
		rating, deviation := s.points()
		lost, drawn, won := int(s.won[0]), int(s.won[1]), int(s.won[2])
		v.Ratings = append(v.Ratings, Rating{Name: p.players[player], Rating: round(rating),
			Deviation: round(deviation), Volatility: math.Round(s.volatility*1e6) / 1e6, Games: lost + drawn + won,
			Won: won, Drawn: drawn, Lost: lost, Last: periodText(s.last), player: int32(player)})
	}
	low := func(r Rating) float64 { low, _ := Interval(r.Rating, r.Deviation); return low }
	slices.SortFunc(v.Ratings, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(low(b), low(a)), cmp.Compare(a.Name, b.Name))
	})
	for i := range v.Ratings {
		v.Ratings[i].Place = i + 1
	}
	return v, nil
}

// round rounds points to hundredths, so that processors agree on them.
func round(v float64) float64 { return math.Round(v*100) / 100 }

func rounded(e lab.Estimate) lab.Estimate {
	return lab.Estimate{Value: round(e.Value), Low: round(e.Low), High: round(e.High), Games: e.Games}
}

// chosen returns the ratings that a filter selects.
func (v *Variant) chosen(names players.Names, f Filter) []Rating {
	found := []Rating{}
	exact, words := names.Player(f.Player), word.Split(f.Player)
	switch i := slices.IndexFunc(v.Ratings, func(r Rating) bool { return r.Name == exact }); {
	case f.Player == "":
		found = v.Ratings
	case i >= 0:
		found = append(found, v.Ratings[i])
	case len(words) > 0:
		for _, r := range v.Ratings {
			in := word.Split(r.Name)
			if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(in, w) }) {
				found = append(found, r)
			}
		}
	}
	if f.Limit > 0 {
		found = found[:min(len(found), f.Limit)]
	}
	if f.Player != "" {
		for i := range found {
			found[i].History = v.history(found[i].player)
		}
	}
	return found
}

// history returns the ratings of a player by month.
func (v *Variant) history(player int32) (all []Point) {
	at := sort.Search(len(v.points), func(i int) bool { return v.points[i].player >= player })
	for ; at < len(v.points) && v.points[at].player == player; at++ {
		p := v.points[at]
		all = append(all, Point{periodText(p.period), round(float64(p.rating)), round(float64(p.deviation)),
			int(p.games)})
	}
	return all
}

// WriteCSV writes a row per player of each variant.
func (l *Listing) WriteCSV(w io.Writer) error {
	rows := [][]string{{"variant", "place", "name", "rating", "deviation", "volatility", "games", "won", "drawn",
		"lost", "last"}}
	for _, v := range l.Variants {
		for _, r := range v.Ratings {
			row := []string{v.Variant, strconv.Itoa(r.Place), request.EscapeFormula(r.Name)}
			for _, n := range []float64{r.Rating, r.Deviation, r.Volatility} {
				row = append(row, strconv.FormatFloat(n, 'f', -1, 64))
			}
			for _, n := range []int{r.Games, r.Won, r.Drawn, r.Lost} {
				row = append(row, strconv.Itoa(n))
			}
			rows = append(rows, append(row, r.Last))
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}
