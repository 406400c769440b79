// Package lru is a least-recently-used cache with a limit in bytes.
package lru

import (
	"container/list"
	"sync"
)

// Cache evicts the least recently used values while their sizes exceed its
// limit. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	max     int64
	size    int64
	order   *list.List // of *entry[K, V], the most recently used first
	entries map[K]*list.Element
}

type entry[K comparable, V any] struct {
	key   K
	value V
	size  int64
}

// New returns a cache of at most max bytes.
func New[K comparable, V any](max int64) *Cache[K, V] {
	return &Cache[K, V]{max: max, order: list.New(), entries: map[K]*list.Element{}}
}

// Get returns the value of a key and whether it is cached.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.entries[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(at)
	return at.Value.(*entry[K, V]).value, true
}

// Add caches a value of size bytes and returns it. If the key has a value
// already, Add returns that one. A value larger than the limit is not cached.
func (c *Cache[K, V]) Add(key K, value V, size int64) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.entries[key]; ok {
		c.order.MoveToFront(at)
		return at.Value.(*entry[K, V]).value
	}
	if size > c.max {
		return value
	}
	c.entries[key] = c.order.PushFront(&entry[K, V]{key, value, size})
	for c.size += size; c.size > c.max; {
		c.remove(c.order.Back())
	}
	return value
}

// Delete removes the values for which drop returns true.
func (c *Cache[K, V]) Delete(drop func(K, V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := c.order.Front(); at != nil; {
		next := at.Next()
		if e := at.Value.(*entry[K, V]); drop(e.key, e.value) {
			c.remove(at)
		}
		at = next
	}
}

// Remove removes the value of a key, if it is cached.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.entries[key]; ok {
		c.remove(at)
	}
}

func (c *Cache[K, V]) remove(at *list.Element) {
	e := c.order.Remove(at).(*entry[K, V])
	c.size -= e.size
	delete(c.entries, e.key)
}

// Size returns the number of values, their bytes, and the limit.
func (c *Cache[K, V]) Size() (values int, bytes, max int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries), c.size, c.max
}
