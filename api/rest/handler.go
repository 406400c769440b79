package rest

import (
	"context"

	"github.com/gin-gonic/gin"
)

// Handlers are made of each other: what is common to many calls stands here,
// and the table of operations says which of it a call has.

// enter waits for a slot of a queue, which is given back when the answer
// begins.
func enter(c *gin.Context, q *queue) (err error) {
	c.Writer.(*flow).leave, err = q.enter(c.Request.Context())
	return err
}

// enterAgain is enter for an answer that has begun.
func enterAgain(c *gin.Context, q *queue) (err error) {
	c.Writer.(*flow).leave, err = q.enterAgain(c.Request.Context())
	return err
}

// queued is a handler that is called in a slot of a queue.
func queued[T any](q **queue, handle func(*gin.Context, T) error) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		if err := enter(c, *q); err != nil {
			return err
		}
		return handle(c, p)
	}
}

// gives is the handler of calls that are answered with a value.
func gives[T, V any](answer func(context.Context, T) (V, error)) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		v, err := answer(c.Request.Context(), p)
		return replyOr(c, v, err)
	}
}

// whole is an answer that depends on who asks alone.
func whole[V any](answer func(context.Context) (V, error)) func(*gin.Context, *noParameters) error {
	return gives(func(ctx context.Context, _ *noParameters) (V, error) { return answer(ctx) })
}

// keys is the handler of calls whose parameters are the keys of their body.
func keys[P any, T interface {
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

// sends is the handler of calls that send an object of JSON, of so many bytes
// at most. Behind that it is called in a slot of a queue; nil for none.
func sends[T, B any](most int64, q **queue, handle func(*gin.Context, T, *B) error) func(*gin.Context, T) error {
	return func(c *gin.Context, p T) error {
		in := new(B)
		if err := ReadJSON(c.Request, most, in); err != nil {
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
