package table

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"assay/store"
	"assay/store/row"
)

// Pack is a game with all that can be computed before a transaction begins, so
// that writers wait for each other as little as possible.
type Pack struct {
	Game   *store.Game
	Hash   [32]byte
	Key    []byte // of its text; see [row.TextKey]
	Record []byte
	Tags   []byte
	Words  string // by which it is found, as its store keeps them

	earliest, latest, size any // int64 or nil
}

// PackAll packs games, whose words a function gives.
func PackAll(games []*store.Game, words func(*store.Game) string) ([]Pack, error) {
	all := make([]Pack, len(games))
	for i, g := range games {
		if err := g.Check(i); err != nil {
			return nil, err
		}
		p := &all[i]
		p.Game, p.Hash, p.Tags, p.Words = g, sha256.Sum256(g.Record), row.AppendTags([]byte{}, g.Tags), words(g)
		p.Key = row.TextKey(g.Record, g.Variant, g.Options)
		p.Record, p.size = row.Pack(g.Record)
		if earliest, latest, ok := store.Span(g.Date); ok {
			p.earliest, p.latest = earliest, latest
		}
	}
	return all, nil
}

// NewGame are the columns of a game that is archived, and NewContents those of
// its contents.
const (
	NewGame = `hash, variant, options, variant_version, verdict, plies, result, termination, format, encoding,
		file, number, line, first, second, event, site, date, earliest, latest, sequence, imported, sum`
	NewContents = `game, record, size, start, final, moves, tags, report, sum`
)

// KnowText makes a game known by the text of a record, unless another is.
const KnowText = `INSERT INTO texts (key, game) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`

// Marks stand for the first n arguments of a statement.
func Marks(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(all, ", ")
}

// NewGame are the values of those columns.
func (p *Pack) NewGame(sequence, now int64) []any {
	g := p.Game
	return []any{p.Hash[:], g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination, g.Format, g.Encoding,
		g.File, g.Number, g.Line, g.First, g.Second, g.Event, g.Site, g.Date, p.earliest, p.latest, sequence, now, row.GameSum(g, p.Hash[:], now)}
}

// NewContents are the values of those columns, of the game of a number.
func (p *Pack) NewContents(game int64) []any {
	g := p.Game
	return []any{game, p.Record, p.size, g.Start, g.Final, row.Present(g.Moves), p.Tags, row.Present(g.Report),
		row.Checksum(game, p.Record, p.size, g.Start, g.Final, g.Moves, p.Tags, g.Report)}
}

// Rewrite gives a game the record of the one that is packed, and all that is
// known of it, but for the words.
func (p *Pack) Rewrite(ctx context.Context, tx Transaction, g *store.Game) error {
	p.Game = g
	if err := exec(ctx, tx, `UPDATE games SET (`+NewGame+`) = (`+Marks(23)+`), revision = $24,
		corrected = (SELECT records.hash <> $1 FROM records WHERE game = id AND records.revision = 1) WHERE id = $25`,
		append(p.NewGame(g.Sequence, g.Imported.UnixMilli()), g.Revision, g.ID)...); err != nil {
		return err
	}
	return exec(ctx, tx, `UPDATE contents SET (`+NewContents+`) = (`+Marks(9)+`) WHERE game = $1`, p.NewContents(g.ID)...)
}
