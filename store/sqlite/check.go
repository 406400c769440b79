package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mattn/go-sqlite3"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

func (s *Archive) Check(ctx context.Context) ([]store.Fault, error) {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer tx.Rollback()
	c := checker{ctx: ctx, tx: tx}
	for _, part := range []func() error{c.file, c.references, c.records, c.checksums, c.sequence, c.revised, c.revisions, c.steps} {
		err := part()
		var damage sqlite3.Error
		switch {
		case err == nil:
		case ctx.Err() == nil && errors.As(err, &damage) && kindOf(err) == store.ErrCorrupt:
			c.add(store.FaultFile, 0, damage.Error())
		default:
			return c.faults, s.fault(ctx, err)
		}
	}
	return c.faults, nil
}

type checker struct {
	ctx    context.Context
	tx     *sql.Tx
	faults []store.Fault
}

func (c *checker) add(kind string, game int64, detail string) {
	c.faults = append(c.faults, store.Fault{Kind: kind, Game: game, Detail: detail})
}

// each calls f for every row of a query.
func (c *checker) each(f func(scan func(...any) error) error, query string) error {
	rows, err := c.tx.QueryContext(c.ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (c *checker) file() error {
	return c.each(func(scan func(...any) error) error {
		var line string
		if err := scan(&line); err != nil {
			return err
		}
		if err := unread(line); err != nil {
			return err
		}
		if line != "ok" {
			c.add(store.FaultFile, 0, line)
		}
		return nil
	}, `PRAGMA integrity_check`)
}

// unread gives the error that kept SQLite from reading a page: it tells of it
// as of damage.
func unread(line string) error {
	_, number, ok := strings.Cut(line, "error code=")
	code, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil
	}
	e := sqlite3.Error{Code: sqlite3.ErrNo(code & 0xff), ExtendedCode: sqlite3.ErrNoExtended(code)}
	if kind := kindOf(e); kind == store.ErrDisk || kind == store.ErrMemory {
		return e
	}
	return nil
}

func (c *checker) references() error {
	return c.each(func(scan func(...any) error) error {
		var table, parent string
		var row sql.Null[int64]
		var key int
		if err := scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		c.add(store.FaultReference, 0, fmt.Sprintf("row %d of %s refers to nothing in %s", row.V, table, parent))
		return nil
	}, `PRAGMA foreign_key_check`)
}

func (c *checker) records() error {
	return c.each(func(scan func(...any) error) error {
		var id int64
		var hash, record, tags []byte
		var size, contents sql.Null[int64]
		if err := scan(&id, &hash, &contents, &record, &size, &tags); err != nil {
			return err
		}
		if !contents.Valid {
			c.add(store.FaultContents, id, "no record")
			return nil
		}
		bytes, err := row.Unpack(record, size)
		if err != nil {
			c.add(store.FaultRecord, id, err.Error())
		} else if sum := sha256.Sum256(bytes); string(sum[:]) != string(hash) {
			c.add(store.FaultRecord, id, fmt.Sprintf("hash %x, archived as %x", sum, hash))
		}
		if _, err := row.ReadTags(tags); err != nil {
			c.add(store.FaultTags, id, err.Error())
		}
		return nil
	}, `SELECT games.id, hash, game, record, size, tags FROM games NOT INDEXED LEFT JOIN contents ON game = games.id`)
}

// checksums looks for rows that are not as they were written.
func (c *checker) checksums() error {
	return c.each(func(scan func(...any) error) error {
		var id int64
		var what string
		if err := scan(&id, &what); err != nil {
			return err
		}
		c.add(store.FaultChecksum, id, what+": "+row.ErrChecksum.Error())
		return nil
	}, `SELECT id, 'what is known of it' FROM games NOT INDEXED WHERE sum IS NOT checksum(`+gameSum+`)
		UNION ALL
		SELECT game, 'what was found of it' FROM contents WHERE sum IS NOT checksum(`+contentSum+`)
		UNION ALL
		SELECT game, 'verification replaced after change ' || sequence FROM verifications WHERE sum IS NOT checksum(`+verificationSum+`)
		UNION ALL
		SELECT game, 'revision ' || r.revision || ' of annotation ' || annotation
			FROM (SELECT *, sum IS checksum(`+revisionSum+`) AS sound FROM revisions) r JOIN annotations a ON a.id = annotation
			WHERE NOT sound
		UNION ALL
		SELECT game, 'revision ' || revision || ' of its record' FROM records WHERE sum IS NOT checksum(`+recordSum+`)
		UNION ALL
		SELECT game, 'ruling ' || number || ' on it' FROM rulings WHERE sum IS NOT checksum(`+rulingSum+`)
		UNION ALL
		SELECT game, 'its analysis' FROM analyses WHERE sum IS NOT checksum(`+analysisSum+`)
		UNION ALL
		SELECT 0, 'version ' || version || ' of draft ' || draft FROM definitions WHERE sum IS NOT checksum(`+definitionSum+`)
		UNION ALL
		SELECT 0, 'person ' || id FROM people WHERE sum IS NOT checksum(`+personSum+`)
		UNION ALL
		SELECT 0, 'event ' || id FROM events WHERE sum IS NOT checksum(`+eventSum+`)
		UNION ALL
		SELECT 0, 'delivery ' || id FROM deliveries WHERE sum IS NOT checksum(`+deliverySum+`)
		UNION ALL
		SELECT 0, 'submission ' || id FROM submissions WHERE sum IS NOT checksum(`+submissionSum+`)
		UNION ALL
		SELECT 0, 'step ' || number || ' of submission ' || submission FROM steps WHERE sum IS NOT checksum(`+stepSum+`)`)
}

// sequence looks for two games with one number, for numbers below 1, for a
// replaced verification that claims to be newer than the one that holds, and
// for changes without lineage. The file's own check does not cover them once an
// index is damaged.
func (c *checker) sequence() error {
	return c.each(func(scan func(...any) error) error {
		var id int64
		var detail string
		if err := scan(&id, &detail); err != nil {
			return err
		}
		c.add(store.FaultSequence, id, detail)
		return nil
	}, `SELECT id, 'number ' || sequence || ' is not positive' FROM games NOT INDEXED WHERE sequence < 1
		UNION ALL
		SELECT max(id), 'number ' || sequence || ' is used ' || count(*) || ' times'
			FROM (SELECT id, +sequence AS sequence FROM games NOT INDEXED) GROUP BY sequence HAVING count(*) > 1
		UNION ALL
		SELECT game, 'number ' || verifications.sequence || ' of a replaced verification is not below ' || games.sequence
			FROM verifications JOIN games ON id = game WHERE verifications.sequence >= games.sequence
		UNION ALL
		SELECT 0, 'change ' || newest || ' is the last, ' || last || ' the last one with a lineage'
			FROM (SELECT (SELECT coalesce(max(sequence), 0) FROM games) AS newest,
				(SELECT coalesce(max(sequence), 0) FROM lineage) AS last) WHERE newest <> last
		UNION ALL
		SELECT 0, 'the archive has no identity' WHERE NOT EXISTS (SELECT 1 FROM identity)`)
}

// revised looks for games whose record is at another revision than the last, or
// whose history of records has a gap.
func (c *checker) revised() error {
	return c.each(func(scan func(...any) error) error {
		var game, holds, last, kept int64
		if err := scan(&game, &holds, &last, &kept); err != nil {
			return err
		}
		c.add(store.FaultRevision, game, fmt.Sprintf("its record is at revision %d; %d are saved, the last is %d", holds, kept, last))
		return nil
	}, `SELECT id, g.revision, coalesce(max(r.revision), 0) AS newest, count(r.revision) AS kept
		FROM games g LEFT JOIN records r ON r.game = id WHERE g.revision > 1 OR id IN (SELECT game FROM records)
		GROUP BY id HAVING newest <> g.revision OR kept <> g.revision OR NOT EXISTS (SELECT 1 FROM records h
			WHERE h.game = id AND h.revision = g.revision AND h.hash = g.hash)`)
}

// revisions looks for annotations whose history has a gap, or of which another
// than the last revision holds.
func (c *checker) revisions() error {
	return c.each(func(scan func(...any) error) error {
		var game, id, holds, last, saved int64
		if err := scan(&game, &id, &holds, &last, &saved); err != nil {
			return err
		}
		c.add(store.FaultRevision, game, fmt.Sprintf("annotation %d is at revision %d; %d are saved, the last is %d", id, holds, saved, last))
		return nil
	}, `SELECT a.game, a.id, a.revision, coalesce(max(r.revision), 0) AS newest, count(r.revision) AS kept
		FROM annotations a LEFT JOIN revisions r ON r.annotation = a.id
		GROUP BY a.id HAVING newest <> a.revision OR kept <> a.revision OR NOT EXISTS (SELECT 1 FROM revisions h
			WHERE h.annotation = a.id AND h.revision = a.revision AND h.ply = a.ply AND h.deleted = a.deleted)`)
}

// steps looks for submissions whose history has a gap, or that are not as their
// last step left them.
func (c *checker) steps() error {
	return c.each(func(scan func(...any) error) error {
		var id, holds, last, kept int64
		if err := scan(&id, &holds, &last, &kept); err != nil {
			return err
		}
		c.add(store.FaultRevision, 0, fmt.Sprintf("submission %d is at step %d; %d are saved, the last is %d", id, holds, kept, last))
		return nil
	}, table.StepGaps)
}
