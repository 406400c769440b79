package web

import "testing"

// TestWithin sends nobody to another site who logs in.
func TestWithin(t *testing.T) {
	for next, want := range map[string]string{
		"/me": "/me", "/games/1?ply=3": "/games/1?ply=3", "": "/", "https://evil.example": "/", "//evil.example": "/", "/\\evil.example": "/",
		"/\t/evil.example": "/", "javascript:alert(1)": "/", "/login?next=/login": "/",
	} {
		if got := within(next); got != want {
			t.Errorf("%q leads to %q, want %q", next, got, want)
		}
	}
}
