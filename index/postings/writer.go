package postings

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/RoaringBitmap/roaring/v2"
)

// Writer writes a section. After [Writer.Begin] of each field, add its terms in
// ascending order; end with [Writer.Close].
type Writer struct {
	out  io.Writer
	size uint64 // bytes written
	sum  uint32 // their checksum
	err  error  // the first error

	fields []fieldEntry
	index  []byte // of the current field

	terms     []uint64 // of the current block
	documents []uint32 // one per term, 0 for a term with a posting list
	several   [blockTerms / 8]byte
	lists     []byte
	block     bitWriter // reused
	list      []byte    // reused
	bitmap    *roaring.Bitmap
}

// fieldEntry is the entry of a field in the table.
type fieldEntry struct {
	name   string
	width  int
	terms  uint64
	begin  uint64 // of its blocks
	size   uint64 // of its blocks
	blocks uint64
}

// NewWriter returns a writer of a section.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out, bitmap: roaring.New()} }

// Begin begins a field, whose terms have a width in bytes.
func (w *Writer) Begin(name string, width int) {
	w.endField()
	w.fields = append(w.fields, fieldEntry{name: name, width: width, begin: w.size})
}

// Add adds a term with its documents, in ascending order. A term without
// documents is ignored.
func (w *Writer) Add(term uint64, documents []uint32) {
	if len(documents) == 0 {
		return
	}
	n := len(w.terms)
	w.terms = append(w.terms, term)
	if len(documents) == 1 {
		w.documents = append(w.documents, documents[0])
	} else {
		w.several[n/8] |= 1 << (n % 8)
		w.documents = append(w.documents, 0)
		w.appendList(documents)
	}
	if n+1 == blockTerms || len(w.lists) >= blockBytes {
		w.endBlock()
	}
}

// AddSorted adds sorted postings, which may repeat.
func (w *Writer) AddSorted(all []Posting) {
	var documents []uint32
	for i := 0; i < len(all); {
		term := all[i].Term
		documents = documents[:0]
		for ; i < len(all) && all[i].Term == term; i++ {
			if n := len(documents); n == 0 || documents[n-1] != all[i].Document {
				documents = append(documents, all[i].Document)
			}
		}
		w.Add(term, documents)
	}
}

// appendList appends the posting list of a term.
func (w *Writer) appendList(documents []uint32) {
	b := binary.AppendUvarint(w.list[:0], uint64(len(documents)))
	if len(documents) <= listDocuments {
		last := uint32(0)
		for _, document := range documents {
			b = binary.AppendUvarint(b, uint64(document-last))
			last = document
		}
	} else {
		w.bitmap.Clear()
		w.bitmap.AddMany(documents)
		w.bitmap.RunOptimize()
		packed, err := w.bitmap.ToBytes()
		w.fail(err)
		b = append(b, packed...)
	}
	w.list = b
	w.lists = append(binary.AppendUvarint(w.lists, uint64(len(b))), b...)
}

// endBlock writes the current block.
func (w *Writer) endBlock() {
	n := len(w.terms)
	if n == 0 {
		return
	}
	steps, all := uint64(0), uint32(0)
	for i := 1; i < n; i++ {
		steps |= w.terms[i] - w.terms[i-1] - 1
	}
	for _, document := range w.documents {
		all |= document
	}
	termBits, documentBits := uint(bits.Len64(steps)), uint(bits.Len32(all))
	p := &w.block
	p.bytes = append(p.bytes[:0], byte(n), byte(termBits), byte(documentBits))
	p.bytes = append(p.bytes, w.several[:(n+7)/8]...)
	for i := 1; i < n; i++ {
		p.put(w.terms[i]-w.terms[i-1]-1, termBits)
	}
	p.flush()
	for i, document := range w.documents {
		if w.several[i/8]&(1<<(i%8)) == 0 {
			p.put(uint64(document), documentBits)
		}
	}
	p.flush()
	p.bytes = append(p.bytes, w.lists...)
	w.write(p.bytes)

	f := &w.fields[len(w.fields)-1]
	f.terms += uint64(n)
	f.blocks++
	f.size = w.size - f.begin
	w.index = binary.LittleEndian.AppendUint64(w.index, w.terms[0])
	w.index = binary.LittleEndian.AppendUint64(w.index, f.size)
	w.index = binary.LittleEndian.AppendUint32(w.index, blockChecksum(w.index[len(w.index)-entrySize+4:], p.bytes))
	w.terms, w.documents, w.lists = w.terms[:0], w.documents[:0], w.lists[:0]
	clear(w.several[:])
}

// endField writes the block index of the current field.
func (w *Writer) endField() {
	w.endBlock()
	w.write(w.index)
	w.index = w.index[:0]
}

// Close writes the end of the section and returns the first error of the
// writer.
func (w *Writer) Close() error {
	w.endField()
	var table []byte
	for _, f := range w.fields {
		table = binary.AppendUvarint(table, uint64(len(f.name)))
		table = append(append(table, f.name...), byte(f.width))
		for _, n := range []uint64{f.terms, f.size, f.blocks} {
			table = binary.AppendUvarint(table, n)
		}
	}
	size := len(table)
	table = append(table, magic...)
	table = binary.LittleEndian.AppendUint32(table, uint32(size))
	table = binary.LittleEndian.AppendUint64(table, w.size+uint64(size)+trailerSize)
	w.write(table)
	w.write(binary.LittleEndian.AppendUint32(nil, w.sum))
	return w.err
}

// Size returns the number of bytes written.
func (w *Writer) Size() uint64 { return w.size }

func (w *Writer) write(b []byte) {
	if w.err != nil || len(b) == 0 {
		return
	}
	w.sum = crc32.Update(w.sum, castagnoli, b)
	n, err := w.out.Write(b)
	w.size += uint64(n)
	w.fail(err)
}

func (w *Writer) fail(err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("write postings: %w", err)
	}
}
