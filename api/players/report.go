package players

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"assay/analysis/label"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/parser/word"
	"assay/store"
)

// ErrNoPlayer is the error for a name that no game has.
var ErrNoPlayer = errors.New("no game has a player of this name")

// Bounds of a report.
const (
	maxRows     = 100   // rows of its lists
	maxRecent   = 20    // games that it names
	maxDetailed = 2_000 // games that are read for ratings, openings and accuracy
)

// Report is what a player has played, under all names.
type Report struct {
	Name   string          `json:"name"`
	Names  []Spelling      `json:"names"`  // most games first
	Titles []string        `json:"titles"` // titles and ranks in the names
	Games  int             `json:"games"`
	From   optional.Number `json:"from"` // year of the first game
	To     optional.Number `json:"to"`   // year of the last game
	// Detailed is the number of games, the newest ones, that ratings, accuracy
	// and openings are taken from.
	Detailed  int        `json:"detailed"`
	Results   []Result   `json:"results"`   // by variant and side, most games first
	Openings  []Opening  `json:"openings"`  // most games first
	Opponents []Opponent `json:"opponents"` // most games first
	// OpponentCount also counts the opponents that Opponents leaves out.
	OpponentCount int    `json:"opponentCount"`
	Recent        []Game `json:"recent"` // newest first
}

// Spelling is a name of a player as records have it.
type Spelling struct {
	Name   string   `json:"name"`
	Script string   `json:"script"` // of its first letter, such as Latin or Han
	Titles []string `json:"titles"`
	Games  int      `json:"games"`
}

// Tally counts results of a player.
type Tally struct {
	Games      int      `json:"games"`
	Won        int      `json:"won"`
	Drawn      int      `json:"drawn"`
	Lost       int      `json:"lost"` // also if both players lost
	Unfinished int      `json:"unfinished"`
	Score      *float64 `json:"score"` // share of the points in percent, rounded to tenths; null without a result
}

// Seat is a player's side in games of a variant.
type Seat struct {
	Variant string `json:"variant"`
	Side    string `json:"side"`   // first or second
	Colour  string `json:"colour"` // as the variant names the side
}

// Result is a player's score with one side of a variant.
type Result struct {
	Seat
	Tally
	// Performance is the rating at which the score against the Rated opponents
	// with a rating would be expected.
	Performance optional.Number `json:"performance"`
	Rated       int             `json:"rated"`
	// Accuracy is the mean of the Analysed games.
	Accuracy *float64 `json:"accuracy"`
	Analysed int      `json:"analysed"`

	ratings, points, accuracies float64
}

// Opening is a player's score in the games that reach a label.
type Opening struct {
	Seat
	label.Label
	Tally
}

// Opponent is a player's score against another one.
type Opponent struct {
	Name string `json:"name"`
	Tally
}

// Game is a game of a player.
type Game struct {
	ID int64 `json:"id"`
	Seat
	Opponent string `json:"opponent"`
	Result   string `json:"result"`
	Date     string `json:"date"` // YYYY-MM-DD, unknown digits as ?
}

// pointsOf returns 0, 1/2 or 1, or a negative number without a result.
func pointsOf(g *store.PlayerGame) float64 {
	switch g.Result {
	case "1/2-1/2":
		return 0.5
	case [2]string{"1-0", "0-1"}[g.Side]:
		return 1
	case "1-0", "0-1", "0-0":
		return 0
	}
	return -1
}

// add counts a game.
func (s *Tally) add(g *store.PlayerGame) {
	s.Games++
	switch pointsOf(g) {
	case 0.5:
		s.Drawn++
	case 1:
		s.Won++
	case 0:
		s.Lost++
	default:
		s.Unfinished++
	}
}

// finish computes the score.
func (s *Tally) finish() {
	if decided := s.Won + s.Drawn + s.Lost; decided > 0 {
		s.Score = tenths(100 * (float64(s.Won) + float64(s.Drawn)/2) / float64(decided))
	}
}

