package postings

import "encoding/binary"

// bitWriter packs numbers, the lowest bits first.
type bitWriter struct {
	bytes []byte
	word  uint64 // bits that are not yet in bytes
	used  uint   // their number
}

// put appends the lowest bits of a number; the others must be 0.
func (w *bitWriter) put(n uint64, bits uint) {
	w.word |= n << w.used
	if w.used += bits; w.used >= 64 {
		w.bytes = binary.LittleEndian.AppendUint64(w.bytes, w.word)
		w.used -= 64
		w.word = n >> (bits - w.used)
	}
}

// flush fills the last byte with zeros.
func (w *bitWriter) flush() {
	for ; w.used > 0; w.used -= min(8, w.used) {
		w.bytes = append(w.bytes, byte(w.word))
		w.word >>= 8
	}
	w.word = 0
}

// packedSize returns the bytes of packed numbers.
func packedSize(numbers int, bits uint) int { return (numbers*int(bits) + 7) / 8 }

// bitsAt returns the n-th packed number.
func bitsAt(b []byte, n int, bits uint) uint64 {
	at := uint(n) * bits
	i, shift := int(at/8), at%8
	mask := uint64(1)<<bits - 1
	if i+9 <= len(b) {
		word := binary.LittleEndian.Uint64(b[i:]) >> shift
		if shift+bits > 64 {
			word |= uint64(b[i+8]) << (64 - shift)
		}
		return word & mask
	}
	var tail [9]byte
	copy(tail[:], b[i:])
	word := binary.LittleEndian.Uint64(tail[:]) >> shift
	if shift > 0 {
		word |= uint64(tail[8]) << (64 - shift)
	}
	return word & mask
}
