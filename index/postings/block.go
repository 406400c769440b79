package postings

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"
)

// block is a verified block of a field.
type block struct {
	first                  uint64
	terms                  int
	termBits, documentBits uint
	several                []byte // bitmap of the terms with a posting list
	steps                  []byte // differences of terms, less 1, packed
	single                 []byte // documents of the other terms, packed
	lists                  []byte // posting lists, each after its length
}

// blockChecksum returns the checksum of a block and of its index entry, except
// for the checksum itself in that entry.
func blockChecksum(entry, block []byte) uint32 {
	return crc32.Update(crc32.Checksum(entry, castagnoli), castagnoli, block)
}

// block returns a block after verifying its checksum.
func (f *Field) block(n int) (b block, err error) {
	begin := uint64(0)
	if n > 0 {
		begin = f.end(n - 1)
	}
	rest := f.blocks[begin:f.end(n)]
	if len(rest) < blockHeader || blockChecksum(f.entry(n)[:entrySize-crc32.Size], rest) != f.checksum(n) {
		return b, ErrDamaged
	}
	b = block{first: f.first(n), terms: int(rest[0]), termBits: uint(rest[1]), documentBits: uint(rest[2])}
	if b.terms == 0 || b.terms > blockTerms || b.termBits > 64 || b.documentBits > 32 {
		return b, ErrDamaged
	}
	rest = rest[blockHeader:]
	take := func(size int) (taken []byte) {
		if size > len(rest) {
			err = ErrDamaged
			size = len(rest)
		}
		taken, rest = rest[:size], rest[size:]
		return taken
	}
	b.several = take((b.terms + 7) / 8)
	lists := 0
	for _, c := range b.several {
		lists += bits.OnesCount8(c)
	}
	if extra := b.terms % 8; err != nil || extra > 0 && b.several[b.terms/8]>>extra != 0 {
		return b, ErrDamaged // bits of more terms than there are
	}
	b.steps = take(packedSize(b.terms-1, b.termBits))
	b.single = take(packedSize(b.terms-lists, b.documentBits))
	b.lists = rest
	return b, err
}

// hasList reports whether a term has a posting list.
func (b *block) hasList(n int) bool { return b.several[n/8]&(1<<(n%8)) != 0 }

// find returns the number of a term, -1 if the block has it not.
func (b *block) find(term uint64) int {
	at := b.first
	for n := 0; ; n++ {
		if at >= term {
			if at == term {
				return n
			}
			return -1
		}
		if n+1 == b.terms {
			return -1
		}
		at += bitsAt(b.steps, n, b.termBits) + 1
	}
}

// documents returns the documents of the n-th term.
func (b *block) documents(n int) (*roaring.Bitmap, error) {
	lists := 0
	for i := range n {
		if b.hasList(i) {
			lists++
		}
	}
	if !b.hasList(n) {
		return roaring.BitmapOf(uint32(bitsAt(b.single, n-lists, b.documentBits))), nil
	}
	rest := b.lists
	var list []byte
	for i := 0; i <= lists; i++ {
		var err error
		if list, rest, err = takeList(rest); err != nil {
			return nil, err
		}
	}
	return bitmapOf(list)
}

// takeList takes the next posting list.
func takeList(b []byte) (list, rest []byte, err error) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, ErrDamaged
	}
	return b[n : n+int(size)], b[n+int(size):], nil
}

// listLength returns the number of documents in a posting list, and their
// encoding.
func listLength(list []byte) (documents uint64, rest []byte, err error) {
	documents, n := binary.Uvarint(list)
	if n <= 0 || documents > math.MaxUint32 {
		return 0, nil, ErrDamaged
	}
	return documents, list[n:], nil
}

// bitmapOf decodes a posting list. The bitmap may share its memory.
func bitmapOf(list []byte) (*roaring.Bitmap, error) {
	count, rest, err := listLength(list)
	if err != nil {
		return nil, err
	}
	bitmap := roaring.New()
	if count > listDocuments {
		if _, err := bitmap.FromBuffer(rest); err != nil {
			return nil, ErrDamaged
		}
		return bitmap, nil
	}
	var memory [listDocuments]uint32
	documents, err := appendSteps(memory[:0], count, rest)
	bitmap.AddMany(documents)
	return bitmap, err
}

// appendDocuments appends the documents of a posting list.
func appendDocuments(documents []uint32, list []byte) ([]uint32, error) {
	count, rest, err := listLength(list)
	if err != nil {
		return nil, err
	}
	if count <= listDocuments {
		return appendSteps(documents, count, rest)
	}
	bitmap := roaring.New()
	if _, err := bitmap.FromBuffer(rest); err != nil {
		return nil, ErrDamaged
	}
	var memory [256]uint32
	for it := bitmap.ManyIterator(); ; {
		n := it.NextMany(memory[:])
		if n == 0 {
			return documents, nil
		}
		documents = append(documents, memory[:n]...)
	}
}

// appendSteps appends documents that are encoded as differences.
func appendSteps(documents []uint32, count uint64, b []byte) ([]uint32, error) {
	last := uint64(0)
	for range count {
		step, n := binary.Uvarint(b)
		if last += step; n <= 0 || last > math.MaxUint32 {
			return documents, ErrDamaged
		}
		documents, b = append(documents, uint32(last)), b[n:]
	}
	return documents, nil
}
