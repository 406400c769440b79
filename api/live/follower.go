package live

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"

	"assay/analysis"
	"assay/api"
	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
)

// MaxSnapshot bounds one version of a source in bytes.
const MaxSnapshot = 64 << 20

// archiveSource names the follower in the external IDs of games.
const archiveSource = "follow"

// maxTries is how often archiving a game is tried before it counts as done. It
// is tried on, at each version of the source.
const maxTries = 5

// Follower follows games of sources. It is safe for concurrent use.
type Follower struct {
	arbiter *api.Arbiter
	archive *api.Archive // nil to archive nothing
	reading records.Reading
	emit    func(*Event) error

	changes request.Broadcast

	mutex   sync.Mutex
	change  int64 // number of the last event of a board
	boards  []*board
	sources map[string]*source
}

// source is the state of a source.
type source struct {
	boards  []*board // in the order of the last snapshot
	down    string   // error if it cannot be read
	last    string   // key of a last game that is followed if it is seen again
	settled [32]byte // hash of a version of which nothing waits to be seen again
	unread  string   // error of a version in which no record can be played
}

// New returns a follower. Games that end are archived if archive is not nil.
// emit is called with each event in order, one at a time.
func New(arbiter *api.Arbiter, archive *api.Archive, r records.Reading, emit func(*Event) error) *Follower {
	return &Follower{arbiter: arbiter, archive: archive, reading: r, emit: emit, sources: map[string]*source{}}
}

// source returns the state of a source, which is new if it was not read before.
func (f *Follower) source(name string) *source {
	s := f.sources[name]
	if s == nil {
		s = &source{}
		f.sources[name] = s
	}
	return s
}

// Snapshot takes a version of all games of a source. A version that is not
// final may be cut off; see board.take. The error is from emit or the
// context.
func (f *Follower) Snapshot(ctx context.Context, name string, text []byte, final bool) error {
	hash := sha256.Sum256(text)
	if same, err := f.isSettled(name, hash); same || err != nil {
		return err
	}
	var versions []*version
	var fault *analysis.Error // of the first record that cannot be played
	err := f.arbiter.ReplayReader(ctx, name, bytes.NewReader(text), f.reading, func(r *present.Replay) error {
		if r.Game.Record != nil && r.Game.Playable() {
			v := &version{Replay: r, record: r.Game.Record}
			v.key = keyOf(v.record, r.Game.Rules)
			versions = append(versions, v)
		} else if fault == nil {
			fault = r.Report().Error
		}
		return nil
	})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if err != nil {
		return f.fail(name, err)
	}
	s := f.source(name)
	s.settled = [32]byte{}
	if fault != nil && len(versions) == 0 {
		if s.unread == fault.Message { // an error counts when it is seen twice
			return f.fail(name, fmt.Errorf("no game can be read: %s", fault.Message))
		}
		s.unread = fault.Message
		return nil
	}
	s.unread = ""
	if err := f.recover(name); err != nil {
		return err
	}
	versions = f.assign(name, versions, final)
	waits := s.last != ""
	for _, v := range versions {
		for _, e := range v.board.take(v, final) {
			if err := f.tell(v.board, e); err != nil {
				return err
			}
		}
		if err := f.save(ctx, v.board); err != nil {
			return err
		}
		waits = waits || v.board.pending != "" || v.board.failure != ""
	}
	if !waits {
		s.settled = hash
	}
	return nil
}

// isSettled reports whether a version of a source brings nothing new.
func (f *Follower) isSettled(name string, hash [32]byte) (bool, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.source(name).settled != hash {
		return false, nil
	}
	return true, f.recover(name)
}

// assign finds the board of each version: by its key, else the one at the same
// place in the source, if its own key is gone and the moves do not contradict
// it, as after a correction of names. Others get new boards. The headers of a
// last game may be cut off; unless final is set, it gets a board when it is
// seen again. It returns the versions with boards.
func (f *Follower) assign(name string, versions []*version, final bool) []*version {
	known, seen := map[string]*board{}, map[string]int{}
	s := f.source(name)
	before := s.boards
	for _, b := range before {
		known[b.key] = b
	}
	for _, v := range versions {
		seen[v.key]++
		if n := seen[v.key]; n > 1 {
			v.key += "\x1f" + strconv.Itoa(n)
		}
		if b := known[v.key]; b != nil {
			v.board = b
			delete(known, v.key)
		}
	}
	suspect := s.last
	s.last = ""
	var now []*board
	for i, v := range versions {
		if v.board == nil && i < len(before) && known[before[i].key] == before[i] && before[i].source == name &&
			renamed(before[i], v) {
			v.board = before[i]
			delete(known, v.board.key)
			v.board.key = v.key
		}
		if v.board == nil && !final && i == len(versions)-1 && (suspect != v.key || v.headless()) {
			s.last, versions = v.key, versions[:i]
			break
		}
		if v.board == nil {
			v.board = &board{number: len(f.boards) + 1, source: name, key: v.key}
			f.boards = append(f.boards, v.board)
		}
		v.board.absent = false
		now = append(now, v.board)
	}
	for _, b := range before { // games that are missing now may come back
		if known[b.key] == b {
			b.absent = true
			now = append(now, b)
		}
	}
	s.boards = now
	return versions
}

