// Package analysis replays records by the rules of their games: it proves
// them, or finds the first ply that does not hold and says why.
package analysis

import (
	"maps"
	"sync"
	"sync/atomic"

	"assay/analysis/lru"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// Rulebook compiles the definitions of a registry when they are first used. It
// is safe for concurrent use.
type Rulebook struct {
	shelf atomic.Pointer[shelf]
	cache *RuleCache
	// bounded also keeps rules with default options in the cache.
	bounded bool
}

// RuleCache keeps compiled rules within a bound in bytes. Clients choose
// options, so that there may be any number of them.
type RuleCache struct {
	rules *lru.Cache[ruleKey, *rules.Rules]
}

// ruleKey is what compiled rules depend on.
type ruleKey struct {
	shelf       *shelf
	id, options string
}

// MaxRuleBytes bounds what a rulebook keeps of rules with options other than
// the default ones.
const MaxRuleBytes = 64 << 20

// NewRuleCache returns a cache of at most max bytes.
func NewRuleCache(max int64) *RuleCache { return &RuleCache{lru.New[ruleKey, *rules.Rules](max)} }

// Size returns the number of compiled rules, their bytes, and the bound.
func (c *RuleCache) Size() (values int, bytes, max int64) { return c.rules.Size() }

// Forget removes the rules of a rulebook.
func (c *RuleCache) Forget(b *Rulebook) {
	c.forget(b.shelf.Load())
}

func (c *RuleCache) forget(s *shelf) {
	c.rules.Delete(func(key ruleKey, _ *rules.Rules) bool { return key.shelf == s })
}

// shelf is a registry with what was compiled of it.
type shelf struct {
	registry *variant.Registry
	plainest func() []string // all ids, each before those that extend it

	mu       sync.RWMutex
	compiled map[string]*rules.Rules // with default options, by id
}

// NewRulebook returns a rulebook of a registry. It keeps each variant that was
// used with its default options, and others within MaxRuleBytes.
func NewRulebook(r *variant.Registry) *Rulebook {
	b := &Rulebook{cache: NewRuleCache(MaxRuleBytes)}
	b.shelf.Store(newShelf(r))
	return b
}

// NewRulebookIn returns a rulebook that keeps all of its compiled rules in a
// cache, which it may share with others.
func NewRulebookIn(c *RuleCache, r *variant.Registry) *Rulebook {
	b := &Rulebook{cache: c, bounded: true}
	b.shelf.Store(newShelf(r))
	return b
}

func newShelf(r *variant.Registry) *shelf {
	return &shelf{registry: r, plainest: sync.OnceValue(r.Plainest), compiled: map[string]*rules.Rules{}}
}

// Registry returns the registry that the definitions come from.
func (b *Rulebook) Registry() *variant.Registry { return b.shelf.Load().registry }

// Exchange replaces the registry by one that differs in one definition. Rules
// in use stay as they are. One call at a time may be under way.
func (b *Rulebook) Exchange(r *variant.Registry, changed string) {
	was, s := b.shelf.Load(), newShelf(r)
	was.mu.RLock()
	maps.Copy(s.compiled, was.compiled)
	was.mu.RUnlock()
	delete(s.compiled, changed)
	b.shelf.Store(s)
	b.cache.forget(was)
}

// Rules returns a variant with options, `key=value` words, ready to play. The
// error wraps variant.ErrUnknown, or is a *variant.OptionError or
// variant.Problems.
func (b *Rulebook) Rules(id, options string) (*rules.Rules, error) {
	s := b.shelf.Load()
	id, canonical, err := s.registry.Canonical(id, options)
	if err != nil {
		return nil, err
	}
	key, pinned := ruleKey{s, id, canonical}, canonical == "" && !b.bounded
	var r *rules.Rules
	if pinned {
		r = s.kept(id)
	} else {
		r, _ = b.cache.rules.Get(key)
	}
	if r != nil {
		return r, nil
	}
	d, err := s.registry.Definition(id, canonical)
	if err != nil {
		return nil, err
	}
	if r, err = rules.Compile(d); err != nil {
		return nil, err
	}
	if pinned {
		return s.keep(id, r), nil
	}
	return b.cache.rules.Add(key, r, variant.SizeOf(r)), nil
}

func (s *shelf) kept(id string) *rules.Rules {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.compiled[id]
}

// keep keeps rules and returns them, or those that were kept meanwhile.
func (s *shelf) keep(id string, r *rules.Rules) *rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.compiled[id]; first != nil {
		return first
	}
	s.compiled[id] = r
	return r
}
