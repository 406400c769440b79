// Package analysis replays records by the rules of their games: it proves
// them, or finds the first ply that does not hold and says why.
package analysis

import (
	"maps"
	"sync"
	"sync/atomic"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// Rulebook compiles the definitions of a registry when they are first asked
// for. It is safe for concurrent use.
type Rulebook struct{ shelf atomic.Pointer[shelf] }

// shelf is a registry with what was compiled of it.
type shelf struct {
	registry *variant.Registry
	plainest func() []string // all ids, each before those that extend it

	mu       sync.RWMutex
	compiled map[string]*rules.Rules // by id and options as written
}

// NewRulebook returns a rulebook of a registry.
func NewRulebook(r *variant.Registry) *Rulebook {
	b := &Rulebook{}
	b.shelf.Store(newShelf(r))
	return b
}

func newShelf(r *variant.Registry) *shelf {
	return &shelf{registry: r, plainest: sync.OnceValue(r.Plainest), compiled: map[string]*rules.Rules{}}
}

// Registry is where the definitions come from.
func (b *Rulebook) Registry() *variant.Registry { return b.shelf.Load().registry }

// Exchange puts a registry in the place of the one there was, from which it
// differs in one definition. Rules in use stay as they are. One call at a time
// may be under way.
func (b *Rulebook) Exchange(r *variant.Registry, changed string) {
	was, s := b.shelf.Load(), newShelf(r)
	was.mu.RLock()
	maps.Copy(s.compiled, was.compiled)
	was.mu.RUnlock()
	maps.DeleteFunc(s.compiled, func(_ string, of *rules.Rules) bool { return of.Definition().ID == changed })
	b.shelf.Store(s)
}

// Rules returns a variant with options, `key=value` words, ready to play. The
// error wraps variant.ErrUnknown, or is a *variant.OptionError or
// variant.Problems.
func (b *Rulebook) Rules(id, options string) (*rules.Rules, error) {
	return b.shelf.Load().rules(id, options)
}

func (b *shelf) rules(id, options string) (*rules.Rules, error) {
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
