package events

import (
	"context"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/games"
	"assay/api/present"
	"assay/api/request"
	"assay/api/tournament"
	"assay/store"
)

// TournamentView is an event with its rounds: entrants and pairings of its
// report, and the archived games. Without a report the games are all there is.
type TournamentView struct {
	TieBreaks   []string             `json:"tieBreaks"` // codes of C.07, in order
	Rounds      int                  `json:"rounds"`    // so far
	Players     []RankedPlayer       `json:"players"`   // by place
	Owed        []tournament.Pairing `json:"owed"`      // games that were played and have no record
	Contradicts []tournament.Pairing `json:"contradicts"`
	Unknown     []int64              `json:"unknown"` // games that the report does not have

	of     *tournament.Tournament
	rows   []tournament.Standing
	stated bool // the report or the request names tie-breaks
}

// RoundNumbers returns the numbers of the rounds, from 1.
func (v *TournamentView) RoundNumbers() []int {
	numbers := make([]int, v.Rounds)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// RankedPlayer is a player of a tournament.
type RankedPlayer struct {
	Place      int               `json:"place"` // equal players share it
	Number     int               `json:"number"`
	Name       string            `json:"name"`
	Title      string            `json:"title"`
	Federation string            `json:"federation"`
	Rating     optional.Number   `json:"rating"`
	Points     float64           `json:"points"`
	TieBreaks  []*float64        `json:"tieBreaks"` // null if a tie-break does not apply
	Rounds     []string          `json:"rounds"`    // number of the opponent, colour and result, such as 12w1
	Games      []optional.Number `json:"games"`     // by round
}

// defaultTieBreaks rank the players if neither the request nor the report names
// tie-breaks.
const defaultTieBreaks = "BH/C1,BH,SB,DE,WIN"

// Tournament returns the tournament of an event, ranked by tie-breaks such as
// "BH/C1,SB,DE"; "" means its report's, else the usual ones. The error
// is [store.ErrNoEvent], a [*request.InputError] or a [*request.LimitError].
func (o *Organizer) Tournament(ctx context.Context, id int64, tieBreaks string) (*TournamentView, error) {
	event, err := o.Event(ctx, id)
	if err != nil {
		return nil, err
	}
	games, err := o.eventGames(ctx, event)
	if err != nil {
		return nil, err
	}
	records, err := o.tournamentRecords(ctx, games)
	if err != nil {
		return nil, err
	}
	t, err := o.Report(ctx, id)
	if err != nil {
		return nil, err
	}
	if t == nil {
		t = tournament.FromRecords(event.Name, records)
		t.From, t.To = strings.ReplaceAll(event.From, "-", "/"), strings.ReplaceAll(event.To, "-", "/")
		t.TimeControl = event.TimeControl
	}
	codes, stated := t.TieBreaks, t.TieBreaks != nil || tieBreaks != ""
	if tieBreaks != "" || codes == nil {
		if tieBreaks == "" {
			tieBreaks = defaultTieBreaks
		}
		if codes, err = tournament.TieBreaks(tieBreaks); err != nil {
			return nil, &request.InputError{Field: "tieBreaks", Value: tieBreaks, Want: err.Error()}
		}
	}
	v := viewTournament(t.Compare(records), codes)
	v.stated = stated
	return v, nil
}

// tournamentRecords returns the games that a tournament counts.
func (o *Organizer) tournamentRecords(ctx context.Context, games []games.GameSummary) ([]tournament.Record, error) {
	records := make([]tournament.Record, 0, len(games))
	for part := range slices.Chunk(games, request.MaxLimit) {
		ids := make([]int64, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		found, err := o.store.Games(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, g := range found {
			if g.Damage != nil || g.Deleted != nil || g.First == "" || g.Second == "" ||
				g.Verdict == analysis.Illegal || g.Verdict == analysis.Unreadable ||
				store.PersonKey(g.First) == store.PersonKey(g.Second) {
				continue
			}
			head := present.HeaderRecord(g)
			r := tournament.Record{Game: g.ID, First: g.First, Second: g.Second, Result: g.Result,
				Forfeit: g.Plies == 0 &&
					(g.Termination == "default" || strings.Contains(g.Termination, "forfeit")),
				FirstRating:  analysis.Rating(head, nil, 0),
				SecondRating: analysis.Rating(head, nil, 1)}
			r.Round, _ = head.Tag("Round")
			records = append(records, r)
		}
	}
	return records, nil
}

func viewTournament(c *tournament.Compared, codes []string) *TournamentView {
	v := &TournamentView{TieBreaks: append([]string{}, codes...), Rounds: c.LastRound(), Players: []RankedPlayer{},
		Owed: append([]tournament.Pairing{}, c.Owed...), Unknown: append([]int64{}, c.Unknown...),
		Contradicts: append([]tournament.Pairing{}, c.Contradicts...), of: c.Tournament, rows: c.Standings(codes)}
	for _, row := range v.rows {
		p := row.Player
		ranked := RankedPlayer{Place: row.Place, Number: p.Number, Name: p.Name, Title: p.Title,
			Federation: p.Federation, Rating: optional.Number(p.Rating), Points: row.Points,
			TieBreaks: []*float64{}, Rounds: []string{}, Games: []optional.Number{}}
		for _, value := range row.TieBreaks {
			if math.IsNaN(value) {
				ranked.TieBreaks = append(ranked.TieBreaks, nil)
				continue
			}
			ranked.TieBreaks = append(ranked.TieBreaks, new(value))
		}
		for round := range v.Rounds {
			g := p.Round(round + 1)
			ranked.Rounds = append(ranked.Rounds, g.Cell(g.Opponent))
			game := c.Games[tournament.Seat{Player: p.Number, Round: round + 1}]
			ranked.Games = append(ranked.Games, optional.Number(game))
		}
		v.Players = append(v.Players, ranked)
	}
	return v
}

// WriteCSV writes the standings, with the rounds as a crosstable.
func (v *TournamentView) WriteCSV(w io.Writer) error {
	header := append([]string{"place", "number", "player", "title", "federation", "rating", "points"}, v.TieBreaks...)
	for round := range v.Rounds {
		header = append(header, "round "+strconv.Itoa(round+1))
	}
	rows := [][]string{header}
	for i, p := range v.Players {
		rating := ""
		if p.Rating > 0 {
			rating = strconv.Itoa(int(p.Rating))
		}
		row := []string{strconv.Itoa(p.Place), strconv.Itoa(p.Number), request.EscapeFormula(p.Name),
			request.EscapeFormula(p.Title), request.EscapeFormula(p.Federation), rating, formatPoints(p.Points)}
		for _, value := range v.rows[i].TieBreaks {
			row = append(row, tournament.FormatPoints(value))
		}
		for _, cell := range p.Rounds {
			row = append(row, request.EscapeFormula(cell))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// WriteHTML writes the standings as a page.
func (v *TournamentView) WriteHTML(w io.Writer) error { return v.of.WriteHTML(w, v.rows, v.TieBreaks) }

// WriteReport writes the tournament report with current points and places. If
// neither the report nor the request names tie-breaks, places of the report
// are kept while the points are the same. It returns what the edition cannot
// express.
func (v *TournamentView) WriteReport(w io.Writer, edition tournament.Edition) (losses []string, err error) {
	same := !v.stated
	for _, row := range v.rows {
		same = same && row.Player.Place > 0 && row.Player.Points == row.Points
	}
	if same {
		return v.of.Write(w, edition)
	}
	t := *v.of
	t.Players = slices.Clone(t.Players)
	for _, row := range v.rows {
		p := t.Player(row.Player.Number)
		p.Points, p.Place = row.Points, row.Place
	}
	t.TieBreaks = v.TieBreaks
	return t.Write(w, edition)
}
