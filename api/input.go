package api

import (
	"assay/api/request"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// standardInput is the path of the standard input.
const standardInput = "-"

// input is a file of records.
type input struct {
	path      string
	size      int64 // bytes on disk; 0 for a stream
	modified  time.Time
	stream    io.Reader     // read instead of a file, if not nil
	raw       bool          // do not decompress
	skipped   bool          // not read: by its name, the file contains no records
	err       error         // why the input cannot be read
	skip      int           // records archived by an earlier run
	progress  *fileProgress // progress of that run, or nil
	bytesRead atomic.Int64  // bytes read from disk
}

// inputs walks paths, with folders in sorted order. It skips hidden files and
// folders unless they are named explicitly. Files such as README are returned
// but not read.
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

// newInput returns the input of a walk's entry, nil for folders and special
// files.
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

// compressions lists the supported compression formats by signature.
var compressions = []struct {
	signature []byte
	open      func(r io.Reader, window uint64) (io.ReadCloser, error) // window bounds the decoder's memory
}{
	{[]byte{0x1f, 0x8b}, func(r io.Reader, _ uint64) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{[]byte{0x28, 0xb5, 0x2f, 0xfd}, func(r io.Reader, window uint64) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}},
}

// maxWindow bounds the window of a .zst file in bytes, and so the memory for
// reading it.
const maxWindow = 128 << 20

// maxBodyWindow bounds the window of a request body. It suffices for .zst files
// of the usual levels.
const maxBodyWindow = 8 << 20

// Unpack decompresses a body if it is compressed. The error is a
// [*request.LimitError] if the content exceeds limit, or an
// [*request.InputError] if the body is incomplete.
func Unpack(body []byte, limit int64) ([]byte, error) {
	for _, c := range compressions {
		if !bytes.HasPrefix(body, c.signature) {
			continue
		}
		source, err := c.open(bytes.NewReader(body), maxBodyWindow)
		if err != nil {
			return nil, &request.InputError{Field: "body", Value: err.Error(), Want: "a complete gzip or zstd file"}
		}
		defer source.Close()
		text, err := io.ReadAll(io.LimitReader(source, limit+1))
		switch {
		case int64(len(text)) > limit:
			return nil, &request.LimitError{What: "bytes of decompressed content", Limit: limit}
		case err != nil:
			return nil, &request.InputError{Field: "body", Value: err.Error(), Want: "a complete gzip or zstd file"}
		}
		return text, nil
	}
	return body, nil
}

// open opens the input and decompresses it. The error may be a
// [*request.CrashError].
func (in *input) open() (opened io.ReadCloser, err error) {
	defer request.RecoverCrash(&err)
	if in.err != nil {
		return nil, in.err
	}
	source := io.NopCloser(in.stream)
	if in.stream == nil {
		file, err := os.Open(in.path)
		if err != nil {
			return nil, err
		}
		source = countingFile{file, &in.bytesRead}
	}
	buffered := bufio.NewReaderSize(source, 64<<10)
	var start []byte
	if !in.raw {
		start, _ = buffered.Peek(4) // the next Read returns the error again
	}
	for _, c := range compressions {
		if bytes.HasPrefix(start, c.signature) {
			plain, err := c.open(buffered, maxWindow)
			if err != nil {
				source.Close()
				return nil, incomplete(err)
			}
			return layeredReader{decompressed{plain}, plain, source}, nil
		}
	}
	return layeredReader{buffered, source, nil}, nil
}

// decompressed is the content of a compressed file.
type decompressed struct{ io.Reader }

func (u decompressed) Read(b []byte) (int, error) {
	n, err := u.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = incomplete(err)
	}
	return n, err
}

func incomplete(err error) error { return fmt.Errorf("the compressed file is incomplete: %w", err) }

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

// layeredReader is a reader with the files to close.
type layeredReader struct {
	io.Reader
	upper, lower io.Closer
}

func (l layeredReader) Close() error {
	err := l.upper.Close()
	if l.lower != nil {
		if below := l.lower.Close(); err == nil {
			err = below
		}
	}
	return err
}

// countLineEnds counts the line ends LF, CR LF and CR.
func countLineEnds(b []byte) int {
	return bytes.Count(b, []byte{'\n'}) + bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
}
