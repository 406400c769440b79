package table

import (
	"context"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
)

const credentialColumns = `grants.id, hash, kind, person, grants.name, scopes, grants.created, expires`

// credentialRow is a row of a grant.
type credentialRow struct {
	store.Credential
	created, expires int64
}

func (g *credentialRow) columns() []any {
	return []any{&g.ID, &g.Hash, &g.Kind, &g.Person, &g.Name, &g.Scopes, &g.created, &g.expires}
}

func (g *credentialRow) credential() *store.Credential {
	g.Created, g.Expires = row.Instant(g.created), row.Instant(g.expires)
	return &g.Credential
}

func (t Tables) AddCredential(ctx context.Context, g store.Credential, lasts time.Duration) (*store.Credential, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) (err error) {
		now := tx.Now()
		if g.ID, err = number(ctx, tx, "grants"); err != nil {
			return err
		}
		if err := exec(ctx, tx, `DELETE FROM grants WHERE expires <= $1`, now); err != nil {
			return err
		}
		expires := now + lasts.Milliseconds()
		g.Created, g.Expires = row.Instant(now), row.Instant(expires)
		return exec(ctx, tx, `INSERT INTO grants (id, hash, kind, person, name, scopes, created, expires)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, g.ID, g.Hash, g.Kind, g.Person, g.Name, g.Scopes, now, expires)
	})
	if err != nil {
		return nil, err
	}
	return &g, nil
}

func (t Tables) Authenticate(ctx context.Context, hash []byte) (*store.Credential, *store.Person, error) {
	var g credentialRow
	p, err := scanPerson(t.db.Row(ctx, `SELECT `+credentialColumns+`, `+personColumns+`
		FROM grants JOIN people ON people.id = person WHERE hash = $1 AND expires > clock()`, hash), g.columns()...)
	switch {
	case errors.Is(err, store.ErrNoPerson):
		return nil, nil, store.ErrNoCredential
	case err != nil:
		return nil, nil, t.db.Fault(ctx, err)
	}
	return g.credential(), p, nil
}

func (t Tables) Credentials(ctx context.Context, person int64, kind store.CredentialKind) ([]store.Credential, error) {
	return list(ctx, t, func(r Row) (*store.Credential, error) {
		var g credentialRow
		err := r.Scan(g.columns()...)
		return g.credential(), err
	}, `SELECT `+credentialColumns+` FROM grants WHERE person = $1 AND kind = $2 AND expires > clock() ORDER BY id`,
		person, kind)
}

func (t Tables) ConsumeCredential(ctx context.Context, hash []byte) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		n, err := tx.Exec(ctx, `DELETE FROM grants WHERE hash = $1 AND expires > $2`, hash, tx.Now())
		if err == nil && n == 0 {
			err = store.ErrNoCredential
		}
		return err
	})
}

func (t Tables) RevokeCredentials(ctx context.Context, person, id int64, kinds ...store.CredentialKind) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		ended := int64(0)
		for _, kind := range kinds {
			n, err := tx.Exec(ctx, `DELETE FROM grants WHERE person = $1 AND kind = $2 AND (id = $3 OR $3 = 0)`, person,
				kind, id)
			if err != nil {
				return err
			}
			ended += n
		}
		if id != 0 && ended == 0 {
			return store.ErrNoCredential
		}
		return nil
	})
}
