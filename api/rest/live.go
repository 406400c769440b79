package rest

import (
	"context"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"assay/api/live"
)

// liveBoards returns the games that the server follows.
func (s *Server) liveBoards(context.Context) (*live.Boards, error) {
	return s.config.Live.Boards(), nil
}

// liveEvents streams followed games as they change, until the client
// disconnects or the server stops.
func (s *Server) liveEvents(c *gin.Context, p *lastEvent) error {
	after, err := p.change()
	if err != nil {
		return err
	}
	return streamEvents(s, c, "board", func(ctx context.Context, tell func(string, *live.BoardView) error) error {
		return s.config.Live.Watch(ctx, after, func(change int64, v *live.BoardView) error {
			return tell(strconv.FormatInt(change, 10), v)
		})
	})
}

// liveRecords returns the records of the followed games in one file.
func (s *Server) liveRecords(c *gin.Context, _ *noParameters) error {
	Send(c.Writer, c.Request, http.StatusOK, "text/plain; charset=utf-8", s.config.Live.Records())
	return nil
}
