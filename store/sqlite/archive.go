// Package sqlite keeps an archive in one SQLite file.
//
// One connection writes, several read. The last process to close the archive
// leaves a single file.
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

// applicationID marks the SQLite file as an archive of Assay ("Assa").
const applicationID = 0x41737361

// Options are how an archive is opened. The zero value is right for most.
type Options struct {
	ReadOnly    bool          // neither create, migrate nor write
	Unfinished  bool          // to go on with a copy that was cut short
	BusyTimeout time.Duration // wait for another process's write; 5 s when 0
	Readers     int           // connections that read at once; when 0, twice the processors but at least 4
}

// Archive is an open archive: methods that have no comment do what
// [store.Archive] says of them.
type Archive struct {
	table.Tables
	path     string
	writer   *sql.DB // one connection; nil when read-only
	reader   *sql.DB
	readOnly bool
	still    bool // nobody can write the file: it is read without locks and without a write-ahead log
	place    place
	space    func(folder string) (free, total int64, err error)
}

// clock tells the time, by which all ends that ends by time.
var clock = time.Now

func (s *Archive) Now(context.Context) (time.Time, error) {
	return clock().UTC().Truncate(time.Millisecond), nil
}

// Open opens the archive at path, creating it unless o.ReadOnly and bringing
// its schema up to date; one of an earlier schema that has games is copied
// before, to a file beside it that is named by its schema.
//
// Its errors match [store.ErrNotArchive] (such a file is left untouched),
// [store.ErrNewer], [store.ErrOlder], [store.ErrUnfinished],
// [store.ErrCorrupt], [store.ErrBusy], [store.ErrReadOnly], [store.ErrDenied],
// [store.ErrFull], [store.ErrDisk], [store.ErrMemory] or [store.ErrMissing].
func Open(ctx context.Context, path string, o Options) (*Archive, error) {
	return openBy(ctx, path, o, (*Archive).open)
}

