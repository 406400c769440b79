package publish

import (
	"bytes"
	"io"
	"os"
)

// spoolMemory is the number of bytes that a spool keeps in memory.
const spoolMemory = 8 << 20

// spool buffers written data; beyond spoolMemory, in an unlinked temporary
// file.
type spool struct {
	memory bytes.Buffer
	file   *os.File // nil if there is none
	size   int64    // number of bytes written
}

func (s *spool) Write(text []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(text) > spoolMemory {
		file, err := os.CreateTemp("", "assay-*")
		if err != nil {
			return 0, err
		}
		if err := os.Remove(file.Name()); err != nil {
			file.Close()
			return 0, err
		}
		s.file = file
	}
	to := io.Writer(&s.memory)
	if s.file != nil {
		to = s.file
	}
	n, err := to.Write(text)
	s.size += int64(n)
	return n, err
}

// copyTo writes the buffered data to w and empties the spool.
func (s *spool) copyTo(w io.Writer) error {
	if _, err := s.memory.WriteTo(w); err != nil || s.file == nil {
		return err
	}
	defer func() {
		s.file.Close()
		s.file = nil
	}()
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}
