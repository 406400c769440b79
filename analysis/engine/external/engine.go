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

// Engine is an engine of others. Its program is started by the first search. It
// is not safe for concurrent use.
type Engine struct {
	config  Config
	dialect *dialect
	book    *analysis.Rulebook
	process *process // nil while none runs
	title   string   // by which the program calls itself
	options []option
	set     map[string]string // options as they are
	playing string            // the id of the game that is set, "" for none
	fresh   bool              // another game begins with the next search
}

// New returns an engine for games of a rulebook. The error is that of
// [Config.Check].
func New(c Config, book *analysis.Rulebook) (*Engine, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.Protocol, c.Time, c.Grace = cmp.Or(c.Protocol, "uci"), cmp.Or(c.Time, DefaultTime), cmp.Or(c.Grace, DefaultGrace)
	return &Engine{config: c, dialect: dialects[c.Protocol], book: book}, nil
}

// Name is that of the configuration.
func (e *Engine) Name() string { return e.config.Name }

// Title is what the program calls itself, with its version as a rule. It is
// started for that where it does not run. The error is an [*Error].
func (e *Engine) Title() (string, error) {
	err := e.start()
	return e.title, err
}

// Clear makes the next search that of another game: what was remembered is
// forgotten.
func (e *Engine) Clear() { e.fresh = true }

// Close ends the program. The engine may be used again.
func (e *Engine) Close() {
	if e.process != nil {
		e.process.quit(time.Second)
		e.process = nil
	}
}

// Search has the engine think about a position, which it leaves as it is, until
// a limit is met or the context ends, and reports each line as it deepens;
// report may be nil. All first moves are legal; lines end before their first
// move that is not. A line of depth 0 is a move without an opinion. No line
// says that the engine resigns, or that the game is over. A program that ends
// by itself is started again and asked once more. The error is an [*Error] or
// the cause of the context's end.
func (e *Engine) Search(ctx context.Context, p *rules.Position, limits engine.Limits, report func(engine.Line)) (engine.Result, error) {
	if _, over := p.OutcomeBefore(true); over {
		return engine.Result{}, nil
	}
	result, err := e.search(ctx, p, &limits, report)
	if errors.Is(err, ErrCrashed) && ctx.Err() == nil {
		result, err = e.search(ctx, p, &limits, report)
	}
	return result, err
}

func (e *Engine) search(ctx context.Context, p *rules.Position, limits *engine.Limits, report func(engine.Line)) (engine.Result, error) {
	if err := e.start(); err != nil {
		return engine.Result{}, about(err, p)
	}
	if err := e.prepare(p, limits); err != nil {
		return engine.Result{}, about(err, p)
	}
	s := search{engine: e, position: p, report: report}
	err := e.say(e.dialect.set(p))
	if err == nil {
		err = e.say(e.dialect.begin(p, limits))
	}
	if err == nil {
		err = e.listen(ctx, e.time(limits), s.hear)
	}
	if err != nil {
		return engine.Result{}, about(err, p)
	}
	if err := context.Cause(ctx); err != nil {
		return engine.Result{}, err
	}
	return s.result, nil
}

// time is how long a search may take until it is stopped.
func (e *Engine) time(limits *engine.Limits) time.Duration {
	if limits.Time > 0 {
		return min(limits.Time+limits.Time/10+50*time.Millisecond, e.config.Time)
	}
	return e.config.Time
}

// about names the position in a fault.
func about(err error, p *rules.Position) error {
	var fault *Error
	if errors.As(err, &fault) && fault.Position == "" {
		fault.Position = p.Text()
	}
	return err
}

func (e *Engine) fault(fault error, format string, args ...any) error {
	return &Error{Engine: e.config.Name, Fault: fault, Detail: fmt.Sprintf(format, args...)}
}

// start runs the program and makes its acquaintance.
func (e *Engine) start() error {
	if e.process != nil {
		return nil
	}
	p, err := run(&e.config)
	if err != nil {
		return e.fault(ErrNotStarted, "%v", err)
	}
	e.process, e.title, e.options, e.set, e.playing = p, "", nil, map[string]string{}, ""
	if err := e.say(e.dialect.name); err != nil {
		return err
	}
	if err := e.listen(context.Background(), 0, func(words []string) (bool, error) {
		e.introduced(words)
		return words[0] == e.dialect.name+"ok", nil
	}); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(e.config.Options)) {
		if !e.choose(name, e.config.Options[name]) {
			e.drop()
			return e.fault(ErrNotStarted, "it has no option %q", name)
		}
	}
	return e.ready()
}

// introduced hears what the program says of itself.
func (e *Engine) introduced(words []string) {
	switch {
	case len(words) > 2 && words[0] == "id" && words[1] == "name":
		e.title = strings.ToValidUTF8(strings.Join(words[2:], " "), "\uFFFD")
	case words[0] == "option":
		o := readOption(words[1:])
		e.options = slices.DeleteFunc(e.options, func(known option) bool { return known.name == o.name })
		e.options = append(e.options, o)
	}
}

