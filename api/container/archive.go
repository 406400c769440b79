package container

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"assay/parser"
)

// Limits bound what an archive may contain.
type Limits struct {
	Bytes   int64 // content of all files
	Members int   // files and folders
}

// FileLimits are the limits of archives on disk.
var FileLimits = Limits{Bytes: 64 << 30, Members: 200_000}

// maxBodyMembers is the limit of files and folders of an archive in a request.
const maxBodyMembers = 10_000

// BodyLimits returns the limits of archives in requests.
func BodyLimits(size int64) Limits { return Limits{Bytes: size, Members: maxBodyMembers} }

// If the content of an archive exceeds freeBytes, it may be at most maxRatio
// times as large as the archive. Game records rarely shrink to a twentieth.
const (
	maxRatio  = 200
	freeBytes = 16 << 20
)

// LimitError is the error for an archive above a limit.
type LimitError struct {
	What  string
	Limit int64
}

// Error names the limit and says what to do.
func (e *LimitError) Error() string {
	return fmt.Sprintf("the archive contains more than %d %s; the rest is not read: extract it, and pass its files",
		e.Limit, e.What)
}

// Reasons why a member is not read.
var (
	errNested    = errors.New("an archive inside an archive is not read; extract it, and pass its files")
	errEncrypted = errors.New("the file is encrypted; extract it with its password, and pass it")
	errMethod    = errors.New("the file is compressed by an unknown method; extract it, and pass it")
	errEmpty     = errors.New("the archive contains no files")
)

// foreign lists archives that are recognised but not read.
var foreign = []struct{ signature, name string }{
	{"7z\xbc\xaf\x27\x1c", "7z"}, {"Rar!\x1a\x07", "RAR"}, {"\xfd7zXZ\x00", "xz"},
}

// ForeignError is the error for an archive format that is recognised but not
// read.
type ForeignError struct{ Kind string }

// Error names the kind and says what to do.
func (e *ForeignError) Error() string {
	return "this is a file of " + e.Kind + ", which is not read; extract it, or pack it again as .zip or .tar.gz"
}

// Archive is an open archive. Its members are read one after another.
type Archive struct {
	limits  Limits
	content int64 // bytes of members read so far
	size    int64 // of the archive; 0 if it is unknown
	members int
	zip     []*zip.File // members left
	tar     *tar.Reader // nil for a zip archive
	spool   *os.File    // copy of a stream, or nil
}

// Member is a file in an archive. It is read before the next one.
type Member struct {
	Name    string // its path in the archive
	archive *Archive
	file    *zip.File // nil for a tar archive
}

// OpenArchive returns the archive that in contains; nil for other content. size
// is the size of the file that in comes from, 0 if it is unknown. at reads that
// file at any offset. If it is nil, a zip archive is copied to a temporary file
// first.
func OpenArchive(in *bufio.Reader, at io.ReaderAt, size int64, l Limits) (*Archive, error) {
	start, _ := in.Peek(signatureBytes)
	for _, f := range foreign {
		if bytes.HasPrefix(start, []byte(f.signature)) {
			return nil, &ForeignError{f.name}
		}
	}
	a := &Archive{limits: l, size: size}
	switch {
	case isZip(start):
		if at == nil {
			var err error
			if a.size, err = a.copy(in); err != nil {
				a.Close()
				return nil, err
			}
			at = a.spool
		}
		return a.openZip(at)
	case isTar(start):
		a.tar = tar.NewReader(in)
		return a, nil
	}
	return nil, nil
}

// IsArchive reports whether a file is an archive, by its first bytes.
func IsArchive(start []byte) bool { return isZip(start) || isTar(start) }

func isZip(start []byte) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// isTar reports whether a block is a tar header: it has the right checksum.
func isTar(block []byte) bool {
	const field, after = 148, 156 // place of the checksum
	if len(block) < signatureBytes || block[0] == 0 {
		return false
	}
	sum := int64(8 * ' ')
	for i, c := range block[:signatureBytes] {
		if i < field || i >= after {
			sum += int64(c)
		}
	}
	written, err := strconv.ParseInt(strings.Trim(string(block[field:after]), " \x00"), 8, 64)
	return err == nil && written == sum
}

// copy copies a stream to a temporary file.
func (a *Archive) copy(in io.Reader) (size int64, err error) {
	if a.spool, err = os.CreateTemp("", "assay-*.zip"); err != nil {
		return 0, err
	}
	n, err := io.Copy(a.spool, io.LimitReader(in, a.limits.Bytes+1))
	if err == nil && n > a.limits.Bytes {
		err = &LimitError{"bytes", a.limits.Bytes}
	}
	return n, err
}

// openZip reads the directory of a zip archive.
func (a *Archive) openZip(at io.ReaderAt) (*Archive, error) {
	directory := &directoryReader{ReaderAt: at, left: directoryBytes + 256*int64(a.limits.Members)}
	r, err := zip.NewReader(directory, a.size)
	if err == nil || err == zip.ErrInsecurePath {
		directory.left = -1
		a.zip = r.File
		return a, nil
	}
	a.Close()
	if errors.As(err, new(*LimitError)) {
		return nil, err
	}
	return nil, &DamageError{"the archive", "its directory cannot be read", err}
}

