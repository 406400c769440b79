package sqlite

import (
	"testing"

	"assay/fixtures/storetest"
	"assay/store"
)

func BenchmarkAdd(b *testing.B) {
	storetest.BenchmarkAdd(b, func(t testing.TB) store.Archive { return archive(t) })
}

func BenchmarkRead(b *testing.B) {
	storetest.BenchmarkRead(b, func(t testing.TB) store.Archive { return archive(t) })
}

func BenchmarkSimilar(b *testing.B) {
	storetest.BenchmarkSimilar(b, func(t testing.TB) store.Archive { return archive(t) })
}
