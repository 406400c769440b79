package analyse

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/engine/uci"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/request"
)

// EngineConfig configures the engines.
type EngineConfig struct {
	// Data is the archive's folder, which has the tuned parameters; "" for
	// none.
	Data string
	// External lists the external engines; their names must differ.
	External []external.Config
	// Workers is the number of games played in parallel.
	Workers int
}

// Engines are Assay's engine and the external ones. It is safe for concurrent
// use.
type Engines struct {
	library *define.Library
	config  EngineConfig
}

// NewEngines returns the engines for the variants of a library.
func NewEngines(l *define.Library, c EngineConfig) *Engines { return &Engines{l, c} }

// EngineNames returns the names of all engines, Assay's own first.
func (a *Engines) EngineNames() []string {
	names := []string{EngineName}
	for _, c := range a.config.External {
		names = append(names, c.Name)
	}
	return names
}

// CheckEngine rejects an unknown engine with an [*request.InputError].
func (a *Engines) CheckEngine(name string) error {
	if name == "" || slices.Contains(a.EngineNames(), name) {
		return nil
	}
	return &request.InputError{Field: "engine", Value: name, Want: strings.Join(a.EngineNames(), " or ")}
}

// fitsFolder is the folder of tuned parameters in the archive's folder.
const fitsFolder = "worths"

// fits returns the archive's tuned parameters.
func (c *EngineConfig) fits() engine.Fits {
	if c.Data == "" {
		return nil
	}
	return engine.Fits{os.DirFS(filepath.Join(c.Data, fitsFolder))}
}

// FitOf returns the evaluation that the engine uses for a variant: the one
// tuned to the archive, else a built-in one; nil is the default evaluation.
func (a *Engines) FitOf(r *rules.Rules) (*Fit, error) {
	return append(slices.Clip(a.config.fits()), engine.BuiltIn()...).Of(r)
}

// Fits returns the archive's tuned parameters.
func (a *Engines) Fits() engine.Fits { return a.config.fits() }

// Converse serves the engine over UCI or USI, under the given name, until the
// commands end. Variants that the other program adds remain in the library, so
// it must not be shared meanwhile.
func (a *Engines) Converse(ctx context.Context, name string, in io.Reader, out io.Writer) error {
	s, err := uci.NewServer(a.library.Book(), a.config.fits(), name)
	if err != nil {
		return err
	}
	return s.Serve(ctx, in, out)
}
