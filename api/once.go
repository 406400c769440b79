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

// ErrKeyHeld reports that the first request with an idempotency key has not
// ended.
var ErrKeyHeld = errors.New("a call with this Idempotency-Key is still under way; its answer can be had by sending it again")

// maxKey is the longest idempotency key in characters.
const maxKey = 255

// keyed is a request with an idempotency key while it is processed.
type keyed struct {
	store.IdempotencyKey
	kept  []byte // the stored response, nil if there is none
	leave func() // releases the key
}

// begin starts a request with an idempotency key. what names the operation,
// asked is its input. Keys are per caller; the archive stores only their
// digests.
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

// drawn derives a secret from a caller's key, for a purpose.
func drawn(ctx context.Context, purpose, key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(purpose + "\n" + key + "\n" + CallerOf(ctx).Name))
}

// sealing returns the cipher for stored responses, which may contain a new
// token: with the archive but without the key, nobody can read them.
func sealing(ctx context.Context, key string) cipher.AEAD {
	secret := drawn(ctx, "seal", key)
	block, err := aes.NewCipher(secret[:])
	if err != nil {
		panic(err) // depends only on the length
	}
	sealed, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // depends only on the block size
	}
	return sealed
}

// UnkeptError reports that a response could not be stored for repeated
// requests.
type UnkeptError struct{ Err error }

func (e *UnkeptError) Error() string { return fmt.Sprintf("the answer is not kept: %v", e.Err) }
func (e *UnkeptError) Unwrap() error { return e.Err }

// Once runs do for a request with an idempotency key and stores its response
// for a day. A repeated request does not run do, but returns the stored
// response and true. what names the operation, asked is its input. The first
// change that do makes under its context also records the key.
//
// Errors are those of do, an [*InputError] about the key, one that matches
// [ErrKeyHeld], [store.ErrKeyReused] or [store.ErrNoResponse], or an
// [*UnkeptError], which comes with a response.
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

// AnnotateOnce is an idempotent [Archive.Annotate]: for a day, a repeated
// request with the same key returns the stored response. An empty key makes it
// a plain Annotate. The error may also match [store.ErrKeyReused] or
// [ErrKeyHeld].
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
