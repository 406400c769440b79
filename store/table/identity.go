package table

import (
	"context"

	"assay/store"
)

// identify links an identity to a person.
func identify(ctx context.Context, tx Transaction, person int64, i store.Identity) error {
	var whose int64
	err := tx.Row(ctx, `INSERT INTO identities (issuer, subject, person, created) VALUES ($1, $2, $3, $4)
		ON CONFLICT (issuer, subject) DO UPDATE SET created = identities.created RETURNING person`,
		i.Issuer, i.Subject, person, tx.Now()).Scan(&whose)
	if err == nil && whose != person {
		err = store.ErrIdentityTaken
	}
	return err
}

func (t Tables) Identified(ctx context.Context, i store.Identity) (*store.Person, error) {
	p, err := scanPerson(t.db.Row(ctx, identified, i.Issuer, i.Subject))
	return one(ctx, t, p, err)
}

const identified = `SELECT ` + personColumns + ` FROM people JOIN identities ON identities.person = people.id WHERE issuer = $1 AND subject = $2`

func (t Tables) Identify(ctx context.Context, person int64, i store.Identity) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if _, err := scanPerson(tx.Row(ctx, `SELECT `+personColumns+` FROM people WHERE id = $1`, person)); err != nil {
			return err
		}
		return identify(ctx, tx, person, i)
	})
}

func (t Tables) Exchange(ctx context.Context, was, now store.Identity) (p *store.Person, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if p, err = scanPerson(tx.Row(ctx, identified, was.Issuer, was.Subject)); err != nil {
			return err
		}
		if err := exec(ctx, tx, `DELETE FROM identities WHERE issuer = $1 AND subject = $2`, was.Issuer, was.Subject); err != nil {
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
