package search

import (
	"context"
	"strings"

	"assay/index"
	"assay/parser"
	"assay/store"
)

// changeFeed provides the archive's changes to the index.
type changeFeed struct{ archive *Finder }

// Feed returns the archive's changes, from which an index is made.
func (f *Finder) Feed() index.Source { return changeFeed{f} }

// Sequence returns the number of the archive's last change.
func (f changeFeed) Sequence(ctx context.Context) (int64, error) {
	return f.archive.store.Sequence(ctx)
}

// Changes returns the changed games with their index data.
func (f changeFeed) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	if !f.archive.pending.empty() {
		changed, err := f.archive.store.Changes(ctx, after, limit)
		if err != nil {
			return nil, err
		}
		if changes, all := f.archive.pending.take(changed); all {
			return changes, nil
		}
	}
	games, err := f.archive.store.ChangedGames(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	changes := make([]index.Change, len(games))
	for i, g := range games {
		changes[i] = index.Change{Sequence: g.Sequence, Game: g.ID, Deleted: g.Deleted != nil}
		switch {
		case g.Deleted != nil:
		case g.Damage != nil:
			changes[i].Document.Verdict = index.Damaged
		default:
			sub, err := f.archive.searchedGame(ctx, g)
			var damaged damagedGames
			if damaged.addIfDamaged(g.ID, err) {
				changes[i].Document.Verdict = index.Damaged
				continue
			}
			if err == nil {
				changes[i].Document, err = sub.document()
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return changes, nil
}

// Outline returns the changed games without index data.
func (f changeFeed) Outline(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	games, err := f.archive.store.Changes(ctx, after, limit)
	changes := make([]index.Change, len(games))
	for i, g := range games {
		changes[i] = index.Change{Sequence: g.Sequence, Game: g.Game, Deleted: g.Deleted}
	}
	return changes, err
}

// Lineage identifies the archive and its history up to a change.
func (f changeFeed) Lineage(ctx context.Context, sequence int64) (string, error) {
	return f.archive.store.Lineage(ctx, sequence)
}

// searchHeaders returns the headers by which a game can be found: player1,
// player2, result, termination, and the keys of the record, both original and
// as in PGN.
func searchHeaders(g *store.Game) map[string]string {
	words := map[string]string{}
	add := func(name, value string) {
		switch old := words[name]; {
		case value == "" || value == "?" || old == value:
		case old == "":
			words[name] = value
		default:
			words[name] = old + "\n" + value
		}
	}
	for _, t := range g.Tags {
		add(t.Key, t.Value)
		if key := parser.UsualTag(t.Key); !strings.EqualFold(key, t.Key) {
			add(key, t.Value)
		}
	}
	add("player1", g.First)
	add("player2", g.Second)
	add("result", g.Result)
	add("termination", g.Termination)
	return words
}
