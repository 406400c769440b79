package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const definitionColumns = `draft, version, author, text, saved, sum`

// scanDefinition reads definitionColumns, and whatever more is selected behind
// them.
func scanDefinition(d *store.Definition, rows pgx.Row, more ...any) error {
	var saved, sum int64
	err := rows.Scan(append([]any{(*text)(&d.Draft), &d.Version, (*text)(&d.Author), (*text)(&d.Text), &saved, &sum}, more...)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return store.ErrNoDraft
	case err != nil:
		return err
	case sum != row.DefinitionSum(d, saved):
		return errors.Join(store.ErrCorrupt, row.ErrChecksum)
	}
	d.Saved = row.Instant(saved)
	return nil
}

func (s *Archive) SaveDefinition(ctx context.Context, d store.Definition) (kept *store.Definition, err error) {
	err = s.write(ctx, func(w *writing) error {
		last := new(store.Definition)
		err := scanDefinition(last, w.row(`SELECT `+definitionColumns+` FROM definitions
			WHERE draft = $1 ORDER BY version DESC LIMIT 1`, text(d.Draft)))
		switch {
		case errors.Is(err, store.ErrNoDraft) && d.Version == 0:
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
		d.Saved = row.Instant(w.now)
		return w.exec(`INSERT INTO definitions (`+definitionColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
			text(d.Draft), d.Version, text(d.Author), text(d.Text), w.now, row.DefinitionSum(&d, w.now))
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

func (s *Archive) Definition(ctx context.Context, draft string, version int64) (*store.Definition, error) {
	d := new(store.Definition)
	err := scanDefinition(d, s.pool.QueryRow(ctx, `SELECT `+definitionColumns+` FROM definitions
		WHERE draft = $1 AND (version = $2 OR $2 = 0) ORDER BY version DESC LIMIT 1`, text(draft), version))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return d, nil
}

func (s *Archive) Versions(ctx context.Context, draft string) (all []store.Definition, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		d := store.Definition{Draft: draft}
		var saved int64
		err := rows.Scan(&d.Version, (*text)(&d.Author), &saved)
		d.Saved = row.Instant(saved)
		all = append(all, d)
		return err
	}, `SELECT version, author, saved FROM definitions WHERE draft = $1 ORDER BY version`, text(draft))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if len(all) == 0 {
		return nil, store.ErrNoDraft
	}
	return all, nil
}

func (s *Archive) Publish(ctx context.Context, draft string, version int64, variant, revision string) error {
	return s.write(ctx, func(w *writing) error {
		var known bool
		if err := w.row(`SELECT EXISTS (SELECT 1 FROM definitions WHERE draft = $1 AND version = $2)`, text(draft), version).Scan(&known); err != nil {
			return err
		}
		if !known {
			return store.ErrNoDraft
		}
		done, err := w.Exec(ctx, `INSERT INTO published (number, variant, revision, draft, version, at)
			VALUES ((SELECT coalesce(max(number), 0) + 1 FROM published), $1, $2, $3, $4, $5)
			ON CONFLICT (variant) DO UPDATE SET draft = excluded.draft, version = excluded.version WHERE published.revision = excluded.revision`,
			text(variant), text(revision), text(draft), version, w.now)
		if err == nil && done.RowsAffected() == 0 {
			err = store.ErrOtherRules
		}
		return err
	})
}

func (s *Archive) PublishedAfter(ctx context.Context, number int64) (all []store.Published, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		var p store.Published
		var at int64
		err := scanDefinition(&p.Definition, rows, &p.Number, (*text)(&p.Variant), (*text)(&p.Revision), &at)
		if errors.Is(err, store.ErrCorrupt) {
			err = &store.Error{Path: s.name, Kind: store.ErrCorrupt, Err: fmt.Errorf("definition of %s: %w", p.Variant, row.ErrChecksum)}
		}
		p.At = row.Instant(at)
		all = append(all, p)
		return err
	}, `SELECT `+definitionColumns+`, number, variant, revision, at
		FROM published JOIN definitions USING (draft, version) WHERE number > $1 ORDER BY number`, number)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}
