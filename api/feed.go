package api

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"assay/analysis"
	"assay/api/present"
	"assay/index"
	"assay/parser"
	"assay/store"
)

// changeFeed provides the archive's changes to the index.
type changeFeed struct{ archive *Archive }

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

// playableGame returns a stored game up to the last ply that is legal under the
// current rules. The error is a [*present.ReplayError], that the game is
// damaged, or from ctx.
func (a *Arbiter) playableGame(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	if g.Start == "" {
		return nil, &present.ReplayError{Verdict: g.Verdict}
	}
	game, err := a.replayStored(ctx, g)
	if err != nil {
		return nil, err
	}
	n, err := legalPlies(ctx, game)
	if err == nil && n < len(game.Moves) && g.VariantVersion == game.Rules.Definition().Revision() {
		err = errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt},
			fmt.Errorf("stored ply %d is illegal", n+1))
	}
	game.Moves = game.Moves[:n]
	return game, err
}

// legalPlies returns the number of plies before the first illegal one. Plies
// allowed by a ruling count as legal. The error is from ctx.
func legalPlies(ctx context.Context, game *analysis.Game) (int, error) {
	p := game.Start()
	for i, m := range game.Moves {
		if i%pliesPerCheck == 0 && ctx.Err() != nil {
			return i, context.Cause(ctx)
		}
		if m.Ruled() {
			if played, v := p.AsPlayed(m); v != nil || played != m {
				return i, nil
			}
		} else if _, over := p.Outcome(); over || !p.Legal(m) {
			return i, nil
		}
		p.Play(m)
	}
	return len(game.Moves), nil
}

// checkGame describes what is wrong with a stored game's plies, or returns "".
func (a *Arbiter) checkGame(ctx context.Context, g *store.Game) string {
	game, err := a.replayStored(ctx, g)
	switch {
	case errors.As(err, new(*present.ReplayError)):
		return "" // the variant is not defined here
	case err != nil:
		return err.Error()
	}
	if g.VariantVersion != game.Rules.Definition().Revision() {
		return "" // verified under other rules
	}
	if len(game.Moves) != g.Plies {
		return fmt.Sprintf("game %d has %s stored, but %d were verified", g.ID, parser.Count(len(game.Moves), "ply"),
			g.Plies)
	}
	if n, _ := legalPlies(ctx, game); n < len(game.Moves) {
		return fmt.Sprintf("game %d: stored ply %d is illegal", g.ID, n+1)
	}
	if p, err := game.At(len(game.Moves)); err != nil || p.Text() != g.Final {
		return fmt.Sprintf("game %d: the stored plies do not lead to the stored final position", g.ID)
	}
	return ""
}

// replayStored replays an archived game. If its definition has changed since it
// was verified, only the plies that are still legal are replayed; an invalid
// starting position is a [*present.ReplayError].
func (a *Arbiter) replayStored(ctx context.Context, g *store.Game) (*analysis.Game, error) {
	r, err := a.Book().Rules(g.Variant, g.Options)
	if err != nil {
		return nil, &present.ReplayError{Verdict: analysis.Unsupported, Message: err.Error()}
	}
	current := g.VariantVersion == r.Definition().Revision()
	game, err := analysis.NewGame(r, g.Start, g.Moves)
	switch {
	case err != nil && current:
		return nil, errors.Join(&store.GameError{ID: g.ID, Kind: store.ErrCorrupt}, err)
	case err != nil:
		return nil, &present.ReplayError{Verdict: g.Verdict,
			Message: fmt.Sprintf("verified under revision %s of %s: %v", g.VariantVersion, g.Variant, err)}
	case !current:
		var n int
		n, err = legalPlies(ctx, game)
		game.Moves = game.Moves[:n]
	}
	return game, err
}

// LastChanges returns the number of the last change of each game, annotations
// included. A game with the same number has not changed.
func (a *Archive) LastChanges(ctx context.Context) (map[int64]int64, error) {
	const limit = 10_000
	last := map[int64]int64{}
	for after := int64(0); ; {
		changes, err := a.store.Changes(ctx, after, limit)
		if err != nil || len(changes) == 0 {
			return last, err
		}
		for _, c := range changes {
			last[c.Game] = c.Sequence
		}
		after = changes[len(changes)-1].Sequence
	}
}
