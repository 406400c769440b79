package postgres

import (
	"testing"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

func BenchmarkAdd(b *testing.B) {
	server := postgrestest.Start(b)
	storetest.BenchmarkAdd(b, func(t testing.TB) store.Archive { return open(t, server.Schema(t), Options{}) })
}

func BenchmarkRead(b *testing.B) {
	server := postgrestest.Start(b)
	storetest.BenchmarkRead(b, func(t testing.TB) store.Archive { return open(t, server.Schema(t), Options{}) })
}

func BenchmarkSimilar(b *testing.B) {
	server := postgrestest.Start(b)
	storetest.BenchmarkSimilar(b, func(t testing.TB) store.Archive { return open(t, server.Schema(t), Options{}) })
}
