package analysis_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/records"
)

// TestRulesOfOptionsAreBounded compiles a definition with 200 sets of options
// and expects the rulebook to stay within its limit.
func TestRulesOfOptionsAreBounded(t *testing.T) {
	const max = 4 << 20
	text := records.Read(t, "../fixtures/definitions/frog-pond.yaml") + "options:\n"
	overlays := "overlays:\n"
	for n := range 8 {
		text += fmt.Sprintf("  o%d: {default: \"no\", values: [\"no\", \"yes\"], summary: \"One of many.\"}\n", n)
		overlays += fmt.Sprintf("  - when: {o%d: \"yes\"}\n    set: {summary: \"Another.\"}\n", n)
	}
	registry, err := variant.Embedded().With("many", []byte(text+overlays))
	if err != nil {
		t.Fatal(err)
	}
	cache := analysis.NewRuleCache(max)
	b := analysis.NewRulebookIn(cache, registry)
	var first *rules.Rules
	for n := range 200 {
		var words []string
		for bit := range 8 {
			if n>>bit&1 == 1 {
				words = append(words, fmt.Sprintf("o%d=yes", bit))
			}
		}
		options := strings.Join(words, " ")
		r, err := b.Rules("frog-pond", options)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := b.Rules("frog-pond", " "+options+" "); again != r {
			t.Fatalf("%q is compiled twice", options)
		}
		if n == 0 {
			first = r
		}
	}
	values, bytes, _ := cache.Size()
	if values == 0 || values == 200 || bytes > max {
		t.Errorf("%d rules of %d bytes are kept", values, bytes)
	}
	if again, _ := b.Rules("frog-pond", ""); again == first {
		t.Error("what was used least recently is kept")
	}
	cache.Forget(b)
	if values, bytes, _ := cache.Size(); values != 0 || bytes != 0 {
		t.Errorf("%d rules of %d bytes are left", values, bytes)
	}
}

// TestSizeOfRules compares the estimated size of compiled rules with the growth
// of the heap.
func TestSizeOfRules(t *testing.T) {
	registry := variant.Embedded()
	for _, id := range []string{"chess", "shogi", "chu-shogi"} {
		d, err := registry.Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		const copies = 8
		before := heap()
		var kept []*rules.Rules
		for range copies {
			r, err := rules.Compile(d)
			if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, r)
		}
		grown := (heap() - before) / copies
		if size := variant.SizeOf(kept[0]); size < grown/2 || size > 2*grown {
			t.Errorf("%s takes %d bytes, %d estimated", id, grown, size)
		}
		runtime.KeepAlive(kept)
	}
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
