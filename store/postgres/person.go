package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const personColumns = `people.id, people.name, role, password, barred, people.created, sum,
	EXISTS (SELECT 1 FROM identities WHERE identities.person = people.id AND issuer <> '')`

// scanPerson reads what is selected before, and personColumns.
func scanPerson(rows pgx.Row, before ...any) (*store.Person, error) {
	p := new(store.Person)
	var created, sum int64
	err := rows.Scan(append(before, &p.ID, (*text)(&p.Name), &p.Role, &p.Password, &p.Barred, &created, &sum, &p.Linked)...)
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
	err := s.write(ctx, func(w *writing) error {
		var taken bool
		err := w.row(`SELECT EXISTS (SELECT 1 FROM people WHERE key = $1), (SELECT coalesce(max(id), 0) + 1 FROM people)`,
			text(store.PersonKey(p.Name))).Scan(&taken, &p.ID)
		if err != nil {
			return err
		}
		if taken {
			return store.ErrNameTaken
		}
		p.Created = row.Instant(w.now)
		err = w.exec(`INSERT INTO people (id, name, key, role, password, barred, created, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			p.ID, text(p.Name), text(store.PersonKey(p.Name)), string(p.Role), row.Present(p.Password), p.Barred, w.now, row.PersonSum(&p, w.now))
		for _, i := range known {
			if err == nil {
				err = w.identify(p.ID, i)
			}
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
func (w *writing) identify(person int64, i store.Identity) error {
	var whose int64
	err := w.row(`INSERT INTO identities (issuer, subject, person, created) VALUES ($1, $2, $3, $4)
		ON CONFLICT (issuer, subject) DO UPDATE SET created = identities.created RETURNING person`,
		text(i.Issuer), text(i.Subject), person, w.now).Scan(&whose)
	if err == nil && whose != person {
		err = store.ErrIdentityTaken
	}
	return err
}

func (s *Archive) Identified(ctx context.Context, i store.Identity) (*store.Person, error) {
	p, err := scanPerson(s.pool.QueryRow(ctx, identified, text(i.Issuer), text(i.Subject)))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return p, nil
}

const identified = `SELECT ` + personColumns + ` FROM people JOIN identities ON identities.person = people.id WHERE issuer = $1 AND subject = $2`

func (s *Archive) Identify(ctx context.Context, person int64, i store.Identity) error {
	return s.write(ctx, func(w *writing) error {
		if _, err := scanPerson(w.row(`SELECT `+personColumns+` FROM people WHERE id = $1`, person)); err != nil {
			return err
		}
		return w.identify(person, i)
	})
}

func (s *Archive) Exchange(ctx context.Context, was, now store.Identity) (p *store.Person, err error) {
	err = s.write(ctx, func(w *writing) error {
		if p, err = scanPerson(w.row(identified, text(was.Issuer), text(was.Subject))); err != nil {
			return err
		}
		if err := w.exec(`DELETE FROM identities WHERE issuer = $1 AND subject = $2`, text(was.Issuer), text(was.Subject)); err != nil {
			return err
		}
		p.Linked = p.Linked || now.Issuer != ""
		return w.identify(p.ID, now)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (s *Archive) ChangePerson(ctx context.Context, id int64, change func(*store.Person)) (now *store.Person, err error) {
	err = s.write(ctx, func(w *writing) error {
		now, err = scanPerson(w.row(`SELECT `+personColumns+` FROM people WHERE id = $1`, id))
		if err != nil {
			return err
		}
		change(now)
		if err := w.exec(`UPDATE people SET role = $1, password = $2, barred = $3, sum = $4 WHERE id = $5`,
			string(now.Role), row.Present(now.Password), now.Barred, row.PersonSum(now, now.Created.UnixMilli()), id); err != nil {
			return err
		}
		var administered bool
		err = w.row(`SELECT EXISTS (SELECT 1 FROM people WHERE role = $1 AND NOT barred)`, string(store.Administrator)).Scan(&administered)
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
	p, err := scanPerson(s.pool.QueryRow(ctx, `SELECT `+personColumns+` FROM people WHERE key = $1`, text(store.PersonKey(name))))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return p, nil
}

func (s *Archive) People(ctx context.Context) (all []store.Person, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		p, err := scanPerson(rows)
		if err == nil {
			all = append(all, *p)
		}
		return err
	}, `SELECT `+personColumns+` FROM people ORDER BY id`)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

const grantColumns = `grants.id, hash, kind, person, grants.name, scopes, grants.created, expires`

// grantRow is a grant as it is read.
type grantRow struct {
	store.Grant
	created, expires int64
}

func (g *grantRow) columns() []any {
	return []any{&g.ID, &g.Hash, &g.Kind, &g.Person, (*text)(&g.Name), (*text)(&g.Scopes), &g.created, &g.expires}
}

func (g *grantRow) grant() *store.Grant {
	g.Created, g.Expires = row.Instant(g.created), row.Instant(g.expires)
	return &g.Grant
}

func (s *Archive) AddGrant(ctx context.Context, g store.Grant, lasts time.Duration) (*store.Grant, error) {
	err := s.write(ctx, func(w *writing) error {
		if err := w.exec(`DELETE FROM grants WHERE expires <= $1`, w.now); err != nil {
			return err
		}
		expires := w.now + lasts.Milliseconds()
		g.Created, g.Expires = row.Instant(w.now), row.Instant(expires)
		return w.row(`INSERT INTO grants (id, hash, kind, person, name, scopes, created, expires)
			VALUES ((SELECT coalesce(max(id), 0) + 1 FROM grants), $1, $2, $3, $4, $5, $6, $7) RETURNING id`,
			g.Hash, string(g.Kind), g.Person, text(g.Name), text(g.Scopes), w.now, expires).Scan(&g.ID)
	})
	if err != nil {
		return nil, err
	}
	return &g, nil
}

func (s *Archive) Granted(ctx context.Context, hash []byte) (*store.Grant, *store.Person, error) {
	var g grantRow
	p, err := scanPerson(s.pool.QueryRow(ctx, `SELECT `+grantColumns+`, `+personColumns+`
		FROM grants JOIN people ON people.id = person WHERE hash = $1 AND expires > `+now, hash), g.columns()...)
	switch {
	case errors.Is(err, store.ErrNoPerson):
		return nil, nil, store.ErrNoGrant
	case err != nil:
		return nil, nil, s.fault(ctx, err)
	}
	return g.grant(), p, nil
}

func (s *Archive) Grants(ctx context.Context, person int64, kind store.GrantKind) (all []store.Grant, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		var g grantRow
		err := rows.Scan(g.columns()...)
		all = append(all, *g.grant())
		return err
	}, `SELECT `+grantColumns+` FROM grants WHERE person = $1 AND kind = $2 AND expires > `+now+` ORDER BY id`, person, string(kind))
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

func (s *Archive) EndGrants(ctx context.Context, person, id int64, kinds ...store.GrantKind) error {
	return s.write(ctx, func(w *writing) error {
		if id != 0 {
			done, err := w.Exec(ctx, `DELETE FROM grants WHERE person = $1 AND id = $2`, person, id)
			if err == nil && done.RowsAffected() == 0 {
				err = store.ErrNoGrant
			}
			return err
		}
		for _, kind := range kinds {
			if err := w.exec(`DELETE FROM grants WHERE person = $1 AND kind = $2`, person, string(kind)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Archive) Audit(ctx context.Context, d store.Deed) error {
	return s.write(ctx, func(w *writing) error {
		return w.exec(`INSERT INTO deeds (number, at, person, action, object, address)
			VALUES ((SELECT coalesce(max(number), 0) + 1 FROM deeds), $1, $2, $3, $4, $5)`,
			w.now, text(d.Person), text(d.Action), text(d.Object), text(d.From))
	})
}

func (s *Archive) Deeds(ctx context.Context, before int64, limit int) (all []store.Deed, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		var d store.Deed
		var at int64
		err := rows.Scan(&d.Number, &at, (*text)(&d.Person), (*text)(&d.Action), (*text)(&d.Object), (*text)(&d.From))
		d.At = row.Instant(at)
		all = append(all, d)
		return err
	}, `SELECT number, at, person, action, object, address FROM deeds
		WHERE number < $1 OR $1 = 0 ORDER BY number DESC LIMIT $2`, before, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}
