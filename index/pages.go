package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
)

// checkPages validates a bolt file before bolt opens it. Bolt trusts its pages:
// a page that refers to itself or to a place beyond the file would end the
// process. A missing or empty file is valid.
func checkPages(name string) error {
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0:
		return nil
	case err != nil:
		return err
	}
	b, err := openPages(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.follow(b.root, b.next)
	for len(b.due) > 0 && b.err == nil {
		page := b.due[len(b.due)-1]
		b.due = b.due[:len(b.due)-1]
		b.visit(page)
	}
	b.freelist()
	if b.err != nil {
		return fmt.Errorf("%s: %w", name, b.err)
	}
	return nil
}

// The layout of bolt files, in native byte order.
const (
	pageHeader  = 16 // number, flags, elements, overflow pages
	pageElement = 16
	metaLength  = 64 // the last eight bytes are a checksum
	boltMagic   = 0xED0CDAED
	boltVersion = 2

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketLeaf   = 0x01 // an element that is a bucket
	bucketHeader = 16   // root and sequence, before the value of an inline bucket
	noFreelist   = 1<<64 - 1
	manyFree     = 0xFFFF // the number of free pages is stored in the first entry
)

// pages walks a bolt file and visits each page once.
type pages struct {
	data []byte
	size uint64 // of a page, in bytes
	meta
	seen map[uint64]bool
	due  []uint64
	err  error // the first error
}

// meta is a bolt meta page.
type meta struct {
	root, free uint64
	next       uint64 // first unused page number
	change     uint64
}

// openPages reads the newer valid meta page, like bolt.
func openPages(data []byte) (*pages, error) {
	b := &pages{data: data, seen: map[uint64]bool{}}
	for half := range 2 {
		for _, size := range []uint64{uint64(os.Getpagesize()), 4096} {
			m, ok := readMeta(data, uint64(half)*size, size)
			if ok && (b.size == 0 || m.change > b.change) {
				b.meta, b.size = m, size
			}
		}
	}
	switch {
	case b.size == 0:
		return nil, errors.New("no sound head")
	case b.next > uint64(len(data))/b.size:
		return nil, fmt.Errorf("%d bytes, of %d pages", len(data), b.next)
	}
	return b, nil
}

func readMeta(data []byte, at, size uint64) (m meta, ok bool) {
	if at+pageHeader+metaLength > uint64(len(data)) {
		return m, false
	}
	d := data[at+pageHeader:][:metaLength]
	sum := fnv.New64a()
	sum.Write(d[:metaLength-8])
	order := binary.NativeEndian
	if order.Uint32(d) != boltMagic || order.Uint32(d[4:]) != boltVersion || order.Uint32(d[8:]) != uint32(size) ||
		order.Uint64(d[metaLength-8:]) != sum.Sum64() {
		return m, false
	}
	return meta{root: order.Uint64(d[16:]), free: order.Uint64(d[32:]), next: order.Uint64(d[40:]),
		change: order.Uint64(d[48:])}, true
}

func (b *pages) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

// follow queues a page.
func (b *pages) follow(page, from uint64) {
	if page < 2 || page >= b.next {
		b.fail("page %d leads to page %d of %d", from, page, b.next)
		return
	}
	b.due = append(b.due, page)
}

// take returns the bytes of a page and its overflow pages.
func (b *pages) take(number uint64) []byte {
	at := number * b.size
	head := b.data[at:]
	if found := binary.NativeEndian.Uint64(head); found != number {
		b.fail("page %d says it is page %d", number, found)
		return nil
	}
	last := number + uint64(binary.NativeEndian.Uint32(head[12:]))
	if last >= b.next {
		b.fail("page %d goes on to page %d of %d", number, last, b.next)
		return nil
	}
	for n := number; n <= last; n++ {
		if b.seen[n] {
			b.fail("page %d is in use twice", n)
			return nil
		}
		b.seen[n] = true
	}
	return b.data[at : (last+1)*b.size]
}

func (b *pages) visit(number uint64) {
	if page := b.take(number); page != nil {
		b.elements(page, number)
	}
}

// elements reads the elements of a page or of an inline bucket.
func (b *pages) elements(page []byte, number uint64) {
	order := binary.NativeEndian
	flags, count := order.Uint16(page[8:]), uint64(order.Uint16(page[10:]))
	if pageHeader+count*pageElement > uint64(len(page)) {
		b.fail("page %d has no room for %d elements", number, count)
		return
	}
	var last []byte
	for n := range count {
		element := page[pageHeader+n*pageElement:]
		var at, key, value uint64
		switch flags {
		case branchPage:
			at, key = uint64(order.Uint32(element)), uint64(order.Uint32(element[4:]))
			b.follow(order.Uint64(element[8:]), number)
		case leafPage:
			at, key, value = uint64(order.Uint32(element[4:])), uint64(order.Uint32(element[8:])),
				uint64(order.Uint32(element[12:]))
		default:
			b.fail("page %d is of kind %#x", number, flags)
			return
		}
		if at < pageElement || at+key+value > uint64(len(element)) {
			b.fail("element %d of page %d lies outside", n, number)
			return
		}
		name := element[at:][:key]
		if n > 0 && bytes.Compare(last, name) >= 0 {
			b.fail("element %d of page %d is out of order", n, number)
			return
		}
		last = name
		if flags == leafPage && order.Uint32(element)&bucketLeaf != 0 {
			b.bucket(element[at+key:][:value], number)
		}
	}
}

// bucket reads a bucket, which is inline or has its own page.
func (b *pages) bucket(value []byte, number uint64) {
	if len(value) < bucketHeader {
		b.fail("page %d has half a bucket", number)
		return
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		b.follow(root, number)
		return
	}
	inline := value[bucketHeader:]
	if len(inline) < pageHeader || binary.NativeEndian.Uint16(inline[8:]) != leafPage {
		b.fail("page %d has a bucket without elements", number)
		return
	}
	b.elements(inline, number)
}

// freelist reads the list of free pages; none may be in use.
func (b *pages) freelist() {
	if b.err != nil {
		return
	}
	if b.free == noFreelist {
		b.fail("no list of free pages")
		return
	}
	if b.follow(b.free, b.next); b.err != nil {
		return
	}
	page := b.take(b.free)
	if page == nil {
		return
	}
	order := binary.NativeEndian
	if flags := order.Uint16(page[8:]); flags != freelistPage {
		b.fail("the list of free pages is of kind %#x", flags)
		return
	}
	count, list := uint64(order.Uint16(page[10:])), page[pageHeader:]
	if count == manyFree {
		count, list = order.Uint64(list), list[8:]
	}
	if count > uint64(len(list))/8 {
		b.fail("the list of free pages has no room for %d", count)
		return
	}
	for n := range count {
		if free := order.Uint64(list[8*n:]); free < 2 || free >= b.next || b.seen[free] {
			b.fail("page %d of %d cannot be free", free, b.next)
			return
		}
	}
}
