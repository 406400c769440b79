package events

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/api/games"
	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// maxStandingsGames bounds the games of an event with standings.
const maxStandingsGames = 10_000

// Standing is the state of an event: its games, submissions and crosstable.
type Standing struct {
	Event       *EventView                    `json:"event"`
	Submissions map[store.SubmissionState]int `json:"submissions"` // counts by state
	Players     []PlayerStanding              `json:"players"`     // by points, wins, and name
	Games       []games.GameSummary           `json:"games"`       // in the order they were archived
	// Tournament has places, tie-breaks and rounds, if the event has a report
	// or if tie-breaks were requested.
	Tournament *TournamentView `json:"tournament,omitempty"`
}

// PlayerStanding is a row of a crosstable. A win is one point, a draw half a
// point. Games without a result and illegal records do not count.
type PlayerStanding struct {
	Name    string      `json:"name"`
	Points  float64     `json:"points"`
	Wins    int         `json:"wins"`
	Draws   int         `json:"draws"`
	Losses  int         `json:"losses"`
	Against []Encounter `json:"against"` // one per opponent, in table order
}

// Encounter is a player's score against one opponent.
type Encounter struct {
	Opponent string    `json:"opponent"`
	Points   []float64 `json:"points"` // per game
	Games    []int64   `json:"games"`
}

