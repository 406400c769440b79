// Package container reads compressed files and archives as if they were their
// contents.
package container

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressions lists the supported compression formats by signature, in which
// ? stands for any byte.
var compressions = []struct {
	signature string
	open      func(r io.Reader, window uint64) (io.ReadCloser, error)
}{
	{"\x1f\x8b", func(r io.Reader, _ uint64) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"\x28\xb5\x2f\xfd", func(r io.Reader, window uint64) (io.ReadCloser, error) {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}},
	{"BZh?1AY&SY", func(r io.Reader, _ uint64) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
}

// Windows bound the window of a .zst file in bytes, and so the memory for
// reading it.
const (
	FileWindow = 128 << 20
	BodyWindow = 8 << 20 // suffices for files of the usual levels
)

// signatureBytes is the number of bytes from which a file's format is detected.
// It is the size of a tar header.
const signatureBytes = 512

// hasSignature reports whether the first bytes of a file match a signature.
func hasSignature(start []byte, signature string) bool {
	if len(start) < len(signature) {
		return false
	}
	for i := range len(signature) {
		if signature[i] != '?' && signature[i] != start[i] {
			return false
		}
	}
	return true
}

// isCompressed reports whether a file is compressed, by its first bytes.
func isCompressed(start []byte) bool {
	for _, c := range compressions {
		if hasSignature(start, c.signature) {
			return true
		}
	}
	return false
}

// Decompress returns the content of a compressed file. Window bounds the memory
// of the decoder. It returns nil if the file is not compressed.
func Decompress(in *bufio.Reader, window uint64) (io.ReadCloser, error) {
	start, _ := in.Peek(signatureBytes) // the next Read returns the error again
	for _, c := range compressions {
		if hasSignature(start, c.signature) {
			plain, err := c.open(in, window)
			if err != nil {
				return nil, damage("the compressed file", err)
			}
			return decompressed{plain}, nil
		}
	}
	return nil, nil
}

// decompressed is the content of a compressed file.
type decompressed struct{ io.ReadCloser }

func (d decompressed) Read(b []byte) (int, error) {
	n, err := d.ReadCloser.Read(b)
	if err != nil && err != io.EOF {
		err = damage("the compressed file", err)
	}
	return n, err
}

// DamageError is the error for content that cannot be decompressed or
// extracted.
type DamageError struct {
	What   string // the damaged thing
	Reason string
	cause  error
}

// Error says what is damaged and what to do.
func (d *DamageError) Error() string { return d.What + " is damaged: " + d.Reason + "; get it again" }

func (d *DamageError) Unwrap() error { return d.cause }

// damage returns the error of reading packed content. It returns errors that do
// not mean damage unchanged.
func damage(what string, err error) error {
	reason := "its content cannot be decompressed"
	switch {
	case errors.As(err, new(*LimitError)) || errors.As(err, new(*DamageError)):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		reason = "it is incomplete"
	case isChecksum(err):
		reason = "its checksum is wrong"
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		reason = "decompressing it needs more memory than allowed"
	}
	return &DamageError{what, reason, err}
}
