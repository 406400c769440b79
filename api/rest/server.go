package rest

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/api/analyse"
	"assay/api/card"
	"assay/api/laboratory"
	"assay/api/live"
	"assay/api/request"
)

// Default limits of a server.
const (
	DefaultMaxBody   = 16 << 20
	defaultMaxGames  = 10_000
	DefaultMaxExport = 500
	DefaultMaxFrames = 1000
	defaultPace      = 10 * time.Second
)

// Timeouts of a server.
const (
	headerTimeout   = 10 * time.Second
	readTimeout     = time.Minute     // for the unread rest of a body
	writeTimeout    = 2 * time.Minute // until a response begins
	idleTimeout     = 2 * time.Minute
	queueTimeout    = 10 * time.Second // for a slot
	closeTimeout    = 10 * time.Second // for requests in flight when the server stops
	chargeTimeout   = 5 * time.Second  // to charge a client's requests for all servers
	repairTime      = 10 * time.Second // for the repairs of one request
	verifyTime      = time.Minute      // for the records of one request
	recheckInterval = 5 * time.Second  // between checks of an event stream's caller
)

// Limits on the number of waiting requests, of brief requests per processor,
// and of concurrent password hashes.
const (
	waitingLong  = 64
	waitingBrief = 256
	briefAtOnce  = 4
	hashedAtOnce = 2
)

// maxStreams bounds the number of open event streams.
const maxStreams = 1000

// maxInFlight bounds the bytes of bodies and responses in memory.
const maxInFlight = 256 << 20

// maxHeader is the largest request header in bytes.
const maxHeader = 64 << 10

// ServerConfig configures a server. The zero value has the default limits.
type ServerConfig struct {
	MaxBody   int64     // largest body in bytes; DefaultMaxBody if 0
	MaxGames  int       // records in a body; defaultMaxGames if 0
	MaxExport int       // games in an exported file; DefaultMaxExport if 0
	MaxFrames int       // frames of an animation; DefaultMaxFrames if 0
	Log       io.Writer // server errors, one a line; nil for none
	LogForm   LogForm   // format of log lines
	// Live follows games while they are played; nil if there are none.
	Live     *live.Follower
	LogCalls bool // log every request too
	// Hosts are further names of the server, without ports. Loopback names and
	// the address it is reached by are always accepted.
	Hosts []string
	// Origins may read the interface from their pages, such as
	// https://here.example; AnyOrigin for all.
	Origins []string
	// Embeds allows pages of other sites to show the pictures of positions.
	Embeds bool
	// Rate is the number of requests a minute that a client may send; 0 for no
	// limit.
	Rate int
	// Shared means that several servers use the archive and count requests
	// together.
	Shared bool
	// Pace is the time in which a client must send, or receive, the next 64
	// KiB; defaultPace if 0.
	Pace time.Duration
	// AnalysisCores is the number of concurrent analysis jobs; 0 for none.
	AnalysisCores int
	// ReadOnly rejects all changes.
	ReadOnly bool
	// Closed hides the archive from guests, once people log in.
	Closed bool
	// BasePath is the server's base path, such as /games; "" for none.
	BasePath string
	// Proxies are trusted: their X-Forwarded-For, -Proto, -Host and -Prefix
	// headers are used.
	Proxies []netip.Prefix
	// TLS configures encryption; nil for unencrypted connections.
	TLS *tls.Config
	// Webhooks are further networks that webhooks may use.
	Webhooks []netip.Prefix
	// Provider is a login provider in addition to passwords.
	Provider Provider
	// Pages are the HTML pages; nil for none.
	Pages Pages
}

// Page responds to a GET or HEAD request, or to a script's POST, or returns an
// error. Path parameters are path values of the request; a body is in memory.
type Page = func(http.ResponseWriter, *http.Request) error

// Route is a page and the right it requires.
type Route struct {
	Needs request.Right
	Show  Page
}

// Pages are the HTML pages of the server.
type Pages interface {
	// Routes returns the pages by path, such as "/games/:id", or "POST /path"
	// for requests of scripts.
	Routes() map[string]Route
	// Refuse shows a problem as a page.
	Refuse(http.ResponseWriter, *http.Request, *Problem) error
	// Explain shows the meaning of a kind of problem as a page.
	Explain(http.ResponseWriter, *http.Request, *Kind) error
}

