package sqlite

import (
	"errors"
	"reflect"
	"testing"

	"assay/store"
	"assay/store/row"
)

func FuzzTags(f *testing.F) {
	f.Add([]byte{})
	f.Add(row.AppendTags(nil, []store.Tag{{Key: "White", Value: "Carlsen, Magnus"}, {Key: "Black", Value: "\xff"}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 'a'})
	f.Fuzz(func(t *testing.T, b []byte) {
		tags, err := row.ReadTags(b)
		if err != nil {
			return
		}
		again, err := row.ReadTags(row.AppendTags(nil, tags))
		if err != nil || !reflect.DeepEqual(tags, again) {
			t.Errorf("%q read as %q, written and read as %q, %v", b, tags, again, err)
		}
	})
}

func wantError(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}
