package postings

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"
)

// Section is a section in memory, which may be a mapped file. It is safe for
// concurrent use.
type Section struct {
	bytes  []byte
	fields []*Field
}

// Size returns the size of the section at the end of some bytes, or ErrDamaged
// if they do not end with a section.
func Size(b []byte) (uint64, error) {
	if len(b) < trailerSize {
		return 0, ErrDamaged
	}
	trailer := b[len(b)-trailerSize:]
	size := binary.LittleEndian.Uint64(trailer[8:])
	if string(trailer[:4]) != magic || size < trailerSize {
		return 0, ErrDamaged
	}
	return size, nil
}

// TrailerSize is the number of bytes that [Size] reads.
const TrailerSize = trailerSize

// Open returns the section at the end of some bytes and shares their memory. It
// verifies the table but not the checksum.
func Open(b []byte) (*Section, error) {
	size, err := Size(b)
	if err != nil || size > uint64(len(b)) {
		return nil, ErrDamaged
	}
	b = b[uint64(len(b))-size:]
	s := &Section{bytes: b}
	rest := b[:len(b)-trailerSize]
	length := uint64(binary.LittleEndian.Uint32(b[len(b)-trailerSize+4:]))
	if length > uint64(len(rest)) {
		return nil, ErrDamaged
	}
	table, rest := rest[uint64(len(rest))-length:], rest[:uint64(len(rest))-length]
	for len(table) > 0 {
		var f *Field
		if f, table, rest, err = openField(table, rest); err != nil {
			return nil, err
		}
		s.fields = append(s.fields, f)
	}
	if len(rest) > 0 {
		return nil, ErrDamaged
	}
	return s, nil
}

// Verify reads a section of a size and verifies its checksum.
func Verify(section io.Reader, size uint64) error {
	sum := crc32.New(castagnoli)
	if _, err := io.CopyN(sum, section, int64(size)-crc32.Size); err != nil {
		return err
	}
	var want [crc32.Size]byte
	if _, err := io.ReadFull(section, want[:]); err != nil {
		return err
	}
	if sum.Sum32() != binary.LittleEndian.Uint32(want[:]) {
		return ErrDamaged
	}
	return nil
}

// Bytes returns the bytes of the section.
func (s *Section) Bytes() []byte { return s.bytes }

// Checksum returns the checksum of the section.
func (s *Section) Checksum() uint32 {
	return binary.LittleEndian.Uint32(s.bytes[len(s.bytes)-crc32.Size:])
}

// Fields returns the fields of the section.
func (s *Section) Fields() []*Field { return s.fields }

// Field returns a field of the section, nil if it has none of this name.
func (s *Section) Field(name string) *Field {
	for _, f := range s.fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// Field is the terms of one field and their documents.
type Field struct {
	name   string
	width  int
	terms  uint64
	blocks []byte
	index  []byte
}

// openField reads the next entry of the table and takes the field's bytes.
func openField(table, section []byte) (f *Field, restOfTable, restOfSection []byte, err error) {
	length, n := binary.Uvarint(table)
	if n <= 0 || uint64(len(table)-n) <= length {
		return nil, nil, nil, ErrDamaged
	}
	f = &Field{name: string(table[n : n+int(length)])}
	table = table[n+int(length):]
	f.width, table = int(table[0]), table[1:]
	var numbers [3]uint64
	for i := range numbers {
		if numbers[i], n = binary.Uvarint(table); n <= 0 {
			return nil, nil, nil, ErrDamaged
		}
		table = table[n:]
	}
	terms, size, blocks := numbers[0], numbers[1], numbers[2]
	rest := uint64(len(section))
	if f.width < 1 || f.width > 8 || size > rest || blocks > (rest-size)/entrySize ||
		terms < blocks || terms > blocks*blockTerms {
		return nil, nil, nil, ErrDamaged
	}
	f.terms = terms
	f.blocks, section = section[:size], section[size:]
	f.index, section = section[:blocks*entrySize], section[blocks*entrySize:]
	end := uint64(0)
	for n := range int(blocks) {
		next := f.end(n)
		if next < end || next > size || n > 0 && f.first(n) <= f.first(n-1) {
			return nil, nil, nil, ErrDamaged
		}
		end = next
	}
	if end != size {
		return nil, nil, nil, ErrDamaged
	}
	return f, table, section, nil
}

// Name returns the name of the field.
func (f *Field) Name() string { return f.name }

// Terms returns the number of terms.
func (f *Field) Terms() int { return int(f.terms) }

// Width returns the width of the terms in bytes.
func (f *Field) Width() int { return f.width }

// Term returns the number of a term that is given as bytes, big-endian. It
// returns false if they have another width.
func (f *Field) Term(b string) (term uint64, ok bool) {
	if len(b) != f.width {
		return 0, false
	}
	for i := range len(b) {
		term = term<<8 | uint64(b[i])
	}
	return term, true
}

// AppendTerm appends the bytes of a term.
func (f *Field) AppendTerm(b []byte, term uint64) []byte {
	for i := f.width - 1; i >= 0; i-- {
		b = append(b, byte(term>>(8*i)))
	}
	return b
}

func (f *Field) blockCount() int       { return len(f.index) / entrySize }
func (f *Field) entry(n int) []byte    { return f.index[n*entrySize : (n+1)*entrySize] }
func (f *Field) first(n int) uint64    { return binary.LittleEndian.Uint64(f.entry(n)) }
func (f *Field) end(n int) uint64      { return binary.LittleEndian.Uint64(f.entry(n)[8:]) }
func (f *Field) checksum(n int) uint32 { return binary.LittleEndian.Uint32(f.entry(n)[16:]) }

// Documents returns the documents with a term, nil if there are none. The
// bitmap may share the memory of the section and must not be changed.
func (f *Field) Documents(term uint64) (*roaring.Bitmap, error) {
	n := sort.Search(f.blockCount(), func(n int) bool { return f.first(n) > term }) - 1
	if n < 0 {
		return nil, nil
	}
	b, err := f.block(n)
	if err != nil {
		return nil, err
	}
	at := b.find(term)
	if at < 0 {
		return nil, nil
	}
	return b.documents(at)
}
