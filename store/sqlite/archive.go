// Package sqlite stores an archive in a single SQLite file.
//
// There is one connection for writing and a pool for reading. The last process
// to close the archive removes the write-ahead log.
package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/mattn/go-sqlite3"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
	"assay/store/transfer"
)

// applicationID identifies the SQLite file as an archive ("Assa").
const applicationID = 0x41737361

// Options are the options of [Open]. The zero value is the default.
type Options struct {
	ReadOnly    bool          // do not create, migrate or write
	Unfinished  bool          // allow an interrupted copy, to continue it
	BusyTimeout time.Duration // how long to wait for another process's write; 5 s if 0
	Readers     int           // concurrent read connections; if 0, twice the processors but at least 4
}

// Archive is an open archive. Methods without a comment are documented in
// [store.Archive].
type Archive struct {
	table.Tables
	path      string
	writer    *sql.DB // one connection; nil if read-only
	reader    *sql.DB
	readOnly  bool
	immutable bool // the file is immutable: read without locks and without a write-ahead log
	file      fileIdentity
	space     func(folder string) (free, total int64, err error)
}

// clock returns the current time; all expiry times depend on it.
var clock = time.Now

func (s *Archive) Now(context.Context) (time.Time, error) {
	return clock().UTC().Truncate(time.Millisecond), nil
}

// Open opens the archive at path. Unless o.ReadOnly, it creates a missing
// archive and migrates its schema. Before a migration, an archive with games is
// copied to a file next to it that is named after the old schema.
//
// Errors match [store.ErrNotArchive] (the file is left unchanged),
// [store.ErrNewer], [store.ErrOlder], [store.ErrUnfinished],
// [store.ErrCorrupt], [store.ErrBusy], [store.ErrReadOnly], [store.ErrDenied],
// [store.ErrFull], [store.ErrDisk], [store.ErrMemory] or [store.ErrMissing].
func Open(ctx context.Context, path string, o Options) (*Archive, error) {
	return openWith(ctx, path, o, (*Archive).open)
}

