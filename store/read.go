package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

const (
	summaryColumns = `games.id, variant, options, variant_version, verdict, plies, result, termination, format, file,
		number, games.first, games.second, games.event, site, date, sequence, imported, deleted`
	verifiedColumns = summaryColumns + `, hash, encoding, line, start, final, moves, tags,
		EXISTS (SELECT 1 FROM annotations WHERE annotations.game = games.id AND annotations.deleted = 0)`
)

func (g *Summary) scan(rows interface{ Scan(...any) error }, more ...any) error {
	var imported int64
	var deleted sql.NullInt64
	fields := append([]any{&g.ID, &g.Variant, &g.Options, &g.VariantVersion, &g.Verdict, &g.Plies, &g.Result,
		&g.Termination, &g.Format, &g.File, &g.Number, &g.First, &g.Second, &g.Event, &g.Site, &g.Date, &g.Sequence,
		&imported, &deleted}, more...)
	if err := rows.Scan(fields...); err != nil {
		return err
	}
	g.Imported = instant(imported)
	if deleted.Valid {
		t := instant(deleted.Int64)
		g.Deleted = &t
	}
	return nil
}

// scanGame reads verifiedColumns and whatever more is selected behind them.
func scanGame(rows interface{ Scan(...any) error }, more ...any) (*Game, error) {
	var s Summary
	g := new(Game)
	var hash, tags []byte
	err := s.scan(rows, append([]any{&hash, &g.Encoding, &g.Line, &g.Start, &g.Final, &g.Moves, &tags, &g.Annotated}, more...)...)
	if err != nil {
		return nil, err
	}
	g.ID, g.Variant, g.Options, g.VariantVersion = s.ID, s.Variant, s.Options, s.VariantVersion
	g.Verdict, g.Plies, g.Result, g.Termination = s.Verdict, s.Plies, s.Result, s.Termination
	g.Format, g.File, g.Number = s.Format, s.File, s.Number
	g.First, g.Second, g.Event, g.Site, g.Date = s.First, s.Second, s.Event, s.Site, s.Date
	g.Sequence, g.Imported, g.Deleted = s.Sequence, s.Imported, s.Deleted
	copy(g.Hash[:], hash)
	if g.Tags, err = readTags(tags); err != nil {
		return nil, errors.Join(&GameError{ID: g.ID, Kind: ErrCorrupt}, err)
	}
	return g, nil
}

// Game gives one game whole. The error is a [*GameError] that matches [ErrNotFound], [ErrGone] for a deleted
// game, or [ErrCorrupt].
func (s *Store) Game(ctx context.Context, id int64) (*Game, error) {
	var record []byte
	var size sql.Null[int64]
	var report []byte
	g, err := scanGame(s.reader.QueryRowContext(ctx, `SELECT `+verifiedColumns+`, record, size, report
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id), &record, &size, &report)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &GameError{ID: id, Kind: ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if g.Deleted != nil {
		return nil, &GameError{ID: id, Kind: ErrGone, Deleted: *g.Deleted}
	}
	if g.Record, err = unpack(record, size); err != nil {
		return nil, errors.Join(&GameError{ID: id, Kind: ErrCorrupt}, err)
	}
	g.Report = report
	return g, nil
}

// Games gives several games without their Report, in ascending order. Those that are unknown or deleted are
// left out. The error matches [ErrCorrupt] where one is damaged.
func (s *Store) Games(ctx context.Context, ids []int64) ([]*Game, error) {
	asked, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.reader.QueryContext(ctx, `SELECT `+verifiedColumns+`, record, size
		FROM games JOIN contents ON game = games.id
		WHERE deleted IS NULL AND games.id IN (SELECT value FROM json_each(?)) ORDER BY games.id`, string(asked))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return s.scanGames(ctx, rows)
}

// scanGames reads rows of verifiedColumns, record and size.
func (s *Store) scanGames(ctx context.Context, rows *sql.Rows) ([]*Game, error) {
	defer rows.Close()
	var games []*Game
	for rows.Next() {
		var record []byte
		var size sql.Null[int64]
		g, err := scanGame(rows, &record, &size)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		if g.Record, err = unpack(record, size); err != nil {
			return nil, errors.Join(&GameError{ID: g.ID, Kind: ErrCorrupt}, err)
		}
		games = append(games, g)
	}
	return games, s.fault(ctx, rows.Err())
}

// Record gives the original bytes of a game, exactly. Its errors are those of [Store.Game].
func (s *Store) Record(ctx context.Context, id int64) ([]byte, error) {
	var record []byte
	var size, deleted sql.Null[int64]
	err := s.reader.QueryRowContext(ctx, `SELECT record, size, deleted
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id).Scan(&record, &size, &deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &GameError{ID: id, Kind: ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if deleted.Valid {
		return nil, &GameError{ID: id, Kind: ErrGone, Deleted: instant(deleted.V)}
	}
	if record, err = unpack(record, size); err != nil {
		return nil, errors.Join(&GameError{ID: id, Kind: ErrCorrupt}, err)
	}
	return record, nil
}

// Verification is what a later replay of an archived game found.
type Verification struct {
	Game           int64
	VariantVersion string
	Verdict        string
	Plies          int
	Result         string
	Termination    string
	Start, Final   string
	Moves          []byte // not kept of a replaced verification
	Report         []byte

	Sequence int64     // in a History: the game's sequence while this verification held
	Replaced time.Time // in a History: when a newer one took its place; zero for the one that holds
}

// History gives the verifications of a game, the first one first; the last is the one that holds.
func (s *Store) History(ctx context.Context, id int64) ([]Verification, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT variant_version, verdict, plies, result, termination, start,
			final, NULL, report, sequence, replaced FROM verifications WHERE game = ?1
		UNION ALL SELECT variant_version, verdict, plies, result, termination, start,
			final, moves, report, sequence, NULL FROM games JOIN contents ON game = games.id WHERE games.id = ?1
		ORDER BY sequence`, id)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []Verification
	for rows.Next() {
		v := Verification{Game: id}
		var replaced sql.Null[int64]
		err := rows.Scan(&v.VariantVersion, &v.Verdict, &v.Plies, &v.Result, &v.Termination, &v.Start, &v.Final,
			&v.Moves, &v.Report, &v.Sequence, &replaced)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		if replaced.Valid {
			v.Replaced = instant(replaced.V)
		}
		all = append(all, v)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(ctx, err)
	}
	if all == nil {
		return nil, &GameError{ID: id, Kind: ErrNotFound}
	}
	return all, nil
}
