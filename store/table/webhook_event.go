package table

import (
	"context"

	"assay/store"
)

// AddWebhookEvent saves an event if there is a webhook.
func AddWebhookEvent(ctx context.Context, tx Transaction, kind store.WebhookEventKind, game, object int64) error {
	return exec(ctx, tx, `INSERT INTO notices (number, at, kind, game, object)
		SELECT (SELECT coalesce(max(number), 0) + 1 FROM notices), $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM webhooks)`,
		tx.Now(), kind, game, object)
}
