package api

import (
	"context"
	"io"

	"assay/analysis/engine/uci"
)

// Converse serves the engine over UCI or USI, under the given name, until the
// commands end. Variants that the other program adds remain in this
// arbiter, so it must not be shared meanwhile.
func (a *Arbiter) Converse(ctx context.Context, name string, in io.Reader, out io.Writer) error {
	s, err := uci.NewServer(a.Book(), a.config.fits(), name)
	if err != nil {
		return err
	}
	return s.Serve(ctx, in, out)
}
