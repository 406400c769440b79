package records

import (
	"strings"
	"testing"
)

// TestImportKeyIsBounded stores the progress of a file with a long name.
func TestImportKeyIsBounded(t *testing.T) {
	im := importer{}
	for _, n := range []int{1, maxImportKey, 10 * maxImportKey} {
		if key := im.key(&input{path: strings.Repeat("a", n)}); key == "" || len(key) > maxImportKey {
			t.Errorf("a name of %d bytes has a key of %d", n, len(key))
		}
	}
}
