package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"assay/api"
	"assay/store"
	"assay/store/postgres"
	"assay/store/sqlite"
	"assay/store/transfer"
)

// access is how a command uses the archive.
type access bool

const (
	toRead  access = true // it must exist
	toWrite access = false
)

// archivePath returns the archive's file.
func (p *program) archivePath() string { return archiveFile(p.settings.Data) }

func archiveFile(folder string) string { return filepath.Join(folder, "archive.db") }

// archiveName returns a folder, or a URL without its password.
func archiveName(data string) string {
	if postgres.IsURL(data) {
		return postgres.Redacted(data)
	}
	return data
}

// withArchive opens the archive for w.
func (p *program) withArchive(ctx context.Context, how access, w func(*api.Archive) error) (err error) {
	arbiter, err := p.arbiter()
	if err != nil {
		return err
	}
	s, err := p.open(ctx, how)
	if err != nil {
		return err
	}
	a := api.NewArchive(arbiter, s)
	defer func() {
		if closed := a.Close(); err == nil {
			err = closed
		}
	}()
	if err := a.LoadPublished(ctx); err != nil {
		return err
	}
	return w(a)
}

// publishedArbiter returns an arbiter that includes the variants published in
// the archive.
func (p *program) publishedArbiter(ctx context.Context) (*api.Arbiter, error) {
	arbiter, err := p.arbiter()
	if err != nil {
		return nil, err
	}
	return arbiter, p.addPublished(ctx, arbiter)
}

// addPublished adds the variants published in the archive to an arbiter, if
// there is a readable archive.
func (p *program) addPublished(ctx context.Context, arbiter *api.Arbiter) error {
	if !postgres.IsURL(p.settings.Data) && !isThere(p.archivePath()) {
		return nil
	}
	s, err := openArchive(ctx, p.settings.Data, toRead, false)
	if err == nil {
		a := api.NewArchive(arbiter, s)
		err = errors.Join(a.LoadPublished(ctx), a.Close())
	}
	if err != nil {
		p.note("assay: the variants published in %s are not available: %v", p.settings.archive(), err)
	}
	return ctx.Err()
}

// open opens the archive of the settings.
func (p *program) open(ctx context.Context, how access) (store.Archive, error) {
	if folder := p.settings.folder(); folder != "" && postgres.IsURL(p.settings.Data) {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
	}
	return openArchive(ctx, p.settings.Data, how, false)
}

// archive is an archive of any kind.
type archive interface {
	store.Archive
	transfer.Endpoint
}

// openArchive opens the archive of a folder or URL. It opens an incomplete copy
// only if unfinished is set.
func openArchive(ctx context.Context, data string, how access, unfinished bool) (archive, error) {
	if postgres.IsURL(data) {
		return opened(postgres.Open(ctx, data, postgres.Options{ReadOnly: how == toRead, Unfinished: unfinished}))
	}
	if how == toWrite {
		if err := os.MkdirAll(data, 0o755); err != nil {
			return nil, err
		}
	}
	return opened(sqlite.Open(ctx, archiveFile(data), sqlite.Options{ReadOnly: how == toRead, Unfinished: unfinished}))
}

// opened converts an archive of any kind, and returns nil after an error.
func opened[A archive](a A, err error) (archive, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// inFile rejects a database, for commands that need the archive's file.
func (p *program) inFile() error {
	if postgres.IsURL(p.settings.Data) {
		return usage("--data", "%s is a database; back up and restore it with its own tools, see docs/postgresql.md",
			p.settings.archive())
	}
	return nil
}
