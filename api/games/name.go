package games

import (
	"context"
	"crypto/sha256"
	"fmt"
)

// Name returns a permanent name for an object of the archive, such as a game or
// a list, that text identifies: a URN of a UUID derived from the archive's
// identity.
func (c *Collection) Name(ctx context.Context, text string) (string, error) {
	identity, err := c.store.Lineage(ctx, 0)
	sum := sha256.Sum256([]byte(identity + " " + text))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8 of RFC 9562
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]), err
}
