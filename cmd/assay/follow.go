package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/live"
	"assay/api/records"
	"assay/api/request"
	"assay/api/rest"
	"assay/parser"
)

const (
	followInterval    = 5 * time.Second
	minFollowInterval = 10 * time.Millisecond
	maxFollowPause    = time.Minute // between attempts to read a source
	streamSilence     = time.Minute // lichess sends a sign of life every few seconds
	maxStreamLine     = 4 << 20     // bytes
)

// errSilent reports a server that stopped sending.
var errSilent = fmt.Errorf("the server sent nothing for %v", streamSilence)

// errTooMany reports a server that wants fewer requests.
var errTooMany = errors.New("the server answers 429 Too Many Requests; waiting a minute")

// followFlags are the flags of the command follow.
type followFlags struct {
	reading    records.Reading
	every      time.Duration
	untilEnded bool
	dry        bool
}

func (p *program) follow() *cobra.Command {
	var f followFlags
	cmd := &cobra.Command{
		Use:   "follow SOURCE...",
		Short: "Follow games while they are played",
		Long: `Follow reads games while they are played, verifies every ply as it comes, and archives
each game once when it has a result. A SOURCE is

  - an http or https URL of records, such as the PGN of a round: it is requested again
    every --every, with ETag and If-Modified-Since
  - the URL of a stream of lichess (application/x-ndjson)
  - a file that grows, in any notation, such as a log of Game Courier
  - a folder with such files

One line is printed per event, with --json one object: begun, ply, corrected (plies taken
back or changed, another start, corrected names), illegal, resolved, ended, archived,
failed and recovered. A game that was cut off while it was read is recognised: fewer
plies, errors and results count when they are seen twice. Corrections after the end of a
game become revisions of the archived game.

No other host is contacted. A URL with a private address is refused unless its network
is listed in webhook_networks.`,
		Example: `  # Follow a round until interrupted, and archive its games.
  assay follow https://example.org/round-3.pgn --data cup
  # Follow a folder of a broadcast program, and stop when all games have ended.
  assay follow games/ --every 1s --until-ended --json
  # Only print what happens.
  assay follow https://lichess.org/api/stream/game/abcdefgh --no-archive`,
		Args:    wants(1, 1000, "SOURCE", "name at least one URL, file or folder"),
		PreRunE: func(_ *cobra.Command, args []string) error { return checkSources(args, f.every) },
		RunE: p.does(func(ctx context.Context, args []string) error {
			if f.dry {
				a, err := p.publishedArbiter(ctx)
				if err != nil {
					return err
				}
				return p.followSources(ctx, a, nil, &f, args)
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				return p.followSources(ctx, a.Arbiter, a, &f, args)
			})
		}),
	}
	flags := cmd.Flags()
	readingFlags(flags, &f.reading)
	flags.DurationVar(&f.every, "every", followInterval, "`time` between two requests of a source")
	flags.BoolVar(&f.untilEnded, "until-ended", false, "stop when every game has ended")
	flags.BoolVar(&f.dry, "no-archive", false, "do not archive the games")
	return cmd
}

func isURL(source string) bool {
	return strings.HasPrefix(source, "http://") || strings.HasPrefix(source, "https://")
}

// followSources follows the sources until the context ends or all games have
// ended.
func (p *program) followSources(ctx context.Context, arbiter *api.Arbiter, a *api.Archive, f *followFlags,
	sources []string) error {
	if err := checkReading(arbiter, f.reading); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	if a != nil {
		running.Go(func() { a.Follow(ctx, func(error) {}) })
	}
	follower := live.New(arbiter, a, f.reading, p.followEvent)
	if err := p.startSources(ctx, &running, follower, f.every, sources, stop); err != nil {
		stop(nil)
		running.Wait()
		return err
	}
	for ctx.Err() == nil && !(f.untilEnded && follower.Done()) {
		request.Sleep(ctx, min(f.every, time.Second))
	}
	failed := context.Cause(ctx)
	stop(nil)
	running.Wait()
	if n := follower.Unfinished(); n > 0 {
		p.note("%s not ended and not archived; follow the source again to continue", parser.Count(n, "game"))
	}
	if a != nil {
		if err := a.CatchUp(context.WithoutCancel(ctx), nil); err != nil && failed == nil {
			p.note("assay: the index is not up to date: %v", err)
		}
	}
	if n := follower.Unarchived(); n > 0 {
		p.note("%s ended but not archived; follow the source again to archive them", parser.Count(n, "game"))
		failed = cmp.Or(failed, errFaults)
	}
	return failed
}

