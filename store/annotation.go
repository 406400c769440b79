package store

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Annotation is what somebody says of a game, at one of its revisions.
type Annotation struct {
	ID       int64
	Game     int64
	Revision int64  // from 1; it grows by one with every change
	Ply      int    // of the game's main line, for the order of lists
	Author   string // of the first revision
	Editor   string // of this revision
	Content  []byte // in the caller's encoding
	Created  time.Time
	Saved    time.Time // when this revision was
	Deleted  bool      // a tombstone, whose Content is what was deleted
}

// Draft is an annotation to be saved.
type Draft struct {
	Game    int64
	Ply     int
	Author  string // of this revision
	Content []byte
}

// AnyRevision in place of a revision stands for the one that holds.
const AnyRevision = 0

// AnnotationError says which annotation cannot be given, and why: Kind is [ErrNotFound], [ErrGone] for a
// tombstone, or [ErrCorrupt] for one that is not as it was written.
type AnnotationError struct {
	Game, ID int64
	Kind     error
}

func (e *AnnotationError) Error() string {
	return fmt.Sprintf("annotation %d of game %d: %v", e.ID, e.Game, e.Kind)
}

// Unwrap gives the kind.
func (e *AnnotationError) Unwrap() error { return e.Kind }

// StaleError says that an annotation is not at the revision that a change was meant for, and nothing was
// changed.
type StaleError struct {
	Revision int64       // that the change was meant for
	Current  *Annotation // as it is now
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("annotation %d is at revision %d, not %d", e.Current.ID, e.Current.Revision, e.Revision)
}

const annotationColumns = `a.id, a.game, r.revision, r.ply, first.author, r.author, r.content, first.saved, r.saved, r.deleted, r.sum
	FROM annotations a JOIN revisions first ON first.annotation = a.id AND first.revision = 1
	JOIN revisions r ON r.annotation = a.id`

func scanAnnotation(rows interface{ Scan(...any) error }) (*Annotation, error) {
	a := new(Annotation)
	var created, saved int64
	var sum sql.Null[int64]
	err := rows.Scan(&a.ID, &a.Game, &a.Revision, &a.Ply, &a.Author, &a.Editor, &a.Content, &created, &saved, &a.Deleted, &sum)
	if err != nil {
		return nil, err
	}
	if !sum.Valid || sum.V != checksum(a.ID, a.Revision, a.Ply, a.Editor, a.Content, number(a.Deleted), saved) {
		return nil, errors.Join(&AnnotationError{Game: a.Game, ID: a.ID, Kind: ErrCorrupt}, errChecksum)
	}
	a.Created, a.Saved = instant(created), instant(saved)
	return a, nil
}

// number is a truth as SQLite keeps it.
func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// querier is a transaction or a pool of connections.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// annotation reads one as it is now, a tombstone too.
func annotation(ctx context.Context, q querier, game, id int64) (*Annotation, error) {
	a, err := scanAnnotation(q.QueryRowContext(ctx, `SELECT `+annotationColumns+`
		WHERE a.id = ? AND a.game = ? AND r.revision = a.revision`, id, game))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &AnnotationError{Game: game, ID: id, Kind: ErrNotFound}
	}
	return a, err
}

