package define

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/api/request"
)

// draftFile is the file name in problems of a text that comes from no file.
const draftFile = "definition"

// draftPrefix begins the names of draft definitions. It contains a colon,
// because variant IDs have none.
const draftPrefix = "draft:"

// Limits of draft definitions.
const (
	maxDrafts          = 256      // texts
	maxDraftsPerClient = 32       // texts of one client
	maxDraftBytes      = 64 << 20 // bytes of all parsed texts
	maxDraftRuleBytes  = 96 << 20 // bytes of all compiled rules
)

// draftCache caches draft definitions, which can be played but are not in the
// archive. Records are not verified by them. A text is kept for each client
// that tried it. If the cache is full, the client with the most texts loses
// some first.
type draftCache struct {
	lock   sync.Mutex
	claims []claim // least recently used first
	texts  map[string]*draftText
	size   int64
	rules  *analysis.RuleCache
}

// claim is a client's use of a text.
type claim struct {
	client request.Client
	name   string
}

type draftText struct {
	id     string
	book   *analysis.Rulebook
	size   int64
	claims int
}

// find returns the rulebook and ID of a draft name, nil if there is none.
func (t *draftCache) find(name string) (book *analysis.Rulebook, id string) {
	if !strings.HasPrefix(name, draftPrefix) {
		return nil, ""
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	found := t.texts[name]
	if found == nil {
		return nil, ""
	}
	t.use(func(c claim) bool { return c.name == name })
	return found.book, found.id
}

// use moves matching claims to the end, and returns their number.
func (t *draftCache) use(match func(claim) bool) int {
	var used, others []claim
	for _, c := range t.claims {
		if match(c) {
			used = append(used, c)
		} else {
			others = append(others, c)
		}
	}
	t.claims = append(others, used...)
	return len(used)
}

// claim adds a client's claim to a text, and evicts texts beyond the limits.
func (t *draftCache) claim(client request.Client, name string) {
	if t.use(func(c claim) bool { return c == claim{client, name} }) == 0 {
		t.claims = append(t.claims, claim{client, name})
		t.texts[name].claims++
	}
	for {
		victim, over := t.largest(client)
		if !over {
			return
		}
		t.evict(slices.IndexFunc(t.claims, func(c claim) bool { return c.client == victim }))
	}
}

// largest returns the client that loses a text, and whether any must: a client
// over its own limit, else the guest with the most bytes, else the person with
// the most bytes.
func (t *draftCache) largest(newest request.Client) (victim request.Client, over bool) {
	size, texts := map[request.Client]int64{}, map[request.Client]int{}
	for _, c := range t.claims {
		texts[c.client]++
		size[c.client] += t.texts[c.name].size
	}
	if texts[newest] > maxDraftsPerClient {
		return newest, true
	}
	if len(t.texts) <= maxDrafts && len(t.claims) <= 2*maxDrafts && (t.size <= maxDraftBytes || len(t.claims) == 1) {
		return victim, false
	}
	victim = t.claims[0].client
	for _, c := range t.claims { // of equal ones, the least recently used
		if c := c.client; c.Guest && !victim.Guest || c.Guest == victim.Guest && size[c] > size[victim] {
			victim = c
		}
	}
	return victim, true
}

// evict removes a claim, and its text after its last claim.
func (t *draftCache) evict(i int) {
	name := t.claims[i].name
	t.claims = slices.Delete(t.claims, i, i+1)
	text := t.texts[name]
	if text.claims--; text.claims == 0 {
		t.rules.Forget(text.book)
		t.size -= text.size
		delete(t.texts, name)
	}
}

// Try caches a definition and returns its name. Requests accept this name as a
// variant until the client has tried many others. Records are not verified by
// it. The text must have passed [Library.CheckDefinition].
func (l *Library) Try(ctx context.Context, text []byte) (name string, err error) {
	sum, client := sha256.Sum256(text), request.CallerOf(ctx).Client()
	name = draftPrefix + hex.EncodeToString(sum[:12])
	t := &l.tried
	t.lock.Lock()
	known := t.texts[name] != nil
	if known {
		t.claim(client, name)
	}
	t.lock.Unlock()
	if known {
		return name, nil
	}
	registry, err := l.registryWith(text)
	if err != nil {
		return "", err
	}
	d, err := registry.Check(draftFile, text)
	if err != nil {
		return "", err
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.texts == nil {
		t.texts, t.rules = map[string]*draftText{}, analysis.NewRuleCache(maxDraftRuleBytes)
	}
	if t.texts[name] == nil {
		draft := &draftText{id: d.ID, book: analysis.NewRulebookIn(t.rules, registry), size: registry.Size(d.ID)}
		t.texts[name] = draft
		t.size += draft.size
	}
	t.claim(client, name)
	return name, nil
}

// registryWith returns the library's registry with one more text, which
// replaces the published definition of the same ID. The error is
// variant.Problems; then the registry lacks the text.
func (l *Library) registryWith(text []byte) (*variant.Registry, error) {
	registry := l.book.Registry()
	if d, _ := registry.Check(draftFile, text); d != nil {
		if _, published := l.publishedRevisions.Load(d.ID); published {
			registry = registry.Without(d.ID)
		}
	}
	return registry.With(draftFile, text)
}
