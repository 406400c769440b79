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

// access says what a command does with the archive.
type access bool

const (
	toRead  access = true // which must be there
	toWrite access = false
)

// archivePath is the file of the archive.
func (p *program) archivePath() string { return archiveFile(p.settings.Data) }

func archiveFile(folder string) string { return filepath.Join(folder, "archive.db") }

// archiveName is a folder or an address as it may be shown.
func archiveName(data string) string {
	if postgres.IsURL(data) {
		return postgres.Redacted(data)
	}
	return data
}

// withArchive runs w on the archive.
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

// knowing is an arbiter that knows the games published in the archive too.
func (p *program) knowing(ctx context.Context) (*api.Arbiter, error) {
	arbiter, err := p.arbiter()
	if err != nil {
		return nil, err
	}
	return arbiter, p.teach(ctx, arbiter)
}

// teach makes the games published in the archive known to an arbiter, where one
// is there that can be read.
func (p *program) teach(ctx context.Context, arbiter *api.Arbiter) error {
	if !postgres.IsURL(p.settings.Data) && !isThere(p.archivePath()) {
		return nil
	}
	s, err := openArchive(ctx, p.settings.Data, toRead, false)
	if err == nil {
		a := api.NewArchive(arbiter, s)
		err = errors.Join(a.LoadPublished(ctx), a.Close())
	}
	if err != nil {
		p.note("assay: without the games published in %s: %v", p.settings.archive(), err)
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

// archive is one of any kind.
type archive interface {
	store.Archive
	transfer.Endpoint
}

// openArchive opens the archive of a folder or an address, and a copy that was
// cut short only where it is to be gone on with.
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

// opened is an archive of any kind, none where there is an error.
func opened[A archive](a A, err error) (archive, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// inFile refuses what is done to an archive's file where there is none.
func (p *program) inFile() error {
	if postgres.IsURL(p.settings.Data) {
		return usage("--data", "%s is no folder: the database's own means copy it and bring it back, see docs/postgresql.md", p.settings.archive())
	}
	return nil
}