// find is the option that has one of some names.
func (e *Engine) find(names ...string) *option {
	for i := range e.options {
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, e.options[i].name) }) {
			return &e.options[i]
		}
	}
	return nil
}

// choose sets an option, if there is one of that name. Whether that could be
// said is told by what is said next.
func (e *Engine) choose(name, value string) bool {
	o := e.find(name)
	if o == nil {
		return false
	}
	if now, known := e.set[o.name]; !known || now != value {
		e.set[o.name] = value
		_ = e.say(e.dialect.option(o.name, value))
	}
	return true
}

// ready waits until the program has done what it was told.
func (e *Engine) ready() error {
	if err := e.say("isready"); err != nil {
		return err
	}
	return e.listen(context.Background(), 0, func(words []string) (bool, error) {
		e.introduced(words)
		return words[0] == "readyok", nil
	})
}

// prepare sets the game and what a search needs.
func (e *Engine) prepare(p *rules.Position, limits *engine.Limits) error {
	if err := e.play(p.Rules().Definition()); err != nil {
		return err
	}
	free := p.NamesPartners()
	if !e.choose("UCI_Chess960", strconv.FormatBool(free)) && free {
		return e.fault(ErrNotPlayed, "%s: it has no option UCI_Chess960", p.Rules().Definition().ID)
	}
	e.choose("Threads", strconv.Itoa(max(limits.Threads, 1)))
	if !e.choose("MultiPV", strconv.Itoa(max(limits.MultiPV, 1))) {
		e.choose("USI_MultiPV", strconv.Itoa(max(limits.MultiPV, 1)))
	}
	return e.ready()
}

// play sets the game.
func (e *Engine) play(d *variant.Definition) error {
	if e.playing == d.Revision() && !e.fresh {
		return nil
	}
	name, ok := e.gameName(d)
	if !ok {
		return e.fault(ErrNotPlayed, "%s", d.ID)
	}
	if o := e.find("UCI_Variant", "USI_Variant"); o != nil {
		e.choose(o.name, name)
	}
	if e.dialect.newGame != "" {
		_ = e.say(e.dialect.newGame)
	}
	e.playing, e.fresh = d.Revision(), false
	return nil
}

// gameName is the engine's own name of a game, as far as it plays it.
func (e *Engine) gameName(d *variant.Definition) (name string, ok bool) {
	if usual, err := e.book.Rules(d.ID, ""); err != nil || usual.Definition().Revision() != d.Revision() {
		return "", false // other options than those that the name stands for
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
		name, _ = e.listed(choice, d.ID)
		return cmp.Or(name, d.ID), true
	}
	switch {
	case len(e.config.Variants) > 0:
		return "", false
	case choice != nil:
		return e.listed(choice, d.ID)
	}
	return "", d.ID == e.dialect.game || d.ID == "chess960" && e.dialect.game == "chess"
}

// listed is the name under which a game stands in an option: its id, or else
// an alias.
func (e *Engine) listed(choice *option, id string) (string, bool) {
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

// say writes a line to the program.
func (e *Engine) say(line string) error {
	if e.process == nil {
		return e.fault(ErrCrashed, "")
	}
	if err := e.process.say(line, e.config.Grace); err != nil {
		fault, detail := ErrSilent, ""
		if !errors.Is(err, context.DeadlineExceeded) && !isTimeout(err) {
			detail, fault = e.process.blame()
		}
		e.drop()
		return e.fault(fault, "%s", detail)
	}
	return nil
}

func isTimeout(err error) bool {
	var late interface{ Timeout() bool }
	return errors.As(err, &late) && late.Timeout()
}

// drop ends the program at once.
func (e *Engine) drop() {
	if e.process != nil {
		e.process.kill()
		e.process = nil
	}
}

// listen hears what the program says, the words of a line at a time, until
// hear is done. It tells it to stop after a time, 0 for never, or where the
// context ends; what does not answer within the grace is ended.
func (e *Engine) listen(ctx context.Context, within time.Duration, hear func([]string) (done bool, err error)) error {
	late := time.NewTimer(cmp.Or(within, e.config.Grace))
	defer late.Stop()
	stopped, told := ctx.Done(), within == 0
	stop := func() error {
		late.Reset(e.config.Grace)
		stopped, told = nil, true
		return e.say("stop")
	}
	for heard := 0; ; {
		select {
		case line, more := <-e.process.lines:
			if !more {
				detail, fault := e.process.blame()
				e.drop()
				return e.fault(fault, "%s", detail)
			}
			if heard += len(line) + 1; heard > maxOutput {
				e.drop()
				return e.fault(ErrFlood, "")
			}
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			if done, err := hear(words); done || err != nil {
				return err
			}
		case <-stopped:
			if err := stop(); err != nil {
				return err
			}
		case <-late.C:
			if told {
				e.drop()
				return e.fault(ErrSilent, "")
			}
			if err := stop(); err != nil {
				return err
			}
		}
	}
}
