package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// Engine is an external engine. Its first search starts the program. It is not
// safe for concurrent use.
type Engine struct {
	config  Config
	dialect *dialect
	book    *analysis.Rulebook
	process *process // nil if none runs
	title   string   // the program's name for itself
	options []option
	values  map[string]string // current option values
	variant string            // ID of the selected variant, or ""
	newGame bool              // the next search starts a new game
	pings   int               // sent so far, in the protocol of XBoard
}

// New returns an engine for the variants of a rulebook. It returns an error of
// [Config.Check].
func New(c Config, book *analysis.Rulebook) (*Engine, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Protocol, c.Time, c.Grace = cmp.Or(c.Protocol, "uci"), cmp.Or(c.Time, defaultTime), cmp.Or(c.Grace, defaultGrace)
	return &Engine{config: c, dialect: dialects[c.Protocol], book: book}, nil
}

// Name returns the name in the configuration.
func (e *Engine) Name() string { return e.config.Name }

// Title returns the program's name for itself, usually with its version, and
// starts it if needed. Errors are of type [*Error].
func (e *Engine) Title() (string, error) {
	err := e.start()
	return e.title, err
}

// Clear starts a new game with the next search, so that the engine forgets
// earlier positions.
func (e *Engine) Clear() { e.newGame = true }

// Close ends the program. The next search restarts it.
func (e *Engine) Close() {
	if e.process != nil {
		e.process.quit(time.Second)
		e.process = nil
	}
}

// Search searches a position until a limit is reached or the context ends, and
// does not change it. If report is not nil, it receives each line. First moves
// are legal; a line ends before its first illegal move. A line of depth 0 has a
// move without a score. A program that ends by itself is restarted once. Errors
// are of type [*Error] or the context's cause.
func (e *Engine) Search(ctx context.Context, p *rules.Position, limits engine.Limits,
	report func(engine.Line)) (engine.Result, error) {
	if _, over := p.OutcomeBefore(true); over {
		return engine.Result{}, nil
	}
	result, err := e.search(ctx, p, &limits, report)
	if errors.Is(err, errCrashed) && ctx.Err() == nil {
		result, err = e.search(ctx, p, &limits, report)
	}
	return result, err
}

func (e *Engine) search(ctx context.Context, p *rules.Position, limits *engine.Limits,
	report func(engine.Line)) (engine.Result, error) {
	if err := e.start(); err != nil {
		return engine.Result{}, withPosition(err, p)
	}
	if err := e.setUp(p, limits); err != nil {
		return engine.Result{}, withPosition(err, p)
	}
	s := search{engine: e, position: p, report: report}
	commands, err := e.commands(p, limits)
	for i := 0; i < len(commands) && err == nil; i++ {
		err = e.send(commands[i])
	}
	if err == nil {
		err = e.listen(ctx, e.time(limits), s.hear)
	}
	if err != nil {
		return engine.Result{}, withPosition(err, p)
	}
	if err := context.Cause(ctx); err != nil {
		return engine.Result{}, err
	}
	return s.result, nil
}

// commands returns the commands that set a position and start a search.
func (e *Engine) commands(p *rules.Position, limits *engine.Limits) ([]string, error) {
	if e.dialect.xboard() {
		return e.xboardCommands(p, limits)
	}
	return []string{e.dialect.positionCommand(p), e.dialect.goCommand(p, limits)}, nil
}

// time returns the time after which a search is stopped.
func (e *Engine) time(limits *engine.Limits) time.Duration {
	if limits.Time > 0 {
		return min(limits.Time+limits.Time/10+50*time.Millisecond, e.config.Time)
	}
	return e.config.Time
}

// withPosition adds the position to an error.
func withPosition(err error, p *rules.Position) error {
	var fault *Error
	if errors.As(err, &fault) && fault.Position == "" {
		fault.Position = p.Text()
	}
	return err
}

func (e *Engine) fault(fault error, format string, args ...any) error {
	return &Error{Engine: e.config.Name, Fault: fault, Detail: fmt.Sprintf(format, args...)}
}

// start runs the program and performs the handshake.
func (e *Engine) start() error {
	if e.process != nil {
		return nil
	}
	p, err := run(&e.config)
	if err != nil {
		return e.fault(ErrNotStarted, "%v", err)
	}
	e.process, e.title, e.options, e.values, e.variant = p, "", nil, map[string]string{}, ""
	if err := e.send(e.dialect.name); err != nil {
		return err
	}
	if e.dialect.xboard() {
		return e.startXBoard()
	}
	if err := e.listen(context.Background(), 0, func(words []string) (bool, error) {
		e.readIdentity(words)
		return words[0] == e.dialect.name+"ok", nil
	}); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.config.Options)) {
		if !e.setOption(name, e.config.Options[name]) {
			e.killProcess()
			return e.fault(ErrNotStarted, "it has no option %q", name)
		}
	}
	return e.ready()
}

// readIdentity handles a line of the handshake.
func (e *Engine) readIdentity(words []string) {
	switch {
	case len(words) > 2 && words[0] == "id" && words[1] == "name":
		e.title = strings.ToValidUTF8(strings.Join(words[2:], " "), "\uFFFD")
	case words[0] == "option":
		o := readOption(words[1:])
		e.options = slices.DeleteFunc(e.options, func(known option) bool { return known.name == o.name })
		e.options = append(e.options, o)
	}
}

// find returns the option with one of the names, or nil.
func (e *Engine) find(names ...string) *option {
	for i := range e.options {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, e.options[i].name) }) {
			return &e.options[i]
		}
	}
	return nil
}