// Annotate adds an annotation to a game that is there. most is how many a game may have, tombstones
// included, 0 for any number; one more is a [*FieldError] of the field annotations.
func (s *Store) Annotate(ctx context.Context, d Draft, most int) (saved *Annotation, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		saved, err = annotate(ctx, tx, d, most)
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

func annotate(ctx context.Context, tx *sql.Tx, d Draft, most int) (*Annotation, error) {
	if err := living(ctx, tx, d.Game); err != nil {
		return nil, err
	}
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM annotations WHERE game = ?`, d.Game).Scan(&n); err != nil {
		return nil, err
	}
	if most > 0 && n >= most {
		return nil, &FieldError{Field: "annotations", Value: fmt.Sprint(n + 1), Want: fmt.Sprintf("%d of a game at most", most)}
	}
	result, err := tx.ExecContext(ctx, `INSERT INTO annotations (game, revision, ply, deleted) VALUES (?, 1, ?, 0)`, d.Game, d.Ply)
	if err != nil {
		return nil, err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return nil, err
	}
	return revise(ctx, tx, id, 1, d, false)
}

// revise saves a revision and makes it the one that holds; the game has changed by it.
func revise(ctx context.Context, tx *sql.Tx, id, revision int64, d Draft, deleted bool) (*Annotation, error) {
	now := time.Now().UnixMilli()
	_, err := tx.ExecContext(ctx, `INSERT INTO revisions (annotation, revision, ply, author, content, deleted, saved, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, id, revision, d.Ply, d.Author, present(d.Content), deleted, now,
		checksum(id, revision, d.Ply, d.Author, d.Content, number(deleted), now))
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE annotations SET revision = ?, ply = ?, deleted = ? WHERE id = ?`, revision, d.Ply, deleted, id)
	if err != nil {
		return nil, err
	}
	if err := touch(ctx, tx, d.Game); err != nil {
		return nil, err
	}
	return annotation(ctx, tx, d.Game, id)
}

// change saves a new revision, made of the one that holds by next, which gives nil to leave it. The
// revision that the change is meant for must be the one that holds.
func (s *Store) change(ctx context.Context, game, id, revision int64, next func(tx *sql.Tx, now *Annotation) (*Draft, bool, error)) (saved *Annotation, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if err := living(ctx, tx, game); err != nil {
			return err
		}
		now, err := annotation(ctx, tx, game, id)
		if err != nil {
			return err
		}
		if revision != AnyRevision && revision != now.Revision {
			return &StaleError{Revision: revision, Current: now}
		}
		d, deleted, err := next(tx, now)
		if err != nil {
			return err
		}
		if saved = now; d == nil {
			return nil
		}
		d.Game = game
		saved, err = revise(ctx, tx, id, now.Revision+1, *d, deleted)
		return err
	})
	if err != nil {
		return nil, err
	}
	return saved, nil
}

// Edit saves another content of an annotation whose revision is the one given, or [AnyRevision]. The
// replaced one stays in its history. The error is a [*GameError], an [*AnnotationError] or a [*StaleError].
func (s *Store) Edit(ctx context.Context, id, revision int64, d Draft) (*Annotation, error) {
	return s.change(ctx, d.Game, id, revision, func(_ *sql.Tx, now *Annotation) (*Draft, bool, error) {
		if now.Deleted {
			return nil, false, &AnnotationError{Game: d.Game, ID: id, Kind: ErrGone}
		}
		return &d, false, nil
	})
}

// Withdraw makes an annotation a tombstone. Its errors are those of [Store.Edit].
func (s *Store) Withdraw(ctx context.Context, game, id, revision int64, author string) (*Annotation, error) {
	return s.change(ctx, game, id, revision, func(_ *sql.Tx, now *Annotation) (*Draft, bool, error) {
		if now.Deleted {
			return nil, false, &AnnotationError{Game: game, ID: id, Kind: ErrGone}
		}
		return &Draft{Ply: now.Ply, Author: author, Content: now.Content}, true, nil
	})
}

// Reinstate makes an earlier revision's content, number past, the one that holds: that of a tombstone, or any
// other. With past 0 it brings a tombstone back as it was, and leaves what is none. accept may refuse the
// content; the other errors are those of [Store.Edit], one of kind [ErrNotFound] for a revision that is none.
func (s *Store) Reinstate(ctx context.Context, game, id, revision, past int64, author string, accept func(content []byte) error) (*Annotation, error) {
	return s.change(ctx, game, id, revision, func(tx *sql.Tx, now *Annotation) (*Draft, bool, error) {
		if past == 0 && !now.Deleted {
			return nil, false, nil
		}
		if past == 0 {
			past = now.Revision
		}
		d := Draft{Author: author}
		var sound bool
		err := tx.QueryRowContext(ctx, `SELECT ply, content, sum IS checksum(`+revisionSum+`)
			FROM revisions WHERE annotation = ? AND revision = ?`, id, past).Scan(&d.Ply, &d.Content, &sound)
		if errors.Is(err, sql.ErrNoRows) {
			err = &AnnotationError{Game: game, ID: id, Kind: fmt.Errorf("revision %d: %w", past, ErrNotFound)}
		}
		if err == nil && !sound {
			err = errors.Join(&AnnotationError{Game: game, ID: id, Kind: ErrCorrupt}, errChecksum)
		}
		if err == nil {
			err = accept(d.Content)
		}
		return &d, false, err
	})
}

// Annotation gives one annotation as it is now, a tombstone too.
func (s *Store) Annotation(ctx context.Context, game, id int64) (*Annotation, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	a, err := annotation(ctx, s.reader, game, id)
	return a, s.fault(ctx, err)
}

// Revisions gives all that an annotation ever said, the first revision first.
func (s *Store) Revisions(ctx context.Context, game, id int64) ([]*Annotation, error) {
	if err := s.lives(ctx, game); err != nil {
		return nil, err
	}
	all, err := s.annotations(ctx, `WHERE a.id = ? AND a.game = ? ORDER BY r.revision`, id, game)
	if err == nil && len(all) == 0 {
		err = &AnnotationError{Game: game, ID: id, Kind: ErrNotFound}
	}
	return all, err
}

// AnnotationFilter says which annotations of a game a list has.
type AnnotationFilter struct {
	Ply     *int // of this ply of the main line alone
	Deleted bool // the tombstones instead
}

// Annotations gives a page of those of a game, by ply and then by number, and the cursor of the next page, empty
// when there is none. An empty cursor is the first page; limit goes from 1 to [MaxLimit]. The error is a
// [*GameError], a [*FieldError] for the limit, or [ErrCursor].
func (s *Store) Annotations(ctx context.Context, game int64, f AnnotationFilter, cursor string, limit int) (rows []*Annotation, next string, err error) {
	if limit < 1 || limit > MaxLimit {
		return nil, "", &FieldError{Field: "limit", Value: strconv.Itoa(limit), Want: fmt.Sprintf("1 to %d", MaxLimit)}
	}
	ply, id, err := readAnnotationCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	if err := s.lives(ctx, game); err != nil {
		return nil, "", err
	}
	least, most := f.plies()
	rows, err = s.annotations(ctx, `WHERE a.game = ? AND a.deleted = ? AND a.ply BETWEEN ? AND ? AND (a.ply, a.id) > (?, ?)
		AND r.revision = a.revision ORDER BY a.ply, a.id LIMIT ?`, game, f.Deleted, least, most, ply, id, limit+1)
	if len(rows) > limit {
		rows = rows[:limit]
		next = writeAnnotationCursor(rows[limit-1])
	}
	return rows, next, err
}

// plies are the least and the greatest ply that a filter lets through.
func (f AnnotationFilter) plies() (least, most int) {
	if f.Ply != nil {
		return *f.Ply, *f.Ply
	}
	return 0, math.MaxInt32
}

// A cursor of annotations is ply and number of the last one shown.
func writeAnnotationCursor(a *Annotation) string {
	b := binary.AppendUvarint(nil, uint64(a.Ply))
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(b, uint64(a.ID)))
}

func readAnnotationCursor(cursor string) (ply int, id int64, err error) {
	if cursor == "" {
		return -1, 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return 0, 0, ErrCursor
	}
	first, width := binary.Uvarint(b)
	second, rest := binary.Uvarint(b[max(width, 0):])
	a := Annotation{Ply: int(first), ID: int64(second)}
	if width <= 0 || rest <= 0 || a.Ply < 0 || a.Ply > math.MaxInt32 || a.ID < 1 || writeAnnotationCursor(&a) != cursor {
		return 0, 0, ErrCursor
	}
	return a.Ply, a.ID, nil
}

// CountAnnotations is how many annotations of a game match.
func (s *Store) CountAnnotations(ctx context.Context, game int64, f AnnotationFilter) (n int, err error) {
	least, most := f.plies()
	err = s.reader.QueryRowContext(ctx, `SELECT count(*) FROM annotations WHERE game = ? AND deleted = ? AND ply BETWEEN ? AND ?`,
		game, f.Deleted, least, most).Scan(&n)
	return n, s.fault(ctx, err)
}

func (s *Store) annotations(ctx context.Context, where string, args ...any) ([]*Annotation, error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+annotationColumns+` `+where, args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	var all []*Annotation
	for rows.Next() {
		a, err := scanAnnotation(rows)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, a)
	}
	return all, s.fault(ctx, rows.Err())
}

// lives gives the [*GameError] of a game that is not there or deleted.
func (s *Store) lives(ctx context.Context, game int64) error {
	return s.fault(ctx, living(ctx, s.reader, game))
}