// startSources follows the sources until the context ends. stop is called with
// an error that ends following.
func (p *program) startSources(ctx context.Context, running *sync.WaitGroup, follower *live.Follower,
	every time.Duration, sources []string, stop func(error)) error {
	allowed, err := networks(p.settings.Webhooks)
	if err != nil {
		return usage("webhook_networks", "%v", err)
	}
	for _, source := range sources {
		if _, err := os.Stat(source); err != nil && !isURL(source) {
			return usage("SOURCE", "%v", err)
		}
	}
	for _, source := range sources {
		s := followedSource{follower: follower, name: source, every: every, allowed: allowed}
		running.Go(func() {
			if err := s.run(ctx); err != nil {
				stop(err)
			}
		})
	}
	return nil
}

// checkSources rejects invalid URLs and intervals.
func checkSources(sources []string, every time.Duration) error {
	if every < minFollowInterval {
		return usage("--every", "expected at least %v, found %v", minFollowInterval, every)
	}
	for _, source := range sources {
		if u, err := url.Parse(source); isURL(source) && (err != nil || u.Hostname() == "" || u.User != nil) {
			return usage("SOURCE", "%q: expected a URL such as https://example.org/round.pgn", source)
		}
	}
	return nil
}

// followEvent prints an event.
func (p *program) followEvent(e *live.Event) error {
	game := fmt.Sprintf("board %d, %s - %s", e.Board, e.First, e.Second)
	switch e.Kind {
	case live.Begun:
		return p.tell(e, "%s: begun (%s)", game, e.Variant)
	case live.Played:
		return p.tell(e, "%s: %d. %s", game, e.Ply, e.Move)
	case live.Corrected:
		return p.tell(e, "%s: corrected after ply %d, %s taken back", game, e.Ply, parser.Count(e.TakenBack, "ply"))
	case live.Illegal:
		return p.tell(e, "%s: %s at %s: %v", game, e.Kind, e.Error.Place(), e.Error)
	case live.Resolved:
		return p.tell(e, "%s: the error is corrected", game)
	case live.Ended:
		return p.tell(e, "%s: %s after %s", game, e.Result, parser.Count(e.Ply, "ply"))
	case live.Archived:
		if e.Revision > 0 {
			return p.tell(e, "%s: game %d, revision %d", game, e.Game, e.Revision)
		}
		return p.tell(e, "%s: archived as %d", game, e.Game)
	case live.Recovered:
		return p.tell(e, "%s: can be read again", e.Source)
	}
	return p.tell(e, "%s: %s", e.Source, e.Message)
}

// followedSource is a source that is read again and again.
type followedSource struct {
	follower *live.Follower
	name     string
	every    time.Duration
	allowed  []netip.Prefix
	client   *http.Client

	tag, modified string // of the last response
	last          []byte // its body
	stream        live.Stream
}

// run reads the source until the context ends. Errors of the source are events;
// it tries again after a pause that doubles up to a minute.
func (s *followedSource) run(ctx context.Context) error {
	read := s.readFiles
	if isURL(s.name) {
		transport := rest.PublicTransport(s.allowed)
		s.client, read = &http.Client{Transport: transport}, s.request
		defer transport.CloseIdleConnections()
	}
	pause := s.every
	for {
		ended, err := s.attempt(ctx, read)
		switch {
		case ended != nil || ctx.Err() != nil:
			return ended
		case err == nil:
			pause = s.every
		default:
			if ended := s.follower.Fail(s.name, sourceError(err)); ended != nil {
				return ended
			}
			if errors.Is(err, errTooMany) {
				pause = max(pause, maxFollowPause)
			}
		}
		request.Sleep(ctx, pause)
		if err != nil {
			pause = min(2*pause, max(maxFollowPause, s.every))
		}
	}
}

