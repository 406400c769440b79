package row

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"assay/store"
)

// ErrChecksum: a row was altered.
var ErrChecksum = errors.New("checksum mismatch")

// GameSum returns the checksum of a game's row, without its contents; imported
// is in milliseconds since 1970.
func GameSum(g *store.Game, hash []byte, imported int64) int64 {
	return Checksum(hash, g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination, g.Format,
		g.Encoding, g.File, g.Number, g.Line, g.First, g.Second, g.Event, g.Site, g.Date, imported)
}

// RevisionSum returns the checksum of a revision of a record; packed and size
// are from Pack, saved is in milliseconds since 1970.
func RevisionSum(r *store.Revision, packed []byte, size any, saved int64) int64 {
	return Checksum(r.Game, r.Number, r.Hash[:], packed, size, r.Size, r.Line, r.Format, r.Variant, r.Options,
		r.Verdict,
		r.Plies, r.Author, r.Reason, saved)
}

// AnalysisSum returns the checksum of an analysis; saved is in milliseconds
// since 1970.
func AnalysisSum(a *store.Analysis, saved int64) int64 {
	return Checksum(a.Game, a.Engine, a.Version, a.VariantVersion, a.Nodes, a.Content, saved)
}

// DefinitionSum returns the checksum of a version of a draft; saved is in
// milliseconds since 1970.
func DefinitionSum(d *store.Definition, saved int64) int64 {
	return Checksum(d.Draft, d.Version, d.Author, d.Text, saved)
}

// StudySum returns the checksum of a version of a part of a study; packed and
// size are from Pack, saved is in milliseconds since 1970.
func StudySum(p *store.StudyPart, packed []byte, size any, saved int64) int64 {
	return Checksum(p.Study, p.Chapter, p.Version, p.Author, packed, size, saved)
}

// castagnoli is the polynomial of CRC-32C; processors compute it in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of values: numbers, texts, bytes, and nil for
// NULL, each with its length.
func Checksum(values ...any) int64 {
	var sum uint32
	b := make([]byte, 0, 1024)
	for _, value := range values {
		switch v := value.(type) {
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 8), uint64(v))
		case int:
			b = binary.BigEndian.AppendUint64(append(b, 8), uint64(v))
		case string:
			b = append(binary.AppendUvarint(b, uint64(len(v))), v...)
		case []byte: // which may be long
			sum = crc32.Update(sum, castagnoli, binary.AppendUvarint(b, uint64(len(v))))
			sum = crc32.Update(sum, castagnoli, v)
			b = b[:0]
		case nil:
			b = append(b, 0)
		default:
			panic(fmt.Sprintf("store: checksum of a %T", value))
		}
	}
	return int64(crc32.Update(sum, castagnoli, b))
}