// openWith opens an archive with the given method and retries while other
// processes keep it busy.
func openWith(ctx context.Context, path string, o Options,
	open func(*Archive, context.Context, Options) error) (*Archive, error) {
	if o.BusyTimeout == 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if o.Readers == 0 {
		o.Readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	immutable := false
	for deadline := time.Now().Add(o.BusyTimeout); ; {
		s := &Archive{path: path, readOnly: o.ReadOnly, immutable: immutable, space: freeSpace}
		s.Tables = table.Of(database{s})
		err := s.fault(ctx, open(s, ctx, o))
		if err == nil {
			return s, nil
		}
		s.Close()
		if o.ReadOnly && !immutable && (errors.Is(err, store.ErrDenied) || errors.Is(err, store.ErrReadOnly)) {
			if immutable, err = canReadImmutable(path, err); immutable {
				continue
			}
		}
		if !o.ReadOnly && errors.Is(err, store.ErrDenied) && !writableBeside(path) { // SQLite reports a missing file
			err = &store.Error{Path: path, Kind: store.ErrReadOnly, Err: errors.New("its folder is not writable")}
		}
		if !errors.Is(err, store.ErrBusy) || time.Now().After(deadline) {
			return nil, err
		}
		// SQLite ignores the busy timeout if two connections switch a new file
		// to write-ahead logging at the same time.
		time.Sleep(time.Millisecond)
	}
}

func (s *Archive) open(ctx context.Context, o Options) error {
	known, err := migrations()
	if err != nil {
		return err
	}
	found, err := s.probe(ctx, o)
	if err != nil {
		return err
	}
	if found >= transfer.Unfinished && !o.Unfinished {
		return &store.Error{Path: s.path, Kind: store.ErrUnfinished}
	}
	if found %= transfer.Unfinished; found > len(known) || o.ReadOnly && found < len(known) {
		return &VersionError{Path: s.path, Found: found, Known: len(known)}
	}
	if !o.ReadOnly {
		s.writer, err = s.connect(o, url.Values{
			"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_txlock": {"immediate"}, "_cache_size": {"-16384"},
		})
		if err != nil {
			return err
		}
		s.writer.SetMaxOpenConns(1)
		s.writer.SetMaxIdleConns(1)
		if err := s.migrate(ctx, known); err != nil {
			return err
		}
	}
	if err := s.openReader(ctx, o); err != nil {
		return err
	}
	return s.file.remember(s.path, s.immutable)
}

// openReader opens the read connections. If the log contains changes, the
// connections are read-only, so that closing them does not checkpoint the log.
// Otherwise the last connection to close deletes the empty log.
func (s *Archive) openReader(ctx context.Context, o Options) (err error) {
	mode := "rw"
	if hasLog(s.path) {
		mode = "ro"
	}
	s.reader, err = s.connect(o, url.Values{"mode": {mode}, "_query_only": {"on"}, "_cache_size": {"-16384"}})
	if err != nil {
		return err
	}
	s.reader.SetMaxOpenConns(o.Readers)
	s.reader.SetMaxIdleConns(o.Readers)
	return s.reader.PingContext(ctx)
}

// probe returns the schema version without changing the file; 0 if there is
// none yet. It rejects files that are not archives before a connection switches
// them to write-ahead logging.
func (s *Archive) probe(ctx context.Context, o Options) (version int, err error) {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !o.ReadOnly:
		_, err := os.Stat(filepath.Dir(s.path))
		return 0, err
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, &store.Error{Path: s.path, Kind: store.ErrNotArchive}
	}
	id, version, tables, err := s.header(ctx, o, "ro")
	var unfinished sqlite3.Error
	if !o.ReadOnly && errors.As(err, &unfinished) && unfinished.ExtendedCode == sqlite3.ErrReadonlyRollback {
		// Creation was interrupted before there was a write-ahead log. SQLite
		// rolls it back.
		id, version, tables, err = s.header(ctx, o, "rw")
	}
	if err != nil {
		return 0, err
	}
	empty := id == 0 && version == 0 && tables == 0
	if id != applicationID && (!empty || o.ReadOnly) {
		return 0, &store.Error{Path: s.path, Kind: store.ErrNotArchive}
	}
	return version, nil
}

// header reads the values that distinguish an archive from other databases.
func (s *Archive) header(ctx context.Context, o Options, mode string) (id, version, tables int, err error) {
	db, err := s.connect(o, url.Values{"mode": {mode}})
	if err != nil {
		return 0, 0, 0, err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&id, &version, &tables)
	return id, version, tables, err
}

// walPages is the size of the write-ahead log at which a commit checkpoints it,
// in pages (64 MB in total). A bulk import changes the same index pages in
// every batch; with SQLite's default of 1,000 pages, every batch would write
// them to the file.
const walPages = 16384

// connector opens connections to one file, all with the same settings.
type connector struct {
	driver  *sqlite3.SQLiteDriver
	address string
	check   func() error // checks that the file is still the one that was opened
	wait    time.Duration
}

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.address)
	if lost := c.check(); lost != nil {
		if err == nil {
			conn.Close()
		}
		return nil, lost
	}
	if err != nil {
		return nil, err
	}
	return &connection{conn.(*sqlite3.SQLiteConn), c.check, c.wait}, nil
}

func (c connector) Driver() driver.Driver { return c.driver }

// connection is a connection that checks, whenever it is taken from the pool,
// that its file was not replaced. If it was, the connection is discarded, and
// opening the next one returns the error.
type connection struct {
	*sqlite3.SQLiteConn
	check func() error
	wait  time.Duration
}

// writerBusyTimeout is SQLite's own busy timeout on the write connection. It is
// short, because SQLite polls less and less often, and then never finds the gap
// between two writes of a busy writer. BeginTx waits instead.
const writerBusyTimeout = 10 * time.Millisecond