// setOption sets an option and reports whether it exists. A write error shows
// at the next command.
func (e *Engine) setOption(name, value string) bool {
	o := e.find(name)
	if o == nil {
		return false
	}
	if now, known := e.values[o.name]; !known || now != value {
		e.values[o.name] = value
		_ = e.send(e.dialect.option(o.name, value))
	}
	return true
}

// ready waits until the program has processed all commands.
func (e *Engine) ready() error {
	if e.dialect.xboard() {
		return e.readyXBoard()
	}
	if err := e.send("isready"); err != nil {
		return err
	}
	return e.listen(context.Background(), 0, func(words []string) (bool, error) {
		e.readIdentity(words)
		return words[0] == "readyok", nil
	})
}

// setUp selects the variant and sets the options of a search.
func (e *Engine) setUp(p *rules.Position, limits *engine.Limits) error {
	if err := e.setVariant(p.Rules().Definition()); err != nil {
		return err
	}
	free := p.NamesPartners()
	if e.dialect.xboard() {
		return e.ready()
	}
	if !e.setOption("UCI_Chess960", strconv.FormatBool(free)) && free {
		return e.fault(ErrNotPlayed, "%s: it has no option UCI_Chess960", p.Rules().Definition().ID)
	}
	e.setOption("Threads", strconv.Itoa(max(limits.Threads, 1)))
	if !e.setOption("MultiPV", strconv.Itoa(max(limits.MultiPV, 1))) {
		e.setOption("USI_MultiPV", strconv.Itoa(max(limits.MultiPV, 1)))
	}
	return e.ready()
}

// setVariant selects the variant.
func (e *Engine) setVariant(d *variant.Definition) error {
	if e.variant == d.Revision() && !e.newGame {
		return nil
	}
	name, ok := e.variantName(d)
	if !ok {
		return e.fault(ErrNotPlayed, "%s", d.ID)
	}
	if o := e.find("UCI_Variant", "USI_Variant"); o != nil && !e.dialect.xboard() {
		e.setOption(o.name, name)
	}
	if e.dialect.newGame != "" {
		_ = e.send(e.dialect.newGame)
	}
	e.variant, e.newGame = d.Revision(), false
	return nil
}

// variantName returns the engine's name for a variant, and whether the engine
// plays it.
func (e *Engine) variantName(d *variant.Definition) (name string, ok bool) {
	if usual, err := e.book.Rules(d.ID, ""); err != nil || usual.Definition().Revision() != d.Revision() {
		return "", false // its options differ from those that the name implies
	}
	choice := e.find("UCI_Variant", "USI_Variant")
	for _, own := range e.config.Variants {
		id, name, named := strings.Cut(own, "=")
		if found, _ := e.book.Registry().Find(id); found != d.ID {
			continue
		}
		if named || choice == nil {
			return cmp.Or(name, id), true
		}
		name, _ = e.listedName(choice, d.ID)
		return cmp.Or(name, d.ID), true
	}
	switch {
	case len(e.config.Variants) > 0:
		return "", false
	case choice != nil:
		return e.listedName(choice, d.ID)
	}
	return "", d.ID == e.dialect.game || d.ID == "chess960" && e.dialect.game == "chess"
}

// listedName returns the ID or alias of a variant that an option lists.
func (e *Engine) listedName(choice *option, id string) (string, bool) {
	if slices.Contains(choice.values, id) {
		return id, true
	}
	for _, name := range choice.values {
		if found, _ := e.book.Registry().Find(name); found == id {
			return name, true
		}
	}
	return "", false
}

// send writes a line to the program.
func (e *Engine) send(line string) error {
	if e.process == nil {
		return e.fault(errCrashed, "")
	}
	if err := e.process.send(line, e.config.Grace); err != nil {
		fault, detail := errSilent, ""
		if !errors.Is(err, context.DeadlineExceeded) && !isTimeout(err) {
			detail, fault = e.process.exitReason()
		}
		e.killProcess()
		return e.fault(fault, "%s", detail)
	}
	return nil
}

func isTimeout(err error) bool {
	var late interface{ Timeout() bool }
	return errors.As(err, &late) && late.Timeout()
}

// killProcess kills the program.
func (e *Engine) killProcess() {
	if e.process != nil {
		e.process.kill()
		e.process = nil
	}
}

// listen passes the program's lines, split into words, to hear until hear is
// done; see listenLines.
func (e *Engine) listen(ctx context.Context, within time.Duration, hear func([]string) (done bool, err error)) error {
	return e.listenLines(ctx, within, func(line string) (bool, error) {
		if words := strings.Fields(line); len(words) > 0 {
			return hear(words)
		}
		return false, nil
	})
}

// listenLines passes the program's lines to hear until hear is done. It sends
// stop after within (0 means never) or when the context ends, and kills a
// program that does not answer within the grace.
func (e *Engine) listenLines(ctx context.Context, within time.Duration,
	hear func(line string) (done bool, err error)) error {
	late := time.NewTimer(cmp.Or(within, e.config.Grace))
	defer late.Stop()
	stopped, told := ctx.Done(), within == 0
	stop := func() error {
		late.Reset(e.config.Grace)
		stopped, told = nil, true
		return e.send(e.dialect.stop())
	}
	for heard := 0; ; {
		select {
		case line, more := <-e.process.lines:
			if !more {
				detail, fault := e.process.exitReason()
				e.killProcess()
				return e.fault(fault, "%s", detail)
			}
			if heard += len(line) + 1; heard > maxOutput {
				e.killProcess()
				return e.fault(errFlood, "")
			}
			if done, err := hear(line); done || err != nil {
				return err
			}
		case <-stopped:
			if err := stop(); err != nil {
				return err
			}
		case <-late.C:
			if told {
				e.killProcess()
				return e.fault(errSilent, "")
			}
			if err := stop(); err != nil {
				return err
			}
		}
	}
}
