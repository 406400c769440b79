package rest

import (
	"bytes"
	"strings"
	"testing"

	"assay/api/card"
)

// TestVariants draws, describes and serves every definition.
func TestVariants(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	var list variantList
	c.get("/api/v1/variants").into(t, &list)
	if len(list.Variants) < 3 {
		t.Fatalf("%d variants", len(list.Variants))
	}
	for _, v := range list.Variants {
		if got := c.get("/api/v1/variants/" + v.ID); got.status != 200 {
			t.Errorf("%s: %d %s", v.ID, got.status, got.body)
		}
		got := c.get("/api/v1/diagram.svg?variant=" + v.ID)
		if got.status != 200 || !bytes.Contains(got.body, []byte("<svg")) {
			t.Errorf("%s: diagram %d %s", v.ID, got.status, got.body)
		}
		card, err := card.Find(a.Arbiter, v.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := card.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		for _, p := range card.Pieces {
			if !strings.Contains(text.String(), p.Name) {
				t.Errorf("%s: no %s on the card", v.ID, p.Name)
			}
		}
	}
}
