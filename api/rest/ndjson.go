package rest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"

	"github.com/gin-gonic/gin"

	"assay/api/games"
	"assay/api/present"
	"assay/api/request"
	"assay/api/search"
	"assay/store"
)

// wantsNDJSON reports whether a request prefers NDJSON to other media types.
func wantsNDJSON(c *gin.Context, others ...string) bool {
	c.Writer.Header().Add("Vary", "Accept")
	return negotiate(c.Request, append(others, ndjson)...) == ndjson
}

// streamChunk is the approximate size of a part of a stream in bytes.
const streamChunk = 64 << 10

// streamNDJSON sends lines of JSON in parts. To bound memory, each part is made
// in its own queue slot. After the first part, an error becomes the last line,
// as a problem.
func (s *Server) streamNDJSON(c *gin.Context, q *queue,
	part func(context.Context, io.Writer) (more bool, err error)) error {
	ctx, f := c.Request.Context(), c.Writer.(*transfer)
	var body bytes.Buffer
	var out io.Writer = f
	flush := func() error { return nil }
	for more, begun := true, false; more; begun = true {
		body.Reset()
		err := error(nil)
		if begun {
			err = enterAgain(c, q)
		} else {
			err = enter(c, q)
		}
		if err == nil {
			more, err = part(ctx, &body)
		}
		if !begun {
			if err != nil {
				return err
			}
			c.Header("Content-Type", ndjson)
			if c.Request.Method == http.MethodHead {
				c.Writer.WriteHeaderNow()
				return nil
			}
			if p := chooseCoding(c.Request); p != nil {
				c.Header("Content-Encoding", p.name)
				packed := p.newWriter(f)
				defer packed.Close()
				out, flush = packed, packed.Flush
			}
			c.Writer.Header().Add("Vary", "Accept-Encoding")
		}
		if err != nil {
			p := s.problem(c, err)
			if p.Status >= http.StatusInternalServerError && ctx.Err() == nil {
				s.log.Error(p.Title, "path", loggedPath(c), "error", err)
			}
			more = false
			if err := request.WriteJSON(&body, p); err != nil {
				return err
			}
		}
		f.begin(body.Len())
		_, err = out.Write(body.Bytes())
		if err = cmp.Or(err, flush()); err != nil {
			return err // the client disconnected
		}
		f.Flush()
		f.partSent()
	}
	return nil
}

// streamList sends all games of a list.
func (s *Server) streamList(c *gin.Context, p *listParameters) error {
	cursor := p.cursor
	return s.streamNDJSON(c, s.brief, func(ctx context.Context, w io.Writer) (more bool, err error) {
		lines, next, err := s.archive.ListPage(ctx, games.Filter(p.FilterParameters), p.Order, cursor)
		cursor = next
		return next != "", cmp.Or(err, writeLines(c, w, lines))
	})
}

// streamSearch sends all hits of a search.
func (s *Server) streamSearch(c *gin.Context, q search.SearchQuery) error {
	var next func(context.Context) ([]search.HitLine, error)
	return s.streamNDJSON(c, s.brief, func(ctx context.Context, w io.Writer) (more bool, err error) {
		if next == nil {
			if next, err = s.archive.SearchPages(ctx, q); err != nil {
				return false, err
			}
		}
		lines, err := next(ctx)
		return lines != nil, cmp.Or(err, writeLines(c, w, lines))
	})
}

// writeLines writes values as lines, with the keys that the request selects.
func writeLines[T any](c *gin.Context, w io.Writer, lines []T) error {
	s := selected(c)
	if err := unknownKey(s, reflect.TypeFor[T](), ""); err != nil {
		return err
	}
	var line bytes.Buffer
	for i := range lines {
		line.Reset()
		if err := request.WriteJSON(&line, &lines[i]); err != nil {
			return err
		}
		text, err := selectKeys(s, &lines[i], line.Bytes())
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// archived describes the archived game of a streamed record.
type archived struct {
	Game    int64    `json:"game"`
	Cursor  string   `json:"cursor"`
	Losses  []string `json:"losses,omitempty"`
	LeftOut string   `json:"leftOut,omitempty"` // why there is no record
	// External are the game's IDs in other systems.
	External []games.ExternalID `json:"external,omitempty"`
}

// recordLine is a record in a format other than JSON.
type recordLine struct {
	Archived archived `json:"archived"`
	Text     string   `json:"text,omitempty"`
}

// streamExport sends all games of a selection, one record a line.
func (s *Server) streamExport(c *gin.Context, p *collectionParameters, o present.ExportOptions) error {
	if !o.Format.IsStreamed() {
		return &request.InputError{Field: "as", Value: string(o.Format),
			Want: "a notation of records, text or position, because JSON lines were requested"}
	}
	if o.Encoding != "" {
		return &request.InputError{Field: "encoding", Value: o.Encoding,
			Want: "none, because JSON lines, which are UTF-8, were requested"}
	}
	var next func(context.Context) ([]int64, error)
	var games []int64
	var record bytes.Buffer
	return s.streamNDJSON(c, s.long, func(ctx context.Context, w io.Writer) (more bool, err error) {
		if next == nil {
			if next, err = s.archive.Walk(ctx, p.Selection, p.cursor); err != nil {
				return false, err
			}
		}
		for written := 0; written < streamChunk; games = games[1:] {
			if len(games) == 0 {
				if games, err = next(ctx); len(games) == 0 {
					return false, err
				}
			}
			record.Reset()
			a := archived{Game: games[0], Cursor: store.Cursor(games[0])}
			replay, err := s.archive.Replay(ctx, a.Game)
			if err == nil {
				a.Losses, err = replay.Export(&record, o)
			}
			if err == nil {
				a.External, err = s.archive.ExternalIDs(ctx, a.Game)
			}
			if present.IsNotExportable(err) {
				a.LeftOut = err.Error()
				record.Reset()
			} else if errors.Is(err, store.ErrGone) && p.Games == nil {
				continue // deleted since it was listed
			} else if errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound) && p.missing == missingSkip {
				a.LeftOut = err.Error()
				record.Reset()
			} else if err != nil {
				return false, err
			}
			if err := writeRecord(w, o.Format, a, record.Bytes()); err != nil {
				return false, err
			}
			written += record.Len()
		}
		return true, nil
	})
}

// writeRecord writes a record as a line. A JSON record is still a valid record
// of Assay's format.
func writeRecord(w io.Writer, f present.ExportFormat, a archived, record []byte) error {
	whole, is := bytes.CutSuffix(bytes.TrimSpace(record), []byte("}"))
	if f != present.ExportJSON || !is {
		return request.WriteJSON(w, recordLine{a, string(record)})
	}
	var end bytes.Buffer
	err := request.WriteJSON(&end, a)
	_, written := w.Write(slices.Concat(whole, []byte(`,"archived":`), bytes.TrimSpace(end.Bytes()), []byte("}\n")))
	return cmp.Or(err, written)
}
