package rest

import (
	"context"

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
	beforeParameters
}

func (p *dispatchParameters) Parameters() []*Parameter {
	return append(p.webhookParameters.Parameters(), p.beforeParameters.Parameters()...)
}

func (s *Server) addWebhook(c *gin.Context, _ *noParameters, in *api.WebhookInput) error {
	w, err := s.archive.AddWebhook(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return replyMade(c, w, "/webhooks/%d", w.ID)
}

func (s *Server) getWebhook(ctx context.Context, p *webhookParameters) (*api.WebhookView, error) {
	return s.archive.Webhook(ctx, p.id)
}

func (s *Server) changeWebhook(c *gin.Context, p *webhookParameters, in *api.WebhookChange) error {
	c.Header("Cache-Control", "no-store")
	w, err := s.archive.ChangeWebhook(c.Request.Context(), p.id, *in)
	return replyOr(c, w, err)
}

func (s *Server) removeWebhook(c *gin.Context, p *webhookParameters) error {
	return noBody(c, s.archive.RemoveWebhook(c.Request.Context(), p.id))
}

func (s *Server) listDispatches(ctx context.Context, p *dispatchParameters) (*api.DispatchPage, error) {
	return s.archive.Dispatches(ctx, p.id, p.before, p.limit)
}

func (s *Server) redispatch(c *gin.Context, p *webhookParameters, in *api.Redispatch) error {
	return noBody(c, s.archive.Redispatch(c.Request.Context(), p.id, *in))
}
