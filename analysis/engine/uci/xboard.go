package uci

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser/scan"
)

// xboard is a session of the Chess Engine Communication Protocol, version 2. In
// it the engine keeps the game: it plays moves, takes them back and announces
// results.
type xboard struct {
	*Server
	ctx       context.Context
	force     bool
	analysing bool
	post      bool
	illegal   bool       // the position that was set up is illegal
	mine      rules.Side // whom the engine plays
	depth     int        // 0 for no limit
	move      time.Duration
	control   control
	left      [2]time.Duration // on the clocks of the engine and its opponent; 0 if unknown

	finished chan engine.Result // of the current search; nil if none runs
	deferred []string           // commands that wait for its move

	seen   sync.Mutex
	latest engine.Line // of the last search
	began  time.Time
}

// control is a time control: moves (0 for the whole game) in a time, and an
// increment.
type control struct {
	moves      int
	base, each time.Duration
}

// defaultControl applies until the first level command.
var defaultControl = control{moves: 40, base: 5 * time.Minute}

// hintNodes bounds the search for a hint.
const hintNodes = 20_000

// serveXBoard executes the commands of XBoard after the first one.
func (s *Server) serveXBoard(ctx context.Context, commands <-chan string, failed *error) error {
	x := &xboard{Server: s, ctx: ctx}
	x.write("")
	x.newGame()
	for s.writeError() == nil {
		select {
		case <-ctx.Done():
			x.abandon()
			return s.writeError()
		case result := <-x.finished:
			x.played(result)
		case line, more := <-commands:
			words := strings.Fields(line)
			switch {
			case !more:
				x.finish()
				return cmp.Or(s.writeError(), *failed)
			case len(words) == 0:
			case words[0] == "quit":
				x.abandon()
				return s.writeError()
			default:
				x.receive(line, words)
			}
		}
	}
	x.abandon()
	return s.writeError()
}

// finish lets the search for a move and the commands that wait for it complete
// after the end of input.
func (x *xboard) finish() {
	for x.finished != nil && !x.analysing {
		x.played(<-x.finished)
	}
	x.abandon()
}

// receive executes a command, or defers it until the engine has moved.
func (x *xboard) receive(line string, words []string) {
	if x.finished != nil && !x.analysing {
		switch words[0] {
		case "ping", "usermove", "hint":
			x.deferred = append(x.deferred, line)
			return
		case "?", "time", "otim", "post", "nopost", "easy", "hard", "random", "bk", "draw", "cores":
		default:
			x.abandon()
		}
	}
	x.execute(line, words)
}

// abandon ends the search without a move, and executes what waits for it.
func (x *xboard) abandon() {
	if x.finished == nil {
		return
	}
	x.stop()
	<-x.finished
	x.finished = nil
	waiting := x.deferred
	x.deferred = nil
	for _, line := range waiting {
		if words := strings.Fields(line); words[0] == "ping" {
			x.execute(line, words)
		}
	}
}

// moveText matches a move without the command usermove.
var moveText = scan.NewPattern(`^([a-p]\d+[a-p]\d+.*|\+?[A-Za-z]@[a-p]\d+|O-O(-O)?|@@@@)$`)

func (x *xboard) execute(line string, words []string) {
	rest := words[1:]
	argument := strings.Join(rest, " ")
	var err error
	switch words[0] {
	case "xboard", "accepted", "rejected", "random", "easy", "hard", "computer", "name", "rating", "ics", "draw":
	case "protover":
		x.writeFeatures()
	case "new":
		x.newGame()
	case "variant":
		err = x.selectVariant(argument)
	case "setboard":
		x.setBoard(argument)
	case "usermove":
		x.userMove(argument)
	case "force", "result":
		x.force = true
		if x.analysing && words[0] == "force" {
			x.leaveAnalysis()
		}
	case "go":
		x.force, x.mine = false, x.at.Side()
		x.think()
	case "playother":
		x.force, x.mine = false, x.at.Side().Other()
	case "level":
		err = x.setControl(rest)
	case "st":
		x.move, err = seconds(argument)
	case "sd":
		x.depth, err = strconv.Atoi(argument)
	case "time", "otim":
		var centiseconds int
		if centiseconds, err = strconv.Atoi(argument); err == nil {
			clock := map[string]int{"time": 0, "otim": 1}[words[0]]
			x.left[clock] = max(time.Duration(centiseconds)*10*time.Millisecond, 10*time.Millisecond)
		}
	case "?":
		if x.finished != nil && !x.analysing {
			x.stop()
		}
	case "ping":
		x.write("pong %s", argument)
	case "analyze":
		x.force, x.analysing, x.post = true, true, true
		x.analyse()
	case "exit":
		x.leaveAnalysis()
	case ".":
		x.writeStatus()
	case "undo", "remove":
		x.takeBack(words[0], map[string]int{"undo": 1, "remove": 2}[words[0]])
	case "hint":
		x.writeHint()
	case "bk":
		x.write(" No opening book.\n")
	case "post":
		x.post = true
	case "nopost":
		x.post = false
	case "memory":
		x.abandon()
		megabytes, failed := strconv.Atoi(argument)
		if err = failed; err == nil {
			err = x.setOption([]string{"name", "Hash", "value", strconv.Itoa(min(max(megabytes, 1), maxHash))})
		}
	case "cores":
		err = x.setOption([]string{"name", "Threads", "value", argument})
	case "option":
		name, value, _ := strings.Cut(argument, "=")
		err = x.setOption([]string{"name", name, "value", value})
	case "lift":
		x.highlight(argument)
	case "put", "hover":
	default:
		if moveText.MatchString(words[0]) {
			x.userMove(words[0])
			return
		}
		x.write("Error (unknown command): %s", line)
	}
	if err != nil {
		x.write("Error (%v): %s", err, line)
	}
}

