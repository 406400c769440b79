package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/store"
	"assay/store/row"
)

// personColumns are those of a person; personSum is their checksum's part.
const (
	personColumns = `people.id, people.name, role, password, barred, people.created, sum,
	EXISTS (SELECT 1 FROM identities WHERE identities.person = people.id AND issuer <> '')`
	personSum = `id, name, key, role, password, barred, created`
)

// scanPerson reads what is selected before, and personColumns.
func scanPerson(scan func(...any) error, before ...any) (*store.Person, error) {
	p := new(store.Person)
	var created, sum int64
	err := scan(append(before, &p.ID, &p.Name, &p.Role, &p.Password, &p.Barred, &created, &sum, &p.Linked)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoPerson
	case err != nil:
		return nil, err
	case sum != row.PersonSum(p, created):
		return nil, fmt.Errorf("person %d: %w", p.ID, errors.Join(store.ErrCorrupt, row.ErrChecksum))
	}
	p.Created = row.Instant(created)
	return p, nil
}

func (s *Archive) AddPerson(ctx context.Context, p store.Person, known ...store.Identity) (*store.Person, error) {
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		var taken bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE key = ?), (SELECT coalesce(max(id), 0) + 1 FROM people)`,
			store.PersonKey(p.Name)).Scan(&taken, &p.ID)
		if err != nil {
			return err
		}
		if taken {
			return store.ErrNameTaken
		}
		created := clock().UnixMilli()
		p.Created = row.Instant(created)
		_, err = tx.ExecContext(ctx, `INSERT INTO people (id, name, key, role, password, barred, created, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			p.ID, p.Name, store.PersonKey(p.Name), p.Role, row.Present(p.Password), p.Barred, created, row.PersonSum(&p, created))
		for _, i := range known {
			err = cmp.Or(err, identify(ctx, tx, p.ID, i))
			p.Linked = p.Linked || i.Issuer != ""
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// identify has somebody be known by an identity.
func identify(ctx context.Context, tx *sql.Tx, person int64, i store.Identity) error {
	var whose int64
	err := tx.QueryRowContext(ctx, `INSERT INTO identities (issuer, subject, person, created) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET created = created RETURNING person`, i.Issuer, i.Subject, person, clock().UnixMilli()).Scan(&whose)
	if err == nil && whose != person {
		err = store.ErrIdentityTaken
	}
	return err
}

func (s *Archive) Identified(ctx context.Context, i store.Identity) (*store.Person, error) {
	p, err := scanPerson(s.reader.QueryRowContext(ctx, identified, i.Issuer, i.Subject).Scan)
	if errors.Is(err, store.ErrNoPerson) {
		return nil, err
	}
	return p, s.fault(ctx, err)
}

const identified = `SELECT ` + personColumns + ` FROM people JOIN identities ON identities.person = people.id WHERE issuer = ? AND subject = ?`

func (s *Archive) Identify(ctx context.Context, person int64, i store.Identity) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		if _, err := scanPerson(tx.QueryRowContext(ctx, `SELECT `+personColumns+` FROM people WHERE id = ?`, person).Scan); err != nil {
			return err
		}
		return identify(ctx, tx, person, i)
	})
}

func (s *Archive) Exchange(ctx context.Context, was, now store.Identity) (p *store.Person, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if p, err = scanPerson(tx.QueryRowContext(ctx, identified, was.Issuer, was.Subject).Scan); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM identities WHERE issuer = ? AND subject = ?`, was.Issuer, was.Subject); err != nil {
			return err
		}
		p.Linked = p.Linked || now.Issuer != ""
		return identify(ctx, tx, p.ID, now)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (s *Archive) ChangePerson(ctx context.Context, id int64, change func(*store.Person)) (now *store.Person, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		now, err = scanPerson(tx.QueryRowContext(ctx, `SELECT `+personColumns+` FROM people WHERE id = ?`, id).Scan)
		if err != nil {
			return err
		}
		change(now)
		if _, err := tx.ExecContext(ctx, `UPDATE people SET role = ?, password = ?, barred = ?, sum = ? WHERE id = ?`,
			now.Role, row.Present(now.Password), now.Barred, row.PersonSum(now, now.Created.UnixMilli()), id); err != nil {
			return err
		}
		var administered bool
		err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE role = ? AND NOT barred)`, store.Administrator).Scan(&administered)
		if err == nil && !administered {
			err = store.ErrLastAdministrator
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return now, nil
}

