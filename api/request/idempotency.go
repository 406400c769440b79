package request

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

// ErrKeyInProgress reports that the first request with an idempotency key has
// not ended.
var ErrKeyInProgress = errors.New(
	"a request with this Idempotency-Key is still being processed; repeat it later to get its response")

// maxKey is the maximum length of an idempotency key.
const maxKey = 255

// ResponseStore stores the responses of requests with idempotency keys.
type ResponseStore interface {
	SavedResponse(context.Context, store.IdempotencyKey) ([]byte, error)
	SaveResponse(context.Context, store.IdempotencyKey, []byte) error
}

// IdempotencyKeys runs each request with an idempotency key once.
type IdempotencyKeys struct {
	store ResponseStore
	inUse sync.Map // keys of requests in progress in this process
}

// NewIdempotencyKeys returns the keys whose responses are in s.
func NewIdempotencyKeys(s ResponseStore) *IdempotencyKeys { return &IdempotencyKeys{store: s} }

// IdempotentRequest is a request with an idempotency key that is being
// processed.
type IdempotentRequest struct {
	store.IdempotencyKey
	Response []byte // the stored response, nil if there is none
	Release  func() // releases the key
}

// BeginRequest starts a request with an idempotency key. The operation and its
// input identify the request. Keys are per caller; the archive stores only
// their digests.
func (k *IdempotencyKeys) BeginRequest(ctx context.Context, key, operation string, input any) (*IdempotentRequest,
	error) {
	if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &InputError{Field: "Idempotency-Key", Value: strings.ToValidUTF8(key, "\uFFFD"),
			Want: fmt.Sprintf("up to %d visible ASCII characters", maxKey)}
	}
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	digest := deriveSecret(ctx, "key", key)
	request := &IdempotentRequest{IdempotencyKey: store.IdempotencyKey{Key: hex.EncodeToString(digest[:]),
		Digest: sha256.Sum256(append([]byte(operation+"\n"), text...))}}
	if _, inProgress := k.inUse.LoadOrStore(request.Key, true); inProgress {
		return nil, ErrKeyInProgress
	}
	request.Release = func() { k.inUse.Delete(request.Key) }
	if request.Response, err = k.store.SavedResponse(ctx, request.IdempotencyKey); err != nil {
		request.Release()
		return nil, err
	}
	return request, nil
}

// deriveSecret derives a secret from a caller's key, for a purpose.
func deriveSecret(ctx context.Context, purpose, key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(purpose + "\n" + key + "\n" + CallerOf(ctx).Name))
}

// responseCipher returns the cipher for stored responses. A response may
// contain a new token, so it can be read only with the idempotency key, not
// with the archive alone.
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
func (k *IdempotencyKeys) RunOnce(ctx context.Context, key, operation string, input any,
	do func(context.Context) ([]byte, error)) (response []byte, repeated bool, err error) {
	request, err := k.BeginRequest(ctx, key, operation, input)
	if err != nil {
		return nil, false, err
	}
	defer request.Release()
	aead := responseCipher(ctx, key)
	if request.Response != nil {
		response, err = aead.Open(nil, nil, request.Response, nil)
		return response, true, err
	}
	if response, err = do(store.WithIdempotencyKey(ctx, request.IdempotencyKey)); err != nil {
		return nil, false, err
	}
	if err := k.store.SaveResponse(ctx, request.IdempotencyKey, aead.Seal(nil, nil, response, nil)); err != nil {
		return response, false, &UnsavedResponseError{err}
	}
	return response, false, nil
}
