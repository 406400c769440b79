package lru

import "testing"

// TestCache evicts the values that were used least recently.
func TestCache(t *testing.T) {
	c := New[string, int](10)
	c.Add("a", 1, 4)
	c.Add("b", 2, 4)
	c.Get("a")
	c.Add("c", 3, 4)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := c.Get(key); ok != want {
			t.Errorf("%s is kept: %v", key, ok)
		}
	}
	if got := c.Add("a", 9, 4); got != 1 {
		t.Errorf("a is %d", got)
	}
	if got := c.Add("large", 7, 11); got != 7 {
		t.Errorf("a large value is %d", got)
	}
	if values, bytes, max := c.Size(); values != 2 || bytes != 8 || max != 10 {
		t.Errorf("%d values of %d bytes within %d", values, bytes, max)
	}
	c.Delete(func(key string, _ int) bool { return key == "a" })
	if values, bytes, _ := c.Size(); values != 1 || bytes != 4 {
		t.Errorf("%d values of %d bytes are left", values, bytes)
	}
	c.Add("large", 5, 4)
	c.Remove("nothing")
	c.Remove("large")
	if _, ok := c.Get("large"); ok {
		t.Error("a removed value is kept")
	}
	if values, bytes, _ := c.Size(); values != 1 || bytes != 4 {
		t.Errorf("%d values of %d bytes are left", values, bytes)
	}
}
