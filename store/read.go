package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"time"
)

const (
	summaryColumns = `games.id, variant, options, variant_version, verdict, plies, result, termination, format, file,
		number, games.first, games.second, games.event, site, date, sequence, imported, deleted, hash, encoding, line,
		games.sum`
	verifiedColumns = summaryColumns + `, start, final, moves, tags, record, size, report, contents.sum,
		EXISTS (SELECT 1 FROM annotations WHERE annotations.game = games.id AND annotations.deleted = 0)`
)

// scan reads summaryColumns, and whatever more is selected behind them.
func (g *Game) scan(rows interface{ Scan(...any) error }, more ...any) error {
	var imported int64
	var deleted, sum sql.Null[int64]
	var hash []byte
	fields := append([]any{&g.ID, &g.Variant, &g.Options, &g.VariantVersion, &g.Verdict, &g.Plies, &g.Result,
		&g.Termination, &g.Format, &g.File, &g.Number, &g.First, &g.Second, &g.Event, &g.Site, &g.Date, &g.Sequence,
		&imported, &deleted, &hash, &g.Encoding, &g.Line, &sum}, more...)
	if err := rows.Scan(fields...); err != nil {
		return err
	}
	copy(g.Hash[:], hash)
	g.Imported = instant(imported)
	if deleted.Valid {
		t := instant(deleted.V)
		g.Deleted = &t
	}
	if !sum.Valid || sum.V != g.sum(hash, imported) {
		g.damaged(errChecksum)
	}
	return nil
}

// damaged leaves of a game what is known of one that cannot be relied on.
func (g *Game) damaged(why error) {
	*g = Game{ID: g.ID, Sequence: g.Sequence, Deleted: g.Deleted, Damage: errors.Join(&GameError{ID: g.ID, Kind: ErrCorrupt}, why)}
}

// scanGame reads verifiedColumns.
func scanGame(rows interface{ Scan(...any) error }) (*Game, error) {
	g := new(Game)
	var record, tags []byte
	var size, sum sql.Null[int64]
	err := g.scan(rows, &g.Start, &g.Final, &g.Moves, &tags, &record, &size, &g.Report, &sum, &g.Annotated)
	if err != nil || g.Damage != nil {
		return g, err
	}
	if length, _ := size.Value(); !sum.Valid || sum.V != checksum(g.ID, record, length, g.Start, g.Final, g.Moves, tags, g.Report) {
		g.damaged(errChecksum)
		return g, nil
	}
	if g.Tags, err = readTags(tags); err == nil {
		g.Record, err = unpack(record, size)
	}
	if err != nil {
		g.damaged(err)
	}
	return g, nil
}

// Game gives one game whole. The error is a [*GameError] that matches [ErrNotFound], [ErrGone] for a deleted
// game, or [ErrCorrupt] for one that is not as it was written.
func (s *Store) Game(ctx context.Context, id int64) (*Game, error) {
	g, err := scanGame(s.reader.QueryRowContext(ctx, `SELECT `+verifiedColumns+`
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &GameError{ID: id, Kind: ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if g.Deleted != nil {
		return nil, &GameError{ID: id, Kind: ErrGone, Deleted: *g.Deleted}
	}
	if g.Damage != nil {
		return nil, g.Damage
	}
	return g, nil
}

// Games gives several games in ascending order, the damaged ones among them with their Damage. Those that are
// unknown or deleted are left out.
func (s *Store) Games(ctx context.Context, ids []int64) ([]*Game, error) {
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
func (s *Store) scanGames(ctx context.Context, rows *sql.Rows) ([]*Game, error) {
	defer rows.Close()
	var games []*Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		games = append(games, g)
	}
	return games, s.fault(ctx, rows.Err())
}

// Record gives the original bytes of a game, exactly: also where the rest of it is damaged. The error is a
// [*GameError] as of [Store.Game], which matches [ErrCorrupt] for a record that does not have its hash.
func (s *Store) Record(ctx context.Context, id int64) ([]byte, error) {
	var hash, record []byte
	var size, deleted sql.Null[int64]
	err := s.reader.QueryRowContext(ctx, `SELECT hash, record, size, deleted
		FROM games JOIN contents ON game = games.id WHERE games.id = ?`, id).Scan(&hash, &record, &size, &deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &GameError{ID: id, Kind: ErrNotFound}
	}
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if deleted.Valid {
		return nil, &GameError{ID: id, Kind: ErrGone, Deleted: instant(deleted.V)}
	}
	if record, err = unpack(record, size); err == nil && sha256.Sum256(record) != [32]byte(hash) {
		err = errChecksum
	}
	if err != nil {
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

// History gives the verifications of a game, the first one first; the last is the one that holds. The error is a
// [*GameError] that matches [ErrNotFound] or [ErrCorrupt].
func (s *Store) History(ctx context.Context, id int64) ([]Verification, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT variant_version, verdict, plies, result, termination, start,
			final, NULL, report, sequence, replaced, sum IS checksum(`+verificationSum+`)
			FROM verifications WHERE game = ?1
		UNION ALL SELECT variant_version, verdict, plies, result, termination, start,
			final, moves, report, sequence, NULL, games.sum IS checksum(`+gameSum+`) AND contents.sum IS checksum(`+contentSum+`)
			FROM games JOIN contents ON game = games.id WHERE games.id = ?1
		ORDER BY sequence`, id)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []Verification
	for rows.Next() {
		v := Verification{Game: id}
		var replaced sql.Null[int64]
		var sound bool
		err := rows.Scan(&v.VariantVersion, &v.Verdict, &v.Plies, &v.Result, &v.Termination, &v.Start, &v.Final,
			&v.Moves, &v.Report, &v.Sequence, &replaced, &sound)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		if !sound {
			return nil, errors.Join(&GameError{ID: id, Kind: ErrCorrupt}, errChecksum)
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