// seconds parses a number of seconds, fractions included.
func seconds(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0, fmt.Errorf("expected a number of seconds, found %q", text)
	}
	return time.Duration(n * float64(time.Second)), nil
}

// setControl obeys `level MOVES MINUTES[:SECONDS] INCREMENT`.
func (x *xboard) setControl(words []string) error {
	if len(words) != 3 {
		return fmt.Errorf("expected three numbers: moves, minutes, and the increment in seconds")
	}
	moves, err := strconv.Atoi(words[0])
	minutes, second, _ := strings.Cut(words[1], ":")
	base, failed := seconds(minutes)
	err = cmp.Or(err, failed)
	base *= 60
	if second != "" {
		more, failed := seconds(second)
		base, err = base+more, cmp.Or(err, failed)
	}
	each, failed := seconds(words[2])
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	x.control, x.move, x.left = control{max(moves, 0), base, each}, 0, [2]time.Duration{}
	return nil
}

// newGame obeys new: the start of chess, with the engine as Black.
func (x *xboard) newGame() {
	x.abandon()
	if err := x.setVariant("chess"); err != nil {
		x.write("Error (%v): new", err)
	}
	x.engine.Clear()
	x.force, x.illegal, x.mine, x.depth, x.move = false, false, rules.Second, 0, 0
	x.control, x.left = defaultControl, [2]time.Duration{}
	x.analyse()
}

// selectVariant obeys variant. XBoard knows its own variants; others are
// described.
func (x *xboard) selectVariant(name string) error {
	if err := x.setVariant(cmp.Or(notation.XBoardVariants[name], name)); err != nil {
		return fmt.Errorf("unknown variant")
	}
	x.illegal = false
	if !slices.Contains(xboardKnows, name) {
		x.writeSetup()
	}
	x.analyse()
	return nil
}

// setBoard obeys setboard.
func (x *xboard) setBoard(text string) {
	x.abandon()
	p, err := x.rules.ParsePosition(text)
	if x.illegal = err != nil; x.illegal {
		x.write("tellusererror Illegal position: %v", err)
		return
	}
	x.at = p
	x.analyse()
}

// userMove plays a move of the opponent, or of either side in force mode.
func (x *xboard) userMove(text string) {
	if x.illegal {
		x.write("Illegal move (the position is illegal): %s", text)
		return
	}
	if outcome, over := x.at.Outcome(); over {
		x.write("Illegal move (the game is over: %s): %s", outcome.Termination, text)
		return
	}
	m, ok := xboardMoves.Read(x.at, text)
	if !ok {
		x.write("Illegal move: %s", text)
		return
	}
	x.abandon()
	x.at.Play(m)
	over := x.writeOutcome()
	switch {
	case x.analysing:
		x.analyse()
	case !over && !x.force && x.at.Side() == x.mine:
		x.think()
	}
}

// takeBack takes back moves. After it the engine plays the same side.
func (x *xboard) takeBack(command string, moves int) {
	x.abandon()
	if x.at.Plies() < moves {
		x.write("Error (no move to take back): %s", command)
		return
	}
	for range moves {
		x.at.Undo()
	}
	x.analyse()
}

// writeOutcome announces the result if the rules ended the game.
func (x *xboard) writeOutcome() bool {
	outcome, over := x.at.Outcome()
	if over {
		x.write("%s {%s}", outcome.Result, outcome.Termination)
	}
	return over
}

