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

// TestNoVariant sends an undefined variant to every operation that takes one:
// an error, never an empty result.
func TestNoVariant(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	asked := [][3]string{}
	for _, o := range NewServer(c.archive, ServerConfig{}).operations() {
		query, body := "", ""
		for _, p := range o.own() {
			switch {
			case p.name == "variant" && p.in == "query":
				query += "&variant=nope"
			case p.name == "position" && p.in == "query" && strings.HasSuffix(o.path, "/search"):
				query += "&position=8/8+w"
			case p.name == "as" && p.required:
				query += "&as=pgn"
			}
		}
		if o.method == "POST" {
			body = scholars
		}
		if strings.Contains(query, "variant") {
			asked = append(asked, [3]string{o.method, o.path + "?" + query[1:], body})
		}
	}
	if len(asked) < 8 {
		t.Errorf("%d calls take a game", len(asked))
	}
	for _, name := range []string{"positions/search", "positions/similar", "positions/play", "positions/count", "positions/sample", "positions/solve", "analysis"} {
		asked = append(asked, [3]string{"POST", basePath + "/" + name, solvable(name)})
	}
	for _, call := range asked {
		if got := c.send(call[0], call[1], call[2]); got.status != 400 || !strings.Contains(string(got.body), "/problems/unknown-variant") {
			t.Errorf("%v: %d %s", call, got.status, got.body)
		}
	}
}

// solvable returns a body with an unknown variant.
func solvable(name string) string {
	if name == "positions/solve" {
		return `{"variant":"nope","stipulation":"#2"}`
	}
	return `{"variant":"nope","position":"8/8 w"}`
}
