package api

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"assay/analysis"
	"assay/analysis/variant"
)

// draftFile is what problems call a text that comes from no file.
const draftFile = "definition"

// tryPrefix begins the names of texts that can be played; no id of a variant
// has its colon.
const tryPrefix = "draft:"

// maxTried is how many texts can be played at once.
const maxTried = 32

// tried are definitions that can be played without being known to the archive:
// no record is read by them.
type tried struct {
	lock  sync.Mutex
	texts []triedText // the one used last at the end
}

type triedText struct {
	name, id string
	book     *analysis.Rulebook
}

// find gives the rulebook of a name, nil where it has none.
func (t *tried) find(name string) (book *analysis.Rulebook, id string) {
	if !strings.HasPrefix(name, tryPrefix) {
		return nil, ""
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	at := slices.IndexFunc(t.texts, func(one triedText) bool { return one.name == name })
	if at < 0 {
		return nil, ""
	}
	found := t.texts[at]
	t.texts = append(slices.Delete(t.texts, at, at+1), found)
	return found.book, found.id
}

// Try gives the name by which a definition can be played wherever a variant is
// asked for, until many others have been tried. Only records are not read by
// it. The text has been found sound by [Arbiter.CheckDefinition].
func (a *Arbiter) Try(text []byte) (name string, err error) {
	sum := sha256.Sum256(text)
	name = tryPrefix + hex.EncodeToString(sum[:12])
	if book, _ := a.tried.find(name); book != nil {
		return name, nil
	}
	registry, err := a.registryWith(text)
	if err != nil {
		return "", err
	}
	d, err := registry.Check(draftFile, text)
	if err != nil {
		return "", err
	}
	a.tried.lock.Lock()
	defer a.tried.lock.Unlock()
	if len(a.tried.texts) == maxTried {
		a.tried.texts = slices.Delete(a.tried.texts, 0, 1)
	}
	a.tried.texts = append(a.tried.texts, triedText{name, d.ID, analysis.NewRulebook(registry)})
	return name, nil
}

// registryWith is the arbiter's with one text more, in place of what was
// published under its id. The error is variant.Problems; then the registry
// lacks the text.
func (a *Arbiter) registryWith(text []byte) (*variant.Registry, error) {
	registry := a.book.Registry()
	if d, _ := registry.Check(draftFile, text); d != nil {
		if _, published := a.published.Load(d.ID); published {
			registry = registry.Without(d.ID)
		}
	}
	return registry.With(draftFile, text)
}
