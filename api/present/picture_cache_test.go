package present

import (
	"fmt"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api/diagram"
)

// TestPictureCacheIsBounded overfills the cache of pictures.
func TestPictureCacheIsBounded(t *testing.T) {
	for n := range 2000 {
		pictureCache.Add(fmt.Sprint(n), &diagram.Picture{}, variant.SizeOf(strings.Repeat(" ", diagram.MaxPicture)))
	}
	if _, size, _ := pictureCache.Size(); size == 0 || size > maxPictureBytes {
		t.Errorf("%d bytes are kept, at most %d expected", size, maxPictureBytes)
	}
}