// eventGames returns the games that name an event in their header, or were
// submitted for it, without deleted ones.
func (o *Organizer) eventGames(ctx context.Context, event *EventView) ([]games.GameSummary, error) {
	found, eventKey := map[int64]games.GameSummary{}, store.PersonKey(event.Name)
	limitErr := &request.LimitError{What: "games of an event", Limit: maxStandingsGames}
	for cursor := ""; len(word.Split(event.Name)) > 0; {
		page, err := o.games.List(ctx, games.Filter{Event: event.Name}, "", cursor, request.MaxLimit)
		if err != nil {
			return nil, err
		}
		for _, g := range page.Games {
			if store.PersonKey(g.Event) == eventKey {
				found[g.ID] = g
			}
		}
		if len(found) > maxStandingsGames {
			return nil, limitErr
		}
		if cursor = string(page.Next); cursor == "" {
			break
		}
	}
	f := store.SubmissionFilter{Event: event.ID, State: store.SubmissionAccepted}
	for last := int64(0); ; {
		submissions, err := o.store.Submissions(ctx, f, store.ByNumber, last, request.MaxLimit)
		if err != nil {
			return nil, err
		}
		var ids []int64
		for _, s := range submissions {
			last = s.ID
			if _, known := found[s.Game]; !known {
				ids = append(ids, s.Game)
			}
		}
		all, err := o.store.Games(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, g := range all {
			if g.Damage == nil {
				found[g.ID] = games.Summarize(&g.Summary)
			}
		}
		if len(found) > maxStandingsGames {
			return nil, limitErr
		}
		if len(submissions) < request.MaxLimit {
			break
		}
	}
	all := make([]games.GameSummary, 0, len(found))
	for _, g := range found {
		all = append(all, g)
	}
	slices.SortFunc(all, func(x, y games.GameSummary) int { return cmp.Compare(x.ID, y.ID) })
	return all, nil
}

// EventGames returns the game numbers and the name of an event. The error is
// [store.ErrNoEvent] or a [*request.LimitError].
func (o *Organizer) EventGames(ctx context.Context, id int64) (games []int64, name string, err error) {
	event, err := o.Event(ctx, id)
	if err != nil {
		return nil, "", err
	}
	summaries, err := o.eventGames(ctx, event)
	for _, g := range summaries {
		games = append(games, g.ID)
	}
	return games, event.Name, err
}

// Standing returns the standings of an event. The error is [store.ErrNoEvent]
// or a [*request.LimitError].
func (o *Organizer) Standing(ctx context.Context, id int64) (*Standing, error) {
	event, err := o.Event(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &Standing{Event: event}
	if s.Games, err = o.eventGames(ctx, event); err != nil {
		return nil, err
	}
	s.Players = crossTable(s.Games)
	s.Submissions, err = o.store.CountSubmissions(ctx, store.SubmissionFilter{Event: id})
	return s, err
}

// points returns the points of both sides for a result, and whether it is
// decided.
func points(result string) (first, second float64, decided bool) {
	switch result {
	case "1-0":
		return 1, 0, true
	case "0-1":
		return 0, 1, true
	case "1/2-1/2":
		return 0.5, 0.5, true
	case "0-0": // both lose
		return 0, 0, true
	}
	return 0, 0, false
}

// playerScore is the running score of a player.
type playerScore struct {
	PlayerStanding
	encounters map[*playerScore]*Encounter
}

func (p *playerScore) score(opponent *playerScore, points float64, game int64) {
	p.Points += points
	switch points {
	case 1:
		p.Wins++
	case 0:
		p.Losses++
	default:
		p.Draws++
	}
	e := p.encounters[opponent]
	if e == nil {
		e = &Encounter{Opponent: opponent.Name}
		p.encounters[opponent] = e
	}
	e.Points, e.Games = append(e.Points, points), append(e.Games, game)
}

// crossTable adds up the results of games by player. Equivalent names are one
// player.
func crossTable(games []games.GameSummary) []PlayerStanding {
	keys, players := map[string]string{}, map[string]*playerScore{}
	key := func(name string) string {
		if _, known := keys[name]; !known {
			keys[name] = store.PersonKey(name)
		}
		return keys[name]
	}
	player := func(name string) *playerScore {
		p := players[key(name)]
		if p == nil {
			p = &playerScore{PlayerStanding{Name: name, Against: []Encounter{}}, map[*playerScore]*Encounter{}}
			players[key(name)] = p
		}
		return p
	}
	for _, g := range games {
		won, lost, decided := points(g.Result)
		if !decided || g.Verdict == analysis.Illegal || g.Verdict == analysis.Unreadable || g.First == "" ||
			g.Second == "" || key(g.First) == key(g.Second) {
			continue
		}
		first, second := player(g.First), player(g.Second)
		first.score(second, won, g.ID)
		second.score(first, lost, g.ID)
	}
	ranked := slices.SortedFunc(maps.Values(players), func(x, y *playerScore) int {
		return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(y.Wins, x.Wins), cmp.Compare(x.Name, y.Name))
	})
	rank := map[string]int{}
	for i, p := range ranked {
		rank[p.Name] = i
	}
	table := make([]PlayerStanding, 0, len(ranked))
	for _, p := range ranked {
		for _, e := range p.encounters {
			p.Against = append(p.Against, *e)
		}
		slices.SortFunc(p.Against, func(x, y Encounter) int { return cmp.Compare(rank[x.Opponent], rank[y.Opponent]) })
		table = append(table, p.PlayerStanding)
	}
	return table
}

// maxCrossTablePlayers bounds the players with columns in a CSV crosstable.
const maxCrossTablePlayers = 1000

// WriteCSV writes the crosstable: a row per player with totals. It adds a
// column per opponent, in the order of the rows, unless there are more than
// maxCrossTablePlayers players.
func (s *Standing) WriteCSV(w io.Writer) error {
	header := []string{"rank", "player", "points", "wins", "draws", "losses"}
	column, withOpponents := map[string]int{}, len(s.Players) <= maxCrossTablePlayers
	if withOpponents {
		for i, p := range s.Players {
			column[p.Name] = len(header)
			header = append(header, strconv.Itoa(i+1))
		}
	}
	rows := [][]string{header}
	for i, p := range s.Players {
		row := make([]string, len(header))
		copy(row, []string{strconv.Itoa(i + 1), request.EscapeFormula(p.Name), formatPoints(p.Points),
			strconv.Itoa(p.Wins), strconv.Itoa(p.Draws), strconv.Itoa(p.Losses)})
		if withOpponents {
			for _, e := range p.Against {
				row[column[e.Opponent]] = formatScores(e.Points)
			}
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func formatPoints(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) }

func formatScores(points []float64) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = formatPoints(p)
	}
	return strings.Join(words, " ")
}

// DeleteEvent deletes an event at the given revision; 0 accepts any. The error
// is [store.ErrNoEvent], [*store.EventChangedError], a [*request.LimitError],
// or [*store.EventUsedError] while games or submissions belong to the event.
func (o *Organizer) DeleteEvent(ctx context.Context, id, revision int64) error {
	event, err := o.store.Event(ctx, id)
	if err != nil {
		return err
	}
	if revision != store.AnyRevision && revision != event.Revision {
		return &store.EventChangedError{Revision: revision, Current: event}
	}
	games, _, err := o.EventGames(ctx, id)
	if err != nil {
		return err
	}
	if len(games) > 0 {
		submissions, err := o.store.CountSubmissions(ctx, store.SubmissionFilter{Event: id})
		used := &store.EventUsedError{Event: event, Games: len(games)}
		for _, n := range submissions {
			used.Submissions += n
		}
		return cmp.Or(err, error(used))
	}
	return o.store.DeleteEvent(ctx, id, revision)
}
