package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

const definitionColumns = `draft, version, author, text, saved, sum`

func scanDefinition(found *sql.Row) (*store.Definition, error) {
	d := new(store.Definition)
	var saved, sum int64
	err := found.Scan(&d.Draft, &d.Version, &d.Author, &d.Text, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoDraft
	case err != nil:
		return nil, err
	case sum != row.DefinitionSum(d, saved):
		return nil, errors.Join(store.ErrCorrupt, row.ErrChecksum)
	}
	d.Saved = row.Instant(saved)
	return d, nil
}

func (s *Archive) SaveDefinition(ctx context.Context, d store.Definition) (kept *store.Definition, err error) {
	err = s.write(ctx, int64(len(d.Text)), func(tx *sql.Tx) error {
		last, err := scanDefinition(tx.QueryRowContext(ctx, `SELECT `+definitionColumns+` FROM definitions
			WHERE draft = ? ORDER BY version DESC LIMIT 1`, d.Draft))
		switch {
		case errors.Is(err, store.ErrNoDraft) && d.Version == 0:
			last = &store.Definition{}
		case err != nil:
			return err
		case last.Version != d.Version:
			return &store.LateError{Version: d.Version, Current: last.Version}
		case last.Text == d.Text:
			kept = last
			return nil
		case last.Version == store.MaxVersions:
			return &store.FieldError{Field: "versions", Value: fmt.Sprint(last.Version + 1), Want: fmt.Sprintf("%d at most", store.MaxVersions)}
		}
		kept = &d
		d.Version = last.Version + 1
		saved := clock().UnixMilli()
		d.Saved = row.Instant(saved)
		_, err = tx.ExecContext(ctx, `INSERT INTO definitions (`+definitionColumns+`) VALUES (?, ?, ?, ?, ?, ?)`,
			d.Draft, d.Version, d.Author, d.Text, saved, row.DefinitionSum(&d, saved))
		return err
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

func (s *Archive) Definition(ctx context.Context, draft string, version int64) (*store.Definition, error) {
	d, err := scanDefinition(s.reader.QueryRowContext(ctx, `SELECT `+definitionColumns+` FROM definitions
		WHERE draft = ?1 AND (version = ?2 OR ?2 = 0) ORDER BY version DESC LIMIT 1`, draft, version))
	if errors.Is(err, store.ErrNoDraft) {
		return nil, err
	}
	return d, s.fault(ctx, err)
}

func (s *Archive) Versions(ctx context.Context, draft string) ([]store.Definition, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT version, author, saved FROM definitions WHERE draft = ? ORDER BY version`, draft)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []store.Definition
	for rows.Next() {
		d := store.Definition{Draft: draft}
		var saved int64
		if err := rows.Scan(&d.Version, &d.Author, &saved); err != nil {
			return nil, s.fault(ctx, err)
		}
		d.Saved = row.Instant(saved)
		all = append(all, d)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(ctx, err)
	}
	if len(all) == 0 {
		return nil, store.ErrNoDraft
	}
	return all, nil
}

func (s *Archive) Publish(ctx context.Context, draft string, version int64, variant, revision string) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		var known bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM definitions WHERE draft = ? AND version = ?)`, draft, version).Scan(&known); err != nil {
			return err
		}
		if !known {
			return store.ErrNoDraft
		}
		done, err := tx.ExecContext(ctx, `INSERT INTO published (variant, revision, draft, version, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (variant) DO UPDATE SET draft = excluded.draft, version = excluded.version WHERE revision = excluded.revision`,
			variant, revision, draft, version, clock().UnixMilli())
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(store.ErrOtherRules, err)
		}
		return nil
	})
}

func (s *Archive) PublishedAfter(ctx context.Context, number int64) ([]store.Published, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT number, variant, revision, at, `+definitionColumns+`
		FROM published JOIN definitions USING (draft, version) WHERE number > ? ORDER BY number`, number)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []store.Published
	for rows.Next() {
		var p store.Published
		var at, saved, sum int64
		d := &p.Definition
		if err := rows.Scan(&p.Number, &p.Variant, &p.Revision, &at, &d.Draft, &d.Version, &d.Author, &d.Text, &saved, &sum); err != nil {
			return nil, s.fault(ctx, err)
		}
		if sum != row.DefinitionSum(d, saved) {
			return nil, &store.Error{Path: s.path, Kind: store.ErrCorrupt, Err: fmt.Errorf("definition of %s: %w", p.Variant, row.ErrChecksum)}
		}
		p.At, d.Saved = row.Instant(at), row.Instant(saved)
		all = append(all, p)
	}
	return all, s.fault(ctx, rows.Err())
}