// sourceError rewrites an error of a source for users.
func sourceError(err error) error {
	if private, ok := errors.AsType[*rest.PrivateError](err); ok {
		return private
	}
	err = plain(err)
	if call, ok := errors.AsType[*url.Error](err); ok {
		return call.Err // without the URL, which the event has
	}
	return err
}

// attempt reads the source once. ended is an error of the follower, which ends
// following; err is one of the source.
func (s *followedSource) attempt(ctx context.Context,
	read func(context.Context, func([]byte, bool)) error) (ended, err error) {
	err = read(ctx, func(text []byte, final bool) {
		if ended == nil {
			ended = s.follower.Snapshot(ctx, s.name, text, final)
		}
	})
	if ended != nil && ctx.Err() != nil {
		ended = nil
	}
	return ended, err
}

// readFiles reads a file, or all files of a folder, each a source of its own.
func (s *followedSource) readFiles(ctx context.Context, take func([]byte, bool)) error {
	info, err := os.Stat(s.name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		text, err := readSource(s.name)
		if err == nil {
			take(text, false)
		}
		return err
	}
	err = filepath.WalkDir(s.name, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return fs.SkipAll
		case err != nil && path == s.name:
			return err
		case errors.Is(err, fs.ErrNotExist):
			return nil // removed meanwhile
		case err != nil:
			return s.follower.Fail(path, sourceError(err))
		case strings.HasPrefix(entry.Name(), ".") && path != s.name:
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		text, err := readSource(path)
		if err == nil {
			err = s.follower.Snapshot(ctx, path, text, false)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
			return s.follower.Fail(path, sourceError(err))
		}
		return nil
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	return s.follower.Recover(s.name)
}

// readSource reads a file.
func readSource(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readLimited(file)
}

// readLimited reads a version of a source, which may be compressed.
func readLimited(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, live.MaxSnapshot+1))
	if err == nil && len(text) > live.MaxSnapshot {
		err = live.ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	return records.Unpack(text, live.MaxSnapshot)
}

// request requests a URL once. A stream is read until it ends.
func (s *followedSource) request(ctx context.Context, take func([]byte, bool)) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silence := time.AfterFunc(streamSilence, func() { cancel(errSilent) })
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errSilent) {
			err = errSilent
		}
	}()
	defer silence.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.name, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/x-chess-pgn, application/x-ndjson, text/plain;q=0.9, */*;q=0.5")
	req.Header.Set("User-Agent", "assay/"+version())
	if s.tag != "" {
		req.Header.Set("If-None-Match", s.tag)
	}
	if s.modified != "" {
		req.Header.Set("If-Modified-Since", s.modified)
	}
	response, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotModified && s.last != nil:
		take(s.last, false)
		return nil
	case response.StatusCode == http.StatusTooManyRequests:
		return errTooMany
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("the server answers %s", response.Status)
	}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/x-ndjson") {
		return s.readStream(response.Body, silence, take)
	}
	text, err := readLimited(response.Body)
	if err != nil {
		return err
	}
	s.tag, s.modified, s.last = response.Header.Get("ETag"), response.Header.Get("Last-Modified"), text
	take(text, false)
	return nil
}

// readStream reads the lines of a stream. A line that is cut off is dropped.
func (s *followedSource) readStream(body io.Reader, silence *time.Timer, take func([]byte, bool)) error {
	in := bufio.NewReaderSize(body, 64<<10)
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		silence.Reset(streamSilence)
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(line) < maxStreamLine:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("a line of the stream has more than %d bytes", maxStreamLine)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		record, err := s.stream.Line(bytes.TrimSpace(line))
		if err != nil {
			return err
		}
		if line = line[:0]; record != nil {
			take(record, true)
		}
	}
}
