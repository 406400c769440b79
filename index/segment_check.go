package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	zap "github.com/blevesearch/zapx/v17"

	"assay/index/postings"
)

// verifiedFile is the state of a segment file when its checksums were verified.
type verifiedFile struct {
	fs.FileInfo
	timeReliable bool // a later write shows in the modification time
}

// timeResolution is the coarsest resolution of modification times.
const timeResolution = 2 * time.Second

// checkSegment verifies the checksums of a segment file.
func checkSegment(path string) (held verifiedFile, err error) { return checkParts(path, true) }

// checkText verifies the checksum of zap's part of a segment file. A merge
// verifies the postings block by block.
func checkText(path string) (held verifiedFile, err error) { return checkParts(path, false) }

func checkParts(path string, numbers bool) (held verifiedFile, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return held, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	if err != nil {
		return held, err
	}
	defer f.Close()
	if held.FileInfo, err = f.Stat(); err != nil {
		return held, err
	}
	held.timeReliable = time.Since(held.ModTime()) > timeResolution
	damaged := func(format string, args ...any) (verifiedFile, error) {
		return held, &Error{Path: path, Problem: ErrDamaged, Cause: fmt.Errorf(format, args...)}
	}
	const tailSize = postings.TrailerSize + zap.FooterSize
	rest := held.Size() - tailSize
	if rest < 0 {
		return damaged("it has only %d bytes", held.Size())
	}
	var tail [tailSize]byte
	if _, err := f.ReadAt(tail[:], rest); err != nil {
		return held, err
	}
	size, err := postings.Size(tail[:postings.TrailerSize])
	if err != nil || size > uint64(rest)+postings.TrailerSize {
		return damaged("it has no postings")
	}
	text := rest + postings.TrailerSize - int64(size)
	in := bufio.NewReaderSize(f, 1<<18)
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, in, text); err != nil {
		return held, err
	}
	footer := tail[postings.TrailerSize:]
	sum.Write(footer[:zap.FooterSize-crc32.Size])
	if found, want := sum.Sum32(), binary.BigEndian.Uint32(footer[zap.FooterSize-crc32.Size:]); found != want {
		return damaged("its checksum is %08x, not %08x", found, want)
	}
	if !numbers {
		return held, nil
	}
	err = postings.Verify(in, size)
	if errors.Is(err, postings.ErrDamaged) {
		return damaged("%w", err)
	}
	return held, err
}

// freeSpace is a variable so that tests can simulate a full disk.
var freeSpace = diskSpace

// checkSpace returns an error unless the given number of bytes may be written
// next to a path. A sixteenth of the file system, at most 64 MiB, is reserved
// for the archive.
func checkSpace(path string, bytes uint64) error {
	free, total, known := freeSpace(filepath.Dir(path))
	if reserve := min(total/16, 64<<20); known && free < bytes+reserve {
		return &SpaceError{Path: path, Free: free, Need: bytes + reserve}
	}
	return nil
}