// BeginTx waits for another process's write.
func (c *connection) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	for deadline := time.Now().Add(c.wait); ; {
		tx, err := c.SQLiteConn.BeginTx(ctx, o)
		if kindOf(err) != store.ErrBusy || ctx.Err() != nil || time.Now().After(deadline) {
			return tx, err
		}
	}
}

// ResetSession implements [driver.SessionResetter].
func (c *connection) ResetSession(context.Context) error {
	if c.check() != nil {
		return driver.ErrBadConn
	}
	return nil
}

// connect opens a pool of connections to the archive.
func (s *Archive) connect(o Options, settings url.Values) (*sql.DB, error) {
	if s.immutable {
		settings.Set("immutable", "1")
	}
	return connect(s.path, o, settings, s.file.check)
}

// connect opens a pool of connections to the file at path. The settings are
// part of the URL, so that every connection of the pool has them.
func connect(path string, o Options, settings url.Values, look func() error) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	settings.Set("_foreign_keys", "on")
	settings.Set("_stmt_cache_size", "32")
	wait := o.BusyTimeout
	if settings.Has("_txlock") {
		wait = min(wait, writerBusyTimeout)
	}
	settings.Set("_busy_timeout", strconv.FormatInt(wait.Milliseconds(), 10))
	slashed := filepath.ToSlash(absolute)
	if filepath.VolumeName(absolute) != "" {
		slashed = "/" + slashed // as in file:///C:/games
	}
	file := url.URL{Scheme: "file", Path: slashed, RawQuery: settings.Encode()}
	return sql.OpenDB(connector{
		check:   look,
		wait:    o.BusyTimeout,
		address: file.String(),
		driver: &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
			if err := c.RegisterFunc("checksum", row.Checksum, true); err != nil {
				return err
			}
			if err := c.RegisterFunc("text_key", row.StoredTextKey, true); err != nil {
				return err
			}
			for name, f := range map[string]any{"moves_key": row.StoredMovesKey, "line_key": row.StoredLineKey,
				"final_key": row.StoredFinalKey} {
				if err := c.RegisterFunc(name, f, true); err != nil {
					return err
				}
			}
			if err := c.RegisterFunc("cut", indexedWords, true); err != nil {
				return err
			}
			if err := c.RegisterFunc("clock", func() int64 { return clock().UnixMilli() }, false); err != nil {
				return err
			}
			_, err := c.Exec(fmt.Sprintf(`PRAGMA wal_autocheckpoint = %d`, walPages), nil)
			return err
		}},
	}), nil
}

// unchecked accepts any file, for temporary ones that no other process knows.
func unchecked() error { return nil }

func (s *Archive) Close() error {
	var first error
	for _, db := range []*sql.DB{s.reader, s.writer} {
		if db != nil {
			if err := db.Close(); err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}

// write runs f, which stores size bytes, in one transaction of the write
// connection. If ctx ends, nothing is written and the error is the context's
// cause. If the file was replaced meanwhile, it returns an error after the
// commit. The request key in ctx is stored in the same transaction.
func (s *Archive) write(ctx context.Context, size int64, f func(*sql.Tx) error) error {
	if s.readOnly {
		return &store.Error{Path: s.path, Kind: store.ErrReadOnly, Err: fmt.Errorf("opened for reading")}
	}
	if err := s.checkSpace(size); err != nil {
		return err
	}
	marking := store.KeyedRequestOf(ctx)
	err := transact(ctx, s.writer, func(tx *sql.Tx) error {
		if err := table.SaveKey(ctx, writeTransaction(tx), marking); err != nil {
			return err
		}
		if err := f(tx); err != nil {
			return err
		}
		return addLineage(ctx, tx)
	})
	if err == nil {
		marking.MarkStored()
		return s.file.check()
	}
	return s.fault(ctx, err)
}

func transact(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}
