package rules

import (
	"os"
	"path/filepath"
	"testing"

	"assay/analysis/variant"
)

// FuzzCompile compiles and plays every definition that passes validation: none
// may panic.
func FuzzCompile(f *testing.F) {
	files, err := filepath.Glob("../variant/definitions/*.yaml")
	if err != nil || len(files) == 0 {
		f.Fatal("no definitions", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(append([]byte("# a copy\n"), text...))
	}
	registry := variant.Embedded()
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := registry.Check("fuzz.yaml", text)
		if err != nil {
			return
		}
		r, err := Compile(d)
		if err != nil {
			return
		}
		p := r.Start()
		for range 12 {
			moves := p.Moves(nil)
			if uint64(len(moves)) != p.Count() {
				t.Fatalf("%d moves listed, %d counted: %s", len(moves), p.Count(), p.Text())
			}
			p.Outcome()
			if len(moves) == 0 {
				break
			}
			p.Play(moves[len(moves)/2])
			if key, secret := p.computeKeys(); key != p.key || secret != p.repetitionKey {
				t.Fatalf("keys: %s", p.Text())
			}
		}
	})
}
