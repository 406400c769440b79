package rest

import (
	"context"

	"github.com/gin-gonic/gin"
)

// Handlers are composed from the functions below; the table of operations says
// which apply.

// enter waits for a slot of a queue. The slot is released when the response
// begins.
func enter(c *gin.Context, q *queue) (err error) {
	c.Writer.(*transfer).leave, err = q.enter(c.Request.Context())
	return err
}

// enterAgain is enter for a response that has begun.
func enterAgain(c *gin.Context, q *queue) (err error) {
	c.Writer.(*transfer).leave, err = q.enterAgain(c.Request.Context())
	return err
}

// queued returns a handler that runs in a slot of a queue.
func queued[T any](q **queue, handle func(*gin.Context, T) error) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		if err := enter(c, *q); err != nil {
			return err
		}
		return handle(c, p)
	}
}

// returning returns a handler that responds with a value as JSON.
func returning[T, V any](answer func(context.Context, T) (V, error)) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		v, err := answer(c.Request.Context(), p)
		return replyOr(c, v, err)
	}
}

// returningOnly is returning without parameters.
func returningOnly[V any](answer func(context.Context) (V, error)) func(*gin.Context, *noParameters) error {
	return returning(func(ctx context.Context, _ *noParameters) (V, error) { return answer(ctx) })
}

// readingKeys returns a handler that reads its parameters from the body.
func readingKeys[P any, T interface {
	*P
	Input
}](handle func(*gin.Context, T) error) func(*gin.Context, *noParameters) error {
	return func(c *gin.Context, _ *noParameters) error {
		p := T(new(P))
		if err := readKeys(c, p); err != nil {
			return err
		}
		return handle(c, p)
	}
}

// readingBody returns a handler that reads a JSON body of at most limit bytes,
// and then runs in a slot of a queue; nil for no queue.
func readingBody[T, B any](limit int64, q **queue, handle func(*gin.Context, T, *B) error) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		in := new(B)
		if err := readJSON(c.Request, limit, in); err != nil {
			return err
		}
		if q != nil {
			if err := enter(c, *q); err != nil {
				return err
			}
		}
		return handle(c, p, in)
	}
}
