// Package postings stores which documents have which terms of a field, for
// terms that are numbers of a fixed width, such as position keys.
//
// A section is the bytes of some fields. The terms of a field are sorted and
// divided into blocks. A block packs the differences of its terms to as many
// bits as the largest needs. Next to them it packs the document number of each
// term that occurs in one document, as most position keys do. Other terms have
// a posting list: differences of document numbers, or a bitmap if they are
// many. A lookup searches the block index, which has the first term, the end
// and the checksum of each block, and decodes one block.
//
//	section    field* table trailer
//	field      block* index
//	index      (first term 8, end of block 8, checksum 4)*
//	block      terms 1, bits per difference 1, bits per document 1,
//	           bitmap of terms with a posting list, differences, documents,
//	           (length, posting list)*
//	list       documents, then differences or a bitmap
//	table      (length, name, width 1, terms, bytes of blocks, blocks)*
//	trailer    magic 4, bytes of table 4, bytes of section 8, checksum 4
//
// Sizes are in bytes; numbers without a size are varints, the others
// little-endian. The checksum of a block covers its entry in the index too. It
// is verified whenever the block is read; the checksum of the section is
// verified by [Verify].
package postings

import (
	"errors"
	"hash/crc32"
)

// ErrDamaged reports bytes that differ from what was written.
var ErrDamaged = errors.New("damaged postings")

const (
	// blockTerms is the largest number of terms per block.
	blockTerms = 128
	// blockBytes is the size of posting lists after which a block ends.
	blockBytes = 4 << 10
	// listDocuments is the largest number of documents of a posting list that
	// is not a bitmap.
	listDocuments = 256

	blockHeader = 3
	entrySize   = 8 + 8 + 4
	trailerSize = 4 + 4 + 8 + 4
)

// magic begins the trailer of a section; its last character is the version of
// the format.
const magic = "pst1"

// castagnoli is the polynomial of the checksums; processors compute it in
// hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)
