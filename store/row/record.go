package row

import (
	"database/sql"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"assay/store"
)

// compressFrom is the length in bytes from which records are compressed.
// Shorter texts become only a quarter smaller without a dictionary (master
// games of chess: 700 bytes to 540, in 6 µs).
const compressFrom = 2048

var (
	encoder = must(zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2)))
	decoder = must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(store.MaxRecord)))
)

// must panics on an error. It is used for the two coders, whose options are
// constants.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Pack returns the bytes to store for a record. If they are compressed, it also
// returns the length of the record, otherwise nil.
func Pack(record []byte) (stored []byte, size any) {
	if len(record) >= compressFrom {
		if frame := encoder.EncodeAll(record, nil); len(frame) < len(record) {
			return frame, int64(len(record))
		}
	}
	if record == nil {
		return []byte{}, nil
	}
	return record, nil
}

// Unpack is the inverse of Pack.
func Unpack(stored []byte, size sql.Null[int64]) ([]byte, error) {
	if !size.Valid {
		return stored, nil
	}
	var header zstd.Header
	if err := header.Decode(stored); err != nil {
		return nil, err
	}
	if !header.HasFCS || header.FrameContentSize != uint64(size.V) {
		return nil, fmt.Errorf("compressed record of %d bytes, want %d", header.FrameContentSize, size.V)
	}
	return decoder.DecodeAll(stored, nil)
}
