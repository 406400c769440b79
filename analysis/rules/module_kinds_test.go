package rules

import (
	"slices"
	"strings"
	"testing"
)

// TestModuleKinds checks that every special rule and parameter is described,
// and that the list is sorted.
func TestModuleKinds(t *testing.T) {
	kinds := ModuleKinds()
	for _, k := range kinds {
		if !strings.HasSuffix(k.Says, ".") {
			t.Errorf("%s: %q is no sentence", k.Name, k.Says)
		}
		for _, p := range k.Params {
			if p.Key == "" || p.Says == "" {
				t.Errorf("%s: a parameter without key or words: %+v", k.Name, p)
			}
		}
	}
	if !slices.IsSortedFunc(kinds, func(a, b ModuleKind) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the modules do not stand by name")
	}
}