// renamed reports whether a version with another key can be the game of a
// board. Another ID is another game. A game that has ended keeps its moves, so
// that the next one at its place, which may begin alike, does not replace it.
func renamed(b *board, v *version) bool {
	n := shared(b.moves, v.Game.Moves)
	switch {
	case b.start != v.Report().Start || hasID(b.key) && hasID(v.key):
		return false
	case decided(b.result):
		return n > 0 && n == len(b.moves) && n == len(v.Game.Moves)
	}
	return n == len(b.moves) || n > 0 && n == len(v.Game.Moves)
}

// save archives a game that has ended, or a correction of it.
func (f *Follower) save(ctx context.Context, b *board) error {
	if f.archive == nil || !b.due() {
		return nil
	}
	// The key of the first archiving is kept, also if names are corrected
	// later.
	sum := sha256.Sum256([]byte(b.source + "\x00" + b.key))
	id := games.ExternalID{Source: archiveSource, ID: hex.EncodeToString(sum[:16])}
	e := b.newEvent(Archived)
	var err error
	if b.game != 0 {
		var revised *records.Revised
		revised, err = f.archive.Revise(ctx, b.game, 0, records.RevisionInput{Author: archiveSource,
			Reason: "The record changed at its source.", Text: string(b.text)})
		if err == nil {
			e.Game, e.Revision = b.game, revised.Revision
		}
	} else {
		var saved *records.Imported
		saved, err = f.archive.SubmitAs(ctx, id, fileName(b.source), bytes.NewReader(b.text), f.reading, true)
		if err == nil {
			e.Game, e.Revision, b.game = int64(saved.ID), int64(saved.Revision), int64(saved.ID)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.As(err, new(*records.DeletedError)) { // it remains deleted
		b.saved, e.Kind, e.Message = b.text, Failed, err.Error()
		return f.tell(b, e)
	}
	if err != nil {
		b.tries++
		if b.failure == err.Error() {
			return nil
		}
		b.failure = err.Error()
		e.Kind, e.Message = Failed, "the game cannot be archived, which is tried again: "+b.failure
		return f.tell(b, e)
	}
	b.saved, b.failure, b.tries = b.text, "", 0
	return f.tell(b, e)
}

// fileName returns the name of a source for its games. Readers see it, so it
// has nothing else of a path or URL, which may be secret.
func fileName(source string) string {
	if u, err := url.Parse(source); err == nil && u.Host != "" {
		return u.Hostname()
	}
	return filepath.Base(source)
}

// tell emits an event of a board, and wakes its watchers.
func (f *Follower) tell(b *board, e *Event) error {
	if e.Position != "" {
		b.position, b.move = e.Position, e.Move
	}
	f.change++
	b.changed = f.change
	f.changes.Notify()
	return f.emit(e)
}

// Fail reports that a source cannot be read. The same error is reported once.
func (f *Follower) Fail(name string, err error) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.fail(name, err)
}

func (f *Follower) fail(name string, err error) error {
	s, message := f.source(name), err.Error()
	if s.down == message {
		return nil
	}
	s.down = message
	return f.emit(&Event{Kind: Failed, Source: name, Message: message})
}

func (f *Follower) recover(name string) error {
	s := f.source(name)
	if s.down == "" {
		return nil
	}
	s.down = ""
	return f.emit(&Event{Kind: Recovered, Source: name})
}

// Recover reports that a source can be read again.
func (f *Follower) Recover(name string) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.recover(name)
}

// Done reports whether there are games and all have ended and are archived, or
// were tried often enough; see [Follower.Unarchived].
func (f *Follower) Done() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, b := range f.boards {
		if b.withdrawn() {
			continue
		}
		if !decided(b.result) || b.pending != "" || f.archive != nil && b.due() && b.tries < maxTries {
			return false
		}
	}
	return len(f.boards) > 0
}

// Unfinished returns the number of games that have not ended.
func (f *Follower) Unfinished() int {
	return f.count(func(b *board) bool { return !decided(b.result) && !b.withdrawn() })
}

// Unarchived returns the number of games that have ended but could not be
// archived.
func (f *Follower) Unarchived() int {
	return f.count(func(b *board) bool { return b.failure != "" })
}

// count returns the number of games that meet a condition.
func (f *Follower) count(meets func(*board) bool) (n int) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, b := range f.boards {
		if meets(b) {
			n++
		}
	}
	return n
}

// ErrTooLarge reports a source that is too large.
var ErrTooLarge = errors.New("the source has more than 64 MiB; follow single rounds")
