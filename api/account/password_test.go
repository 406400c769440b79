package account

import "testing"

// TestPasswordForms logs in with letters that another keyboard composes
// differently, and with an old hash of the letters as typed.
func TestPasswordForms(t *testing.T) {
	const composed, decomposed = "pass\u00e9 compos\u00e9", "passe\u0301 compose\u0301"
	unnormalized := []byte("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$H+dVuzoqT7Qdg3tCvEmNDw")
	for _, row := range []struct {
		name     string
		hash     []byte
		password string
		want     bool
	}{
		{"as it was chosen", hashPassword(composed), composed, true},
		{"typed decomposed", hashPassword(composed), decomposed, true},
		{"chosen decomposed", hashPassword(decomposed), composed, true},
		{"another", hashPassword(composed), "passe compose", false},
		{"a hash of before", unnormalized, decomposed, true},
		{"a hash of before, composed", unnormalized, composed, false},
		{"no hash", nil, composed, false},
	} {
		if got := matchesPassword(row.hash, row.password); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
