package table

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

const (
	// SummaryColumns are the columns of a game without its contents.
	SummaryColumns = `games.id, variant, options, variant_version, verdict, plies, result, termination, format, file,
		number, games.first, games.second, games.event, site, date, games.sequence, imported, deleted, hash, encoding, line,
		games.sum, games.revision, games.corrected`

	// gameColumns are all columns of a game, from all of its tables.
	gameColumns = SummaryColumns + `, start, final, moves, tags, record, size, report, contents.sum,
		EXISTS (SELECT 1 FROM annotations WHERE annotations.game = games.id AND NOT annotations.deleted)
		FROM games JOIN contents ON game = games.id`
)

// ScanSummary reads SummaryColumns and further columns.
func ScanSummary(g *store.Game, r Row, more ...any) error {
	var imported int64
	var deleted, sum sql.Null[int64]
	var hash []byte
	fields := append([]any{&g.ID, &g.Variant, &g.Options, &g.VariantVersion, &g.Verdict, &g.Plies, &g.Result,
		&g.Termination, &g.Format, &g.File, &g.Number, &g.First, &g.Second, &g.Event, &g.Site, &g.Date, &g.Sequence,
		&imported, &deleted, &hash, &g.Encoding, &g.Line, &sum, &g.Revision, &g.Corrected}, more...)
	if err := r.Scan(fields...); err != nil {
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

// scanGame reads gameColumns.
func scanGame(r Row) (*store.Game, error) {
	g := new(store.Game)
	var record, tags []byte
	var size, sum sql.Null[int64]
	err := ScanSummary(g, r, &g.Start, &g.Final, &g.Moves, &tags, &record, &size, &g.Report, &sum, &g.Annotated)
	if err != nil || g.Damage != nil {
		return g, err
	}
	if length, _ := size.Value(); !sum.Valid ||
		sum.V != row.Checksum(g.ID, record, length, g.Start, g.Final, g.Moves, tags, g.Report) {
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

// game returns a game, even if damaged or deleted.
func game(ctx context.Context, q Querier, id int64) (*store.Game, error) {
	g, err := scanGame(q.Row(ctx, `SELECT `+gameColumns+` WHERE games.id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	return g, err
}

func (t Tables) Game(ctx context.Context, id int64) (*store.Game, error) {
	g, err := game(ctx, t.db, id)
	switch {
	case err != nil:
		return nil, t.db.Fault(ctx, err)
	case g.Deleted != nil:
		return nil, t.db.Fault(ctx, goneError(ctx, t.db, id, *g.Deleted))
	case g.Damage != nil:
		return nil, g.Damage
	}
	return g, nil
}

// GamesWhere returns the games that meet an SQL condition, damaged ones with
// their Damage.
func (t Tables) GamesWhere(ctx context.Context, where string, args ...any) (all []*store.Game, err error) {
	err = t.db.Each(ctx, func(r Row) error {
		g, err := scanGame(r)
		all = append(all, g)
		return err
	}, `SELECT `+gameColumns+` WHERE `+where, args...)
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return all, nil
}

// ContentsWhere returns the contents that meet an SQL condition, without those
// that are damaged.
func (t Tables) ContentsWhere(ctx context.Context, where string, args ...any) (all []store.Contents, err error) {
	err = t.db.Each(ctx, func(r Row) error {
		var c store.Contents
		var final string
		var tags, record, report []byte
		var size, sum sql.Null[int64]
		if err := r.Scan(&c.Game, &c.Start, &final, &c.Moves, &tags, &record, &size, &report, &sum,
			&c.Analysed); err != nil {
			return err
		}
		length, _ := size.Value()
		valid := sum.Valid && sum.V == row.Checksum(c.Game, record, length, c.Start, final, c.Moves, tags, report)
		if c.Tags, err = row.ReadTags(tags); err == nil && valid {
			all = append(all, c)
		}
		return nil
	}, `SELECT game, start, final, moves, tags, record, size, report, sum,
		EXISTS (SELECT 1 FROM analyses WHERE analyses.game = contents.game) FROM contents WHERE `+where, args...)
	return all, t.db.Fault(ctx, err)
}

func (t Tables) Twin(ctx context.Context, g *store.Game) (id int64, err error) {
	key := row.KeysOf(g).Moves
	if !key.Valid {
		return 0, nil
	}
	err = t.db.Row(ctx, `SELECT coalesce(min(id), 0) FROM games WHERE moves_key = $1 AND deleted IS NULL`, key.V).
		Scan(&id)
	return id, t.db.Fault(ctx, err)
}

func (t Tables) Record(ctx context.Context, id int64) ([]byte, error) {
	var hash, record []byte
	var size, deleted sql.Null[int64]
	err := t.db.Row(ctx, `SELECT hash, record, size, deleted
		FROM games JOIN contents ON game = games.id WHERE games.id = $1`, id).Scan(&hash, &record, &size, &deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	if deleted.Valid {
		return nil, t.db.Fault(ctx, goneError(ctx, t.db, id, row.Instant(deleted.V)))
	}
	if record, err = row.Unpack(record, size); err == nil && sha256.Sum256(record) != [32]byte(hash) {
		err = row.ErrChecksum
	}
	if err != nil {
		return nil, errors.Join(&store.GameError{ID: id, Kind: store.ErrCorrupt}, err)
	}
	return record, nil
}

// LastGame returns the largest ID of a game, or 0.
func (t Tables) LastGame(ctx context.Context) (last int64, err error) {
	err = t.db.Row(ctx, `SELECT coalesce(max(id), 0) FROM games`).Scan(&last)
	return last, t.db.Fault(ctx, err)
}
