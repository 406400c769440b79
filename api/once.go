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

	"assay/store"
)

// ErrKeyHeld says that the call of a key is still under way.
var ErrKeyHeld = errors.New("a call with this Idempotency-Key is still under way; its answer can be had by sending it again")

// maxKey is the longest key of a call in characters.
const maxKey = 255

// keyed is a call of a key while it is made.
type keyed struct {
	store.IdempotencyKey
	kept  []byte // what it was answered before, nil where it was not made
	leave func() // ends it
}

// begin begins a call of a key: what names the use case, asked is all that it
// was asked. Everybody has keys of his own; the archive has their digests.
func (a *Archive) begin(ctx context.Context, key, what string, asked any) (*keyed, error) {
	if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &InputError{Field: "Idempotency-Key", Value: strings.ToValidUTF8(key, "\uFFFD"), Want: fmt.Sprintf("up to %d visible characters of ASCII", maxKey)}
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	named := drawn(ctx, "key", key)
	call := &keyed{IdempotencyKey: store.IdempotencyKey{Key: hex.EncodeToString(named[:]), Digest: sha256.Sum256(append([]byte(what+"\n"), text...))}}
	if _, taken := a.keysInUse.LoadOrStore(call.Key, true); taken {
		return nil, ErrKeyHeld
	}
	call.leave = func() { a.keysInUse.Delete(call.Key) }
	if call.kept, err = a.store.SavedResponse(ctx, call.IdempotencyKey); err != nil {
		call.leave()
		return nil, err
	}
	return call, nil
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
// [ErrKeyHeld], [store.ErrKeyReused] or [store.ErrNoResponse], or be an
// [*UnkeptError], beside which there is an answer.
func (a *Archive) Once(ctx context.Context, key, what string, asked any, do func(context.Context) ([]byte, error)) (answer []byte, again bool, err error) {
	call, err := a.begin(ctx, key, what, asked)
	if err != nil {
		return nil, false, err
	}
	defer call.leave()
	seal := sealing(ctx, key)
	if call.kept != nil {
		answer, err = seal.Open(nil, nil, call.kept, nil)
		return answer, true, err
	}
	if answer, err = do(store.WithIdempotencyKey(ctx, call.IdempotencyKey)); err != nil {
		return nil, false, err
	}
	if err := a.store.SaveResponse(ctx, call.IdempotencyKey, seal.Seal(nil, nil, answer, nil)); err != nil {
		return answer, false, &UnkeptError{err}
	}
	return answer, false, nil
}

// AnnotateOnce is [Archive.Annotate] of a call that its caller has given a key,
// "" for none, so that he may send it again where he does not know what became
// of it. For a day the same call is given the same answer. The error may also
// match store.ErrKeyReused where the key is another call's, or say that the
// first of them is still under way.
func (a *Archive) AnnotateOnce(ctx context.Context, game int64, in AnnotationInput, key string) (*AnnotationView, error) {
	if key == "" {
		return a.Annotate(ctx, game, in)
	}
	call, err := a.begin(ctx, key, fmt.Sprintf("annotate %d", game), in)
	if err != nil {
		return nil, err
	}
	defer call.leave()
	if call.kept == nil {
		draft, err := a.prepareAnnotation(ctx, game, &in)
		if err != nil {
			return nil, err
		}
		call.kept, err = a.store.AnnotateOnce(ctx, call.IdempotencyKey, *draft, MaxAnnotations, func(saved *store.Annotation) ([]byte, error) {
			v, err := viewAnnotation(saved)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		})
		if err != nil {
			return nil, asLimitError(err)
		}
		a.annotationChanges.change()
		a.makeSearchable(ctx)
	}
	v := new(AnnotationView)
	return v, json.Unmarshal(call.kept, v)
}