// Server serves an archive's REST interface under /api/v1.
type Server struct {
	http.Handler
	archive       *api.Archive
	config        ServerConfig
	log           *slog.Logger
	brief         *queue // requests that take milliseconds
	long          *queue // requests that may take seconds
	hashes        *queue // password hashes, never blocked by longer requests
	budget        byteBudget
	streams       streamLimit
	inFlight      sync.WaitGroup // requests in flight
	closeLimit    time.Duration  // timeout for them when the server stops
	repairLimit   time.Duration  // timeout for the repairs of one request
	analysisLimit time.Duration  // timeout for the analysis of one position
	// verifyLimit is the timeout for the records of one request.
	verifyLimit  time.Duration
	recheckEvery time.Duration // interval between checks of an event stream's caller
	// stopping is closed when the server is to stop.
	stopping       chan struct{}
	routes         gin.RoutesInfo
	metrics        *metrics
	requiredRights map[string]request.Right // by route
	parameterNames map[string][]string      // in path and query, by route
	rates          *rateLimiter
	triesPerClient int // password attempts per client and minute
	triesPerName   int // password attempts per name and client
	provider       provider
	// description returns the OpenAPI document, built on first use.
	description func() (*document, error)
}

// NewServer returns a server. It does not listen yet.
func NewServer(a *api.Archive, c ServerConfig) *Server {
	c.MaxBody = cmp.Or(max(c.MaxBody, 0), DefaultMaxBody)
	c.MaxGames = cmp.Or(max(c.MaxGames, 0), defaultMaxGames)
	c.MaxExport = cmp.Or(max(c.MaxExport, 0), DefaultMaxExport)
	c.MaxFrames = cmp.Or(max(c.MaxFrames, 0), DefaultMaxFrames)
	if c.Log == nil {
		c.Log = io.Discard
	}
	c.Pace = cmp.Or(max(c.Pace, 0), defaultPace)
	workers := a.Workers()
	s := &Server{
		archive: a, config: c, log: newLog(c.Log, c.LogForm),
		brief: newQueue(briefAtOnce*workers, waitingBrief, queueTimeout),
		long:  newQueue(workers, waitingLong, queueTimeout), hashes: newQueue(hashedAtOnce, waitingLong, queueTimeout),
		budget:     byteBudget{size: maxInFlight, maxBody: c.MaxBody},
		streams:    streamLimit{max: maxStreams, wait: recheckInterval},
		closeLimit: closeTimeout, repairLimit: repairTime, verifyLimit: verifyTime,
		analysisLimit: analyse.MaxRequestSeconds * time.Second, recheckEvery: recheckInterval,
		stopping: make(chan struct{}),
	}
	s.metrics = newMetrics(a)
	s.provider.Provider = c.Provider
	s.rates, s.triesPerClient, s.triesPerName = newRates(c.Rate), triesOfClient, triesOfName
	if c.Shared {
		s.rates.charge = func(client string, calls int) (time.Duration, error) {
			ctx, cancel := context.WithTimeout(context.Background(), chargeTimeout)
			defer cancel()
			return a.CountRequests(ctx, "rate "+client, calls, c.Rate)
		}
	}
	s.requiredRights, s.parameterNames = map[string]request.Right{}, map[string][]string{}
	s.description = sync.OnceValues(func() (*document, error) { return description(s.operations()) })
	engine := s.engine()
	s.routes = engine.Routes()
	s.Handler = s.locate(engine)
	return s
}

// Serve serves requests and keeps the index up to date until ctx ends. It then
// waits for requests in progress, at most for closeTimeout, and returns when
// all have ended.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	calls, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	server.BaseContext = func(net.Listener) context.Context { return calls }
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(ctx, func() { close(s.stopping) })()
	var following sync.WaitGroup
	background := errorLog{log: s.log}
	if !s.config.ReadOnly {
		following.Go(func() { s.archive.Work(ctx, s.config.AnalysisCores, background.reporter("analysis")) })
		following.Go(func() {
			s.archive.Laboratory.Work(ctx, laboratory.Worker{Games: s.config.AnalysisCores, Card: card.TextOf},
				background.reporter("laboratory"))
		})
		following.Go(func() {
			s.archive.DeliverWebhooks(ctx, newSender(s.config.Webhooks), background.reporter("webhooks"))
		})
	}
	following.Go(func() { s.archive.Follow(ctx, background.indexed) })
	defer s.rates.charging.Wait()
	defer following.Wait()
	defer cancel()

	ended := make(chan error, 1)
	serve := server.Serve
	if s.config.TLS != nil {
		server.TLSConfig = s.config.TLS
		serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	go func() { ended <- serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	closing, done := context.WithTimeout(context.WithoutCancel(ctx), s.closeLimit)
	defer done()
	err := server.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		stop() // cancels requests in flight
		err = server.Close()
		s.inFlight.Wait()
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}
