package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"assay/api"
	"assay/api/present"
	"assay/api/records"
	"assay/api/search"
	"assay/store"
)

// gameFlags select a game of a file instead of the archive.
type gameFlags struct {
	record  string
	number  int
	whole   bool // accepts whole files (number allGames)
	reading records.Reading
	flags   *pflag.FlagSet // flags of the command
}

// allGames as number means every game of a file.
const allGames = 0

func (g *gameFlags) add(flags *pflag.FlagSet) {
	g.flags = flags
	flags.StringVar(&g.record, "record", "", "read the game from a `file` (- is standard input) instead of the archive")
	flags.IntVar(&g.number, "game", 1, "`number` of the game in the file of --record")
	readingFlags(flags, &g.reading)
}

// addAll adds the flags for a command that accepts whole files.
func (g *gameFlags) addAll(flags *pflag.FlagSet) {
	g.whole, g.flags = true, flags
	flags.StringVar(&g.record, "record", "",
		"read the games from a `file` (- is standard input) instead of the archive")
	flags.IntVar(&g.number, "game", allGames, "`number` of one game in the file of --record (default all games)")
	readingFlags(flags, &g.reading)
}

// check rejects invalid reading options and a missing file.
func (g *gameFlags) check(a *api.Arbiter) error {
	if err := needs("--record", g.record); err != nil {
		return err
	}
	return checkReading(a, g.reading)
}

// unread rejects flags about a file if none is read.
func (g *gameFlags) unread(names ...string) error {
	return refuse(g.flags, "requires --record", append(names, "game", "format")...)
}

// replayAll runs w on each game of the file.
func (g *gameFlags) replayAll(ctx context.Context, p *program, a *api.Arbiter, w func(*present.Replay) error) error {
	if err := g.check(a); err != nil {
		return err
	}
	return blame(a.ReplayRecords(ctx, g.record, p.stdin, g.reading, func(r *present.Replay) error {
		if e := r.Report().Error; e != nil && r.Report().Broken() {
			p.note("assay: %s is %s from ply %d on: %v", exported(r), r.Report().Verdict, e.Ply, e)
		}
		return w(r)
	}))
}

// replay returns the selected game of the file.
func (g *gameFlags) replay(ctx context.Context, p *program, a *api.Arbiter) (*present.Replay, error) {
	if g.number < 1 {
		return nil, usage("--game", "expected at least 1, found %d", g.number)
	}
	if err := g.check(a); err != nil {
		return nil, err
	}
	r, err := a.ReplayRecord(ctx, g.record, p.stdin, g.number, g.reading)
	if err != nil {
		return nil, blame(err)
	}
	if e := r.Report().Error; e != nil {
		p.note("assay: %s is %s from ply %d on: %v", g.record, r.Report().Verdict, e.Ply, e)
	}
	return r, nil
}

// ofGames runs w on the games of the arguments, or of --record.
func (p *program) ofGames(ctx context.Context, g *gameFlags, args []string, w func(*present.Replay) error) error {
	if g.record != "" {
		if len(args) > 0 {
			return usage("--record", "cannot be combined with %s", args[0])
		}
		a, err := p.publishedArbiter(ctx)
		if err != nil {
			return err
		}
		if g.whole && g.number == allGames {
			return g.replayAll(ctx, p, a, w)
		}
		r, err := g.replay(ctx, p, a)
		if err != nil {
			return err
		}
		return w(r)
	}
	ids, err := gameIDs(args)
	if err != nil {
		return err
	}
	if err := g.unread("variant", "options"); err != nil {
		return err
	}
	return p.ofSelection(ctx, search.Selection{Games: ids}, w)
}

// ofSelection runs w on archived games.
func (p *program) ofSelection(ctx context.Context, s search.Selection, w func(*present.Replay) error) error {
	write := func(_ *api.Archive, r *present.Replay, _ portion) error { return w(r) }
	return p.ofSelected(ctx, toRead, s, nil, nil, write)
}

// portion is the progress through a number of games.
type portion struct{ before, all int }

// ofSelected is like ofSelection, but also passes the archive and the progress.
// The archive may be writable. If done is not nil, games for which it returns
// true are not replayed. If end is not nil, it runs after the last game, while
// the archive is open.
func (p *program) ofSelected(ctx context.Context, how access, s search.Selection,
	done func(*api.Archive, int64) (bool, error), end func(*api.Archive) error,
	w func(*api.Archive, *present.Replay, portion) error) error {
	return p.withArchive(ctx, how, func(a *api.Archive) error {
		if s.Search.Query != "" {
			if err := p.catchUp(ctx, a); err != nil {
				return err
			}
		}
		ids, err := a.Select(ctx, s)
		if err != nil {
			return blame(err)
		}
		if err := p.noteSelected(ctx, a, s); err != nil {
			return err
		}
		for i, id := range ids {
			if done != nil {
				if skip, err := done(a, id); err != nil {
					return err
				} else if skip {
					continue
				}
			}
			r, err := a.Replay(ctx, id)
			if len(ids) > 1 && present.IsNotExportable(err) {
				p.damaged([]int64{id})
				continue
			}
			if err == nil {
				err = w(a, r, portion{i, len(ids)})
			}
			if s.Games == nil && errors.Is(err, store.ErrGone) {
				continue // deleted since it was listed
			}
			if err != nil {
				return err
			}
		}
		if end != nil {
			return end(a)
		}
		return nil
	})
}

// noteSelected reports the coverage of a selection's conditions.
func (p *program) noteSelected(ctx context.Context, a *api.Archive, s search.Selection) error {
	if s.Games != nil {
		return nil
	}
	coverage, err := a.SelectionCoverage(ctx, s)
	p.noteCoverage(coverage)
	return err
}

func gameIDs(args []string) ([]int64, error) {
	if len(args) == 0 {
		return nil, usage("GAME", "name a game by its number, or pass --record FILE")
	}
	ids := make([]int64, len(args))
	for i, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil || id < 1 {
			return nil, usage("GAME", "%q is not the number of a game", arg)
		}
		ids[i] = id
	}
	return ids, nil
}

// plyFlag is an optional ply.
type plyFlag struct {
	set bool
	ply int
}

func (f *plyFlag) add(flags *pflag.FlagSet, usage string) { flags.Var(f, "ply", usage) }

// String returns "" without a ply.
func (f *plyFlag) String() string {
	if !f.set {
		return ""
	}
	return strconv.Itoa(f.ply)
}

// Set accepts a number of at least 0.
func (f *plyFlag) Set(text string) error {
	ply, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return errPly
	}
	f.set, f.ply = true, int(ply)
	return nil
}

// Type returns the name of the value in the help.
func (f *plyFlag) Type() string { return "ply" }

// in returns the ply, by default the game's last.
func (f *plyFlag) in(r *present.Replay) int {
	if f.set {
		return f.ply
	}
	return r.Plies()
}
