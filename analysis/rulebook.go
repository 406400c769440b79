// Package analysis verifies records by the rules of their variants. It replays
// them and reports the first illegal ply, with the reason.
package analysis

import (
	"maps"
	"sync"
	"sync/atomic"

	"assay/analysis/lru"
	"assay/analysis/rules"
	"assay/analysis/solve"
	"assay/analysis/variant"
)

// Rulebook compiles the definitions of a registry when they are first used. It
// is safe for concurrent use.
type Rulebook struct {
	current atomic.Pointer[compiledRegistry]
	cache   *RuleCache
	solved  *solved
	// bounded means that rules with default options are cached with a limit,
	// too.
	bounded bool
}

// RuleCache is a cache of compiled rules with a limit in bytes. The limit is
// needed because clients choose the options.
type RuleCache struct {
	rules *lru.Cache[ruleKey, *rules.Rules]
}

// ruleKey identifies compiled rules.
type ruleKey struct {
	shelf       *compiledRegistry
	id, options string
}

// maxRuleBytes limits a rulebook's cache of rules with non-default options.
const maxRuleBytes = 64 << 20

// NewRuleCache returns a cache of at most max bytes.
func NewRuleCache(max int64) *RuleCache { return &RuleCache{lru.New[ruleKey, *rules.Rules](max)} }

// Size returns the number of compiled rules, their bytes, and the limit.
func (c *RuleCache) Size() (values int, bytes, max int64) { return c.rules.Size() }

// Forget removes the rules of a rulebook.
func (c *RuleCache) Forget(b *Rulebook) {
	c.forget(b.current.Load())
}

func (c *RuleCache) forget(s *compiledRegistry) {
	c.rules.Delete(func(key ruleKey, _ *rules.Rules) bool { return key.shelf == s })
}

// compiledRegistry is a registry with its compiled rules.
type compiledRegistry struct {
	registry *variant.Registry
	plainest func() []string // all IDs, each before its extensions

	mu       sync.RWMutex
	compiled map[string]*rules.Rules // with default options, by ID
}

// NewRulebook returns a rulebook of a registry. It keeps every used variant
// with default options, and others up to maxRuleBytes.
func NewRulebook(r *variant.Registry) *Rulebook {
	b := &Rulebook{cache: NewRuleCache(maxRuleBytes), solved: lru.New[solvedKey, solve.Result](maxSolved)}
	b.current.Store(newCompiledRegistry(r))
	return b
}

// NewRulebookIn returns a rulebook that caches all compiled rules in c. Other
// rulebooks may share c.
func NewRulebookIn(c *RuleCache, r *variant.Registry) *Rulebook {
	b := &Rulebook{cache: c, solved: lru.New[solvedKey, solve.Result](maxSolved), bounded: true}
	b.current.Store(newCompiledRegistry(r))
	return b
}

func newCompiledRegistry(r *variant.Registry) *compiledRegistry {
	return &compiledRegistry{registry: r, plainest: sync.OnceValue(r.Plainest), compiled: map[string]*rules.Rules{}}
}

// Registry returns the registry of the definitions.
func (b *Rulebook) Registry() *variant.Registry { return b.current.Load().registry }

// Exchange replaces the registry by one that differs in one definition. Rules
// already returned remain valid. Calls must not overlap.
func (b *Rulebook) Exchange(r *variant.Registry, changed string) {
	was, s := b.current.Load(), newCompiledRegistry(r)
	was.mu.RLock()
	maps.Copy(s.compiled, was.compiled)
	was.mu.RUnlock()
	delete(s.compiled, changed)
	b.current.Store(s)
	b.cache.forget(was)
}

// Rules returns the compiled rules of a variant with options (`key=value`
// words). The error wraps variant.ErrUnknown, or is a *variant.OptionError or
// variant.Problems.
func (b *Rulebook) Rules(id, options string) (*rules.Rules, error) {
	s := b.current.Load()
	if options == "" && !b.bounded {
		if r := s.cached(id); r != nil {
			return r, nil
		}
	}
	id, canonical, err := s.registry.Canonical(id, options)
	if err != nil {
		return nil, err
	}
	key, pinned := ruleKey{s, id, canonical}, canonical == "" && !b.bounded
	var r *rules.Rules
	if pinned {
		r = s.cached(id)
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
		return s.store(id, r), nil
	}
	return b.cache.rules.Add(key, r, variant.SizeOf(r)), nil
}

func (s *compiledRegistry) cached(id string) *rules.Rules {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.compiled[id]
}

// store stores rules and returns them. If another goroutine has stored the
// rules first, it returns those.
func (s *compiledRegistry) store(id string, r *rules.Rules) *rules.Rules {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.compiled[id]; first != nil {
		return first
	}
	s.compiled[id] = r
	return r
}
