// Package uci lets other programs play against the engine: it speaks the
// Universal Chess Interface with UCI_Variant, and the Universal Shogi
// Interface, over a pair of streams.
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

// maxLine is the longest command that is read, in bytes: a game of some
// thousand moves.
const maxLine = 1 << 20

// Server is one conversation. Its methods are not safe for concurrent use.
type Server struct {
	book    *analysis.Rulebook
	fits    engine.Fits
	name    string // of the engine with its version
	engine  *engine.Engine
	options options
	dialect dialect
	rules   *rules.Rules
	at      *rules.Position

	mu  sync.Mutex // of out and bad
	out *bufio.Writer
	bad error // the first fault of out

	stop     context.CancelFunc // ends the search under way; nil for none
	done     chan struct{}      // closed when it has ended
	ponder   func()             // starts the clock of a search that ponders; nil for others
	endless  bool               // the search under way ends when it is told to
	counting bool               // it counts leaves, and ends when it has
}

// NewServer returns a conversation about the games of a rulebook, whose
// registry it may add to, which are judged by what was fitted for them. The
// name is told to the other program.
func NewServer(book *analysis.Rulebook, fits engine.Fits, name string) (*Server, error) {
	s := &Server{book: book, fits: fits, name: name, options: usual(), dialect: speaksUCI}
	s.engine = engine.New(s.options.hash)
	return s, s.setVariant(s.options.variant)
}

// Serve reads commands, a line each, and answers them until it is told to quit,
// the commands end or the context does. A search that has a limit ends before
// it returns where the commands just end. The error is one of the streams.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.out = bufio.NewWriter(out)
	commands, failed := read(ctx, in)
	for s.fault() == nil {
		select {
		case <-ctx.Done():
			s.endSearch()
			return s.fault()
		case line, more := <-commands:
			words := strings.Fields(line)
			switch {
			case !more:
				return s.end(*failed)
			case len(words) == 0:
			case words[0] == "quit":
				s.endSearch()
				return s.fault()
			default:
				s.obey(ctx, words[0], words[1:])
			}
		}
	}
	s.endSearch()
	return s.fault()
}

// read gives the lines of a stream one after the other; once they are closed,
// failed says why.
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

// end waits for a search that has a limit, and ends any other.
func (s *Server) end(failed error) error {
	if s.endless || s.ponder != nil {
		s.endSearch()
	}
	s.await()
	return cmp.Or(s.fault(), failed)
}

// obey does what a command says. Commands that are not known are passed over.
func (s *Server) obey(ctx context.Context, command string, words []string) {
	switch command {
	case "uci", "usi":
		was := s.dialect
		if s.speak(command); s.dialect.name != was.name && s.options.variant == was.game {
			s.endSearch()
			if err := s.setVariant(s.dialect.game); err != nil {
				s.say("info string %v", err)
			}
		}
		s.introduce()
	case "isready":
		s.say("readyok")
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
			s.say("info string %v", err)
		}
	case "position":
		s.endSearch()
		if err := s.setPosition(words); err != nil {
			s.say("info string %v", err)
		}
	case "go":
		s.endSearch()
		if err := s.search(ctx, words); err != nil {
			s.say("info string %v", err)
		}
	}
}

// speak makes a protocol the one that is spoken.
func (s *Server) speak(name string) {
	if s.dialect = dialects[name]; s.options.free && s.dialect.free != "" {
		s.dialect = s.dialect.freely()
	}
}

// introduce says who speaks and what can be set.
func (s *Server) introduce() {
	s.say("id name %s", s.name)
	s.say("id author the authors of Assay")
	for _, option := range s.described() {
		s.say("option %s", option)
	}
	s.say("%sok", s.dialect.name)
}

// say writes a line.
func (s *Server) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
	if err := s.out.Flush(); err != nil && s.bad == nil {
		s.bad = err
	}
}

// fault is the first that writing met, if any.
func (s *Server) fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bad
}

// endSearch stops the search under way, though no count of leaves, and waits
// for its answer.
func (s *Server) endSearch() {
	if s.stop != nil && !s.counting {
		s.stop()
	}
	s.await()
}

// await waits for the search under way.
func (s *Server) await() {
	if s.done != nil {
		<-s.done
	}
	s.stop, s.done, s.ponder, s.endless, s.counting = nil, nil, nil, false, false
}
