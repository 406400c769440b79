package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api"
	"assay/api/rest"
	"assay/api/web"
	"assay/parser"
)

func (p *program) serve() *cobra.Command {
	var reading api.Reading
	cmd := &cobra.Command{
		Use:   "serve [PATH...]",
		Short: "Import the paths, then serve the REST API and the web board",
		Long: `Serve imports the records of the paths, then answers REST calls, and browsers, until
it is interrupted. Calls that are running then are finished first.`,
		RunE: p.does(func(ctx context.Context, args []string) error {
			if _, missing := p.present(args); missing != nil {
				return missing
			}
			// The address is taken first: an import that ends in a port in use
			// would have been for nothing.
			listener, err := net.Listen("tcp", p.settings.Listen)
			if err != nil {
				return usage("--listen", "%v", err)
			}
			defer listener.Close()
			held, err := p.hold("http://" + listener.Addr().String())
			if err != nil {
				return err
			}
			defer held.Close()
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				return p.serveArchive(ctx, a, listener, args, reading)
			})
		}),
	}
	readingFlags(cmd.Flags(), &reading)
	workersFlag(cmd.Flags())
	cmd.Flags().String("listen", defaults.Listen, "`host:port` to serve on; port 0 takes a free one")
	cmd.Flags().String("hosts", defaults.Hosts, "`names` that the server answers to beside localhost, apart by commas")
	cmd.Flags().Int64("max-body", defaults.MaxBody, "size limit of a request's body in bytes")
	return cmd
}

// served is the result of serve as JSON.
type served struct {
	Address string `json:"address"`
	URL     string `json:"url"`
	Data    string `json:"data"`
	Games   int    `json:"games"`
}

func (p *program) serveArchive(ctx context.Context, a *api.Archive, listener net.Listener, args []string, reading api.Reading) error {
	if err := checkReading(a.Arbiter, reading); err != nil {
		return err
	}
	if len(args) > 0 {
		_, err := p.importInto(ctx, a, args, reading, false, func(i *api.Imported) error {
			if i.Verdict != analysis.Legal || len(i.Warnings) > 0 {
				p.note("%v", describe(i.Report, fate(i)))
			}
			return nil
		})
		switch {
		case errors.Is(err, api.ErrNotIndexed):
			p.note("%v", err) // the server goes on with that
		case err != nil:
			return err
		}
	}
	games, err := a.Count(ctx, api.Filter{})
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	at, hosts := p.reached(listener)
	taken, ok := listener.Addr().(*net.TCPAddr)
	loopback := ok && taken.IP.IsLoopback()
	s := served{Address: address, URL: "http://" + at, Data: p.settings.archive(), Games: games}
	if p.json {
		err = p.object(s)
	} else {
		err = p.print("serving %s of %s on %s", parser.Count(s.Games, "game"), s.Data, s.URL)
	}
	if err != nil {
		return err
	}
	if err := p.stdout.Flush(); err != nil {
		return err
	}
	server := rest.NewServer(a, rest.ServerConfig{
		MaxBody: p.settings.MaxBody, MaxExport: p.settings.MaxExport, MaxFrames: p.settings.MaxFrames, Log: p.stderr, Hosts: hosts,
		Origins: words(p.settings.Origins), Rate: p.settings.rate(loopback),
		AnalysisCores: p.settings.Analysis,
		Pages:         web.New(a, web.Config{MaxExport: p.settings.MaxExport, Frames: words(p.settings.Frames)}),
	})
	err = server.Serve(ctx, listener)
	if errors.Is(err, http.ErrServerClosed) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// reached is where to find the server from this machine, and all names that it
// answers to. That other machines reach it too is noted.
func (p *program) reached(listener net.Listener) (at string, hosts []string) {
	at, hosts = listener.Addr().String(), p.settings.hosts()
	if name, _, err := net.SplitHostPort(p.settings.Listen); err == nil && name != "" {
		hosts = append(hosts, name) // which may be a name, or stand for all addresses
	}
	taken, ok := listener.Addr().(*net.TCPAddr)
	if !ok || taken.IP.IsLoopback() {
		return at, hosts
	}
	p.note("assay: %s can be reached from other machines, and nobody logs in: whoever reaches it may read and change the archive", at)
	if taken.IP.IsUnspecified() {
		at = net.JoinHostPort("localhost", strconv.Itoa(taken.Port))
	}
	return at, hosts
}
