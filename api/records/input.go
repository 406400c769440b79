package records

import (
	"bufio"
	"bytes"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"assay/analysis/crash"
	"assay/api/container"
	"assay/api/request"
)

// standardInput is the path of the standard input.
const standardInput = "-"

// input is a file of records.
type input struct {
	path      string
	size      int64 // bytes on disk; 0 for a stream
	modified  time.Time
	stream    io.Reader     // read instead of a file, if not nil
	stored    bool          // a stored record, which is no archive and not compressed
	skipped   bool          // not read: by its name, the file contains no records
	err       error         // why the input cannot be read
	skip      int           // records archived by an earlier run
	progress  *fileProgress // progress of that run, or nil
	bytesRead atomic.Int64  // bytes read from disk
	archive   *input        // the archive that contains the input, or nil
	isArchive bool          // set when it is opened; its files follow one after another
	content   []byte        // of a file in the archive of a request
	// maxContent bounds the content of the archive of a request; 0 for a file
	// on disk, which may also be compressed.
	maxContent int64
}

// inputs walks paths, with folders in sorted order. It skips hidden files and
// folders unless they are named explicitly. It returns files such as README,
// but they are not read.
func inputs(paths []string, stdin io.Reader) iter.Seq[*input] {
	return func(yield func(*input) bool) {
		for _, path := range paths {
			if path == standardInput {
				if !yield(&input{path: path, stream: stdin}) {
					return
				}
				continue
			}
			err := filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
				if err == nil && at != path && strings.HasPrefix(entry.Name(), ".") {
					if entry.IsDir() {
						return fs.SkipDir
					}
					return nil
				}
				in := newInput(at, at == path, entry, err)
				if in != nil && !yield(in) {
					return fs.SkipAll
				}
				return nil
			})
			if err != nil && !yield(&input{path: path, err: err}) {
				return
			}
		}
	}
}

// newInput returns the input for an entry of a directory walk, or nil for
// folders and special files.
func newInput(path string, named bool, entry fs.DirEntry, err error) *input {
	if err != nil {
		return &input{path: path, err: err}
	}
	if entry.IsDir() {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return &input{path: path, err: err}
	case info.IsDir() || !named && !info.Mode().IsRegular():
		return nil
	}
	if !named && isDocumentation(entry.Name()) {
		return &input{path: path, skipped: true}
	}
	return &input{path: path, size: info.Size(), modified: info.ModTime()}
}

// isDocumentation reports whether a file name is typical of documentation, such
// as README.
func isDocumentation(name string) bool {
	ending := strings.ToLower(filepath.Ext(name))
	if ending != "" && ending != ".md" && ending != ".txt" && ending != ".rst" {
		return false
	}
	switch strings.ToUpper(name[:len(name)-len(ending)]) {
	case "LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "README", "AUTHORS", "CHANGELOG":
		return true
	}
	return false
}

// totalSize returns the total size of the files in a walk.
func totalSize(paths []string) int64 {
	total := int64(0)
	for in := range inputs(paths, nil) {
		total += in.size
	}
	return total
}

// Unpack decompresses a body if it is compressed. The error is a
// [*request.LimitError] if the content exceeds limit, or an
// [*request.InputError] if the body is incomplete. The members of an archive
// are not extracted.
func Unpack(body []byte, limit int64) ([]byte, error) {
	wrong := func(err error) error {
		return &request.InputError{Field: "body", Value: err.Error(), Want: "a complete gzip, zstd or bzip2 file"}
	}
	source, err := container.Decompress(bufio.NewReader(bytes.NewReader(body)), container.BodyWindow)
	switch {
	case err != nil:
		return nil, wrong(err)
	case source == nil:
		return body, nil
	}
	defer source.Close()
	text, err := io.ReadAll(io.LimitReader(source, limit+1))
	switch {
	case int64(len(text)) > limit:
		return nil, &request.LimitError{What: "bytes of decompressed content", Limit: limit}
	case err != nil:
		return nil, wrong(err)
	}
	return text, nil
}

// openInput is an open input: a text or an archive.
type openInput struct {
	io.Reader
	archive *container.Archive // nil for a text
	closers []io.Closer        // in the order of closing
}

func (o *openInput) Close() error {
	var first error
	for _, c := range o.closers {
		if err := c.Close(); first == nil {
			first = err
		}
	}
	return first
}

// open opens the input and decompresses it. The error may be a
// [*crash.Error].
func (in *input) open() (o *openInput, err error) {
	defer crash.Recover(&err)
	if in.err != nil {
		return nil, in.err
	}
	o = &openInput{Reader: in.stream}
	defer func() {
		if err != nil {
			o.Close()
		}
	}()
	var at io.ReaderAt
	size := int64(0)
	if body, ok := in.stream.(*bytes.Reader); ok {
		at, size = body, body.Size()
	}
	if in.stream == nil {
		file, err := os.Open(in.path)
		if err != nil {
			return nil, err
		}
		counting := countingFile{file, &in.bytesRead}
		o.Reader, at, size, o.closers = counting, counting, in.size, []io.Closer{file}
	}
	if in.stored {
		return o, nil
	}
	buffered := bufio.NewReaderSize(o.Reader, 64<<10)
	o.Reader = buffered
	if in.maxContent == 0 {
		plain, err := container.Decompress(buffered, container.FileWindow)
		if err != nil {
			return o, err
		}
		if plain != nil {
			buffered, at = bufio.NewReaderSize(plain, 64<<10), nil
			o.Reader, o.closers = buffered, append([]io.Closer{plain}, o.closers...)
		}
	}
	limits := container.FileLimits
	if in.maxContent > 0 {
		limits = container.BodyLimits(in.maxContent)
	}
	if o.archive, err = container.OpenArchive(buffered, at, size, limits); o.archive != nil {
		o.closers = append([]io.Closer{o.archive}, o.closers...)
	}
	return o, err
}

// isMember reports whether the input is a file in an archive.
func (in *input) isMember() bool { return in.archive != nil }

// file returns the file on disk that contains the input: the input itself, or
// its archive.
func (in *input) file() *input {
	if in.archive != nil {
		return in.archive
	}
	return in
}

// member returns the input for the next member of an archive, or for an error
// of reading the archive.
func (in *input) member(m *container.Member, err error) *input {
	if err != nil {
		return &input{path: in.path, archive: in, err: err}
	}
	next := &input{path: in.path + "/" + m.Name, archive: in}
	name := path.Base(m.Name)
	if hidden := func(part string) bool {
		return strings.HasPrefix(part, ".") || part == "__MACOSX"
	}; slices.ContainsFunc(strings.Split(m.Name, "/"), hidden) {
		return nil
	}
	if next.skipped = isDocumentation(name); next.skipped {
		return next
	}
	if next.stream, next.err = m.Open(); next.err == nil && in.maxContent > 0 {
		if next.content, next.err = io.ReadAll(next.stream); next.err == nil {
			next.stream = bytes.NewReader(next.content)
		}
	}
	return next
}

// countingFile is a file that counts the bytes read.
type countingFile struct {
	*os.File
	read *atomic.Int64
}

func (c countingFile) Read(b []byte) (int, error) {
	n, err := c.File.Read(b)
	c.read.Add(int64(n))
	return n, err
}

func (c countingFile) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.File.ReadAt(b, at)
	c.read.Add(int64(n))
	return n, err
}

// countLineEnds counts the line ends LF, CR LF and CR.
func countLineEnds(b []byte) int {
	return bytes.Count(b, []byte{'\n'}) + bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
}
