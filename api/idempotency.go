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

// ErrKeyInProgress reports that the first request with an idempotency key has
// not ended.
var ErrKeyInProgress = errors.New("a request with this Idempotency-Key is still being processed; repeat it later to get its response")

// maxKey is the maximum length of an idempotency key.
const maxKey = 255

// idempotentRequest is a request with an idempotency key while it is processed.
type idempotentRequest struct {
	store.IdempotencyKey
	response []byte // the stored response, nil if there is none
	release  func() // releases the key
}

// beginRequest starts a request with an idempotency key. The operation and its
// input identify the request. Keys are per caller; the archive stores only
// their digests.
func (a *Archive) beginRequest(ctx context.Context, key, operation string, input any) (*idempotentRequest, error) {
	if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &InputError{Field: "Idempotency-Key", Value: strings.ToValidUTF8(key, "\uFFFD"), Want: fmt.Sprintf("up to %d visible ASCII characters", maxKey)}
	}
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	digest := deriveSecret(ctx, "key", key)
	request := &idempotentRequest{IdempotencyKey: store.IdempotencyKey{Key: hex.EncodeToString(digest[:]), Digest: sha256.Sum256(append([]byte(operation+"\n"), text...))}}
	if _, inProgress := a.keysInUse.LoadOrStore(request.Key, true); inProgress {
		return nil, ErrKeyInProgress
	}
	request.release = func() { a.keysInUse.Delete(request.Key) }
	if request.response, err = a.store.SavedResponse(ctx, request.IdempotencyKey); err != nil {
		request.release()
		return nil, err
	}
	return request, nil
}

// deriveSecret derives a secret from a caller's key, for a purpose.
func deriveSecret(ctx context.Context, purpose, key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(purpose + "\n" + key + "\n" + CallerOf(ctx).Name))
}

// responseCipher returns the cipher for stored responses, which may contain a
// new token: with the archive but without the key, they are unreadable.
func responseCipher(ctx context.Context, key string) cipher.AEAD {
	secret := deriveSecret(ctx, "seal", key)
	block, err := aes.NewCipher(secret[:])
	if err != nil {
		panic(err) // depends only on the length
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // depends only on the block size
	}
	return aead
}

// UnsavedResponseError reports that a response could not be stored for repeated
// requests.
type UnsavedResponseError struct{ Err error }

func (e *UnsavedResponseError) Error() string {
	return fmt.Sprintf("the response could not be stored for repeated requests: %v", e.Err)
}
func (e *UnsavedResponseError) Unwrap() error { return e.Err }

// RunOnce runs do for a request with an idempotency key and stores its response
// for a day. A repeated request does not run do, but returns the stored
// response and true. The operation and its input must be the same. The first
// change that do makes under its context also records the key.
//
// It returns the errors of do, an [*InputError] about the key, one that matches
// [ErrKeyInProgress], [store.ErrKeyReused] or [store.ErrNoResponse], or an
// [*UnsavedResponseError], which comes with a response.
func (a *Archive) RunOnce(ctx context.Context, key, operation string, input any, do func(context.Context) ([]byte, error)) (response []byte, repeated bool, err error) {
	request, err := a.beginRequest(ctx, key, operation, input)
	if err != nil {
		return nil, false, err
	}
	defer request.release()
	aead := responseCipher(ctx, key)
	if request.response != nil {
		response, err = aead.Open(nil, nil, request.response, nil)
		return response, true, err
	}
	if response, err = do(store.WithIdempotencyKey(ctx, request.IdempotencyKey)); err != nil {
		return nil, false, err
	}
	if err := a.store.SaveResponse(ctx, request.IdempotencyKey, aead.Seal(nil, nil, response, nil)); err != nil {
		return response, false, &UnsavedResponseError{err}
	}
	return response, false, nil
}

// AnnotateOnce is an idempotent [Archive.Annotate]: for a day, a repeated
// request with the same key returns the stored response. An empty key makes it
// a plain Annotate. The error may also match [store.ErrKeyReused] or
// [ErrKeyInProgress].
func (a *Archive) AnnotateOnce(ctx context.Context, game int64, in AnnotationInput, key string) (*AnnotationView, error) {
	if key == "" {
		return a.Annotate(ctx, game, in)
	}
	request, err := a.beginRequest(ctx, key, fmt.Sprintf("annotate %d", game), in)
	if err != nil {
		return nil, err
	}
	defer request.release()
	if request.response == nil {
		draft, err := a.prepareAnnotation(ctx, game, &in)
		if err != nil {
			return nil, err
		}
		request.response, err = a.store.AnnotateOnce(ctx, request.IdempotencyKey, *draft, MaxAnnotations, func(saved *store.Annotation) ([]byte, error) {
			v, err := viewAnnotation(saved)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		})
		if err != nil {
			return nil, asLimitError(err)
		}
		a.annotationChanges.notify()
		a.makeSearchable(ctx)
	}
	v := new(AnnotationView)
	return v, json.Unmarshal(request.response, v)
}