// search starts a search; its result arrives in x.finished.
func (x *xboard) search(limits engine.Limits) {
	ctx, stop := context.WithCancel(x.ctx)
	x.stop, x.began = stop, time.Now()
	limits.Threads, limits.MultiPV = x.options.threads, x.options.multiPV
	p, post, done := x.at.Clone(), x.post, make(chan engine.Result, 1)
	x.finished = done
	x.setLatest(engine.Line{})
	go func() {
		defer stop()
		done <- x.engine.Search(ctx, p, limits, func(line engine.Line) {
			if line.MultiPV <= 1 {
				x.setLatest(line)
			}
			if post {
				x.writeThinking(p, line)
			}
		})
	}()
}

func (x *xboard) setLatest(line engine.Line) {
	x.seen.Lock()
	defer x.seen.Unlock()
	x.latest = line
}

// think starts the search for a move.
func (x *xboard) think() {
	if _, over := x.at.Outcome(); over || x.illegal {
		return
	}
	limits := engine.Limits{Depth: x.depth, Time: x.move}
	timed := x.control != defaultControl || x.left[0] > 0
	if x.move == 0 && (timed || x.depth == 0) {
		a := goCommand{moves: x.control.moves}
		if a.moves > 0 {
			a.moves -= x.at.Plies() / 2 % x.control.moves
		}
		side := x.at.Side()
		a.left[side], a.added[side] = cmp.Or(x.left[0], x.control.base), x.control.each
		limits.Time = a.share(side)
	}
	x.search(limits)
}

// analyse restarts the analysis, in analyse mode.
func (x *xboard) analyse() {
	x.abandon()
	if _, over := x.at.Outcome(); x.analysing && !over && !x.illegal {
		x.search(engine.Limits{})
	}
}

func (x *xboard) leaveAnalysis() {
	x.abandon()
	x.analysing = false
}

// played plays the move that a search found.
func (x *xboard) played(result engine.Result) {
	x.finished = nil
	if x.analysing {
		return
	}
	if len(result.Lines) > 0 {
		m := result.Lines[0].Moves[0]
		x.writeMove(m)
		x.at.Play(m)
		x.writeOutcome()
	}
	waiting := x.deferred
	x.deferred = nil
	for _, line := range waiting {
		x.receive(line, strings.Fields(line))
	}
}

// writeThinking writes a line of thinking output.
func (x *xboard) writeThinking(p *rules.Position, line engine.Line) {
	score := line.CP
	switch {
	case line.Mate > 0:
		score = 100_000 + (line.Mate+1)/2
	case line.Mate < 0:
		score = -100_000 - (1-line.Mate)/2
	}
	p = p.Clone()
	var moves []string
	for _, m := range line.Moves {
		moves = append(moves, xboardMoves.Format(p, m))
		p.Play(m)
	}
	x.write("%d %d %d %d %d %d 0\t%s", line.Depth, score, line.Time.Milliseconds()/10, line.Nodes, line.SelDepth,
		rate(line), strings.Join(moves, " "))
}

// writeStatus answers the request for the state of an analysis.
func (x *xboard) writeStatus() {
	if x.finished == nil {
		return
	}
	x.seen.Lock()
	line := x.latest
	x.seen.Unlock()
	moves := len(x.at.Moves(nil))
	x.write("stat01: %d %d %d 0 %d", time.Since(x.began).Milliseconds()/10, line.Nodes, line.Depth, moves)
}

// writeHint suggests a move.
func (x *xboard) writeHint() {
	if _, over := x.at.Outcome(); over || x.illegal {
		return
	}
	x.seen.Lock()
	line := x.latest
	x.seen.Unlock()
	if x.finished == nil {
		found := x.engine.Search(x.ctx, x.at, engine.Limits{Nodes: hintNodes}, nil)
		if len(found.Lines) == 0 {
			return
		}
		line = found.Lines[0]
	}
	if len(line.Moves) > 0 {
		x.write("Hint: %s", xboardMoves.Format(x.at, line.Moves[0]))
	}
}

// writeFeatures answers protover.
func (x *xboard) writeFeatures() {
	names := slices.Sorted(maps.Keys(notation.XBoardVariants))
	slices.Reverse(names) // normal, which XBoard starts with, comes first
	names = slices.DeleteFunc(names, func(n string) bool {
		_, known := x.book.Registry().Find(notation.XBoardVariants[n])
		return !known
	})
	for _, id := range x.book.Registry().IDs() {
		if !slices.Contains(slices.Collect(maps.Values(notation.XBoardVariants)), id) {
			names = append(names, id)
		}
	}
	x.write("feature done=0")
	x.write("feature ping=1 setboard=1 usermove=1 playother=1 time=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 " +
		"analyze=1 setup=1 memory=1 smp=1 debug=1 nps=0 draw=0 highlight=1")
	x.write("feature option=\"MultiPV -spin 1 1 %d\"", maxLines)
	x.write("feature myname=%q", x.name)
	x.write("feature variants=%q", strings.Join(names, ","))
	x.write("feature done=1")
}
