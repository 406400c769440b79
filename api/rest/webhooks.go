package rest

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// webhookParameters are those of a call on a webhook.
type webhookParameters struct{ id int64 }

func (p *webhookParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of a webhook").From(1).InPath()}
}

// dispatchParameters are those of a page of dispatches.
type dispatchParameters struct {
	webhookParameters
	before int64
	limit  int
}

func (p *dispatchParameters) Parameters() []*Parameter {
	return append(p.webhookParameters.Parameters(),
		Number("before", &p.before, "next of the page before").From(0).Usually(0),
		Number("limit", &p.limit, "how many on a page").From(1).To(api.MaxLimit).Usually(api.DefaultLimit))
}

func (s *Server) listWebhooks(c *gin.Context, _ *noParameters) error {
	all, err := s.archive.Webhooks(c.Request.Context())
	return replyOr(c, all, err)
}

func (s *Server) addWebhook(c *gin.Context, _ *noParameters) error {
	var in api.WebhookInput
	if err := readBody(c, &in); err != nil {
		return err
	}
	w, err := s.archive.AddWebhook(c.Request.Context(), in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Header("Location", Base(c.Request)+fmt.Sprintf("%s/webhooks/%d", basePath, w.ID))
	return reply(c, http.StatusCreated, w)
}

func (s *Server) changeWebhook(c *gin.Context, p *webhookParameters) error {
	var in api.WebhookChange
	if err := readBody(c, &in); err != nil {
		return err
	}
	w, err := s.archive.ChangeWebhook(c.Request.Context(), p.id, in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return reply(c, http.StatusOK, w)
}

func (s *Server) removeWebhook(c *gin.Context, p *webhookParameters) error {
	if err := s.archive.RemoveWebhook(c.Request.Context(), p.id); err != nil {
		return err
	}
	return noBody(c)
}

func (s *Server) listDispatches(c *gin.Context, p *dispatchParameters) error {
	page, err := s.archive.Dispatches(c.Request.Context(), p.id, p.before, p.limit)
	return replyOr(c, page, err)
}

func (s *Server) redispatch(c *gin.Context, p *webhookParameters) error {
	var in api.Redispatch
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := s.archive.Redispatch(c.Request.Context(), p.id, in); err != nil {
		return err
	}
	return noBody(c)
}
