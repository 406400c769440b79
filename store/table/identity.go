package table

import (
	"context"

	"assay/store"
)

// linkIdentity links an identity to a person.
func linkIdentity(ctx context.Context, tx Transaction, person int64, i store.Identity) error {
	var owner int64
	err := tx.Row(ctx, `INSERT INTO identities (issuer, subject, person, created) VALUES ($1, $2, $3, $4)
		ON CONFLICT (issuer, subject) DO UPDATE SET created = identities.created RETURNING person`,
		i.Issuer, i.Subject, person, tx.Now()).Scan(&owner)
	if err == nil && owner != person {
		err = store.ErrIdentityTaken
	}
	return err
}

func (t Tables) PersonByIdentity(ctx context.Context, i store.Identity) (*store.Person, error) {
	p, err := scanPerson(t.db.Row(ctx, selectByIdentity, i.Issuer, i.Subject))
	return classified(ctx, t, p, err)
}

const selectByIdentity = `SELECT ` + personColumns +
	` FROM people JOIN identities ON identities.person = people.id WHERE issuer = $1 AND subject = $2`

func (t Tables) LinkIdentity(ctx context.Context, person int64, i store.Identity) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if _, err := scanPerson(tx.Row(ctx, `SELECT `+personColumns+` FROM people WHERE id = $1`, person)); err != nil {
			return err
		}
		return linkIdentity(ctx, tx, person, i)
	})
}

func (t Tables) ReplaceIdentity(ctx context.Context, old, replacement store.Identity) (p *store.Person, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if p, err = scanPerson(tx.Row(ctx, selectByIdentity, old.Issuer, old.Subject)); err != nil {
			return err
		}
		if err := exec(ctx, tx, `DELETE FROM identities WHERE issuer = $1 AND subject = $2`, old.Issuer,
			old.Subject); err != nil {
			return err
		}
		p.Linked = p.Linked || replacement.Issuer != ""
		return linkIdentity(ctx, tx, p.ID, replacement)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}