// tenths rounds a percentage.
func tenths(x float64) *float64 {
	x = math.Round(10*x) / 10
	return &x
}

// career is a player with all games.
type career struct {
	name  string
	names Names
	games []store.PlayerGame // newest first
}

// career returns the games of a player by one of the names. The error may be
// [ErrNoPlayer].
func (r *Roster) career(ctx context.Context, names Names, name string) (c *career, err error) {
	c = &career{name: names.Player(name), names: names}
	if !word.IsPerson(name) {
		return nil, ErrNoPlayer
	}
	if c.games, err = r.store.PlayerGames(ctx, names.Of(c.name)); err != nil {
		return nil, err
	}
	if len(c.games) == 0 {
		return nil, ErrNoPlayer
	}
	type dated struct {
		day, id int64
		game    *store.PlayerGame
	}
	order := make([]dated, len(c.games))
	for i := range c.games {
		g := &c.games[i]
		day, _, _ := store.Span(g.Date)
		order[i] = dated{day, g.ID, g}
	}
	slices.SortFunc(order, func(a, b dated) int {
		if a.day != b.day {
			return cmp.Compare(b.day, a.day)
		}
		return cmp.Or(cmp.Compare(b.id, a.id), cmp.Compare(a.game.Side, b.game.Side))
	})
	games := make([]store.PlayerGame, len(order))
	for i := range order {
		games[i] = *order[i].game
	}
	c.games = games
	return c, nil
}

// report returns the report of a player, and all opponents, the one with the
// most games first.
func (r *Roster) report(ctx context.Context, c *career) (*Report, []Opponent, error) {
	p := &Report{Name: c.name, Names: c.spellings(), Titles: []string{}, Games: len(c.games), Recent: []Game{},
		Detailed: min(len(c.games), maxDetailed)}
	for _, n := range p.Names {
		p.Titles = append(p.Titles, n.Titles...)
	}
	slices.Sort(p.Titles)
	p.Titles = slices.Compact(p.Titles)
	detailed := c.games[:p.Detailed]
	var details []detail
	reading, readCtx := errgroup.WithContext(ctx)
	reading.Go(func() (err error) {
		details, err = r.details(readCtx, detailed)
		return err
	})
	results, opponents := r.results(), map[string]*Opponent{}
	spelled := map[string]*Opponent{} // by the name in records, nil if it names nobody
	for i := range c.games {
		g := &c.games[i]
		result := results.of(g)
		result.add(g)
		if year, err := strconv.Atoi(g.Date[:min(len(g.Date), 4)]); err == nil {
			p.To = max(p.To, optional.Number(year))
			if p.From == 0 || optional.Number(year) < p.From {
				p.From = optional.Number(year)
			}
		}
		opponent, known := spelled[g.Opponent]
		if !known {
			if name := c.names.Player(g.Opponent); word.IsPerson(name) {
				opponent = entry(opponents, name, Opponent{Name: name})
			}
			spelled[g.Opponent] = opponent
		}
		if opponent != nil {
			opponent.add(g)
		}
		if i < maxRecent {
			p.Recent = append(p.Recent, Game{g.ID, result.Seat, g.Opponent, g.Result, g.Date})
		}
	}
	if err := reading.Wait(); err != nil {
		return nil, nil, err
	}
	openings := map[openingKey]*Opening{}
	for i := range details {
		g, d := &detailed[i], &details[i]
		result := results.of(g)
		result.addDetail(g, d)
		if d.label.Name != "" {
			entry(openings, openingKey{result, d.label}, Opening{Seat: result.Seat, Label: d.label}).add(g)
		}
	}
	for _, r := range results.bySeat {
		r.finish()
	}
	for _, o := range openings {
		o.finish()
	}
	for _, o := range opponents {
		o.finish()
	}
	p.Results = sorted(results.bySeat, (*Result).order)
	p.Openings = sorted(openings, (*Opening).order)
	all := ordered(opponents, func(o *Opponent) (int, string) { return o.Games, o.Name })
	shown := min(len(all), maxRows)
	p.OpponentCount, p.Opponents = len(all), all[:shown:shown]
	return p, all, nil
}