// directoryBytes bounds the directory of a zip archive, next to 256 bytes for
// each member.
const directoryBytes = 1 << 20

// directoryReader bounds the bytes to read of a directory, which is held in
// memory. A negative bound means no limit.
type directoryReader struct {
	io.ReaderAt
	left int64
}

func (d *directoryReader) ReadAt(b []byte, at int64) (int, error) {
	if d.left >= 0 {
		if d.left -= int64(len(b)); d.left < 0 {
			d.left = 0
			return 0, &LimitError{"bytes in its directory", directoryBytes}
		}
	}
	return d.ReaderAt.ReadAt(b, at)
}

// Next returns the next file, or io.EOF after the last. It skips folders, links
// and devices.
func (a *Archive) Next() (*Member, error) {
	for {
		var m Member
		regular := false
		if a.tar != nil {
			h, err := a.tar.Next()
			switch {
			case err == io.EOF && a.members == 0:
				return nil, errEmpty
			case err == io.EOF || errors.As(err, new(*LimitError)):
				return nil, err
			case err != nil && err != tar.ErrInsecurePath:
				return nil, &DamageError{"the archive", fmt.Sprintf("what follows file %d cannot be read", a.members),
					err}
			}
			m, regular = Member{Name: h.Name, archive: a}, h.Typeflag == tar.TypeReg
		} else {
			if len(a.zip) == 0 && a.members == 0 {
				return nil, errEmpty
			}
			if len(a.zip) == 0 {
				return nil, io.EOF
			}
			f := a.zip[0]
			a.zip = a.zip[1:]
			m, regular = Member{Name: f.Name, archive: a, file: f}, f.Mode().IsRegular()
		}
		if a.members++; a.members > a.limits.Members {
			return nil, &LimitError{"files and folders", int64(a.limits.Members)}
		}
		if m.Name = clean(m.Name); regular && m.Name != "" {
			return &m, nil
		}
	}
}

// maxName bounds the name of a member in bytes.
const maxName = 512

// clean returns a member's name for display: a path without steps upwards and
// without control characters, in UTF-8.
func clean(name string) string {
	name = parser.Text([]byte(name), "", "")
	name = strings.Map(func(c rune) rune {
		switch {
		case c == '\\':
			return '/'
		case !unicode.IsPrint(c):
			return unicode.ReplacementChar
		}
		return c
	}, name)
	if name = path.Clean("/" + name)[1:]; len(name) > maxName {
		name = strings.ToValidUTF8(name[len(name)-maxName:], "")
	}
	return name
}

// Open returns the content of a file. A compressed file is decompressed.
func (m *Member) Open() (io.Reader, error) {
	var in io.Reader = m.archive.tar
	if m.file != nil {
		if m.file.Flags&1 != 0 {
			return nil, errEncrypted
		}
		opened, err := m.file.Open()
		switch {
		case errors.Is(err, zip.ErrAlgorithm):
			return nil, errMethod
		case err != nil:
			return nil, &DamageError{"the file", "its header cannot be read", err}
		}
		in = opened
	}
	buffered := bufio.NewReaderSize(&boundedReader{in: in, of: m.archive}, 64<<10)
	for range 2 {
		start, err := buffered.Peek(signatureBytes)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if IsArchive(start) {
			return nil, errNested
		}
		for _, f := range foreign {
			if bytes.HasPrefix(start, []byte(f.signature)) {
				return nil, errNested
			}
		}
		if !isCompressed(start) {
			return buffered, nil
		}
		plain, err := Decompress(buffered, BodyWindow)
		if err != nil {
			return nil, err
		}
		buffered = bufio.NewReaderSize(&boundedReader{in: plain, of: m.archive}, 64<<10)
	}
	return nil, errNested
}

// Close removes the temporary copy, if there is one.
func (a *Archive) Close() error {
	if a.spool == nil {
		return nil
	}
	err := a.spool.Close()
	if gone := os.Remove(a.spool.Name()); err == nil {
		err = gone
	}
	return err
}

// boundedReader counts the content of members. Above a limit, it returns an
// error.
type boundedReader struct {
	in io.Reader
	of *Archive
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.in.Read(p)
	a := b.of
	a.content += int64(n)
	switch {
	case a.content > a.limits.Bytes:
		return 0, &LimitError{"bytes", a.limits.Bytes}
	case a.content > freeBytes && a.size > 0 && a.content > maxRatio*a.size:
		return 0, &LimitError{"times its own size", maxRatio}
	case err != nil && err != io.EOF:
		err = damage("the file", err)
	}
	return n, err
}

// isChecksum reports whether an error means a wrong checksum.
func isChecksum(err error) bool {
	return errors.Is(err, zip.ErrChecksum) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, zstd.ErrCRCMismatch)
}