// openBy opens an archive by a method of its own, again and again while others
// are busy with it.
func openBy(ctx context.Context, path string, o Options, by func(*Archive, context.Context, Options) error) (*Archive, error) {
	if o.BusyTimeout == 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if o.Readers == 0 {
		o.Readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	still := false
	for deadline := time.Now().Add(o.BusyTimeout); ; {
		s := &Archive{path: path, readOnly: o.ReadOnly, still: still, space: freeSpace}
		s.Tables = table.Of(database{s})
		err := s.fault(ctx, by(s, ctx, o))
		if err == nil {
			return s, nil
		}
		s.Close()
		if o.ReadOnly && !still && (errors.Is(err, store.ErrDenied) || errors.Is(err, store.ErrReadOnly)) {
			if still, err = isStill(path, err); still {
				continue
			}
		}
		if !o.ReadOnly && errors.Is(err, store.ErrDenied) && !writableBeside(path) { // of which SQLite says that there is no such file
			err = &store.Error{Path: path, Kind: store.ErrReadOnly, Err: errors.New("nothing can be written in its folder")}
		}
		if !errors.Is(err, store.ErrBusy) || time.Now().After(deadline) {
			return nil, err
		}
		// SQLite does not wait its busy timeout where two connections turn a
		// new file into write-ahead logging at once.
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
	return s.place.take(s.path, s.still)
}

// openReader reads what is in a log without moving it into the file. Whoever
// may write the file takes an empty log away when it is closed last.
func (s *Archive) openReader(ctx context.Context, o Options) (err error) {
	mode := "rw"
	if written(s.path) {
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

// probe reads the schema version without changing the file: 0 when there is
// none yet. A file that is not an archive is refused here, before any
// connection turns it into write-ahead logging.
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
		// Its creation was cut short before there was a write-ahead log: what
		// was begun is undone.
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

// header reads what tells an archive from other databases.
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

// walPages is how many pages (64 MB) the write-ahead log takes before a commit
// moves them into the archive proper. During a bulk import the same index pages
// change in batch after batch; with SQLite's default of 1,000 pages every batch
// would move them.
const walPages = 16384

// connector opens connections to the file of its address, each with the same
// settings.
type connector struct {
	driver  *sqlite3.SQLiteDriver
	address string
	look    func() error // whether the file is still the one that was opened
	wait    time.Duration
}

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.driver.Open(c.address)
	if lost := c.look(); lost != nil {
		if err == nil {
			conn.Close()
		}
		return nil, lost
	}
	if err != nil {
		return nil, err
	}
	return &connection{conn.(*sqlite3.SQLiteConn), c.look, c.wait}, nil
}

func (c connector) Driver() driver.Driver { return c.driver }

// connection looks whether its file is still in its place whenever it is taken
// from the pool. If not, it is given up, and the one that is to follow it tells
// why.
type connection struct {
	*sqlite3.SQLiteConn
	look func() error
	wait time.Duration
}

// busyLook is for how long SQLite waits by itself: it looks every few
// milliseconds then, and later so seldom that it misses each moment in which
// somebody who writes much has just done with one write.
const busyLook = 10 * time.Millisecond

// BeginTx waits for another process's write.
func (c *connection) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	for deadline := time.Now().Add(c.wait); ; {
		tx, err := c.SQLiteConn.BeginTx(ctx, o)
		if kindOf(err) != store.ErrBusy || ctx.Err() != nil || time.Now().After(deadline) {
			return tx, err
		}
	}
}

// ResetSession is what database/sql calls before it uses a connection again.
func (c *connection) ResetSession(context.Context) error {
	if c.look() != nil {
		return driver.ErrBadConn
	}
	return nil
}

// connect prepares connections to the archive.
func (s *Archive) connect(o Options, settings url.Values) (*sql.DB, error) {
	if s.still {
		settings.Set("immutable", "1")
	}
	return connect(s.path, o, settings, s.place.look)
}

// connect prepares connections to the file at path. Settings go into the
// address, so that every connection of the pool has them.
func connect(path string, o Options, settings url.Values, look func() error) (*sql.DB, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	settings.Set("_foreign_keys", "on")
	settings.Set("_stmt_cache_size", "32")
	wait := o.BusyTimeout
	if settings.Has("_txlock") {
		wait = min(wait, busyLook)
	}
	settings.Set("_busy_timeout", strconv.FormatInt(wait.Milliseconds(), 10))
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute), RawQuery: settings.Encode()}
	return sql.OpenDB(connector{
		look:    look,
		wait:    o.BusyTimeout,
		address: file.String(),
		driver: &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
			if err := c.RegisterFunc("checksum", row.Checksum, true); err != nil {
				return err
			}
			if err := c.RegisterFunc("text_key", row.StoredTextKey, true); err != nil {
				return err
			}
			if err := c.RegisterFunc("cut", cut, true); err != nil {
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

// anywhere is for files that nobody else knows of.
func anywhere() error { return nil }

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

// write runs f, which is to store some bytes, in one transaction of the writing
// connection. When ctx ends meanwhile, nothing is written and the error is the
// context's cause. What went to a file that had lost its place is no success.
// The key of the call that ctx is of is kept in the same transaction.
func (s *Archive) write(ctx context.Context, size int64, f func(*sql.Tx) error) error {
	if s.readOnly {
		return &store.Error{Path: s.path, Kind: store.ErrReadOnly, Err: fmt.Errorf("opened for reading")}
	}
	if err := s.room(size); err != nil {
		return err
	}
	marking := store.MarkingOf(ctx)
	err := transact(ctx, s.writer, func(tx *sql.Tx) error {
		if err := table.Begin(ctx, writing(tx), marking); err != nil {
			return err
		}
		if err := f(tx); err != nil {
			return err
		}
		return descend(ctx, tx)
	})
	if err == nil {
		marking.Made()
		return s.place.look()
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
