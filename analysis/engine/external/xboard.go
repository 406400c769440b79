package external

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis/engine"
	"assay/analysis/notation"
	"assay/analysis/rules"
)

// xboard reports whether the protocol is XBoard's, in which the engine keeps
// the game.
func (d *dialect) xboard() bool { return d.name == "xboard" }

// stop returns the command that ends a search.
func (d *dialect) stop() string {
	if d.xboard() {
		return "?"
	}
	return "stop"
}

// variantsFeature is the option that lists an XBoard engine's variants.
const variantsFeature = "UCI_Variant"

// startXBoard reads the features of an engine of XBoard's protocol and sets its
// options.
func (e *Engine) startXBoard() error {
	if err := e.send("protover 2"); err != nil {
		return err
	}
	if err := e.listenLines(context.Background(), 0, func(line string) (bool, error) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "feature ")
		done := false
		for ok && text != "" {
			var name, value string
			name, value, text = nextFeature(text)
			done = done || name == "done" && value == "1"
			e.readFeature(name, value)
			if err := e.send("accepted " + name); err != nil {
				return true, err
			}
		}
		return done, nil
	}); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.config.Options)) {
		if e.find(name) == nil {
			e.killProcess()
			return e.fault(ErrNotStarted, "it has no option %q", name)
		}
		if err := e.send("option " + e.find(name).name + "=" + e.config.Options[name]); err != nil {
			return err
		}
	}
	return nil
}

// nextFeature cuts NAME=VALUE off a text; a value may be quoted.
func nextFeature(text string) (name, value, rest string) {
	name, text, _ = strings.Cut(strings.TrimSpace(text), "=")
	if quoted, ok := strings.CutPrefix(text, "\""); ok {
		value, rest, _ = strings.Cut(quoted, "\"")
		return name, value, strings.TrimSpace(rest)
	}
	value, rest, _ = strings.Cut(text, " ")
	return name, value, strings.TrimSpace(rest)
}

// readFeature handles a feature.
func (e *Engine) readFeature(name, value string) {
	switch name {
	case "myname":
		e.title = strings.ToValidUTF8(value, "\uFFFD")
	case "variants":
		names := strings.Split(value, ",")
		for i, name := range names {
			names[i] = cmp.Or(notation.XBoardVariants[name], name)
		}
		e.options = append(e.options, option{name: variantsFeature, values: names})
	case "option":
		if name, _, ok := strings.Cut(value, " -"); ok {
			e.options = append(e.options, option{name: name})
		}
	case "ping", "san", "usermove":
		e.values[name] = value
	}
}

// readyXBoard waits until the program has processed all commands, if it can say
// so.
func (e *Engine) readyXBoard() error {
	if e.values["ping"] != "1" {
		return nil
	}
	e.pings++
	number := strconv.Itoa(e.pings)
	if err := e.send("ping " + number); err != nil {
		return err
	}
	return e.listen(context.Background(), 0, func(words []string) (bool, error) {
		return len(words) == 2 && words[0] == "pong" && words[1] == number, nil
	})
}

// xboardName returns XBoard's name of a variant, by its ID or another name.
func xboardName(id string) string {
	for name, own := range notation.XBoardVariants {
		if own == id {
			return name
		}
	}
	return id
}

// xboardCommands returns the commands that set a position and start a search.
func (e *Engine) xboardCommands(p *rules.Position, limits *engine.Limits) ([]string, error) {
	name, _ := e.variantName(p.Rules().Definition())
	commands := []string{"new"}
	if name = xboardName(cmp.Or(name, e.dialect.game)); name != "normal" {
		commands = append(commands, "variant "+name)
	}
	commands = append(commands, "force", "post", "easy")
	begin, moves := opening(p)
	if begin.Text() != p.Rules().Start().Text() || p.NamesPartners() {
		commands = append(commands, "setboard "+begin.Text())
	}
	for _, m := range moves {
		text := e.dialect.write(begin, m)
		if e.values["usermove"] == "1" {
			text = "usermove " + text
		}
		commands = append(commands, text)
		begin.Play(m)
	}
	switch {
	case e.values["san"] == "1":
		return nil, e.fault(ErrNotPlayed, "it wants moves in algebraic notation")
	case len(limits.Moves) > 0 || limits.MultiPV > 1:
		return nil, e.fault(ErrNotPlayed, "XBoard's protocol searches all moves, for one line")
	case limits.Time == 0 && limits.Depth == 0:
		return nil, e.fault(ErrNotPlayed, "XBoard's protocol has no limit of nodes; give a time or a depth")
	}
	if limits.Depth > 0 {
		commands = append(commands, fmt.Sprint("sd ", limits.Depth))
	}
	within := min(cmp.Or(limits.Time, e.config.Time), e.config.Time)
	commands = append(commands, fmt.Sprint("st ", int((within+time.Second-1)/time.Second)))
	return append(commands, "go"), nil
}

// hearXBoard handles a line; it is done at the engine's move.
func (s *search) hearXBoard(words []string) (done bool, err error) {
	switch words[0] {
	case "move":
		if len(words) < 2 {
			return true, s.engine.fault(errGarbled, "%s", clip(words[0]))
		}
		s.step += words[1]
		if strings.HasSuffix(s.step, ",") {
			return false, nil
		}
		return true, s.buildResult(s.step)
	case "resign", "1-0", "0-1", "1/2-1/2":
		return true, s.buildResult("resign")
	case "Illegal", "tellusererror":
		return true, s.engine.fault(errGarbled, "%s", clip(strings.Join(words, " ")))
	}
	s.hearThinking(words)
	return false, nil
}

// mateScore is the score from which XBoard's protocol counts mates in moves.
const mateScore = 100_000

// hearThinking reads a line of thinking output: depth, score, centiseconds,
// nodes, perhaps further numbers, and a variation.
func (s *search) hearThinking(words []string) {
	var numbers []int
	for len(words) > 0 {
		n, err := strconv.Atoi(strings.TrimRight(words[0], ".&+-"))
		if err != nil {
			break
		}
		numbers, words = append(numbers, n), words[1:]
	}
	words = slices.DeleteFunc(slices.Clone(words),
		func(w string) bool { return strings.Trim(w, "0123456789.!?") == "" })
	if len(numbers) < 4 || numbers[0] < 1 {
		return
	}
	line := engine.Line{MultiPV: 1, Depth: numbers[0], CP: numbers[1], Time: milliseconds(10 * max(numbers[2], 0)),
		Nodes: uint64(max(numbers[3], 0)), Moves: s.engine.dialect.moves(s.position, words)}
	s.nodes = max(s.nodes, line.Nodes)
	if len(line.Moves) == 0 {
		return // the variation is free text
	}
	switch {
	case line.CP > mateScore && line.CP < mateScore+1000:
		line.CP, line.Mate = 0, 2*(line.CP-mateScore)-1
	case line.CP < -mateScore && line.CP > -mateScore-1000:
		line.CP, line.Mate = 0, 2*(line.CP+mateScore)
	}
	if s.lines == nil {
		s.lines, s.bounds = map[int]engine.Line{}, map[int]engine.Line{}
	}
	s.lines[1], s.bounds[1] = line, line
	if s.report != nil {
		s.report(line)
	}
}