// openingKey is a label with a side of a variant.
type openingKey struct {
	result *Result
	label.Label
}

// entry returns the value of a key, which is made at first use.
func entry[K comparable, V any](all map[K]*V, key K, value V) *V {
	known := all[key]
	if known == nil {
		known = &value
		all[key] = known
	}
	return known
}

// sorted returns up to maxRows values in order.
func sorted[K comparable, V any](all map[K]*V, order func(*V) (games int, text string)) []V {
	rows := ordered(all, order)
	return rows[:min(len(rows), maxRows)]
}

// ordered returns the values, the ones with the most games first, then by text.
func ordered[K comparable, V any](all map[K]*V, order func(*V) (games int, text string)) []V {
	type place struct {
		games int
		text  string
		value *V
	}
	places := make([]place, 0, len(all))
	for _, v := range all {
		games, text := order(v)
		places = append(places, place{games, text, v})
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.games, a.games), strings.Compare(a.text, b.text))
	})
	rows := make([]V, len(places))
	for i := range rows {
		rows[i] = *places[i].value
	}
	return rows
}

// spellings returns the names of a player that games have.
func (c *career) spellings() []Spelling {
	byName := map[string]*Spelling{}
	for i := range c.games {
		name := c.games[i].Name
		spelled := byName[name]
		if spelled == nil {
			person := word.SplitPerson(name)
			spelled = &Spelling{Name: name, Script: scriptOf(name), Titles: append([]string{}, person.Titles...)}
			byName[name] = spelled
		}
		spelled.Games++
	}
	return sorted(byName, func(s *Spelling) (int, string) { return s.Games, s.Name })
}

// scriptOf returns the script of the first letter, as Unicode names it.
func scriptOf(name string) string {
	first := strings.IndexFunc(name, unicode.IsLetter)
	if first < 0 {
		return ""
	}
	letter, _ := utf8.DecodeRuneInString(name[first:])
	for script, table := range unicode.Scripts {
		if unicode.Is(table, letter) {
			return script
		}
	}
	return ""
}

// resultSet is the results of a player.
type resultSet struct {
	library *define.Library
	bySeat  map[Seat]*Result
	byGame  map[sideKey]*Result
}

// sideKey is what games say of a seat.
type sideKey struct {
	variant, options string
	side             int
}

func (r *Roster) results() *resultSet {
	return &resultSet{r.library, map[Seat]*Result{}, map[sideKey]*Result{}}
}

// of returns the result that a game counts for.
func (s *resultSet) of(g *store.PlayerGame) *Result {
	key := sideKey{g.Variant, g.Options, g.Side}
	known := s.byGame[key]
	if known == nil {
		side := [2]string{store.First, store.Second}[g.Side]
		seat := Seat{g.Variant, side, side}
		if by, err := s.library.Rules(g.Variant, g.Options); err == nil {
			seat.Colour = by.SideName(rules.Side(g.Side))
		}
		known = entry(s.bySeat, seat, Result{Seat: seat})
		s.byGame[key] = known
	}
	return known
}

// addDetail adds what only the record of a game says.
func (r *Result) addDetail(g *store.PlayerGame, d *detail) {
	if rating, points := d.ratings[1-g.Side], pointsOf(g); rating > 0 && points >= 0 {
		r.Rated++
		r.ratings += float64(rating)
		r.points += points
	}
	if accuracy := d.accuracy[g.Side]; accuracy >= 0 {
		r.Analysed++
		r.accuracies += float64(accuracy)
	}
}

func (o *Opening) order() (int, string) { return o.Games, o.Variant + o.Side + o.Name + o.Code }

