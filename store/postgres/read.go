package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const (
	summaryColumns = `games.id, variant, options, variant_version, verdict, plies, result, termination, format, file,
		number, games.first, games.second, games.event, site, date, games.sequence, imported, deleted, hash, encoding, line,
		games.sum, games.revision, games.corrected`
	gameColumns = summaryColumns + `, start, final, moves, tags, record, size, report, contents.sum,
		EXISTS (SELECT 1 FROM annotations WHERE annotations.game = games.id AND NOT annotations.deleted)
		FROM games JOIN contents ON game = games.id`
)

// scanInto reads summaryColumns, and whatever more is selected behind them.
func scanInto(g *store.Game, rows pgx.Row, more ...any) error {
	var imported, sum int64
	var deleted sql.Null[int64]
	var hash []byte
	fields := append([]any{&g.ID, (*text)(&g.Variant), (*text)(&g.Options), (*text)(&g.VariantVersion), &g.Verdict, &g.Plies,
		(*text)(&g.Result), (*text)(&g.Termination), (*text)(&g.Format), (*text)(&g.File), &g.Number, (*text)(&g.First),
		(*text)(&g.Second), (*text)(&g.Event), (*text)(&g.Site), (*text)(&g.Date), &g.Sequence, &imported, &deleted, &hash,
		(*text)(&g.Encoding), &g.Line, &sum, &g.Revision, &g.Corrected}, more...)
	if err := rows.Scan(fields...); err != nil {
		return err
	}
	copy(g.Hash[:], hash)
	g.Imported = row.Instant(imported)
	if deleted.Valid {
		t := row.Instant(deleted.V)
		g.Deleted = &t
	}
	if sum != row.GameSum(g, hash, imported) {
		row.Damaged(g, row.ErrChecksum)
	}
	return nil
}

// scanGame reads gameColumns.
func scanGame(rows pgx.Row) (*store.Game, error) {
	g := new(store.Game)
	var record, tags []byte
	var size sql.Null[int64]
	var sum int64
	err := scanInto(g, rows, (*text)(&g.Start), (*text)(&g.Final), &g.Moves, &tags, &record, &size, &g.Report, &sum, &g.Annotated)
	if err != nil || g.Damage != nil {
		return g, err
	}
	if length, _ := size.Value(); sum != row.Checksum(g.ID, record, length, g.Start, g.Final, g.Moves, tags, g.Report) {
		row.Damaged(g, row.ErrChecksum)
		return g, nil
	}
	if g.Tags, err = row.ReadTags(tags); err == nil {
		g.Record, err = row.Unpack(record, size)
	}
	if err != nil {
		row.Damaged(g, err)
	}
	return g, nil
}

// game gives one game, be it damaged or deleted.
func game(ctx context.Context, q querier, id int64) (*store.Game, error) {
	g, err := scanGame(q.QueryRow(ctx, `SELECT `+gameColumns+` WHERE games.id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	return g, err
}

func (s *Archive) Game(ctx context.Context, id int64) (*store.Game, error) {
	g, err := game(ctx, s.pool, id)
	switch {
	case err != nil:
		return nil, s.fault(ctx, err)
	case g.Deleted != nil:
		return nil, &store.GameError{ID: id, Kind: store.ErrGone, Deleted: *g.Deleted}
	case g.Damage != nil:
		return nil, g.Damage
	}
	return g, nil
}

func (s *Archive) Games(ctx context.Context, ids []int64) ([]*store.Game, error) {
	return s.games(ctx, `WHERE deleted IS NULL AND games.id = ANY($1) ORDER BY games.id`, ids)
}

func (s *Archive) games(ctx context.Context, where string, args ...any) (all []*store.Game, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		g, err := scanGame(rows)
		all = append(all, g)
		return err
	}, `SELECT `+gameColumns+` `+where, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

func (s *Archive) Record(ctx context.Context, id int64) ([]byte, error) {
	var hash, record []byte
	var size, deleted sql.Null[int64]
	err := s.pool.QueryRow(ctx, `SELECT hash, record, size, deleted
		FROM games JOIN contents ON game = games.id WHERE games.id = $1`, id).Scan(&hash, &record, &size, &deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if deleted.Valid {
		return nil, &store.GameError{ID: id, Kind: store.ErrGone, Deleted: row.Instant(deleted.V)}
	}
	if record, err = row.Unpack(record, size); err == nil && sha256.Sum256(record) != [32]byte(hash) {
		err = row.ErrChecksum
	}
	if err != nil {
		return nil, errors.Join(&store.GameError{ID: id, Kind: store.ErrCorrupt}, err)
	}
	return record, nil
}
