package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// personColumns are the columns of a person.
const personColumns = `people.id, people.name, role, password, barred, people.created, sum,
	EXISTS (SELECT 1 FROM identities WHERE identities.person = people.id AND issuer <> '')`

// scanPerson reads leading columns, then personColumns.
func scanPerson(r Row, before ...any) (*store.Person, error) {
	p := new(store.Person)
	var created, sum int64
	err := r.Scan(append(before, &p.ID, &p.Name, &p.Role, &p.Password, &p.Suspended, &created, &sum, &p.Linked)...)
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

func (t Tables) AddPerson(ctx context.Context, p store.Person, known ...store.Identity) (*store.Person, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		var taken bool
		err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE key IN ($1, $2)), (SELECT coalesce(max(id), 0) + 1 FROM people)`,
			store.PersonKey(p.Name), store.FormerKey(p.Name)).Scan(&taken, &p.ID)
		if err != nil {
			return err
		}
		if taken {
			return store.ErrNameTaken
		}
		p.Created = row.Instant(tx.Now())
		err = exec(ctx, tx, `INSERT INTO people (id, name, key, role, password, barred, created, sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			p.ID, p.Name, store.PersonKey(p.Name), p.Role, row.Present(p.Password), p.Suspended, p.Created.UnixMilli(),
			row.PersonSum(&p, p.Created.UnixMilli()))
		for _, i := range known {
			if err == nil {
				err = linkIdentity(ctx, tx, p.ID, i)
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

func (t Tables) ChangePerson(ctx context.Context, id int64, change func(*store.Person)) (now *store.Person, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		now, err = scanPerson(tx.Row(ctx, `SELECT `+personColumns+` FROM people WHERE id = $1`, id))
		if err != nil {
			return err
		}
		change(now)
		if err := exec(ctx, tx, `UPDATE people SET role = $1, password = $2, barred = $3, sum = $4 WHERE id = $5`,
			now.Role, row.Present(now.Password), now.Suspended, row.PersonSum(now, now.Created.UnixMilli()),
			id); err != nil {
			return err
		}
		var administered bool
		err = tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM people WHERE role = $1 AND NOT barred)`, store.Administrator).
			Scan(&administered)
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

func (t Tables) Person(ctx context.Context, name string) (*store.Person, error) {
	p, err := scanPerson(t.db.Row(ctx, `SELECT `+personColumns+` FROM people
		WHERE key IN ($1, $2) ORDER BY CASE key WHEN $1 THEN 0 ELSE 1 END LIMIT 1`, store.PersonKey(name),
		store.FormerKey(name)))
	return classified(ctx, t, p, err)
}

func (t Tables) People(ctx context.Context) ([]store.Person, error) {
	return list(ctx, t, func(r Row) (*store.Person, error) { return scanPerson(r) },
		`SELECT `+personColumns+` FROM people ORDER BY id`)
}
