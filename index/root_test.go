package index

import (
	"encoding/binary"
	"testing"

	bolt "go.etcd.io/bbolt"
)

func setFormat(t *testing.T, r *root, number uint64) {
	t.Helper()
	err := r.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(rootBucket).Put(formatKey, binary.BigEndian.AppendUint64(nil, number))
	})
	if err != nil {
		t.Fatal(err)
	}
}
