package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"assay/store"
)

// What the checksum of a row is taken of, in the order of the sum. The games'
// number of the last change and the time of their deletion are not in it: they
// alter with every change.
const (
	gameSum = `hash, variant, options, variant_version, verdict, plies, result, termination, format, encoding, file,
		number, line, first, second, event, site, date, imported`
	contentSum      = `game, record, size, start, final, moves, tags, report`
	verificationSum = `game, sequence, variant_version, verdict, plies, result, termination, start, final, report, replaced`
	revisionSum     = `annotation, revision, ply, author, content, deleted, saved`
	analysisSum     = `game, engine, version, variant_version, nodes, content, saved`
	definitionSum   = `draft, version, author, text, saved`
)

// errChecksum says that a row is not as it was written.
var errChecksum = errors.New("it is not as it was written: its checksum is another")

// gameChecksum is that of a game's row in games.
func gameChecksum(g *store.Game, hash []byte, imported int64) int64 {
	return checksum(hash, g.Variant, g.Options, g.VariantVersion, g.Verdict, g.Plies, g.Result, g.Termination, g.Format,
		g.Encoding, g.File, g.Number, g.Line, g.First, g.Second, g.Event, g.Site, g.Date, imported)
}

// castagnoli is the polynomial of CRC-32C, which processors compute.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C of values as SQLite gives them: numbers, texts,
// bytes, and nil for NULL. Each stands behind its length. It is a function of
// SQL too, of the same name.
func checksum(values ...any) int64 {
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
