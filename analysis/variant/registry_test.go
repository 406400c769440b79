package variant

import "testing"

func TestEmbeddedDefinitionsAreSound(t *testing.T) {
	r := Embedded()
	if len(r.IDs()) < 3 {
		t.Fatalf("only %v are defined", r.IDs())
	}
	for _, id := range r.IDs() {
		if _, err := r.Definition(id, ""); err != nil {
			t.Error(err)
		}
	}
}
