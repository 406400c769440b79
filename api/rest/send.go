package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// minPacked is the least body that is compressed, in bytes.
const minPacked = 1024

// packing is a way to compress: a whole body, or one that is sent in parts.
type packing struct {
	name string
	pack func([]byte) []byte
	open func(io.Writer) packer
}

// packer compresses what is written to it.
type packer interface {
	io.WriteCloser
	Flush() error
}

// packings are the ways to compress a body, the better first.
var packings = []packing{
	{
		"zstd",
		func(body []byte) []byte { return wholeZstd().EncodeAll(body, nil) },
		func(w io.Writer) packer {
			return newZstd(w, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		},
	},
	{"gzip", gzipped, func(w io.Writer) packer { return gzip.NewWriter(w) }},
}

func newZstd(w io.Writer, options ...zstd.EOption) *zstd.Encoder {
	e, err := zstd.NewWriter(w, append(options, zstd.WithEncoderLevel(zstd.SpeedFastest))...)
	if err != nil {
		panic(err) // of the options alone
	}
	return e
}

// wholeZstd compresses whole bodies, several at once.
var wholeZstd = sync.OnceValue(func() *zstd.Encoder { return newZstd(nil) })

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
			if p := packingFor(r); p != nil {
				h.Set("Content-Encoding", p.name)
				body = p.pack(body)
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

// packingFor is the way to compress that a caller prefers (RFC 9110, 12.5.3),
// the better of those that he likes equally; nil where he takes none.
func packingFor(r *http.Request) *packing {
	weights := map[string]float64{}
	for _, list := range r.Header.Values("Accept-Encoding") {
		for one := range strings.SplitSeq(list, ",") {
			name, quality, weighed := strings.Cut(one, ";")
			weight := 1.0
			if weighed {
				key, value, _ := strings.Cut(quality, "=")
				var err error
				if weight, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil || !strings.EqualFold(strings.TrimSpace(key), "q") {
					weight = 0
				}
			}
			weights[strings.ToLower(strings.TrimSpace(name))] = weight
		}
	}
	var best *packing
	most := 0.0
	for i, p := range packings {
		weight, named := weights[p.name]
		if !named {
			weight = weights["*"]
		}
		if weight > most {
			best, most = &packings[i], weight
		}
	}
	return best
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
