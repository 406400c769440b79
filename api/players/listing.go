// Package players lists the players of an archive and suggests which of their
// names are one person's.
package players

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"unique"

	"assay/parser/word"
	"assay/store"
)

// Player is a player with the games of all names that were merged.
type Player struct {
	Name   string   `json:"name"`             // as records spell it
	Names  []string `json:"names,omitempty"`  // all names of a merged player
	Titles []string `json:"titles,omitempty"` // titles and ranks in the name
	Games  int      `json:"games"`
	First  int      `json:"first"`          // games as the first player
	Second int      `json:"second"`         // games as the second player
	From   int      `json:"from,omitempty"` // year of the first game; 0 if unknown
	To     int      `json:"to,omitempty"`   // year of the last game
}

// Listing is the players of an archive.
type Listing struct {
	Players     []Player     // most games first
	Suggestions []Suggestion // most likely first
	// Frequent is the number of names that share family name and initial with
	// too many others to be compared. Only their spellings are.
	Frequent int
}

// List lists the players of an archive with suggestions. names are those that
// people have merged.
func List(ctx context.Context, s store.Pairings, names Names) (*Listing, error) {
	people := census{}
	if err := s.Pairings(ctx, func(p store.Pairing) error {
		p.First, p.Second = names.Player(p.First), names.Player(p.Second)
		people.add(p)
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	l := &Listing{Players: make([]Player, 0, len(people))}
	l.Suggestions, l.Frequent = people.suggestions()
	merged := map[string]bool{}
	for name := range names {
		merged[names.Player(name)] = true
	}
	for _, p := range people {
		if merged[p.Name] {
			p.Names = names.Of(p.Name)
		}
		l.Players = append(l.Players, p.Player)
	}
	slices.SortFunc(l.Players, byGames)
	return l, ctx.Err()
}

func byGames(a, b Player) int {
	return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
}

// census holds the players of an archive by their names as spelled.
type census map[string]*named

// named is a player with what suggestions are judged by.
type named struct {
	Player
	person word.Person
	met    map[meeting]int // games
}

// meeting is an opponent in a variant.
type meeting struct {
	opponent string // key of the name
	variant  unique.Handle[string]
}

func (c census) add(p store.Pairing) {
	year, err := strconv.Atoi(p.Year)
	if err != nil {
		year = 0
	}
	first, second := c.named(p.First), c.named(p.Second)
	if first != nil {
		first.First += p.Games
		first.count(p, year, second)
	}
	if second != nil {
		second.Second += p.Games
		second.count(p, year, first)
	}
}

// named returns the player with a name, nil if the name names nobody.
func (c census) named(name string) *named {
	if n := c[name]; n != nil {
		return n
	}
	person := word.SplitPerson(name)
	if person.Key() == "" {
		return nil
	}
	n := &named{Player: Player{Name: name, Titles: person.Titles}, person: person, met: map[meeting]int{}}
	c[name] = n
	return n
}

// count adds the games of a pairing in a year against an opponent, nil if that
// is not known.
func (n *named) count(p store.Pairing, year int, opponent *named) {
	n.Games += p.Games
	if opponent != nil {
		n.met[meeting{opponent.person.Key(), unique.Make(p.Variant)}] += p.Games
	}
	if year > 0 && (n.From == 0 || year < n.From) {
		n.From = year
	}
	n.To = max(n.To, year)
}