func (s *Archive) Person(ctx context.Context, name string) (*store.Person, error) {
	p, err := scanPerson(s.reader.QueryRowContext(ctx, `SELECT `+personColumns+` FROM people WHERE key = ?`, store.PersonKey(name)).Scan)
	if errors.Is(err, store.ErrNoPerson) {
		return nil, err
	}
	return p, s.fault(ctx, err)
}

func (s *Archive) People(ctx context.Context) (all []store.Person, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+personColumns+` FROM people ORDER BY id`)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		p, err := scanPerson(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *p)
	}
	return all, s.fault(ctx, rows.Err())
}

const grantColumns = `grants.id, hash, kind, person, grants.name, scopes, grants.created, expires`

// grantRow is a grant as it is read.
type grantRow struct {
	store.Grant
	created, expires int64
}

func (g *grantRow) columns() []any {
	return []any{&g.ID, &g.Hash, &g.Kind, &g.Person, &g.Name, &g.Scopes, &g.created, &g.expires}
}

func (g *grantRow) grant() *store.Grant {
	g.Created, g.Expires = row.Instant(g.created), row.Instant(g.expires)
	return &g.Grant
}

func (s *Archive) AddGrant(ctx context.Context, g store.Grant, lasts time.Duration) (*store.Grant, error) {
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		now := clock().UnixMilli()
		if _, err := tx.ExecContext(ctx, `DELETE FROM grants WHERE expires <= ?`, now); err != nil {
			return err
		}
		expires := now + lasts.Milliseconds()
		g.Created, g.Expires = row.Instant(now), row.Instant(expires)
		return tx.QueryRowContext(ctx, `INSERT INTO grants (hash, kind, person, name, scopes, created, expires)
			VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`, g.Hash, g.Kind, g.Person, g.Name, g.Scopes, now, expires).Scan(&g.ID)
	})
	if err != nil {
		return nil, err
	}
	return &g, nil
}

func (s *Archive) Granted(ctx context.Context, hash []byte) (*store.Grant, *store.Person, error) {
	var g grantRow
	p, err := scanPerson(s.reader.QueryRowContext(ctx, `SELECT `+grantColumns+`, `+personColumns+`
		FROM grants JOIN people ON people.id = person WHERE hash = ? AND expires > ?`, hash, clock().UnixMilli()).Scan, g.columns()...)
	switch {
	case errors.Is(err, store.ErrNoPerson):
		return nil, nil, store.ErrNoGrant
	case err != nil:
		return nil, nil, s.fault(ctx, err)
	}
	return g.grant(), p, nil
}

func (s *Archive) Grants(ctx context.Context, person int64, kind store.GrantKind) (all []store.Grant, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+grantColumns+` FROM grants WHERE person = ? AND kind = ? AND expires > ? ORDER BY id`, person, kind, clock().UnixMilli())
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		var g grantRow
		if err := rows.Scan(g.columns()...); err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *g.grant())
	}
	return all, s.fault(ctx, rows.Err())
}

func (s *Archive) EndGrants(ctx context.Context, person, id int64, kinds ...store.GrantKind) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		if id != 0 {
			done, err := tx.ExecContext(ctx, `DELETE FROM grants WHERE person = ? AND id = ?`, person, id)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				return errors.Join(store.ErrNoGrant, err)
			}
			return nil
		}
		for _, kind := range kinds {
			if _, err := tx.ExecContext(ctx, `DELETE FROM grants WHERE person = ? AND kind = ?`, person, kind); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Archive) Audit(ctx context.Context, d store.Deed) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO deeds (at, person, action, object, address) VALUES (?, ?, ?, ?, ?)`,
			clock().UnixMilli(), d.Person, d.Action, d.Object, d.From)
		return err
	})
}

func (s *Archive) Deeds(ctx context.Context, before int64, limit int) (all []store.Deed, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT number, at, person, action, object, address FROM deeds
		WHERE number < ?1 OR ?1 = 0 ORDER BY number DESC LIMIT ?2`, before, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		var d store.Deed
		var at int64
		if err := rows.Scan(&d.Number, &at, &d.Person, &d.Action, &d.Object, &d.From); err != nil {
			return nil, s.fault(ctx, err)
		}
		d.At = row.Instant(at)
		all = append(all, d)
	}
	return all, s.fault(ctx, rows.Err())
}
