package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"assay/api"
	"assay/api/games"
	"assay/api/live"
	"assay/api/records"
	"assay/api/rest"
	"assay/api/web"
	"assay/parser"
	"assay/store/postgres"
)

func (p *program) serve() *cobra.Command {
	var reading records.Reading
	cmd := &cobra.Command{
		Use:   "serve [PATH...]",
		Short: "Import the paths, then serve the REST API and the web board",
		Long: `Serve imports the records in the given files and folders, then serves the web board
and the REST API until you stop it with Ctrl-C. Requests in progress are completed.

Until you invite someone with "assay people NAME --invite", the server only accepts
loopback addresses, and anyone using this computer has full access.`,
		Example: `  # Import a folder and serve the archive at http://127.0.0.1:8080.
  assay serve games
  # Serve to other computers. Invite someone first.
  assay serve --listen :8080 --hosts games.example.org --certificate cert.pem --key key.pem
  # Let anyone on the network read, and no one write.
  assay serve --listen :8080 --read-only`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return refuse(cmd.Flags(), "requires a PATH to import", "variant", "options", "format")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			if _, missing := p.present(args); missing != nil {
				return missing
			}
			// Listen first: an import would be wasted if the port is in use.
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
				a.CheckLabels()
				return p.serveArchive(ctx, a, listener, args, reading)
			})
		}),
	}
	readingFlags(cmd.Flags(), &reading)
	workersFlag(cmd.Flags())
	cmd.Flags().StringArrayVar(&p.followed, "follow", nil,
		"follow games of this `source` while they are played, as the command follow does; may be repeated")
	cmd.Flags().String("listen", defaults.Listen, "`host:port` to serve on; port 0 means any free port")
	cmd.Flags().String("hosts", defaults.Hosts, "host `names` of the server in addition to localhost, comma-separated")
	cmd.Flags().Bool("read-only", defaults.ReadOnly, "refuse all changes to the archive")
	cmd.Flags().Bool("open", defaults.Open, "let other computers change the archive without log-in")
	cmd.Flags().Bool("closed", defaults.Closed, "require a log-in for reading, too")
	cmd.Flags().String("proxies", defaults.Proxies, "IP `addresses` of trusted reverse proxies, comma-separated")
	cmd.Flags().String("certificate", defaults.Certificate, "`file` with the TLS certificate (PEM)")
	cmd.Flags().String("autocert", defaults.Autocert,
		"host `names` to request TLS certificates for (ACME), comma-separated")
	cmd.Flags().String("base-path", defaults.BasePath, "serve under this `path`, such as /games")
	cmd.Flags().String("key", defaults.Key, "`file` with the certificate's key (PEM)")
	cmd.Flags().Int64("max-body", defaults.MaxBody, "maximum size of a request body in `bytes`")
	return cmd
}

// served is the result of serve as JSON.
type served struct {
	Address string `json:"address"`
	URL     string `json:"url"`
	Data    string `json:"data"`
	Games   int    `json:"games"`
}

