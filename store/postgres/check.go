package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) Check(ctx context.Context) (faults []store.Fault, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		c := checker{ctx: ctx, tx: tx}
		for _, part := range []func() error{c.records, c.verifications, c.revised, c.revisions, c.rulings, c.analyses, c.definitions, c.people, c.submissions, c.sequence} {
			if err := part(); err != nil {
				return err
			}
		}
		faults = c.faults
		return nil
	})
	return faults, s.fault(ctx, err)
}

// checker goes through the tables. What PostgreSQL itself holds to, references
// and uniqueness, it is trusted with.
type checker struct {
	ctx    context.Context
	tx     pgx.Tx
	faults []store.Fault
}

func (c *checker) add(kind string, game int64, detail string) {
	c.faults = append(c.faults, store.Fault{Kind: kind, Game: game, Detail: detail})
}

// altered adds the fault of a row that is not as it was written.
func (c *checker) altered(game int64, what string) {
	c.add(store.FaultChecksum, game, what+": "+row.ErrChecksum.Error())
}

func (c *checker) each(f func(pgx.Rows) error, query string) error {
	return each(c.ctx, c.tx, f, query)
}

// records reads games with their contents.
func (c *checker) records() error {
	err := c.each(func(rows pgx.Rows) error {
		var g store.Game
		if err := table.ScanSummary(&g, texts{rows}); err != nil {
			return err
		}
		if g.Damage != nil {
			c.altered(g.ID, "what is known of it")
		}
		return nil
	}, `SELECT `+table.SummaryColumns+` FROM games ORDER BY id`)
	if err != nil {
		return err
	}
	return c.each(func(rows pgx.Rows) error {
		var id int64
		var contents, size, sum sql.Null[int64]
		var hash, record, moves, tags, report []byte
		var start, final sql.Null[text]
		if err := rows.Scan(&id, &hash, &contents, &record, &size, &start, &final, &moves, &tags, &report, &sum); err != nil {
			return err
		}
		if !contents.Valid {
			c.add(store.FaultContents, id, "no record")
			return nil
		}
		bytes, err := row.Unpack(record, size)
		if err != nil {
			c.add(store.FaultRecord, id, err.Error())
		} else if found := sha256.Sum256(bytes); string(found[:]) != string(hash) {
			c.add(store.FaultRecord, id, fmt.Sprintf("hash %x, archived as %x", found, hash))
		}
		if _, err := row.ReadTags(tags); err != nil {
			c.add(store.FaultTags, id, err.Error())
		}
		length, _ := size.Value()
		if sum.V != row.Checksum(id, record, length, string(start.V), string(final.V), moves, tags, report) {
			c.altered(id, "what was found of it")
		}
		return nil
	}, `SELECT games.id, hash, game, record, size, start, final, moves, tags, report, contents.sum
		FROM games LEFT JOIN contents ON game = games.id ORDER BY games.id`)
}

func (c *checker) verifications() error {
	return c.each(func(rows pgx.Rows) error {
		var v store.Verification
		var sequence, replaced, sum int64
		if err := rows.Scan(&v.Game, &sequence, (*text)(&v.VariantVersion), &v.Verdict, &v.Plies, (*text)(&v.Result),
			(*text)(&v.Termination), (*text)(&v.Start), (*text)(&v.Final), &v.Report, &replaced, &sum); err != nil {
			return err
		}
		if sum != table.VerificationSum(&v, sequence, replaced) {
			c.altered(v.Game, fmt.Sprintf("verification replaced after change %d", sequence))
		}
		return nil
	}, `SELECT game, sequence, variant_version, verdict, plies, result, termination, start, final, report, replaced, sum FROM verifications`)
}

// revised looks for games whose record is at another revision than the last,
// whose history of records has a gap, or is not as it was written.
func (c *checker) revised() error {
	err := c.each(func(rows pgx.Rows) error {
		r, err := table.ScanRevision(texts{rows})
		if errors.Is(err, store.ErrCorrupt) {
			c.altered(r.Game, fmt.Sprintf("revision %d of its record", r.Number))
			return nil
		}
		return err
	}, `SELECT `+table.RevisionColumns+` FROM records`)
	if err != nil {
		return err
	}
	return c.each(func(rows pgx.Rows) error {
		var game, holds, last, kept int64
		if err := rows.Scan(&game, &holds, &last, &kept); err != nil {
			return err
		}
		c.add(store.FaultRevision, game, fmt.Sprintf("its record is at revision %d; %d are saved, the last is %d", holds, kept, last))
		return nil
	}, `SELECT id, g.revision, coalesce(max(r.revision), 0), count(r.revision)
		FROM games g LEFT JOIN records r ON r.game = id WHERE g.revision > 1 OR id IN (SELECT game FROM records)
		GROUP BY id HAVING coalesce(max(r.revision), 0) <> g.revision OR count(r.revision) <> g.revision OR NOT EXISTS
			(SELECT 1 FROM records h WHERE h.game = id AND h.revision = g.revision AND h.hash = g.hash)`)
}

