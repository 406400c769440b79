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
)

// The limits of a server where its configuration names none.
const (
	DefaultMaxBody   = 16 << 20
	DefaultMaxGames  = 10_000
	DefaultMaxExport = 500
	DefaultMaxFrames = 1000
	DefaultPace      = 10 * time.Second
)

// Times after which a server gives up on a caller.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = time.Minute     // for what nobody reads of a body
	writeTimeout  = 2 * time.Minute // until an answer begins
	idleTimeout   = 2 * time.Minute
	queueTimeout  = 10 * time.Second // for a slot
	closeTimeout  = 10 * time.Second // for calls under way when the server stops
	chargeTimeout = 5 * time.Second  // to count a client's calls for all servers
	repairTime    = 10 * time.Second // for the repairs of the records of one call
	verifyTime    = time.Minute      // to validate the records of one call
	identifyAgain = 5 * time.Second  // for an event stream of who is let in no more
)

// How many requests wait for a slot, how many of the brief ones a processor is
// given at once, and how many passwords are hashed at once.
const (
	waitingLong  = 64
	waitingBrief = 256
	briefAtOnce  = 4
	hashedAtOnce = 2
)

// maxStreams bounds how many event streams go on at once.
const maxStreams = 1000

// maxUnderWay is how many bytes of bodies and answers are held at once.
const maxUnderWay = 256 << 20

// maxHeader is the greatest header of a call in bytes.
const maxHeader = 64 << 10

// ServerConfig limits what callers may ask. Its zero value has the usual
// limits.
type ServerConfig struct {
	MaxBody   int64     // greatest body in bytes; DefaultMaxBody when 0
	MaxGames  int       // greatest number of records in a body; DefaultMaxGames when 0
	MaxExport int       // greatest number of games in one exported file; DefaultMaxExport when 0
	MaxFrames int       // greatest number of positions of an animation; DefaultMaxFrames when 0
	Log       io.Writer // faults of the server, one a line; nil for none
	LogForm   LogForm   // how lines of the log are written
	LogCalls  bool      // whether the log has a line of every call, too
	// Hosts are the names that the server answers to beside loopback names and
	// the address that it is reached by, without ports.
	Hosts []string
	// Origins are those of pages elsewhere that may read the interface, such as
	// https://here.example; AnyOrigin for all.
	Origins []string
	// Rate is how many calls a client may make a minute; 0 for no limit.
	Rate int
	// Shared says that other servers answer calls on the archive, with which
	// calls are counted together.
	Shared bool
	// Pace is the time in which a caller has to send, or to take, the next 64
	// KiB; DefaultPace when 0.
	Pace time.Duration
	// AnalysisCores is how many jobs of analysis are done at once; 0 for none.
	AnalysisCores int
	// ReadOnly has all that would change something refused.
	ReadOnly bool
	// Closed keeps what the archive holds to those who log in, where people do.
	Closed bool
	// BasePath is the path that all lies under, such as /games; "" for none.
	BasePath string
	// Proxies are those whose headers are believed: from whom a call is
	// (X-Forwarded-For), and how it was made (X-Forwarded-Proto, -Host and
	// -Prefix).
	Proxies []netip.Prefix
	// TLS is how calls are encrypted; nil for calls in clear.
	TLS *tls.Config
	// Webhooks are networks beside the public ones that webhooks may lie in.
	Webhooks []netip.Prefix
	// Provider is one that people log in with beside passwords.
	Provider Provider
	// Pages stand beside the interface; nil for none.
	Pages Pages
}

// Page answers a GET or HEAD call, or the POST of a page's script, or gives the
// error to be answered. What its route names in the path is a path value of the
// request; a body is held in memory.
type Page = func(http.ResponseWriter, *http.Request) error

// Route is a page, for those who have a right.
type Route struct {
	Needs api.Right
	Show  Page
}

// Pages are what browsers show.
type Pages interface {
	// Routes are the pages by their paths, such as "/games/:id"; "POST " stands
	// before those that scripts send something to.
	Routes() map[string]Route
	// Refuse says on a page why a call is not answered.
	Refuse(http.ResponseWriter, *http.Request, *Problem) error
	// Explain says on a page what a kind of problem is.
	Explain(http.ResponseWriter, *http.Request, *Kind) error
}

