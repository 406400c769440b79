package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"

	"assay/store"
	"assay/store/row"
)

const (
	summaryColumns = `games.id, variant, options, variant_version, verdict, plies, result, termination, format, file,
		number, games.first, games.second, games.event, site, date, sequence, imported, deleted, hash, encoding, line,
		games.sum, games.revision, games.corrected`
	verifiedColumns = summaryColumns + `, start, final, moves, tags, record, size, report, contents.sum,
		EXISTS (SELECT 1 FROM annotations WHERE annotations.game = games.id AND annotations.deleted = 0)`
)

// scanInto reads summaryColumns, and whatever more is selected behind them.
func scanInto(g *store.Game, rows interface{ Scan(...any) error }, more ...any) error {
	var imported int64
	var deleted, sum sql.Null[int64]
	var hash []byte
	fields := append([]any{&g.ID, &g.Variant, &g.Options, &g.VariantVersion, &g.Verdict, &g.Plies, &g.Result,
		&g.Termination, &g.Format, &g.File, &g.Number, &g.First, &g.Second, &g.Event, &g.Site, &g.Date, &g.Sequence,
		&imported, &deleted, &hash, &g.Encoding, &g.Line, &sum, &g.Revision, &g.Corrected}, more...)
	if err := rows.Scan(fields...); err != nil {
		return err
	}
	copy(g.Hash[:], hash)
	g.Imported = row.Instant(imported)
	if deleted.Valid {
		t := row.Instant(deleted.V)
		g.Deleted = &t
	}
	if !sum.Valid || sum.V != row.GameSum(g, hash, imported) {
		row.Damaged(g, row.ErrChecksum)
	}
	return nil
}

// scanGame reads verifiedColumns.
func scanGame(rows interface{ Scan(...any) error }) (*store.Game, error) {
	g := new(store.Game)
	var record, tags []byte
	var size, sum sql.Null[int64]
	err := scanInto(g, rows, &g.Start, &g.Final, &g.Moves, &tags, &record, &size, &g.Report, &sum, &g.Annotated)
	if err != nil || g.Damage != nil {
		return g, err
	}
	if length, _ := size.Value(); !sum.Valid || sum.V != row.Checksum(g.ID, record, length, g.Start, g.Final, g.Moves, tags, g.Report) {
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

func (s *Archive) Game(ctx context.Context, id int64) (*store.Game, error) {
	g, err := scanGame(s.reader.QueryRowContext(ctx, `SELECT `+verifiedColumns+`
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if g.Deleted != nil {
		return nil, &store.GameError{ID: id, Kind: store.ErrGone, Deleted: *g.Deleted}
	}
	if g.Damage != nil {
		return nil, g.Damage
	}
	return g, nil
}

func (s *Archive) Games(ctx context.Context, ids []int64) ([]*store.Game, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT `+verifiedColumns+`
		FROM games JOIN contents ON game = games.id
		WHERE deleted IS NULL AND games.id IN (SELECT value FROM json_each(?)) ORDER BY games.id`, string(asked))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return s.scanGames(ctx, rows)
}

// scanGames reads rows of verifiedColumns.
func (s *Archive) scanGames(ctx context.Context, rows *sql.Rows) ([]*store.Game, error) {
	defer rows.Close()
	var games []*store.Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		games = append(games, g)
	}
	return games, s.fault(ctx, rows.Err())
}

func (s *Archive) Record(ctx context.Context, id int64) ([]byte, error) {
	var hash, record []byte
	var size, deleted sql.Null[int64]
	err := s.reader.QueryRowContext(ctx, `SELECT hash, record, size, deleted
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id).Scan(&hash, &record, &size, &deleted)
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
