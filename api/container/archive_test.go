package container

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// entry is a file to pack.
type entry struct{ name, text string }

func packZip(t testing.TB, files ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		out, err := w.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(out, f.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packTar(t testing.TB, files ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o644, Typeflag: tar.TypeReg}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, f.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packGzip(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpacked lists the names and texts of an archive, or its errors.
func unpacked(t testing.TB, content []byte, l Limits, stream bool) (lines []string) {
	t.Helper()
	in := bufio.NewReader(bytes.NewReader(content))
	plain, err := Decompress(in, FileWindow)
	if err != nil {
		return []string{err.Error()}
	}
	var at io.ReaderAt = bytes.NewReader(content)
	if plain != nil {
		in, at = bufio.NewReader(plain), nil
	}
	if stream {
		at = nil
	}
	a, err := OpenArchive(in, at, int64(len(content)), l)
	if err != nil {
		return []string{err.Error()}
	}
	if a == nil {
		return []string{"no archive"}
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	for range 100 {
		m, err := a.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			return append(lines, err.Error())
		}
		text := []byte(nil)
		in, err := m.Open()
		if err == nil {
			text, err = io.ReadAll(in)
		}
		if err != nil {
			lines = append(lines, m.Name+": "+err.Error())
		} else {
			lines = append(lines, fmt.Sprintf("%s: %.40s", m.Name, text))
		}
		if errors.As(err, new(*LimitError)) {
			return lines
		}
	}
	return lines
}

func TestArchives(t *testing.T) {
	one, two := entry{"one.pgn", "1. e4 *"}, entry{"b/two.pgn", "1. d4 *"}
	zipped, tarred := packZip(t, one, two), packTar(t, entry{"b/", ""}, one, two)
	both := []string{"one.pgn: 1. e4 *", "b/two.pgn: 1. d4 *"}
	broken := bytes.Replace(zipped, []byte("\x50\x4b\x01\x02"), []byte("\x50\x4b\x01\x03"), 1)
	flipped := packTar(t, one, two)
	copy(flipped[1024:], bytes.Repeat([]byte{7}, 512)) // the second header
	stored := func() []byte {                          // a stored file with a wrong byte
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		out, _ := w.CreateHeader(&zip.FileHeader{Name: "x.pgn", Method: zip.Store})
		io.WriteString(out, "1. e4 e5 *")
		w.Close()
		return bytes.Replace(b.Bytes(), []byte("e4 e5"), []byte("e4 e6"), 1)
	}()
	encrypted := bytes.Clone(zipped)
	at := bytes.Index(encrypted, []byte("PK\x01\x02"))
	encrypted[at+8] |= 1
	method := bytes.Clone(zipped)
	method[at+10] = 99
	small := Limits{Bytes: 20, Members: 2}
	big := strings.Repeat("x", 30)
	bomb := strings.Repeat("\x00", freeBytes+1<<20)
	many := packZip(t, one, two, entry{"c.pgn", "*"})
	names := packZip(t, entry{"../../etc/a.pgn", "*"}, entry{`c:\games\b.pgn`, "*"}, entry{"/abs.pgn", "*"}, entry{"li\x1bne\n.pgn", "*"},
		entry{"\x91\xce\x8b\xc7.kif", "*"}, entry{strings.Repeat("d/", 400) + "deep.pgn", "*"})
	wide := packZip(t, func() (all []entry) {
		for i := range 200 {
			all = append(all, entry{fmt.Sprint(i), ""})
		}
		return all
	}()...)
	for _, row := range []struct {
		name    string
		content []byte
		limits  Limits
		want    []string
	}{
		{"zip", zipped, FileLimits, both},
		{"tar", tarred, FileLimits, both},
		{"tar.gz", packGzip(t, string(tarred)), FileLimits, both},
		{"text", []byte("1. e4 *"), FileLimits, []string{"no archive"}},
		{"empty", nil, FileLimits, []string{"no archive"}},
		{"zeros", make([]byte, 2000), FileLimits, []string{"no archive"}},
		{"compressed text", packGzip(t, "1. e4 *"), FileLimits, []string{"no archive"}},
		{"compressed file inside", packTar(t, entry{"a.pgn.gz", string(packGzip(t, "1. c4 *"))}), FileLimits, []string{"a.pgn.gz: 1. c4 *"}},
		{"no files", packZip(t), FileLimits, []string{"the archive contains no files"}},
		{"zip in tar", packTar(t, entry{"in.zip", string(zipped)}, one), FileLimits, []string{"in.zip: " + errNested.Error(), both[0]}},
		{"tar in zip", packZip(t, entry{"in.tar", string(tarred)}, one), FileLimits, []string{"in.tar: " + errNested.Error(), both[0]}},
		{"tar.gz in zip", packZip(t, entry{"in.tgz", string(packGzip(t, string(tarred)))}, one), FileLimits, []string{"in.tgz: " + errNested.Error(), both[0]}},
		{"compressed thrice", packTar(t, entry{"a", string(packGzip(t, string(packGzip(t, "*"))))}), FileLimits, []string{"a: " + errNested.Error()}},
		{"rar in zip", packZip(t, entry{"in.rar", "Rar!\x1a\x07\x01\x00"}), FileLimits, []string{"in.rar: " + errNested.Error()}},
		{"7z", []byte("7z\xbc\xaf\x27\x1c and more"), FileLimits, []string{"this is a file of 7z, which is not read; extract it, or pack it again as .zip or .tar.gz"}},
		{"encrypted", encrypted, FileLimits, []string{"one.pgn: " + errEncrypted.Error(), both[1]}},
		{"unknown method", method, FileLimits, []string{"one.pgn: " + errMethod.Error(), both[1]}},
		{"wrong byte", stored, FileLimits, []string{"x.pgn: the file is damaged: its checksum is wrong; get it again"}},
		{"broken directory", broken, FileLimits, []string{"the archive is damaged: its directory cannot be read; get it again"}},
		{"half a zip", zipped[:len(zipped)/2], FileLimits, []string{"the archive is damaged: its directory cannot be read; get it again"}},
		{"broken header", flipped, FileLimits, []string{both[0], "the archive is damaged: what follows file 1 cannot be read; get it again"}},
		{"half a tar", packTar(t, entry{"long.pgn", strings.Repeat("1. e4 *\n", 200)})[:1000], FileLimits, []string{"long.pgn: the file is damaged: it is incomplete; get it again", "the archive is damaged: what follows file 1 cannot be read; get it again"}},
		{"too many", many, small, []string{both[0], both[1], "the archive contains more than 2 files and folders; the rest is not read: extract it, and pass its files"}},
		{"too large", packZip(t, one, entry{"big", big}), small, []string{both[0], "big: the archive contains more than 20 bytes; the rest is not read: extract it, and pass its files"}},
		{"too large in all", packTar(t, one, two, one), Limits{20, 9}, []string{both[0], both[1], "one.pgn: the archive contains more than 20 bytes; the rest is not read: extract it, and pass its files"}},
		{"a bomb", packZip(t, entry{"bomb", bomb}, one), FileLimits, []string{"bomb: the archive contains more than 200 times its own size; the rest is not read: extract it, and pass its files"}},
		{"a bomb of tar.gz", packGzip(t, string(packTar(t, entry{"bomb", bomb}))), FileLimits, []string{"bomb: the archive contains more than 200 times its own size; the rest is not read: extract it, and pass its files"}},
		{"a bomb inside", packTar(t, entry{"bomb.gz", string(packGzip(t, bomb))}), FileLimits, []string{"bomb.gz: the archive contains more than 200 times its own size; the rest is not read: extract it, and pass its files"}},
		{"a wide directory", wide, Limits{1 << 20, -directoryBytes / 256}, []string{"the archive contains more than 1048576 bytes in its directory; the rest is not read: extract it, and pass its files"}},
		{"names", names, FileLimits, []string{"etc/a.pgn: *", "c:/games/b.pgn: *", "abs.pgn: *", "li\ufffdne\ufffd.pgn: *", "対局.kif: *",
			strings.Repeat("d/", 252) + "deep.pgn: *"}},
	} {
		for _, stream := range []bool{false, true} {
			if stream && row.limits.Bytes < int64(len(row.content)) {
				continue // not even the copy fits
			}
			got := unpacked(t, row.content, row.limits, stream)
			if strings.Join(got, "\n") != strings.Join(row.want, "\n") {
				t.Errorf("%s (stream %v):\n%q\nwant\n%q", row.name, stream, got, row.want)
			}
		}
	}
}

// FuzzArchive checks that no content makes a reader panic or never end.
func FuzzArchive(f *testing.F) {
	f.Add(packZip(f, entry{"a", "1. e4 *"}))
	f.Add(packTar(f, entry{"a", "1. e4 *"}, entry{"b/c", "*"}))
	f.Add(packGzip(f, string(packTar(f, entry{"a", "1. e4 *"}))))
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, stream := range []bool{false, true} {
			unpacked(t, content, Limits{1 << 20, 50}, stream)
		}
	})
}
