package rest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// minCompressed is the smallest body that is compressed, in bytes.
const minCompressed = 1024

// coding is a content coding, for a whole body or a stream.
type coding struct {
	name      string
	compress  func([]byte) []byte // quickly
	pack      func([]byte) []byte // to the smallest size
	newWriter func(io.Writer) compressor
}

// compressor compresses a stream.
type compressor interface {
	io.WriteCloser
	Flush() error
}

// codings are the supported content codings, the best first.
var codings = []coding{
	{
		"zstd",
		func(body []byte) []byte { return wholeZstd().EncodeAll(body, nil) },
		func(body []byte) []byte { return newZstd(nil, zstd.SpeedBestCompression).EncodeAll(body, nil) },
		func(w io.Writer) compressor {
			return newZstd(w, zstd.SpeedFastest, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		},
	},
	{
		"gzip",
		func(body []byte) []byte { return gzipped(body, gzip.DefaultCompression) },
		func(body []byte) []byte { return gzipped(body, gzip.BestCompression) },
		func(w io.Writer) compressor { return gzip.NewWriter(w) },
	},
}

func newZstd(w io.Writer, level zstd.EncoderLevel, options ...zstd.EOption) *zstd.Encoder {
	e, err := zstd.NewWriter(w, append(options, zstd.WithEncoderLevel(level))...)
	if err != nil {
		panic(err) // invalid options
	}
	return e
}

// wholeZstd compresses whole bodies, concurrently.
var wholeZstd = sync.OnceValue(func() *zstd.Encoder { return newZstd(nil, zstd.SpeedFastest) })

func gzipped(body []byte, level int) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		panic(err) // invalid level
	}
	w.Write(body) // a buffer never fails
	w.Close()
	return out.Bytes()
}

// Send responds with a body. Responses to GET have an ETag, by default a hash
// of the body. They become 304 if the client has that tag. The tag is strong if
// the URL has other methods. The body is compressed, unless its media type is
// not compressible.
func Send(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte) {
	send(w, r, status, mediaType, body, func(p *coding) []byte { return p.compress(body) })
}

// SendFile responds with a body that does not change while the program runs. It
// is compressed once, to the smallest size.
func SendFile(w http.ResponseWriter, r *http.Request, mediaType string, body []byte) {
	send(w, r, http.StatusOK, mediaType, body, func(p *coding) []byte {
		key := packedKey{p.name, sha256.Sum256(body)}
		known, ok := packed.Load(key)
		if !ok {
			known, _ = packed.LoadOrStore(key, p.pack(body))
		}
		return known.([]byte)
	})
}

// packed has the compressed bodies of [SendFile], by packedKey.
var packed sync.Map

type packedKey struct {
	coding string
	sum    [sha256.Size]byte
}

func send(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte,
	compress func(*coding) []byte) {
	h := w.Header()
	if status == http.StatusOK && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		if h.Get("ETag") == "" {
			sum := sha256.Sum256(body)
			tag := `"` + hex.EncodeToString(sum[:12]) + `"`
			if r.Context().Value(strongKey{}) == nil {
				tag = "W/" + tag
			}
			h.Set("ETag", tag)
		}
		if matchesAny(r, h.Get("ETag")) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", mediaType)
	if isCompressible(mediaType) {
		h.Add("Vary", "Accept-Encoding")
		if len(body) >= minCompressed {
			if p := chooseCoding(r); p != nil {
				h.Set("Content-Encoding", p.name)
				body = compress(p)
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // the client may have disconnected
	}
}

// isCompressible reports whether bodies of a media type are compressed. The
// bytes of records are not.
func isCompressible(mediaType string) bool {
	return mediaType != "application/octet-stream" && mediaType != "image/gif" && mediaType != "image/png"
}

// chooseCoding returns the client's preferred coding (RFC 9110, 12.5.3); nil
// for none. Among equally preferred ones, it returns the best.
func chooseCoding(r *http.Request) *coding {
	weights := map[string]float64{}
	for _, list := range r.Header.Values("Accept-Encoding") {
		for one := range strings.SplitSeq(list, ",") {
			name, quality, weighed := strings.Cut(one, ";")
			weight := 1.0
			if weighed {
				key, value, _ := strings.Cut(quality, "=")
				var err error
				if weight, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil ||
					!strings.EqualFold(strings.TrimSpace(key), "q") {
					weight = 0
				}
			}
			weights[strings.ToLower(strings.TrimSpace(name))] = weight
		}
	}
	var best *coding
	highest := 0.0
	for i, p := range codings {
		weight, named := weights[p.name]
		if !named {
			weight = weights["*"]
		}
		if weight > highest {
			best, highest = &codings[i], weight
		}
	}
	return best
}

// acceptError reports that a request accepts none of the media types of its
// operation.
type acceptError struct {
	accept string
	types  []string
}

func (e *acceptError) Error() string {
	return fmt.Sprintf("Accept is %.100q; this URL returns %s", e.accept, strings.Join(e.types, ", "))
}

// accepting returns a handler that responds 406, and does nothing else, if the
// request accepts none of the types. Without types it returns the handler
// itself.
func accepting(types []string, handle func(*gin.Context) error) func(*gin.Context) error {
	if len(types) == 0 {
		return handle
	}
	return func(c *gin.Context) error {
		if negotiate(c.Request, types...) == "" {
			return &acceptError{strings.Join(c.Request.Header.Values("Accept"), ", "), types}
		}
		return handle(c)
	}
}

// negotiate returns the media type that a request prefers (RFC 9110, 12.5.1).
// Without an Accept header, it is the first type. If the request accepts none,
// it is "". Of equally preferred types, it is the one that the request names
// first, or else types.
func negotiate(r *http.Request, types ...string) string {
	ranges := acceptedRanges(r)
	if len(ranges) == 0 {
		return types[0]
	}
	found, best, place := "", 0.0, 0
	for _, t := range types {
		family, _, _ := strings.Cut(t, "/")
		weight, at := 0.0, len(ranges)
		for _, pattern := range []string{t, family + "/*", "*/*"} { // the most specific applies
			if i := slices.IndexFunc(ranges, func(m mediaRange) bool { return m.pattern == pattern }); i >= 0 {
				weight, at = ranges[i].weight, i
				break
			}
		}
		if weight > best || weight == best && weight > 0 && at < place {
			found, best, place = t, weight, at
		}
	}
	return found
}

// mediaRange is an element of an Accept header.
type mediaRange struct {
	pattern string
	weight  float64
}

// acceptedRanges returns the valid elements of Accept.
func acceptedRanges(r *http.Request) (ranges []mediaRange) {
	for _, list := range r.Header.Values("Accept") {
		for one := range strings.SplitSeq(list, ",") {
			pattern, parameters, err := mime.ParseMediaType(one)
			if err != nil || !strings.Contains(pattern, "/") {
				continue
			}
			weight := 1.0
			if q, given := parameters["q"]; given {
				if weight, err = strconv.ParseFloat(q, 64); err != nil || weight < 0 || weight > 1 {
					continue
				}
			}
			ranges = append(ranges, mediaRange{pattern, weight})
		}
	}
	return ranges
}

// matchesAny reports whether If-None-Match has a tag.
func matchesAny(r *http.Request, tag string) bool {
	for _, list := range r.Header.Values("If-None-Match") {
		for one := range strings.SplitSeq(list, ",") {
			if one = strings.TrimSpace(one); one == "*" ||
				strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
