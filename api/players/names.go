package players

import (
	"context"
	"fmt"
	"slices"

	"assay/api/request"
	"assay/parser/word"
	"assay/store"
)

// Names says which names are one player's, by decisions of people. It maps each
// merged name to the name that the player is listed under.
type Names map[string]string

// ReadNames returns the names of an archive.
func ReadNames(ctx context.Context, s store.Players) (Names, error) {
	decisions, err := s.PlayerNames(ctx)
	if err != nil {
		return nil, err
	}
	n := Names{}
	for _, d := range decisions {
		if d.Player != "" {
			n[d.Name] = d.Player
		}
	}
	return n, nil
}

// Player returns the name that a player is listed under.
func (n Names) Player(name string) string {
	for range len(n) { // names never form a circle, but rows could be damaged
		into, merged := n[name]
		if !merged {
			break
		}
		name = into
	}
	return name
}

// Of returns all names of a player, the one that it is listed under first.
func (n Names) Of(player string) []string {
	names := []string{}
	for name := range n {
		if n.Player(name) == player {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return append([]string{player}, names...)
}

// Merge declares names to be other names of a player. Splitting them off again
// undoes it. Records are not changed. The error is an [*request.InputError], or
// a [*store.NamesChangedError] if others decide at the same time.
func Merge(ctx context.Context, s store.Players, author, player string, names ...string) error {
	return decide(ctx, s, author, names, func(known Names, name string) (into string, err error) {
		into = known.Player(player)
		for _, n := range []string{player, name} {
			if word.SplitPerson(n).Key() == "" {
				return "", &request.InputError{Field: "name", Value: n, Want: "the name of a player"}
			}
		}
		if known.Player(name) == into {
			return "", &request.InputError{Field: "name", Value: name,
				Want: fmt.Sprintf("a name that is not yet %s's", into)}
		}
		return into, nil
	})
}

// Split declares names to be players of their own again. The error is as for
// Merge.
func Split(ctx context.Context, s store.Players, author string, names ...string) error {
	return decide(ctx, s, author, names, func(known Names, name string) (into string, err error) {
		if _, merged := known[name]; !merged {
			return "", &request.InputError{Field: "name", Value: name, Want: "a name that was merged into another one"}
		}
		return "", nil
	})
}

// decide saves a decision about each name, all or none. A name that stands for
// a whole player is merged with the player's other names.
func decide(ctx context.Context, s store.Players, author string, names []string,
	into func(known Names, name string) (string, error)) error {
	if err := request.SetAuthor(ctx, &author); err != nil {
		return err
	}
	last, err := s.LastPlayerName(ctx)
	if err != nil {
		return err
	}
	known, err := ReadNames(ctx, s)
	if err != nil {
		return err
	}
	var decisions []store.PlayerName
	for _, name := range names {
		player, err := into(known, name)
		if err != nil {
			return err
		}
		if player != "" {
			name = known.Player(name)
		}
		decisions = append(decisions, store.PlayerName{Name: name, Player: player, Author: author})
		delete(known, name)
		if player != "" {
			known[name] = player
		}
	}
	return s.NamePlayer(ctx, last, decisions)
}
