package api

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
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
// asked. Everybody has keys of his own; the archive has their digests.
func onceOf(ctx context.Context, key, what string, asked any) (store.Once, error) {
	text, err := json.Marshal(asked)
	named := drawn(ctx, "key", key)
	return store.Once{Key: hex.EncodeToString(named[:]), Call: sha256.Sum256(append([]byte(what+"\n"), text...))}, err
}

// drawn is what follows from a key of a caller's for a purpose.
func drawn(ctx context.Context, purpose, key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(purpose + "\n" + key + "\n" + CallerOf(ctx).Name))
}

// sealing hides what a call of a key is answered, a new token perhaps, from who
// has the archive and not the key.
func sealing(ctx context.Context, key string) cipher.AEAD {
	secret := drawn(ctx, "seal", key)
	block, err := aes.NewCipher(secret[:])
	if err != nil {
		panic(err) // of the length alone
	}
	sealed, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // of the block alone
	}
	return sealed
}

// UnkeptError says that an answer could not be kept for whoever sends the call
// again.
type UnkeptError struct{ Err error }

func (e *UnkeptError) Error() string { return fmt.Sprintf("the answer is not kept: %v", e.Err) }
func (e *UnkeptError) Unwrap() error { return e.Err }

// Once has do make a call that its caller has given a key, and keeps its answer
// for a day: a call that was made before is not made again, and is answered as
// then. what names the call, asked is all that it was asked. With the first
// change that do makes under its context, it is kept that there was one. Beside
// those of do and an [*InputError] of the key, the error may match
// [ErrKeyHeld], [store.ErrReused] or [store.ErrUnanswered], or be an
// [*UnkeptError], beside which there is an answer.
func (a *Archive) Once(ctx context.Context, key, what string, asked any, do func(context.Context) ([]byte, error)) (answer []byte, again bool, err error) {
	if err := checkKey(key); err != nil {
		return nil, false, err
	}
	once, err := onceOf(ctx, key, what, asked)
	if err != nil {
		return nil, false, err
	}
	leave, err := a.held.take(once.Key)
	if err != nil {
		return nil, false, err
	}
	defer leave()
	seal := sealing(ctx, key)
	kept, err := a.store.Answered(ctx, once)
	if err != nil {
		return nil, false, err
	}
	if kept != nil {
		answer, err = seal.Open(nil, nil, kept, nil)
		return answer, true, err
	}
	if answer, err = do(store.WithOnce(ctx, once)); err != nil {
		return nil, false, err
	}
	if err := a.store.KeepAnswer(ctx, once, seal.Seal(nil, nil, answer, nil)); err != nil {
		return answer, false, &UnkeptError{err}
	}
	return answer, false, nil
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
	once, err := onceOf(ctx, key, fmt.Sprintf("annotate %d", game), in)
	if err != nil {
		return nil, err
	}
	leave, err := a.held.take(once.Key)
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