// Server answers REST calls on an archive, all under /api/v1.
type Server struct {
	http.Handler
	archive *api.Archive
	config  ServerConfig
	log     *slog.Logger
	brief   *queue // of what takes milliseconds
	long    *queue // of what may take seconds
	hashes  *queue // of passwords, which nothing that takes longer holds up
	room    room
	streams streams
	under   sync.WaitGroup // calls under way
	closing time.Duration  // for them when the server stops
	repairs time.Duration  // for those of the records of one call
	thinks  time.Duration  // for the analysis of one position
	// verifies is the time to validate the records of one call.
	verifies time.Duration
	again    time.Duration // after which it is asked whose an event stream is
	// stopping is closed when the server is to stop.
	stopping chan struct{}
	routes   gin.RoutesInfo
	metrics  *metrics
	rights   map[string]api.Right // by routes
	rates    *rates
	tries    int // of passwords a minute, by a client
	named    int // and of one name, from one address
	provider provider
	// description is that of the interface, written when it is first asked for.
	description func() (*document, error)
}

// NewServer prepares a server. It listens to nothing yet.
func NewServer(a *api.Archive, c ServerConfig) *Server {
	c.MaxBody = cmp.Or(max(c.MaxBody, 0), DefaultMaxBody)
	c.MaxGames = cmp.Or(max(c.MaxGames, 0), DefaultMaxGames)
	c.MaxExport = cmp.Or(max(c.MaxExport, 0), DefaultMaxExport)
	c.MaxFrames = cmp.Or(max(c.MaxFrames, 0), DefaultMaxFrames)
	if c.Log == nil {
		c.Log = io.Discard
	}
	c.Pace = cmp.Or(max(c.Pace, 0), DefaultPace)
	workers := a.Workers()
	s := &Server{
		archive: a, config: c, log: newLog(c.Log, c.LogForm),
		brief: newQueue(briefAtOnce*workers, waitingBrief, queueTimeout),
		long:  newQueue(workers, waitingLong, queueTimeout), hashes: newQueue(hashedAtOnce, waitingLong, queueTimeout),
		room: room{size: maxUnderWay, body: c.MaxBody}, streams: streams{max: maxStreams, wait: identifyAgain},
		closing: closeTimeout, repairs: repairTime, verifies: verifyTime, thinks: api.MaxRequestSeconds * time.Second, again: identifyAgain, stopping: make(chan struct{}),
	}
	s.metrics = newMetrics(a)
	s.provider.Provider = c.Provider
	s.rates, s.tries, s.named = newRates(c.Rate), triesOfClient, triesOfName
	if c.Shared {
		s.rates.charge = func(client string, calls int) (time.Duration, error) {
			ctx, cancel := context.WithTimeout(context.Background(), chargeTimeout)
			defer cancel()
			return a.Charge(ctx, "rate "+client, calls, c.Rate)
		}
	}
	s.rights = map[string]api.Right{}
	s.description = sync.OnceValues(func() (*document, error) { return description(s.operations()) })
	engine := s.engine()
	s.routes = engine.Routes()
	s.Handler = s.placed(engine)
	return s
}

// Serve answers calls until ctx ends, and then lets those under way finish;
// after closeTimeout they are stopped. None is left when it returns. It keeps
// the index up to the archive meanwhile, whoever writes to it.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	calls, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	server.BaseContext = func(net.Listener) context.Context { return calls }
	ctx, cancel := context.WithCancel(ctx)
	defer context.AfterFunc(ctx, func() { close(s.stopping) })()
	var following sync.WaitGroup
	beside := faults{log: s.log}
	if !s.config.ReadOnly {
		following.Go(func() { s.archive.Work(ctx, s.config.AnalysisCores, beside.of("analysis")) })
		following.Go(func() { s.archive.Dispatch(ctx, dispatcher(s.config.Webhooks), beside.of("webhooks")) })
	}
	following.Go(func() { s.archive.Follow(ctx, beside.followed) })
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
	closing, done := context.WithTimeout(context.WithoutCancel(ctx), s.closing)
	defer done()
	err := server.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		stop() // what is still under way
		err = server.Close()
		s.under.Wait()
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}
