package players

import (
	"context"
	"slices"
	"strings"
	"sync"

	"assay/analysis/lru"
	"assay/api/analyse"
	"assay/api/define"
	"assay/index/pattern"
	"assay/parser/word"
	"assay/store"
)

// Store is the part of an archive's store that players need.
type Store interface {
	store.Players
	store.PlayerClaims
	store.Pairings
	People(ctx context.Context) ([]store.Person, error)
	Sequence(ctx context.Context) (int64, error)
}

// Analyses are the saved analyses of games.
type Analyses interface {
	// Analysis returns the analysis of a game, nil if there is none.
	Analysis(ctx context.Context, game int64) (*analyse.GameAnalysis, error)
}

// Roster is the players of an archive and their games.
type Roster struct {
	library  *define.Library
	store    Store
	analyses Analyses
	detailed *lru.Cache[detailKey, detail]
	reports  *lru.Cache[reportKey, *cachedReport]

	mu     sync.Mutex
	merged *merged // nil before the first use

	listing sync.Mutex // held while the players are listed, so that it is done once
	listed  *listed    // nil before the first use
}

// NewRoster returns the players of an archive.
func NewRoster(l *define.Library, s Store, analyses Analyses) *Roster {
	return &Roster{library: l, store: s, analyses: analyses, detailed: lru.New[detailKey, detail](maxDetails),
		reports: lru.New[reportKey, *cachedReport](maxReports)}
}

// merged are the names that people have merged, after a decision.
type merged struct {
	last    int64
	names   Names
	players map[string][]spelling // by the name that the player is listed under
}

// spelling is a name with the words by which it is found.
type spelling struct {
	name  string
	words []string
}

// meets reports whether a name has all words, of which the last ones may be
// prefixes.
func (s *spelling) meets(words []string, prefixes int) bool {
	for i, w := range words {
		if !slices.ContainsFunc(s.words, func(own string) bool {
			return own == w || i >= len(words)-prefixes && strings.HasPrefix(own, w)
		}) {
			return false
		}
	}
	return true
}

// current returns the merged names, which are read again after a decision.
func (r *Roster) current(ctx context.Context) (*merged, error) {
	last, err := r.store.LastPlayerName(ctx)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	known := r.merged
	r.mu.Unlock()
	if known != nil && known.last == last {
		return known, nil
	}
	names, err := ReadNames(ctx, r.store)
	if err != nil {
		return nil, err
	}
	m := &merged{last, names, map[string][]spelling{}}
	add := func(player, name string) {
		m.players[player] = append(m.players[player], spelling{name, word.All(name)})
	}
	for name := range names {
		player := names.Player(name)
		if m.players[player] == nil {
			add(player, player)
		}
		add(player, name)
	}
	r.mu.Lock()
	r.merged = m
	r.mu.Unlock()
	return m, nil
}

// Names returns the names that people have merged.
func (r *Roster) Names(ctx context.Context) (Names, error) {
	m, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	return m.names, nil
}

// Spellings returns the names that words do not find, of the players with a
// merged name that they find. The last words may be prefixes, as many as
// prefixes says. The names are in alphabetical order.
func (r *Roster) Spellings(ctx context.Context, words []string, prefixes int) (names []string, err error) {
	m, err := r.current(ctx)
	if err != nil {
		return nil, err
	}
	for _, all := range m.players {
		var other []string
		for i := range all {
			if !all[i].meets(words, prefixes) {
				other = append(other, all[i].name)
			}
		}
		if len(other) < len(all) {
			names = append(names, other...)
		}
	}
	slices.Sort(names)
	return names, nil
}

// The headers that name players in conditions.
const (
	eitherPlayer = "player"
	firstPlayer  = "player1"
	secondPlayer = "player2"
)

// Expand returns a condition that also finds the games under other names of
// merged players.
func (r *Roster) Expand(ctx context.Context, n pattern.Node) (pattern.Node, error) {
	var failed error
	return pattern.Replace(n, func(n pattern.Node) pattern.Node {
		h, is := n.(pattern.Header)
		if !is || !slices.Contains([]string{eitherPlayer, firstPlayer, secondPlayer}, h.Name) || failed != nil {
			return n
		}
		prefixes := 0
		if h.Prefix {
			prefixes = 1
		}
		games, err := r.games(ctx, h.Words, prefixes, h.Name)
		if failed = err; len(games) == 0 {
			return n
		}
		return pattern.Or{Of: []pattern.Node{n, pattern.Games{IDs: games}}}
	}), failed
}

// Condition returns the condition that a player's name has words or prefixes of
// words. colours are the player's sides.
func (r *Roster) Condition(ctx context.Context, words []string, sides ...int) (pattern.Node, error) {
	var any pattern.Or
	for _, side := range sides {
		header := []string{firstPlayer, secondPlayer}[side]
		var all pattern.And
		for _, w := range words {
			all.Of = append(all.Of, pattern.Header{Name: header, Words: []string{w}, Prefix: true})
		}
		any.Of = append(any.Of, all)
		games, err := r.games(ctx, words, len(words), header)
		if err != nil {
			return nil, err
		}
		if len(games) > 0 {
			any.Of = append(any.Of, pattern.Games{IDs: games})
		}
	}
	if len(any.Of) == 1 {
		return any.Of[0], nil
	}
	return any, nil
}

// Mine returns the condition that the caller's player played with one of some
// sides. The error is as for [Roster.Own].
func (r *Roster) Mine(ctx context.Context, sides ...int) (pattern.Node, error) {
	games, err := r.ownGames(ctx, sides...)
	return pattern.Games{IDs: games}, err
}

// games returns the games that words find only under other names of a player,
// ascending.
func (r *Roster) games(ctx context.Context, words []string, prefixes int, header string) (ids []int64, err error) {
	names, err := r.Spellings(ctx, words, prefixes)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	all, err := r.store.PlayerGames(ctx, names)
	for _, g := range all {
		if header == eitherPlayer || header == []string{firstPlayer, secondPlayer}[g.Side] {
			ids = append(ids, g.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), err
}
