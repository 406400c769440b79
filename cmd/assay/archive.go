package main

import (
	"context"
	"os"
	"path/filepath"

	"assay/api"
	"assay/store/sqlite"
)

// access says what a command does with the archive.
type access bool

const (
	toRead  access = true // which must be there
	toWrite access = false
)

// archivePath is the file of the archive.
func (p *program) archivePath() string { return filepath.Join(p.settings.Data, "archive.db") }

// withArchive runs w on the archive, which lies beside its index in the data
// folder.
func (p *program) withArchive(ctx context.Context, how access, w func(*api.Archive) error) (err error) {
	arbiter, err := p.arbiter()
	if err != nil {
		return err
	}
	if how == toWrite {
		if err := os.MkdirAll(p.settings.Data, 0o755); err != nil {
			return err
		}
	}
	s, err := sqlite.Open(ctx, p.archivePath(), sqlite.Options{ReadOnly: how == toRead})
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
