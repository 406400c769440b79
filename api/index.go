package api

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"assay/api/search"
	"assay/index"
	postgresindex "assay/index/postgres"
	"assay/store"
	"assay/store/postgres"
)

// lockWait is the time to wait for an index that another process has open.
const lockWait = 200 * time.Millisecond

// indexName is the name of the index's folder in Config.Data.
const indexName = "index"

// openIndex opens the index in its database or folder.
func (a *Archive) openIndex(ctx context.Context, source index.Source, report func(error)) (x search.Index, err error) {
	o, where := index.Options{LockWait: lockWait, Memory: a.config.IndexMemory, Report: report}, a.indexPath()
	if address := a.config.IndexDatabase; address != "" {
		where = postgres.Redacted(address)
		x, err = asIndex(postgresindex.Open(ctx, address, source, o))
	} else {
		x, err = asIndex(index.Open(ctx, where, source, o))
		if index.NeedsRebuild(err) {
			report(err)
			x, err = asIndex(index.Renew(where, source, o))
		}
	}
	if ctx.Err() == nil && err != nil && !errors.As(err, new(*index.Error)) && !errors.As(err, new(*store.Error)) {
		err = &index.Error{Path: where, Problem: index.ErrUnusable, Cause: err}
	}
	return x, err
}

// asIndex converts an index to the interface; it returns nil on error.
func asIndex[X search.Index](x X, err error) (search.Index, error) {
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (a *Archive) indexPath() string { return filepath.Join(a.config.Data, indexName) }
