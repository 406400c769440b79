// Package uci serves the engine to other programs: the Universal Chess
// Interface with UCI_Variant, the Universal Shogi Interface, and XBoard's
// protocol, over a pair of streams.
package uci

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/rules"
)

// maxLine bounds a command, in bytes. It has room for a game of some thousand
// moves.
const maxLine = 1 << 20

// Server is one session. Its methods are not safe for concurrent use.
type Server struct {
	book    *analysis.Rulebook
	fits    engine.Fits
	name    string // engine name and version
	engine  *engine.Engine
	options options
	dialect dialect
	rules   *rules.Rules
	at      *rules.Position

	mu         sync.Mutex // guards out and bad
	out        *bufio.Writer
	firstError error // the first write error

	stop     context.CancelFunc // stops the current search; nil without one
	done     chan struct{}      // closed when the search has ended
	ponder   func()             // starts the clock of a pondering search; nil for others
	endless  bool               // the current search ends only by stop
	counting bool               // the current search is a perft count
}

// NewServer returns a session that plays the variants of a rulebook with their
// fits, and may add definitions to its registry. name identifies the engine.
func NewServer(book *analysis.Rulebook, fits engine.Fits, name string) (*Server, error) {
	s := &Server{book: book, fits: fits, name: name, options: usual(), dialect: speaksUCI}
	s.engine = engine.New(s.options.hash)
	return s, s.setVariant(s.options.variant)
}

// Serve reads and executes commands until quit, the end of input, or the end of
// the context. At the end of input it first completes a search that has a
// limit. It returns an error of the streams.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.out = bufio.NewWriter(out)
	commands, failed := read(ctx, in)
	for s.writeError() == nil {
		select {
		case <-ctx.Done():
			s.endSearch()
			return s.writeError()
		case line, more := <-commands:
			words := strings.Fields(line)
			switch {
			case !more:
				return s.end(*failed)
			case len(words) == 0:
			case words[0] == "quit":
				s.endSearch()
				return s.writeError()
			case words[0] == "xboard":
				s.endSearch()
				return s.serveXBoard(ctx, commands, failed)
			default:
				s.execute(ctx, words[0], words[1:])
			}
		}
	}
	s.endSearch()
	return s.writeError()
}

// read returns a channel of input lines. After it is closed, failed holds the
// error.
func read(ctx context.Context, in io.Reader) (lines <-chan string, failed *error) {
	out := make(chan string)
	failed = new(error)
	go func() {
		defer close(out)
		scan := bufio.NewScanner(in)
		scan.Buffer(make([]byte, 0, 64<<10), maxLine)
		for scan.Scan() {
			select {
			case out <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
		*failed = scan.Err()
	}()
	return out, failed
}

// end waits for a search with a limit and stops any other.
func (s *Server) end(failed error) error {
	if s.endless || s.ponder != nil {
		s.endSearch()
	}
	s.waitSearch()
	return cmp.Or(s.writeError(), failed)
}

// execute executes a command. Unknown commands are ignored.
func (s *Server) execute(ctx context.Context, command string, words []string) {
	switch command {
	case "uci", "usi":
		was := s.dialect
		if s.setProtocol(command); s.dialect.name != was.name && s.options.variant == was.game {
			s.endSearch()
			if err := s.setVariant(s.dialect.game); err != nil {
				s.write("info string %v", err)
			}
		}
		s.writeIdentity()
	case "isready":
		s.write("readyok")
	case "stop", "gameover":
		s.counting = false
		s.endSearch()
	case "ponderhit":
		if s.ponder != nil {
			s.ponder()
			s.ponder = nil
		}
	case "ucinewgame", "usinewgame":
		s.endSearch()
		s.engine.Clear()
	case "setoption":
		s.endSearch()
		if err := s.setOption(words); err != nil {
			s.write("info string %v", err)
		}
	case "position":
		s.endSearch()
		if err := s.setPosition(words); err != nil {
			s.write("info string %v", err)
		}
	case "go":
		s.endSearch()
		if err := s.search(ctx, words); err != nil {
			s.write("info string %v", err)
		}
	}
}

// setProtocol selects a protocol.
func (s *Server) setProtocol(name string) {
	if s.dialect = dialects[name]; s.options.free && s.dialect.free != "" {
		s.dialect = s.dialect.freeCastling()
	}
}

// writeIdentity writes the engine's name and its options.
func (s *Server) writeIdentity() {
	s.write("id name %s", s.name)
	s.write("id author the authors of Assay")
	for _, option := range s.optionLines() {
		s.write("option %s", option)
	}
	s.write("%sok", s.dialect.name)
}

// write writes a line.
func (s *Server) write(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
	if err := s.out.Flush(); err != nil && s.firstError == nil {
		s.firstError = err
	}
}

// writeError returns the first write error, if any.
func (s *Server) writeError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.firstError
}

// endSearch stops the current search, but not a perft count, and waits for its
// answer.
func (s *Server) endSearch() {
	if s.stop != nil && !s.counting {
		s.stop()
	}
	s.waitSearch()
}

// waitSearch waits for the current search.
func (s *Server) waitSearch() {
	if s.done != nil {
		<-s.done
	}
	s.stop, s.done, s.ponder, s.endless, s.counting = nil, nil, nil, false, false
}