// revisions looks for annotations whose history has a gap, of which another
// than the last revision holds, or that are not as they were written.
func (c *checker) revisions() error {
	err := c.each(func(rows pgx.Rows) error {
		var game, id, revision, saved, sum int64
		var d store.Draft
		var deleted bool
		if err := rows.Scan(&game, &id, &revision, &d.Ply, (*text)(&d.Author), &d.Content, &deleted, &saved, &sum); err != nil {
			return err
		}
		if sum != table.RevisionSum(id, revision, &d, deleted, saved) {
			c.altered(game, fmt.Sprintf("revision %d of annotation %d", revision, id))
		}
		return nil
	}, `SELECT game, id, r.revision, r.ply, author, content, r.deleted, saved, sum FROM revisions r JOIN annotations a ON a.id = annotation`)
	if err != nil {
		return err
	}
	return c.each(func(rows pgx.Rows) error {
		var game, id, holds, last, saved int64
		if err := rows.Scan(&game, &id, &holds, &last, &saved); err != nil {
			return err
		}
		c.add(store.FaultRevision, game, fmt.Sprintf("annotation %d is at revision %d; %d are saved, the last is %d", id, holds, saved, last))
		return nil
	}, `SELECT a.game, a.id, a.revision, coalesce(max(r.revision), 0), count(r.revision)
		FROM annotations a LEFT JOIN revisions r ON r.annotation = a.id
		GROUP BY a.id HAVING coalesce(max(r.revision), 0) <> a.revision OR count(r.revision) <> a.revision OR NOT EXISTS
			(SELECT 1 FROM revisions h WHERE h.annotation = a.id AND h.revision = a.revision AND h.ply = a.ply AND h.deleted = a.deleted)`)
}

func (c *checker) rulings() error {
	return c.each(func(rows pgx.Rows) error {
		r, err := table.ScanRuling(texts{rows})
		if errors.Is(err, store.ErrCorrupt) {
			c.altered(r.Game, fmt.Sprintf("ruling %d on it", r.Number))
			return nil
		}
		return err
	}, `SELECT `+table.RulingColumns+` FROM rulings`)
}

func (c *checker) analyses() error {
	return c.each(func(rows pgx.Rows) error {
		a, err := table.ScanAnalysis(texts{rows})
		if errors.Is(err, store.ErrCorrupt) {
			c.altered(a.Game, "its analysis")
			return nil
		}
		return err
	}, `SELECT `+table.AnalysisColumns+` FROM analyses`)
}

func (c *checker) definitions() error {
	return c.each(func(rows pgx.Rows) error {
		var d store.Definition
		err := table.ScanDefinition(&d, texts{rows})
		if errors.Is(err, store.ErrCorrupt) {
			c.altered(0, fmt.Sprintf("version %d of draft %s", d.Version, d.Draft))
			return nil
		}
		return err
	}, `SELECT `+table.DefinitionColumns+` FROM definitions`)
}

func (c *checker) people() error {
	return c.each(func(rows pgx.Rows) error {
		var id int64
		_, err := table.ScanPerson(texts{rows}, &id)
		if errors.Is(err, store.ErrCorrupt) {
			c.altered(0, fmt.Sprintf("person %d", id))
			return nil
		}
		return err
	}, `SELECT people.id, `+table.PersonColumns+` FROM people`)
}

// submissions looks for events, deliveries, submissions and steps that are not
// as they were written, for submissions whose history has a gap, or that are
// not as their last step left them.
func (c *checker) submissions() error {
	for _, kept := range []struct {
		query string
		what  func(pgx.Rows) (string, error)
	}{
		{`SELECT ` + table.EventColumns + ` FROM events`, func(rows pgx.Rows) (string, error) {
			e, err := table.ScanEvent(texts{rows})
			return fmt.Sprintf("event %d", e.ID), err
		}},
		{`SELECT ` + table.DeliveryColumns + ` FROM deliveries`, func(rows pgx.Rows) (string, error) {
			d, err := table.ScanDelivery(texts{rows})
			return fmt.Sprintf("delivery %d", d.ID), err
		}},
		{`SELECT ` + table.SubmissionColumns + ` FROM submissions`, func(rows pgx.Rows) (string, error) {
			s, err := table.ScanSubmission(texts{rows})
			return fmt.Sprintf("submission %d", s.ID), err
		}},
		{`SELECT ` + table.StepColumns + ` FROM steps`, func(rows pgx.Rows) (string, error) {
			s, err := table.ScanStep(texts{rows})
			return fmt.Sprintf("step %d of submission %d", s.Number, s.Submission), err
		}},
	} {
		err := c.each(func(rows pgx.Rows) error {
			what, err := kept.what(rows)
			if errors.Is(err, store.ErrCorrupt) {
				c.altered(0, what)
				return nil
			}
			return err
		}, kept.query)
		if err != nil {
			return err
		}
	}
	return c.each(func(rows pgx.Rows) error {
		var id, holds, last, kept int64
		if err := rows.Scan(&id, &holds, &last, &kept); err != nil {
			return err
		}
		c.add(store.FaultRevision, 0, fmt.Sprintf("submission %d is at step %d; %d are saved, the last is %d", id, holds, kept, last))
		return nil
	}, table.StepGaps)
}

// sequence looks for a replaced verification that claims to be newer than the
// one that holds, and for changes that the archive's number or the lineage do
// not know of.
func (c *checker) sequence() error {
	return c.each(func(rows pgx.Rows) error {
		var id int64
		var detail string
		if err := rows.Scan(&id, &detail); err != nil {
			return err
		}
		c.add(store.FaultSequence, id, detail)
		return nil
	}, `SELECT game, 'number ' || v.sequence || ' of a replaced verification is not below ' || games.sequence
			FROM verifications v JOIN games ON id = game WHERE v.sequence >= games.sequence
		UNION ALL
		SELECT 0::bigint, 'change ' || newest || ' is the last, ' || last || ' the last one with a lineage, ' || told || ' the one that is told'
			FROM (SELECT (SELECT coalesce(max(sequence), 0) FROM games) AS newest,
				(SELECT coalesce(max(sequence), 0) FROM lineage) AS last, (SELECT max(sequence) FROM assay) AS told) n
			WHERE newest <> last OR told IS DISTINCT FROM newest`)
}
