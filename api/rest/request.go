package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"assay/api/request"
)

// body reads a request's body up to the limit. It discards the rest of a larger
// body, because some clients read the error only after they have sent
// everything.
func (s *Server) body(c *gin.Context) ([]byte, error) {
	request := c.Request
	if kind, _, err := mime.ParseMediaType(request.Header.Get("Content-Type")); err == nil &&
		kind == "multipart/form-data" {
		return nil, errMultipart
	}
	return readAll(request, s.config.MaxBody, "bytes for a body")
}

// readAll reads a body up to a limit. what names the limited thing in error
// messages. The error is a [*request.LimitError], a [*SlowError], a
// [*BusyError], or an [*request.InputError] for an incomplete body.
func readAll(req *http.Request, limit int64, what string) ([]byte, error) {
	tooLarge := &request.LimitError{What: what, Limit: limit}
	if req.ContentLength > limit {
		if req.Header.Get("Expect") == "" {
			discard(req)
		}
		return nil, tooLarge
	}
	body, err := io.ReadAll(io.LimitReader(req.Body, limit+1))
	switch {
	case errors.As(err, new(*SlowError)), errors.As(err, new(*BusyError)):
		return nil, err
	case err != nil:
		return nil, &request.InputError{Field: "body", Value: fmt.Sprintf("%d bytes", len(body)),
			Want: "the complete body; it ended early"}
	case int64(len(body)) > limit:
		discard(req)
		return nil, tooLarge
	}
	return body, nil
}

// discard drops the rest of a body, up to maxDrain.
func discard(request *http.Request) {
	if in, ok := request.Body.(*incoming); ok {
		in.discarding = true
	}
	io.Copy(io.Discard, io.LimitReader(request.Body, maxDrain))
}

// maxDrain is the number of bytes of a rejected body that are read at most.
const maxDrain = 1 << 30

// maxJSON is the largest JSON body in bytes, unless an operation allows more.
const maxJSON = 64 << 10

// readKeys reads parameters from a JSON body.
func readKeys(c *gin.Context, into Input) error {
	parameters := into.Parameters() // sets the defaults
	err := readJSON(c.Request, maxJSON, into)
	if err != nil && !as[*request.InputError](err) {
		return err
	}
	errs, several := err.(request.InputErrors)
	if !several && err != nil {
		errs = request.InputErrors{err}
	}
	reported := map[string]bool{} // keys with an error
	for _, err := range errs {
		field, _, _ := invalidPart(err)
		if field == "body" {
			return err
		}
		reported[field] = true
	}
	for _, p := range parameters {
		if !reported[p.name] {
			errs = append(errs, p.check())
		}
	}
	return request.Joined(errs...)
}

// readJSON reads a body that consists of one JSON object. Unknown and repeated
// keys are errors, and the case of keys counts. Text must be UTF-8, because the
// decoder would replace invalid characters. The error names the key.
func readJSON(req *http.Request, limit int64, into any) error {
	body, err := readAll(req, limit, "bytes for a JSON body")
	if err != nil {
		return err
	}
	if !utf8.Valid(body) || hasLoneSurrogate(body) {
		return &request.InputError{Field: "body",
			Value: strings.ToValidUTF8(string(body[:min(len(body), 80)]), "\uFFFD"), Want: "JSON in UTF-8"}
	}
	d := json.NewDecoder(bytes.NewReader(body))
	err = d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errMoreValues
		}
	}
	return request.Joined(bodyFaults(err, body, into)...)
}

// hasLoneSurrogate reports whether JSON escapes half of a surrogate pair, which
// is not a character.
func hasLoneSurrogate(body []byte) bool {
	high := false // the previous escape was a first half
	for i := 0; i < len(body); i++ {
		half := rune(0)
		if body[i] == '\\' {
			i++
			if i+5 <= len(body) && body[i] == 'u' {
				n, err := strconv.ParseUint(string(body[i+1:i+5]), 16, 16)
				if err == nil && utf16.IsSurrogate(rune(n)) {
					half = rune(n)
				}
				i += 4
			}
		}
		second := half >= 0xdc00
		if high != second {
			return true
		}
		high = half != 0 && !second
	}
	return high
}

// reply responds with JSON, with the value's ETag if it has one, and with a
// link to the next page of a list (RFC 8288).
func reply(c *gin.Context, status int, v any) error {
	var body bytes.Buffer
	if err := request.WriteJSON(&body, v); err != nil {
		return err
	}
	text, err := selectKeys(selected(c), v, body.Bytes())
	if err != nil {
		c.Writer.Header().Del("ETag") // the handler may have set it for the value
		c.Writer.Header().Del("Content-Location")
		return err
	}
	if paged, ok := v.(interface{ NextPage() request.Cursor }); ok && isSafe(c.Request.Method) &&
		paged.NextPage() != "" {
		c.Header("Link", fmt.Sprintf(`<%s>; rel="next"`, nextPage(c.Request, paged.NextPage())))
	}
	if tagged, ok := v.(interface{ Tag() string }); ok {
		c.Header("ETag", tagged.Tag())
	}
	Send(c.Writer, c.Request, status, "application/json", text)
	return nil
}

// nextPage returns the URL of a list's next page.
func nextPage(r *http.Request, cursor request.Cursor) string {
	query := r.URL.Query()
	for _, name := range []string{"before", "skip"} { // they begin the list elsewhere
		query.Del(name)
	}
	query.Set("cursor", string(cursor))
	return Root(r) + r.URL.Path + "?" + query.Encode()
}

// replyOr responds with JSON, or returns the error.
func replyOr(c *gin.Context, v any, err error) error {
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, v)
}

// replyCreated responds with a new object and its path below basePath.
func replyCreated(c *gin.Context, v any, format string, of ...any) error {
	c.Header("Location", Base(c.Request)+basePath+fmt.Sprintf(format, of...))
	return reply(c, http.StatusCreated, v)
}

// replyNoContent responds without a body, or returns the error.
func replyNoContent(c *gin.Context, err error) error {
	if err != nil {
		return err
	}
	c.Status(http.StatusNoContent)
	c.Writer.WriteHeaderNow()
	return nil
}
