package uci

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/mate"
	"assay/analysis/rules"
)

// goCommand holds the parameters of a go command.
type goCommand struct {
	engine.Limits
	endless, ponder bool
	checks          bool             // USI: search for a mate by checks alone
	perft           int              // perft depth; 0 for a search
	left, added     [2]time.Duration // each side's clock and increment
	each            time.Duration    // byoyomi
	moves           int              // moves to the next time control; 0 if there is none
}

// goWords maps the words of a go command to whether a number follows.
var goWords = map[string]bool{
	"infinite": false, "ponder": false, "nodes": true, "movetime": true, "depth": true, "mate": true, "perft": true,
	"wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true, "byoyomi": true,
}

// readGo parses the arguments of go.
func (s *Server) readGo(words []string) (goCommand, error) {
	a := goCommand{Limits: engine.Limits{Threads: s.options.threads, MultiPV: s.options.multiPV}}
	first, second := 0, 1
	if s.dialect.name == "usi" { // in USI, black moves first
		first, second = 1, 0
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "searchmoves" {
			for i++; i < len(words); i++ {
				if _, known := goWords[words[i]]; known {
					break
				}
				m, ok := s.dialect.move(s.at, words[i])
				if !ok {
					return a, fmt.Errorf("go: %q is no legal move of %s", words[i], s.at.Text())
				}
				a.Moves = append(a.Moves, m)
			}
			i--
			continue
		}
		n := 0
		if wants, known := goWords[word]; !known {
			return a, fmt.Errorf("go: there is no word %q", word)
		} else if wants {
			i++
			if i == len(words) {
				return a, fmt.Errorf("go: a number is missing behind %s", word)
			}
			if word == "mate" && words[i] == "infinite" {
				a.endless, a.checks = true, s.dialect.name == "usi"
				continue
			}
			var err error
			if n, err = strconv.Atoi(words[i]); err != nil || n < 0 && !strings.HasSuffix(word, "time") {
				return a, fmt.Errorf("go: %q behind %s is no number", words[i], word)
			}
		}
		spent := time.Duration(min(max(n, 1), 1<<40)) * time.Millisecond
		switch word {
		case "infinite":
			a.endless = true
		case "ponder":
			a.ponder = true
		case "nodes":
			a.Nodes = uint64(n)
		case "movetime":
			a.Time = spent
		case "depth":
			a.Depth = n
		case "perft":
			if n < 1 {
				return a, errors.New("go: perft counts leaves from depth 1 on")
			}
			a.perft = n
		case "mate":
			if s.dialect.name == "uci" {
				a.Mate = max(2*min(n, 1<<30)-1, 0)
			} else {
				a.Time, a.checks = spent, true // USI limits the mate search by time
			}
		case "wtime":
			a.left[first] = spent
		case "btime":
			a.left[second] = spent
		case "winc":
			a.added[first] = time.Duration(n) * time.Millisecond
		case "binc":
			a.added[second] = time.Duration(n) * time.Millisecond
		case "byoyomi":
			a.each = time.Duration(n) * time.Millisecond
		case "movestogo":
			a.moves = n
		}
	}
	if a.Time == 0 && !a.endless {
		a.Time = a.share(s.at.Side())
	}
	return a, nil
}

// share returns the time for one move, or 0 without a clock.
func (a *goCommand) share(side rules.Side) time.Duration {
	left, each := a.left[side], a.each
	if left == 0 && each == 0 {
		return 0
	}
	parts := 30
	if a.moves > 0 {
		parts = min(a.moves+1, parts)
	}
	share := left/time.Duration(parts) + a.added[side]*3/4
	if left > 0 {
		share = min(share, left/2)
	}
	return max(share+each*9/10-10*time.Millisecond, time.Millisecond)
}

// search starts the search of a go command. Further commands are read while it
// runs.
func (s *Server) search(ctx context.Context, words []string) error {
	a, err := s.readGo(words)
	if err != nil {
		return err
	}
	ctx, s.stop = context.WithCancel(ctx)
	s.done, s.endless = make(chan struct{}), a.endless || a.Nodes == 0 && a.Depth == 0 && a.Time == 0 && a.Mate == 0
	held := ctx
	if a.ponder {
		limit, stop, bounded := a.Time, s.stop, a.Nodes > 0 || a.Depth > 0 || a.Mate > 0
		a.Time = 0
		pondering, hit := context.WithCancel(ctx)
		held = pondering
		s.ponder = func() {
			switch hit(); {
			case limit > 0:
				time.AfterFunc(limit, stop)
			case !bounded:
				stop()
			}
		}
	}
	hold := (s.endless || a.ponder) && !a.checks
	p, write := s.at.Clone(), s.dialect
	if a.perft > 0 {
		s.endless, s.counting = false, true
		go func(stop context.CancelFunc, done chan struct{}) {
			defer close(done)
			defer stop()
			s.divide(ctx, p, write, a.perft)
		}(s.stop, s.done)
		return nil
	}
	go func(stop context.CancelFunc, done chan struct{}) {
		defer close(done)
		if a.checks {
			nodes := a.Nodes
			if a.endless {
				nodes = math.MaxUint64
			}
			s.writeMate(p, write, mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: nodes, Time: a.Time}))
			return
		}
		told := func(line engine.Line) { s.writeLine(p, write, line) }
		result, found := proveMate(ctx, p, &a, told)
		if !found {
			result = s.engine.Search(ctx, p, a.Limits, told)
		}
		if hold {
			<-held.Done() // no answer before stop or ponderhit
		}
		stop()
		s.writeBestMove(p, write, result)
	}(s.stop, s.done)
	return nil
}

