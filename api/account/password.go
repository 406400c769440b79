package account

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"sync"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"assay/api/request"
)

// Length limits of a password in characters. Any characters are allowed (NIST
// SP 800-63B, 3.1.1).
const (
	minPassword = 10
	maxPassword = 200
)

// Argon2id parameters: the minimum of OWASP's Password Storage Cheat Sheet.
const (
	hashMemory = 19 << 10 // KiB
	hashTime   = 2
	saltLength = 16
	keyLength  = 32
)

func checkPassword(password string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword || !utf8.ValidString(password) {
		return &request.InputError{Field: "password",
			Want: fmt.Sprintf("%d to %d characters", minPassword, maxPassword)}
	}
	return nil
}

// hashPassword returns the salted hash of a password in the common encoded
// form. The password is normalized to NFC, because keyboards compose letters
// differently (NIST SP 800-63B, 3.1.1.2).
func hashPassword(password string) []byte {
	password = norm.NFC.String(password)
	salt := make([]byte, saltLength)
	rand.Read(salt)
	key := argon2.IDKey([]byte(password), salt, hashTime, hashMemory, 1, keyLength)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Appendf(nil, "$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, hashMemory, hashTime, encode(salt),
		encode(key))
}

// unmatchableHash is a hash that no password matches.
var unmatchableHash = sync.OnceValue(func() []byte { return hashPassword(rand.Text()) })

// matchesPassword reports whether a hash matches a password, in NFC or, for old
// hashes, as typed. Without a hash it takes the same time.
func matchesPassword(hash []byte, password string) bool {
	hasHash := len(hash) > 0
	if !hasHash {
		hash = unmatchableHash()
	}
	var version, memory, passes uint32
	parts := bytes.Split(hash, []byte("$"))
	if len(parts) != 6 {
		return false
	}
	if _, err := fmt.Sscanf(string(parts[2])+" "+string(parts[3]), "v=%d m=%d,t=%d,p=1", &version, &memory,
		&passes); err != nil || version != argon2.Version {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(string(parts[4]))
	if err != nil {
		return false
	}
	key, err := base64.RawStdEncoding.DecodeString(string(parts[5]))
	if err != nil || len(key) == 0 {
		return false
	}
	matches := func(form string) bool {
		return subtle.ConstantTimeCompare(key,
			argon2.IDKey([]byte(form), salt, passes, memory, 1, uint32(len(key)))) == 1
	}
	composed := norm.NFC.String(password)
	matched := matches(composed)
	if composed != password {
		matched = matches(password) || matched
	}
	return matched && hasHash
}
