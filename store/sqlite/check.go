package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mattn/go-sqlite3"

	"assay/store"
	"assay/store/table"
)

func (s *Archive) Check(ctx context.Context) ([]store.Fault, error) {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer tx.Rollback()
	c := checker{table.Check(ctx, transaction{querier: tx})}
	for _, part := range append([]func() error{c.file, c.references, c.numbers}, c.Checks()...) {
		err := part()
		var damage sqlite3.Error
		switch {
		case err == nil:
		case ctx.Err() == nil && errors.As(err, &damage) && kindOf(err) == store.ErrCorrupt:
			c.Add(store.FaultFile, 0, damage.Error())
		default:
			return c.Faults, s.fault(ctx, err)
		}
	}
	return c.Faults, nil
}

// checker adds checks that are specific to a file.
type checker struct{ *table.Checker }

func (c checker) file() error {
	var failed error
	err := c.Each(func(r table.Row) error {
		var line string
		err := r.Scan(&line)
		if failed = cmp.Or(failed, ioError(line)); err == nil && line != "ok" {
			c.Add(store.FaultFile, 0, line)
		}
		return err
	}, `PRAGMA integrity_check`)
	return cmp.Or(failed, err)
}

// ioError returns the I/O or memory error in a line of the integrity check, or
// nil. The integrity check reports such errors in the same way as damage.
func ioError(line string) error {
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

func (c checker) references() error {
	return c.Each(func(r table.Row) error {
		var table, parent string
		var row sql.Null[int64]
		var key int
		if err := r.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		c.Add(store.FaultReference, 0, fmt.Sprintf("row %d of %s refers to a missing row of %s", row.V, table, parent))
		return nil
	}, `PRAGMA foreign_key_check`)
}

// numbers finds change numbers that are used twice or below 1. The integrity
// check does not cover these if an index is damaged.
func (c checker) numbers() error {
	return c.AddSequenceFaults(
		`SELECT id, 'number ' || sequence || ' is not positive' FROM games NOT INDEXED WHERE sequence < 1
		UNION ALL
		SELECT max(id), 'number ' || sequence || ' is used ' || count(*) || ' times'
			FROM (SELECT id, +sequence AS sequence FROM games NOT INDEXED) GROUP BY sequence HAVING count(*) > 1
		UNION ALL
		SELECT 0, 'the archive has no identity' WHERE NOT EXISTS (SELECT 1 FROM identity)`)
}
