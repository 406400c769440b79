package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"unicode/utf8"

	"assay/store"
	"assay/store/row"
)

// definitionColumns are the columns of a version of a draft.
const definitionColumns = `draft, version, author, text, saved, sum`

// scanDefinition reads definitionColumns and further columns.
func scanDefinition(d *store.Definition, r Row, more ...any) error {
	var saved, sum int64
	err := r.Scan(append([]any{&d.Draft, &d.Version, &d.Author, &d.Text, &saved, &sum}, more...)...)
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

// withinQuota refuses a version if it would exceed its author's quota.
func withinQuota(ctx context.Context, tx Transaction, d *store.Definition, most int64) error {
	if most <= 0 {
		return nil
	}
	var size int64
	err := tx.Row(ctx, `SELECT CAST(COALESCE(sum(length(text)), 0) + $1 * count(*) AS bigint) FROM definitions WHERE author = $2`,
		store.VersionSize, d.Author).Scan(&size)
	if size += int64(utf8.RuneCountInString(d.Text)) + store.VersionSize; err == nil && size > most {
		err = &store.FieldError{Field: "drafts", Value: fmt.Sprintf("%d characters of %s", size, d.Author),
			Want: fmt.Sprintf("%d of one author", most)}
	}
	return err
}

func (t Tables) SaveDefinition(ctx context.Context, d store.Definition, most int64) (kept *store.Definition,
	err error) {
	err = t.db.Write(ctx, int64(len(d.Text)), func(tx Transaction) error {
		last := new(store.Definition)
		err := scanDefinition(last, tx.Row(ctx, `SELECT `+definitionColumns+` FROM definitions
			WHERE draft = $1 ORDER BY version DESC LIMIT 1`, d.Draft))
		switch {
		case errors.Is(err, store.ErrNoDraft) && d.Version == 0:
		case err != nil:
			return err
		case last.Version != d.Version:
			return &store.DraftChangedError{Version: d.Version, Current: last.Version}
		case last.Text == d.Text:
			kept = last
			return nil
		case last.Version == store.MaxVersions:
			return &store.FieldError{Field: "versions", Value: fmt.Sprint(last.Version + 1),
				Want: fmt.Sprintf("at most %d", store.MaxVersions)}
		}
		if err := withinQuota(ctx, tx, &d, most); err != nil {
			return err
		}
		kept = &d
		d.Version = last.Version + 1
		d.Saved = row.Instant(tx.Now())
		return exec(ctx, tx, `INSERT INTO definitions (`+definitionColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
			d.Draft, d.Version, d.Author, d.Text, d.Saved.UnixMilli(), row.DefinitionSum(&d, d.Saved.UnixMilli()))
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

func (t Tables) Definition(ctx context.Context, draft string, version int64) (*store.Definition, error) {
	d := new(store.Definition)
	err := scanDefinition(d, t.db.Row(ctx, `SELECT `+definitionColumns+` FROM definitions
		WHERE draft = $1 AND (version = $2 OR $2 = 0) ORDER BY version DESC LIMIT 1`, draft, version))
	return classified(ctx, t, d, err)
}

func (t Tables) Versions(ctx context.Context, draft string) ([]store.Definition, error) {
	all, err := list(ctx, t, func(r Row) (*store.Definition, error) {
		d := &store.Definition{Draft: draft}
		var saved int64
		err := r.Scan(&d.Version, &d.Author, &saved)
		d.Saved = row.Instant(saved)
		return d, err
	}, `SELECT version, author, saved FROM definitions WHERE draft = $1 ORDER BY version`, draft)
	if err == nil && len(all) == 0 {
		err = store.ErrNoDraft
	}
	return all, err
}

func (t Tables) Publish(ctx context.Context, draft string, version int64, variant, revision string) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		var known bool
		if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM definitions WHERE draft = $1 AND version = $2)`, draft,
			version).Scan(&known); err != nil {
			return err
		}
		if !known {
			return store.ErrNoDraft
		}
		n, err := tx.Exec(ctx, `INSERT INTO published (number, variant, revision, draft, version, at)
			VALUES ((SELECT coalesce(max(number), 0) + 1 FROM published), $1, $2, $3, $4, $5)
			ON CONFLICT (variant) DO UPDATE SET number = excluded.number, draft = excluded.draft, version = excluded.version WHERE published.revision = excluded.revision`,
			variant, revision, draft, version, tx.Now())
		if err == nil && n == 0 {
			err = store.ErrOtherRules
		}
		return err
	})
}

func (t Tables) PublishedAfter(ctx context.Context, number int64) ([]store.Published, error) {
	return list(ctx, t, func(r Row) (*store.Published, error) {
		p := new(store.Published)
		var at int64
		err := scanDefinition(&p.Definition, r, &p.Number, &p.Variant, &p.Revision, &at)
		if errors.Is(err, store.ErrCorrupt) {
			p.Damage, err = fmt.Errorf("%w: %w", store.ErrCorrupt, row.ErrChecksum), nil
		}
		p.At = row.Instant(at)
		return p, err
	}, `SELECT `+definitionColumns+`, number, variant, revision, at
		FROM published JOIN definitions USING (draft, version) WHERE number > $1 ORDER BY number`, number)
}
