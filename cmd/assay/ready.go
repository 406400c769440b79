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

// readyWait bounds the wait for a server's answer.
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
		Args: wants(0, 1, "URL", "name at most one"),
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

// serverAt parses the URL of a server.
func serverAt(address string) (*url.URL, error) {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" || at.RawQuery != "" ||
		at.User != nil {
		return nil, usage("URL", "%q is not the address of a server, such as https://games.example", address)
	}
	return at, nil
}

// here returns the local URL of a server with these settings.
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

// asks prints a server's readiness and returns errFaults unless it is ready.
func (p *program) asks(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		err = plain(err)
		unreachable := map[string]any{"status": "not ready", "reasons": []string{err.Error()}}
		return cmp.Or(p.tell(unreachable, "not ready: %v", err), errFaults)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return err
	}
	return cmp.Or(p.print("%s", strings.TrimSpace(string(body))), faultsIf(answer.StatusCode != http.StatusOK))
}
