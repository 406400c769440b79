package table

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"assay/store"
	"assay/store/row"
)

// PackedGame is a game with everything computed that needs no transaction, to
// keep write transactions short.
type PackedGame struct {
	Game   *store.Game
	Hash   [32]byte
	Key    []byte // of its text; see [row.TextKey]
	Record []byte
	Tags   []byte
	Keys   row.TwinKeys
	Words  string // search words, encoded by the store

	earliest, latest, size any // int64 or nil
}

// PackAll packs games; words returns the search words of each.
func PackAll(games []*store.Game, words func(*store.Game) string) ([]PackedGame, error) {
	all := make([]PackedGame, len(games))
	for i, g := range games {
		if err := g.Check(i); err != nil {
			return nil, err
		}
		p := &all[i]
		p.Game, p.Hash, p.Tags, p.Words = g, sha256.Sum256(g.Record), row.AppendTags([]byte{}, g.Tags), words(g)
		p.Keys = row.KeysOf(g)
		p.Key = row.TextKey(g.Record, g.Variant, g.Options)
		p.Record, p.size = row.Pack(g.Record)
		if earliest, latest, ok := store.Span(g.Date); ok {
			p.earliest, p.latest = earliest, latest
		}
	}
	return all, nil
}

// The columns that are written with a game and its contents.
const (
	InsertGameColumns = `hash, variant, options, variant_version, verdict, plies, result, termination, format, encoding,
		file, number, line, first, second, event, site, date, earliest, latest, sequence, imported, sum, moves_key,
		line_key, final_key`
	InsertContentsColumns = `game, record, size, start, final, moves, tags, report, sum`
)

// InsertText maps the key of a record's text to its game, unless it is mapped.
const InsertText = `INSERT INTO texts (key, game) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`

// Placeholders returns placeholders for n arguments.
func Placeholders(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("$%d", i+1)
	}
	return strings.Join(all, ", ")
}

// GameValues returns the values of InsertGameColumns.
func (p *PackedGame) GameValues(sequence, now int64) []any {
	g := p.Game
	return []any{p.Hash[:], g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination,
		g.Format, g.Encoding,
		g.File, g.Number, g.Line, g.First, g.Second, g.Event, g.Site, g.Date, p.earliest, p.latest, sequence, now,
		row.GameSum(g, p.Hash[:], now), p.Keys.Moves, p.Keys.Line, p.Keys.Final}
}

// ContentsValues returns the values of InsertContentsColumns.
func (p *PackedGame) ContentsValues(game int64) []any {
	g := p.Game
	return []any{game, p.Record, p.size, g.Start, g.Final, row.Present(g.Moves), p.Tags, row.Present(g.Report),
		row.Checksum(game, p.Record, p.size, g.Start, g.Final, g.Moves, p.Tags, g.Report)}
}

// Rewrite replaces the record of a game by the packed one, without its search
// words.
func (p *PackedGame) Rewrite(ctx context.Context, tx Transaction, g *store.Game) error {
	p.Game, p.Keys = g, row.KeysOf(g)
	if err := exec(ctx, tx, `UPDATE games SET (`+InsertGameColumns+`) = (`+Placeholders(26)+`), revision = $27,
		corrected = (SELECT records.hash <> $1 FROM records WHERE game = id AND records.revision = 1) WHERE id = $28`,
		append(p.GameValues(g.Sequence, g.Imported.UnixMilli()), g.Revision, g.ID)...); err != nil {
		return err
	}
	return exec(ctx, tx, `UPDATE contents SET (`+InsertContentsColumns+`) = (`+Placeholders(9)+`) WHERE game = $1`,
		p.ContentsValues(g.ID)...)
}
