package api

import (
	"context"
	"io"

	"assay/analysis/engine/uci"
)

// Converse lets another program play against the engine, which calls itself by
// the name, by the commands of the Universal Chess or Shogi Interface. It
// returns when the commands end. Games that the other program adds are known to
// this arbiter from then on; nobody else may use it meanwhile.
func (a *Arbiter) Converse(ctx context.Context, name string, in io.Reader, out io.Writer) error {
	s, err := uci.NewServer(a.book, a.config.fits(), name)
	if err != nil {
		return err
	}
	return s.Serve(ctx, in, out)
}
