package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// minPacked is the least body that is compressed, in bytes.
const minPacked = 1024

// packings are the ways to compress a body, the better first.
var packings = []struct {
	name string
	pack func([]byte) []byte
}{
	{"zstd", func(body []byte) []byte { return zstdEncoder().EncodeAll(body, nil) }},
	{"gzip", gzipped},
}

var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // of the options alone
	}
	return e
})

func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(body) // a buffer takes all
	w.Close()
	return out.Bytes()
}

// Send answers with a body whose length is told. What is read has an ETag, its
// content's where it bears none of its own, and is answered by 304 to whom has
// it. It is compressed as the caller takes it, but for what is compressed in
// itself and for the bytes of records.
func Send(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte) {
	h := w.Header()
	if status == http.StatusOK && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		if h.Get("ETag") == "" {
			sum := sha256.Sum256(body)
			h.Set("ETag", `W/"`+hex.EncodeToString(sum[:12])+`"`)
		}
		if matchesAny(r, h.Get("ETag")) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", mediaType)
	if packs(mediaType) {
		h.Add("Vary", "Accept-Encoding")
		if len(body) >= minPacked {
			for _, p := range packings {
				if takes(r, p.name) {
					h.Set("Content-Encoding", p.name)
					body = p.pack(body)
					break
				}
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // the caller may be gone
	}
}

// packs reports whether a body of a media type gets smaller.
func packs(mediaType string) bool {
	return mediaType != "application/octet-stream" && mediaType != "image/gif"
}

// takes reports whether a caller takes what is compressed in a way.
func takes(r *http.Request, packing string) bool {
	return slices.ContainsFunc(r.Header.Values("Accept-Encoding"), func(list string) bool {
		for one := range strings.SplitSeq(list, ",") {
			name, quality, _ := strings.Cut(one, ";")
			if strings.EqualFold(strings.TrimSpace(name), packing) {
				weight, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(quality), "q="), 64)
				return err != nil || weight > 0
			}
		}
		return false
	})
}

// matchesAny reports whether a call asks only for what bears another tag.
func matchesAny(r *http.Request, tag string) bool {
	for _, list := range r.Header.Values("If-None-Match") {
		for one := range strings.SplitSeq(list, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
