package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/account"
	"assay/api/request"
	"assay/store"
)

// webhookFlags are the flags of the command webhooks.
type webhookFlags struct {
	add                                         string
	kinds                                       []string
	off, on, rotate, retire, remove, deliveries bool
	redeliver                                   int64
	from                                        string
}

func (p *program) webhooks() *cobra.Command {
	var f webhookFlags
	cmd := &cobra.Command{
		Use:   "webhooks [NUMBER]",
		Short: "Manage webhooks",
		Long: `Webhooks lists the URLs that the server notifies of events, such as archived games.
--add adds one and shows the secret that signs its requests (Standard Webhooks).

With the number of a webhook you can switch it off or on, rotate its secret, remove it,
list its deliveries, or send events again.`,
		Example: `  # Add a webhook for two kinds of events.
  assay webhooks --add https://club.example/assay --kinds game.archived,game.mended
  # List the deliveries of webhook 1, and send event 17 again.
  assay webhooks 1 --deliveries
  assay webhooks 1 --redeliver 17
  # Rotate the secret: sign with both until the old one is retired.
  assay webhooks 1 --rotate
  assay webhooks 1 --retire`,
		Args: wants(0, 1, "NUMBER", "name at most one"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.add == "" && cmd.Flags().Changed("kinds"):
				return usage("--kinds", "requires --add")
			case f.add != "" && len(args) > 0:
				return usage("--add", "cannot be combined with %s", args[0])
			case len(args) == 0:
				return refuse(cmd.Flags(), "requires the NUMBER of a webhook", "off", "on", "rotate", "retire",
					"remove", "deliveries", "redeliver", "from")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			need := toWrite
			if len(args) == 0 && f.add == "" || f.deliveries {
				need = toRead
			}
			return p.withArchive(ctx, need, func(a *api.Archive) error { return blame(f.run(ctx, p, a, args)) })
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.add, "add", "", "add a webhook with this `URL`")
	flags.StringSliceVar(&f.kinds, "kinds", nil,
		"with --add: `kinds` of events, such as game.archived, comma-separated (default all)")
	flags.BoolVar(&f.off, "off", false, "switch the webhook off")
	flags.BoolVar(&f.on, "on", false, "switch the webhook on")
	flags.BoolVar(&f.rotate, "rotate", false, "add a new secret, and sign with both")
	flags.BoolVar(&f.retire, "retire", false, "retire all secrets except the newest")
	flags.BoolVar(&f.remove, "remove", false, "remove the webhook")
	flags.BoolVar(&f.deliveries, "deliveries", false, "list the deliveries")
	flags.Var((*number)(&f.redeliver), "redeliver", "send the event with this `number` again")
	flags.StringVar(&f.from, "from", "", "send all events since this `time` again, such as 2026-07-01T09:30:00Z")
	cmd.MarkFlagsMutuallyExclusive("add", "off", "on", "rotate", "retire", "remove", "deliveries", "redeliver", "from")
	return cmd
}

// run lists, adds or changes webhooks.
func (f *webhookFlags) run(ctx context.Context, p *program, a *api.Archive, args []string) error {
	if len(args) == 0 {
		if f.add != "" {
			return f.added(ctx, p, a)
		}
		all, err := a.Webhooks(ctx)
		if err != nil {
			return err
		}
		return each(all.Webhooks, p.webhook)
	}
	id, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil || id < 1 {
		return usage("NUMBER", "%q is not the number of a webhook", args[0])
	}
	what := ""
	change := account.WebhookChange{Rotate: f.rotate, Retire: f.retire}
	switch {
	case f.deliveries:
		return f.listed(ctx, p, a, id)
	case f.remove:
		what, err = "remove", a.RemoveWebhook(ctx, id)
	case f.redeliver != 0:
		what, err = "redeliver", a.Redeliver(ctx, id, account.RedeliverInput{Notice: f.redeliver})
	case f.from != "":
		from, wrong := time.Parse(time.RFC3339, f.from)
		if wrong != nil {
			return usage("--from", "%q: expected %s", f.from, request.WantTime(f.from))
		}
		what, err = "redeliver", a.Redeliver(ctx, id, account.RedeliverInput{From: &from})
	case f.off, f.on:
		what, change.Off = map[bool]string{true: "off", false: "on"}[f.off], &f.off
	case f.rotate:
		what = "rotate"
	case f.retire:
		what = "retire"
	}
	if err != nil {
		return err
	}
	var w *account.WebhookView
	if changes := !f.remove && f.redeliver == 0 && f.from == ""; changes {
		if w, err = a.ChangeWebhook(ctx, id, change); err != nil {
			return err
		}
	}
	if what != "" {
		if err := audited(ctx, a, what, fmt.Sprintf("webhook %d", id)); err != nil {
			return err
		}
	}
	if w == nil {
		return nil
	}
	return p.webhook(w)
}

func (f *webhookFlags) added(ctx context.Context, p *program, a *api.Archive) error {
	in := account.WebhookInput{Address: f.add}
	for _, kind := range f.kinds {
		in.Kinds = append(in.Kinds, store.WebhookEventKind(kind))
	}
	w, err := a.AddWebhook(ctx, in)
	if err != nil {
		return err
	}
	if err := audited(ctx, a, "add", fmt.Sprintf("webhook %d", w.ID)); err != nil {
		return err
	}
	return p.webhook(w)
}

func (f *webhookFlags) listed(ctx context.Context, p *program, a *api.Archive, id int64) error {
	for cursor := ""; ; {
		page, err := a.Deliveries(ctx, id, cursor, request.MaxLimit)
		if err != nil {
			return err
		}
		if err := each(page.Deliveries, p.delivery); err != nil {
			return err
		}
		if cursor = string(page.Next); cursor == "" {
			return nil
		}
	}
}

func (p *program) delivery(d *account.DeliveryView) error {
	return p.tell(d, "event %d: %s, attempt %d, status %d %s", d.Notice, d.State, d.Attempts, d.Status, d.Message)
}

// webhook prints a webhook.
func (p *program) webhook(w *account.WebhookView) error {
	if p.json {
		return p.object(w)
	}
	state := "on"
	switch {
	case w.Off:
		state = "off"
	case w.Failing != nil:
		state = "failing since " + w.Failing.Format(time.RFC3339)
	}
	if err := p.print("%d: %s, %s, delivered up to event %d", w.ID, w.Address, state, w.Told); err != nil ||
		w.Secret == "" {
		return err
	}
	return p.print("secret (not shown again): %s", w.Secret)
}
