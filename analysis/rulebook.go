// Package analysis replays records by the rules of their games: it proves
// them, or finds the first ply that does not hold and says why.
package analysis

import (
	"sync"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// Rulebook compiles the definitions of a registry when they are first asked
// for. It is safe for concurrent use.
type Rulebook struct {
	registry *variant.Registry
	plainest func() []string // all ids, each before those that extend it

	mu       sync.RWMutex
	compiled map[string]*rules.Rules // by id and options as written
}

// NewRulebook returns a rulebook of a registry.
func NewRulebook(r *variant.Registry) *Rulebook {
	return &Rulebook{registry: r, plainest: sync.OnceValue(r.Plainest), compiled: map[string]*rules.Rules{}}
}

// Registry is where the definitions come from.
func (b *Rulebook) Registry() *variant.Registry { return b.registry }

// Rules returns a variant with options, `key=value` words, ready to play. The
// error wraps variant.ErrUnknown, or is a *variant.OptionError or
// variant.Problems.
func (b *Rulebook) Rules(id, options string) (*rules.Rules, error) {
	key := id + "\n" + options
	b.mu.RLock()
	r, ok := b.compiled[key]
	b.mu.RUnlock()
	if ok {
		return r, nil
	}
	d, err := b.registry.Definition(id, options)
	if err != nil {
		return nil, err
	}
	canonical := id + "\n" + d.OptionText()
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok = b.compiled[canonical]
	if !ok {
		if r, err = rules.Compile(d); err != nil {
			return nil, err
		}
		b.compiled[canonical] = r
	}
	if len(b.compiled) < maxCompiled {
		b.compiled[key] = r
	}
	return r, nil
}

// maxCompiled bounds the spellings of options that are remembered.
const maxCompiled = 4096
