package main

import (
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// readyWait is how long a server may take to say that it is ready.
const readyWait = 4 * time.Second

func (p *program) ready() *cobra.Command {
	return &cobra.Command{
		Use:   "ready [URL]",
		Short: "Check whether a server is ready",
		Long: `Ready asks a server whether it serves its archive and whether the index is up to date.
Without a URL it asks the server of this computer's configuration. If the server is not
ready, ready shows the reasons and exits with code 1. Use it in health checks.`,
		Example: `  # Check the local server, then another one.
  assay ready
  assay ready https://games.example.org`,
		Args: wants(0, 1, "URL", "name one at most"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			address := p.settings.here()
			if len(args) == 1 {
				address = args[0]
			}
			at, err := serverAt(address)
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(ctx, readyWait)
			defer cancel()
			return p.asks(ctx, at.JoinPath("readyz").String())
		}),
	}
}

// serverAt reads the address of a server.
func serverAt(address string) (*url.URL, error) {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.RawQuery != "" || at.User != nil {
		return nil, usage("URL", "%q is not the address of a server, such as https://games.example", address)
	}
	return at, nil
}

// here is the address of a server of these settings on this machine.
func (s *settings) here() string {
	scheme := "http"
	if s.Certificate != "" || s.Autocert != "" {
		scheme = "https"
	}
	host, port, _ := net.SplitHostPort(s.Listen)
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port) + s.BasePath
}

// asks prints what a server says of itself; errFaults where that is not that it
// is ready.
func (p *program) asks(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		err = plain(err)
		unheard := map[string]any{"status": "not ready", "reasons": []string{err.Error()}}
		return cmp.Or(p.tell(unheard, "not ready: %v", err), errFaults)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return err
	}
	return cmp.Or(p.print("%s", strings.TrimSpace(string(said))), faultsWhere(answer.StatusCode != http.StatusOK))
}
