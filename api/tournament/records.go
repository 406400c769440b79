package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/optional"
	"assay/store"
)

// Record is an archived game of a tournament.
type Record struct {
	Game                      int64
	First, Second             string // players
	FirstRating, SecondRating int
	Result                    string // 1-0, 0-1, 1/2-1/2, 0-0, or others while it is not decided
	Forfeit                   bool
	Round                     string // as in the header
}

// results returns the results of both players.
func (r *Record) results() (first, second Result) {
	switch {
	case r.Result == "1-0" && r.Forfeit:
		return ForfeitWin, ForfeitLoss
	case r.Result == "0-1" && r.Forfeit:
		return ForfeitLoss, ForfeitWin
	case r.Result == "0-0" && r.Forfeit:
		return ForfeitLoss, ForfeitLoss
	case r.Result == "1-0":
		return Win, Loss
	case r.Result == "0-1":
		return Loss, Win
	case r.Result == "1/2-1/2":
		return Draw, Draw
	case r.Result == "0-0":
		return Loss, Loss
	}
	return None, None
}

// round returns the number of the round, 0 if it is not stated.
func (r *Record) round() int {
	text, _, _ := strings.Cut(r.Round, ".")
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > maxRounds {
		return 0
	}
	return n
}

// Pairing is a pairing of a tournament.
type Pairing struct {
	Round  int           `json:"round"`
	First  string        `json:"first"`
	Second string        `json:"second"`
	Result optional.Text `json:"result"`         // in the report, from First's view
	Game   int64         `json:"game,omitempty"` // the record that contradicts it
	Record string        `json:"record,omitempty"`
}

// Compared is a tournament with its archived games.
type Compared struct {
	*Tournament
	Games       map[Seat]int64 // both players of each pairing
	Owed        []Pairing      // played, but without a record
	Contradicts []Pairing      // whose records have another result
	Unknown     []int64        // records of no pairing
}

// Seat is a player in a round.
type Seat struct{ Player, Round int }

// FromRecords returns the tournament that consists of records. Players have
// starting numbers by rating and name. Records without a round, and further
// ones of a pair, take the first round in which both players are free.
func FromRecords(name string, records []Record) *Tournament {
	t := &Tournament{Name: name}
	players := map[string]*Player{}
	add := func(name string, rating int) {
		key := store.PersonKey(name)
		p := players[key]
		if p == nil {
			p = &Player{Name: name}
			players[key] = p
		}
		p.Rating = max(p.Rating, rating)
	}
	for i := range records {
		add(records[i].First, records[i].FirstRating)
		add(records[i].Second, records[i].SecondRating)
	}
	for _, p := range players {
		t.Players = append(t.Players, *p)
	}
	slices.SortFunc(t.Players, func(x, y Player) int {
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(x.Name, y.Name))
	})
	numbers := t.numbers()
	for i := range t.Players {
		t.Players[i].Number = i + 1
	}
	for _, stated := range []bool{true, false} {
		for i := range records {
			r := &records[i]
			round := r.round()
			if (round > 0) != stated {
				continue
			}
			first := &t.Players[numbers[store.PersonKey(r.First)]]
			second := &t.Players[numbers[store.PersonKey(r.Second)]]
			free := func(round int) bool {
				return first.Round(round).Opponent == 0 && second.Round(round).Opponent == 0
			}
			round = max(round, 1)
			for ; !free(round); round++ {
			}
			won, lost := r.results()
			first.set(round, Round{second.Number, 'w', won})
			second.set(round, Round{first.Number, 'b', lost})
		}
	}
	t.Rounds = t.LastRound()
	return t
}

// numbers returns the index of each player by the key of the name.
func (t *Tournament) numbers() map[string]int {
	all := map[string]int{}
	for i := range t.Players {
		all[store.PersonKey(t.Players[i].Name)] = i
	}
	return all
}

// Compare assigns records to pairings. Open pairings take the results of their
// records.
func (t *Tournament) Compare(records []Record) *Compared {
	c := &Compared{Tournament: t, Games: map[Seat]int64{}}
	numbers := t.numbers()
	for i := range records {
		r := &records[i]
		first, known := numbers[store.PersonKey(r.First)]
		second, both := numbers[store.PersonKey(r.Second)]
		round := 0
		if known && both {
			round = c.roundOf(&t.Players[first], t.Players[second].Number, r.round())
		}
		if round == 0 {
			c.Unknown = append(c.Unknown, r.Game)
			continue
		}
		c.take(&t.Players[first], &t.Players[second], round, r)
	}
	for i := range t.Players {
		p := &t.Players[i]
		for round := range len(p.Games) {
			if g := p.Games[round]; g.Colour == 'w' && g.Played() && c.Games[Seat{p.Number, round + 1}] == 0 {
				c.Owed = append(c.Owed, c.pairing(p, round+1))
			}
		}
	}
	slices.SortStableFunc(c.Owed, func(x, y Pairing) int { return cmp.Compare(x.Round, y.Round) })
	return c
}

// roundOf returns the round of a record that has no record yet: the stated one,
// or the first in which the players met, with these colours if possible.
func (c *Compared) roundOf(first *Player, second, stated int) int {
	best := 0
	for round := 1; round <= len(first.Games); round++ {
		g := first.Round(round)
		if g.Opponent != second || c.Games[Seat{first.Number, round}] != 0 {
			continue
		}
		switch {
		case round == stated:
			return round
		case best == 0 || c.Player(first.Number).Round(best).Colour == 'b' && g.Colour != 'b':
			best = round
		}
	}
	return best
}

// take assigns a record to a pairing.
func (c *Compared) take(first, second *Player, round int, r *Record) {
	c.Games[Seat{first.Number, round}], c.Games[Seat{second.Number, round}] = r.Game, r.Game
	won, lost := r.results()
	g := first.Round(round)
	switch {
	case g.Open():
		g.Result = won
		first.set(round, g)
		back := second.Round(round)
		back.Result = lost
		second.set(round, back)
	case won != None && (c.PointsFor(Round{Opponent: 1, Result: won}) != c.PointsFor(g) ||
		c.PointsFor(Round{Opponent: 1, Result: lost}) != c.PointsFor(second.Round(round))):
		p := c.pairing(first, round)
		p.Game, p.Record = r.Game, r.Result
		c.Contradicts = append(c.Contradicts, p)
	}
}

// pairing returns a round of a player as a pairing.
func (c *Compared) pairing(p *Player, round int) Pairing {
	g := p.Round(round)
	other := c.Player(g.Opponent)
	return Pairing{Round: round, First: p.Name, Second: other.Name,
		Result: optional.Text(resultText(g.Result, other.Round(round).Result))}
}

// resultText returns the results of two players as a result of a record.
func resultText(first, second Result) string {
	text := func(r Result) string {
		switch r {
		case Win, UnratedWin, ForfeitWin:
			return "1"
		case Draw, UnratedDraw:
			return "1/2"
		case None:
			return ""
		}
		return "0"
	}
	if first == None {
		return ""
	}
	return text(first) + "-" + text(second)
}