func (p *program) serveArchive(ctx context.Context, a *api.Archive, listener net.Listener, args []string,
	reading records.Reading) error {
	if err := checkReading(a.Arbiter, reading); err != nil {
		return err
	}
	guarded, err := p.guarded(ctx, a, listener)
	if err != nil {
		return err
	}
	if len(args) > 0 {
		_, err := p.importInto(ctx, a, args, records.ImportOptions{Reading: reading}, false,
			func(i *records.Imported) error {
				if !i.Holds() || i.Doubtful() {
					p.note("%v", describe(p.words, i.Report, fate(p.words, i)))
				}
				return nil
			})
		switch {
		case errors.Is(err, records.ErrNotIndexed):
			p.note("%v", err) // the server continues with the index update
		case err != nil:
			return blame(err)
		}
	}
	games, err := a.Count(ctx, games.Filter{})
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	at, hosts := p.reached(listener)
	proxies, err := networks(p.settings.Proxies)
	if err != nil {
		return err
	}
	provider, err := p.settings.provider(p.environ)
	if err != nil {
		return err
	}
	allowed, err := networks(p.settings.Webhooks)
	if err != nil {
		return err
	}
	s := served{Address: address, URL: guarded.scheme + "://" + at + p.settings.BasePath, Data: p.settings.archive(),
		Games: games}
	if err := p.tell(s, "serving %s of %s on %s", parser.Count(s.Games, "game"), s.Data, s.URL); err != nil {
		return err
	}
	if err := p.stdout.Flush(); err != nil {
		return err
	}
	follower, end, err := p.followServed(ctx, a, reading)
	if err != nil {
		return err
	}
	defer end()
	server := rest.NewServer(a, rest.ServerConfig{
		Live:    follower,
		MaxBody: p.settings.MaxBody, MaxExport: p.settings.MaxExport, MaxFrames: p.settings.MaxFrames, Log: p.stderr,
		Hosts:   hosts,
		Origins: words(p.settings.Origins), Embeds: p.settings.Frames != "", Rate: p.settings.rate(guarded.loopback),
		Shared:   postgres.IsURL(p.settings.Data),
		ReadOnly: p.settings.ReadOnly, Closed: p.settings.Closed, Proxies: proxies, TLS: guarded.tls,
		BasePath: p.settings.BasePath, Provider: provider, Webhooks: allowed,
		AnalysisCores: p.settings.Analysis, LogForm: rest.LogForm(p.settings.Log), LogCalls: p.settings.LogCalls,
		Pages: web.New(a, web.Config{MaxExport: p.settings.MaxExport, Frames: words(p.settings.Frames),
			Provider: provider.Title, Version: version(), Live: follower}),
	})
	err = server.Serve(ctx, listener)
	if errors.Is(err, http.ErrServerClosed) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// followServed follows the sources of --follow until the server stops. It
// returns no follower without sources. Errors of sources are logged.
func (p *program) followServed(ctx context.Context, a *api.Archive, reading records.Reading) (*live.Follower, func(),
	error) {
	if len(p.followed) == 0 {
		return nil, func() {}, nil
	}
	if p.settings.ReadOnly {
		return nil, nil, usage("--follow", "archives games, so it cannot be combined with --read-only")
	}
	if err := checkSources(p.followed, followInterval); err != nil {
		return nil, nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	follower := live.New(a.Arbiter, a, reading, func(e *live.Event) error {
		if e.Kind == live.Failed || e.Kind == live.Recovered {
			p.note("assay: following %s: %s %s", e.Source, e.Kind, e.Message)
		}
		return nil
	})
	var running sync.WaitGroup
	end := func() { stop(); running.Wait() }
	if err := p.startSources(ctx, &running, follower, followInterval, p.followed, func(error) {}); err != nil {
		end()
		return nil, nil, err
	}
	return follower, end, nil
}

// loopback reports whether a listener is reachable only from this computer.
func loopback(listener net.Listener) bool {
	taken, ok := listener.Addr().(*net.TCPAddr)
	return ok && taken.IP.IsLoopback()
}

// guard describes how clients reach the server.
type guard struct {
	scheme   string
	loopback bool        // reachable only from this computer
	tls      *tls.Config // nil for unencrypted requests
}

// guarded refuses to serve an archive to other computers if anybody could
// change it.
func (p *program) guarded(ctx context.Context, a *api.Archive, listener net.Listener) (guard, error) {
	g := guard{scheme: "http", loopback: loopback(listener)}
	if p.settings.Certificate != "" {
		files := &certificateFiles{certificate: p.settings.Certificate, key: p.settings.Key}
		if _, err := files.load(); err != nil {
			return g, usage("certificate", "%v", err)
		}
		g.scheme, g.tls = "https",
			&tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return files.load() }}
	}
	if hosts := words(p.settings.Autocert); len(hosts) > 0 {
		g.scheme, g.tls = "https", certified(hosts, p.settings.Authority, p.settings.folder())
	}
	peopled, err := a.HasPeople(ctx)
	if err != nil {
		return g, err
	}
	switch {
	case p.settings.ReadOnly || peopled:
	case p.settings.Open:
		p.note("assay: nobody logs in, and --open is set: anyone who can reach %s may read and change the archive",
			listener.Addr())
	case !g.loopback || p.settings.Proxies != "":
		return g, usage("--listen",
			"other computers can reach %s, but nobody logs in. Invite someone with `assay people NAME --invite`, "+
				"or pass --read-only, or --open to let anyone change the archive", listener.Addr())
	}
	if peopled && !g.loopback && g.tls == nil && p.settings.Proxies == "" {
		p.note("assay: passwords and tokens reach %s unencrypted; pass --certificate, or use a reverse proxy with "+
			"TLS (--proxies)", listener.Addr())
	}
	return g, nil
}

// certified returns a TLS configuration that requests certificates for the
// hosts by ACME (RFC 8555). The authority verifies each host by a connection to
// port 443 (tls-alpn-01, RFC 8737). Certificates are cached in a folder and
// renewed a month before they expire.
func certified(hosts []string, authority, folder string) *tls.Config {
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(filepath.Join(folder, "certificates")),
		HostPolicy: autocert.HostWhitelist(hosts...),
		Client:     &acme.Client{DirectoryURL: authority},
	}
	return m.TLSConfig()
}

// certificateFiles are files of a certificate and its key, reloaded when
// replaced.
type certificateFiles struct {
	certificate, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	since  [2]time.Time // modification times of the loaded files
}

// load returns the certificate and reloads changed files. If they cannot be
// read, it returns the previous certificate.
func (f *certificateFiles) load() (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var changed [2]time.Time
	for i, file := range []string{f.certificate, f.key} {
		if info, err := os.Stat(file); err == nil {
			changed[i] = info.ModTime()
		}
	}
	if f.loaded != nil && changed == f.since {
		return f.loaded, nil
	}
	fresh, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err != nil {
		if f.loaded != nil {
			return f.loaded, nil
		}
		return nil, err
	}
	f.loaded, f.since = &fresh, changed
	return f.loaded, nil
}

// reached returns the server's local address and all its host names.
func (p *program) reached(listener net.Listener) (at string, hosts []string) {
	at, hosts = listener.Addr().String(), append(p.settings.hosts(), words(p.settings.Autocert)...)
	if name, _, err := net.SplitHostPort(p.settings.Listen); err == nil && name != "" {
		hosts = append(hosts, name) // may be a name, or stand for all addresses
	}
	if taken, ok := listener.Addr().(*net.TCPAddr); ok && taken.IP.IsUnspecified() {
		at = net.JoinHostPort("localhost", strconv.Itoa(taken.Port))
	}
	return at, hosts
}