// maxDifference bounds the difference to the mean rating of the opponents, as
// FIDE does.
const maxDifference = 800

func (r *Result) order() (int, string) { return r.Games, r.Variant + " " + r.Side }

// finish computes score, performance and accuracy.
func (r *Result) finish() {
	r.Tally.finish()
	if r.Rated > 0 {
		share := r.points / float64(r.Rated)
		difference := 400 * math.Log10(share/(1-share))
		r.Performance = optional.Number(math.Round(r.ratings/float64(r.Rated) +
			max(-maxDifference, min(difference, maxDifference))))
	}
	if r.Analysed > 0 {
		r.Accuracy = tenths(r.accuracies / float64(r.Analysed))
	}
}

// Comparison is two players with their games against each other and their
// scores against the same opponents.
type Comparison struct {
	Players [2]*Report `json:"players"`
	Between []Result   `json:"between"` // of the first one against the other, by variant and side
	Games   []Game     `json:"games"`   // against each other, newest first
	Common  []Common   `json:"common"`  // most games first
	// CommonCount also counts the opponents that Common leaves out.
	CommonCount int `json:"commonCount"`
}

// Common is an opponent of two players with the score of each.
type Common struct {
	Name   string   `json:"name"`
	Scores [2]Tally `json:"scores"`
}

// Compare compares two players by any of their names. The error may be
// [ErrNoPlayer].
func (r *Roster) Compare(ctx context.Context, names [2]string) (*Comparison, error) {
	known, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	v := &Comparison{Games: []Game{}}
	var reports [2]*cachedReport
	for i, name := range names {
		if reports[i], err = r.cached(ctx, name); err != nil {
			return nil, err
		}
		v.Players[i] = reports[i].report
	}
	scores := map[string]*Tally{}
	for i := range reports[1].opponents {
		scores[reports[1].opponents[i].Name] = &reports[1].opponents[i].Tally
	}
	common := map[string]*Common{}
	for i := range reports[0].opponents {
		o := &reports[0].opponents[i]
		if other := scores[o.Name]; other != nil {
			common[o.Name] = &Common{o.Name, [2]Tally{o.Tally, *other}}
		}
	}
	v.CommonCount = len(common)
	v.Common = sorted(common, func(c *Common) (int, string) { return c.Scores[0].Games + c.Scores[1].Games, c.Name })
	between, err := r.between(ctx, known, reports)
	if err != nil {
		return nil, err
	}
	results := r.results()
	for i := range between {
		g := &between[i]
		result := results.of(g)
		result.add(g)
		if len(v.Games) < maxRows {
			v.Games = append(v.Games, Game{g.ID, result.Seat, g.Opponent, g.Result, g.Date})
		}
	}
	for _, r := range results.bySeat {
		r.finish()
	}
	v.Between = sorted(results.bySeat, (*Result).order)
	return v, nil
}

// between returns the games of two players against each other, newest first,
// as games of the first one. They are read if there are any, as games of the
// player with fewer.
func (r *Roster) between(ctx context.Context, names Names, of [2]*cachedReport) ([]store.PlayerGame, error) {
	other := of[1].report.Name
	if !slices.ContainsFunc(of[0].opponents, func(o Opponent) bool { return o.Name == other }) {
		return nil, nil
	}
	fewer := 0
	if of[1].report.Games < of[0].report.Games {
		fewer = 1
	}
	c, err := r.career(ctx, names, of[fewer].report.Name)
	if errors.Is(err, ErrNoPlayer) { // the games were deleted meanwhile
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c.games = slices.DeleteFunc(c.games, func(g store.PlayerGame) bool {
		return names.Player(g.Opponent) != of[1-fewer].report.Name
	})
	if fewer == 1 {
		for i := range c.games {
			g := &c.games[i]
			g.Side, g.Name, g.Opponent = 1-g.Side, g.Opponent, g.Name
		}
	}
	return c.games, nil
}