// proveMate runs the mate solver for `go mate` with three quarters of the
// limits and leaves the rest to the search. If no other limit is set, the
// search stops at the depth of the mate.
func proveMate(ctx context.Context, p *rules.Position, a *goCommand, told func(engine.Line)) (engine.Result, bool) {
	l := &a.Limits
	if l.Mate < 1 || l.MultiPV > 1 || len(l.Moves) > 0 || l.Nodes == 1 {
		return engine.Result{}, false
	}
	began := time.Now()
	nodes, spent := l.Nodes*3/4, l.Time*3/4
	found := mate.Search(ctx, p, p.Side(), mate.Limits{Nodes: nodes, Time: spent, Plies: l.Mate, Quiet: true})
	if found.Plies == 0 {
		if found.Settled && !a.endless && l.Nodes == 0 && l.Time == 0 && l.Depth == 0 {
			l.Depth = l.Mate
		}
		l.Nodes, l.Time = l.Nodes-nodes, l.Time-spent
		return engine.Result{}, false
	}
	line := engine.Line{MultiPV: 1, Depth: found.Plies, SelDepth: found.Plies, Mate: found.Plies, Moves: found.Line,
		Nodes: found.Nodes, Time: time.Since(began)}
	told(line)
	return engine.Result{Lines: []engine.Line{line}, Nodes: line.Nodes}, true
}

// writeMate answers a USI mate search.
func (s *Server) writeMate(p *rules.Position, d dialect, found mate.Result) {
	switch {
	case !p.Rules().HasCheck():
		s.write("checkmate notimplemented")
	case found.Plies > 0:
		s.write("checkmate %s", joinMoves(p, d, found.Line))
	case found.Settled:
		s.write("checkmate nomate")
	default:
		s.write("checkmate timeout")
	}
}

// divide prints perft counts: for each first move, and in total. It ends early
// if it is stopped.
func (s *Server) divide(ctx context.Context, p *rules.Position, d dialect, depth int) {
	all := uint64(0)
	for _, m := range p.Moves(nil) {
		word := d.write(p, m)
		p.Play(m)
		n := uint64(0)
		for part := range p.PerftParts(depth - 1) {
			if n += part; ctx.Err() != nil {
				return
			}
		}
		p.Undo()
		s.write("%s: %d", word, n)
		all += n
	}
	s.write("\nNodes searched: %d\n", all)
}

// writeLine writes a line that was found.
func (s *Server) writeLine(p *rules.Position, d dialect, line engine.Line) {
	s.write("%s", d.info(p, line))
}

// info returns the info command for a line.
func (d dialect) info(p *rules.Position, line engine.Line) string {
	score := fmt.Sprintf("cp %d", line.CP)
	if line.Mate != 0 {
		score = "mate " + d.mate(line.Mate)
	}
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv %s",
		line.Depth, line.SelDepth, line.MultiPV, score, line.Nodes, rate(line), line.Hash, line.Time.Milliseconds(),
		joinMoves(p, d, line.Moves))
}

// rate returns nodes per second.
func rate(line engine.Line) uint64 {
	return line.Nodes * 1000 / uint64(max(line.Time.Milliseconds(), 1))
}

// joinMoves returns moves in the protocol's notation, separated by blanks.
func joinMoves(p *rules.Position, d dialect, moves []rules.Move) string {
	p = p.Clone()
	var words []string
	for _, m := range moves {
		words = append(words, d.write(p, m))
		p.Play(m)
	}
	return strings.Join(words, " ")
}

// writeBestMove writes the best move.
func (s *Server) writeBestMove(p *rules.Position, d dialect, result engine.Result) {
	s.write("%s", d.bestMove(p, result))
}

// bestMove returns the bestmove command for a result. In UCI the score of a
// finished game precedes it, because some programs require one.
func (d dialect) bestMove(p *rules.Position, result engine.Result) string {
	if len(result.Lines) == 0 {
		if d.name == speaksUSI.name {
			return "bestmove " + d.none
		}
		score := "cp 0"
		if IsDecided(p) {
			score = "mate 0"
		}
		return "info depth 0 score " + score + "\nbestmove " + d.none
	}
	best := result.Lines[0]
	words := strings.Fields(joinMoves(p, d, best.Moves[:min(len(best.Moves), 2)]))
	return "bestmove " + strings.Join(slices.Insert(words, 1, slices.Repeat([]string{"ponder"}, len(words)-1)...), " ")
}
