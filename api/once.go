package api

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"assay/store"
)

// ErrKeyHeld says that the call of a key is still under way.
var ErrKeyHeld = errors.New("a call with this Idempotency-Key is still under way; its answer can be had by sending it again")

// maxKey is the longest key of a call in characters.
const maxKey = 255

// checkKey takes a key of visible ASCII.
func checkKey(key string) error {
	if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &InputError{Field: "Idempotency-Key", Value: strings.ToValidUTF8(key, "\uFFFD"), Want: fmt.Sprintf("up to %d visible characters of ASCII", maxKey)}
	}
	return nil
}

// onceOf is a call of a key: what names the use case, asked is all that it was
// asked.
func onceOf(key, what string, asked any) (store.Once, error) {
	text, err := json.Marshal(asked)
	return store.Once{Key: key, Call: sha256.Sum256(append([]byte(what+"\n"), text...))}, err
}

// held are the keys of calls under way in this process.
type held struct{ keys sync.Map }

// take begins a call; leave ends it.
func (h *held) take(key string) (leave func(), err error) {
	if _, taken := h.keys.LoadOrStore(key, true); taken {
		return nil, ErrKeyHeld
	}
	return func() { h.keys.Delete(key) }, nil
}

// AnnotateOnce is [Archive.Annotate] of a call that its caller has given a key,
// so that he may send it again where he does not know what became of it. For a
// day the same call is given the same answer. The error may also match
// store.ErrReused where the key is another call's, or say that the first of
// them is still under way.
func (a *Archive) AnnotateOnce(ctx context.Context, game int64, in AnnotationInput, key string) (*AnnotationView, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	once, err := onceOf(key, fmt.Sprintf("annotate %d %s", game, CallerOf(ctx).Name), in)
	if err != nil {
		return nil, err
	}
	leave, err := a.held.take(key)
	if err != nil {
		return nil, err
	}
	defer leave()
	kept, err := a.store.Answered(ctx, once)
	if err != nil {
		return nil, err
	}
	if kept == nil {
		draft, err := a.draft(ctx, game, &in)
		if err != nil {
			return nil, err
		}
		kept, err = a.store.AnnotateOnce(ctx, once, *draft, MaxAnnotations, func(saved *store.Annotation) ([]byte, error) {
			v, err := viewAnnotation(saved)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		})
		if err != nil {
			return nil, tooMany(err)
		}
		a.follow(ctx)
	}
	v := new(AnnotationView)
	return v, json.Unmarshal(kept, v)
}
