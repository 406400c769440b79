package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"assay/analysis/rules"
	"assay/analysis/selftest"
	"assay/analysis/spelling"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/api/diagram"
)

// CheckVariant checks a user's definition file against the built-in definitions
// and the configured folder. If it extends another definition, known adds the
// arbiter's definitions; nil for none. It checks the text, special rules,
// starting position, every value of every option, names, and perft counts as
// far as they are quick; and it plays random games.
//
// The error is variant.Problems, all with the path as their File, or the
// system's, or that of ctx. Invalid other definitions of the folder are
// reported as by [NewArbiter].
func CheckVariant(ctx context.Context, path string, config Config, known *Arbiter) (*SoundDefinition, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, variant.MaxDefinition+1)) // Check reports the limit
	if err != nil {
		return nil, err
	}
	c := definitionCheck{ctx: ctx, path: path, text: text, registry: variant.Embedded()}
	all := folder{file: info, path: path}
	if config.VariantsDir != "" {
		all.others = os.DirFS(config.VariantsDir)
	}
	var found, theirs variant.Problems
	if err := c.registry.AddDir(all, ".", fairy.Reader); err != nil && !errors.As(err, &found) {
		return nil, err
	}
	for _, p := range found {
		if p.File == checkedFile {
			c.named = append(c.named, p)
		} else {
			theirs = append(theirs, p)
		}
	}
	if err := config.reportSkipped(theirs.Err()); err != nil {
		return nil, err
	}
	if known != nil && len(c.named) > 0 {
		if c.registry, err = known.book.Registry().With(path, text); err != nil {
			c.named = problemsOf(err)
		} else {
			c.named = nil
		}
	}
	return c.verdict()
}

// SoundDefinition is a valid definition.
type SoundDefinition struct {
	Rules    *rules.Rules     // with default options
	Warnings variant.Problems // probable mistakes
}

// ErrUndecided reports that a check ran out of time.
var ErrUndecided = errors.New("the check of the definition was stopped after its time limit, so that nothing is decided; " +
	"send it again when the server is less busy, or run `assay variants --check FILE`, which has no time limit")

// DefaultCheckTime is the default time limit of [Arbiter.CheckDefinition].
const DefaultCheckTime = time.Minute

// CheckDefinition is [CheckVariant] of a text, against the arbiter's
// definitions except a published one of the same ID. Nothing is stored. The
// error may also be a [*LimitError], or ErrUndecided after the configured
// CheckTime: a time limit is never a verdict.
func (a *Arbiter) CheckDefinition(ctx context.Context, text []byte) (*SoundDefinition, error) {
	if len(text) > variant.MaxDefinition {
		return nil, &LimitError{What: "bytes for a definition", Limit: variant.MaxDefinition}
	}
	within, cancel := context.WithTimeoutCause(ctx, cmp.Or(a.config.CheckTime, DefaultCheckTime), ErrUndecided)
	defer cancel()
	c := definitionCheck{ctx: within, path: draftFile, text: text}
	var err error
	if c.registry, err = a.registryWith(text); err != nil {
		c.named = problemsOf(err)
	}
	return c.verdict()
}

// definitionCheck collects the problems of one file.
type definitionCheck struct {
	path     string
	text     []byte
	rows     [][]byte          // lines of text
	registry *variant.Registry // of all definitions
	named    variant.Problems  // conflicts with other definitions
	lines    map[string]int    // of the keys, nested ones as `regions zone`
	problems variant.Problems
	found    map[variant.Problem]bool
	left     uint64          // remaining budget of perft leaf nodes
	work     int             // remaining budget of work on options
	tried    map[string]bool // by revision
	ctx      context.Context
}

// verdict runs the check. If ctx has ended, it returns its cause.
func (c *definitionCheck) verdict() (*SoundDefinition, error) {
	r := c.run()
	if err := context.Cause(c.ctx); err != nil {
		return nil, err
	}
	if err := c.problems.Err(); err != nil {
		return nil, err
	}
	sound := &SoundDefinition{Rules: r}
	for _, idle := range selftest.FindIdle(r) {
		p := variant.Problem{File: c.path, Line: idle.Line, Message: idle.Message}
		if p.Line == 0 {
			p.Line = c.lineOf(p.Message)
		}
		sound.Warnings = append(sound.Warnings, p)
	}
	_ = sound.Warnings.Err() // sorts them
	return sound, nil
}

// run returns the rules with default options if there are no problems.
func (c *definitionCheck) run() *rules.Rules {
	c.found, c.left = map[variant.Problem]bool{}, quickNodes
	c.work, c.tried = cmp.Or(c.work, workOfOptions), map[string]bool{}
	if len(c.text) <= variant.MaxDefinition {
		c.rows = bytes.Split(c.text, []byte("\n"))
	}
	c.readLines()
	d, err := c.registry.Check(c.path, c.text)
	c.add("", 0, err)
	if err != nil {
		if d != nil {
			c.add("", 0, rules.CheckModules(d).Err())
		}
		return nil
	}
	r, err := rules.Compile(d)
	c.add("", 0, err)
	c.add("", 0, c.named.Err())
	if len(c.problems) > 0 {
		return nil
	}
	c.tried[d.Revision()] = true
	for _, name := range d.Options.Keys {
		option, _ := d.Options.Get(name)
		for _, value := range option.Values {
			if value != option.Default {
				c.option(d.ID, name+"="+value, option.Line)
			}
		}
	}
	for i := range d.NodeCounts {
		if c.ctx.Err() == nil {
			c.nodeCount(d.ID, &d.NodeCounts[i])
		}
	}
	c.drawn(d)
	c.pictured(d)
	if !slices.ContainsFunc(r.Specials(), func(s rules.Special) bool { return s.Ends }) {
		c.put(variant.Problem{Line: c.lines["rules"], Message: "rules: none of them says how the game ends; no-moves or royal-capture would"})
	}
	if i := slices.Index(d.State, "castling"); i >= 0 && d.Castling != nil && d.Array == nil && len(d.Castling.Dropped) == 0 && strings.Fields(r.StartText())[2+i] == "-" {
		c.put(variant.Problem{Line: d.Castling.Line, Message: "castling: nobody can ever castle; no royal and partner stand so at the start, or its text gives no right to it"})
	}
	if len(c.problems) == 0 {
		c.play("", r, selftest.Games)
	}
	return r
}

// drawn checks that the glyphs of the pieces exist.
func (c *definitionCheck) drawn(d *variant.Definition) {
	for _, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		if p.Glyph == "" || slices.Contains(diagram.Glyphs(), p.Glyph) {
			continue
		}
		meant := ""
		if near, ok := spelling.Nearest(p.Glyph, diagram.Glyphs()); ok {
			meant = fmt.Sprintf("; %q was probably meant", near)
		}
		c.put(variant.Problem{Line: p.Line, Message: fmt.Sprintf("piece %s: there is no glyph %q%s", letter, p.Glyph, meant)})
	}
}

// pictured checks the definition's own pictures.
func (c *definitionCheck) pictured(d *variant.Definition) {
	if d.Dress == nil {
		return
	}
	for _, letter := range d.Dress.Pictures.Keys {
		p, _ := d.Dress.Pictures.Get(letter)
		_, err := diagram.ParsePicture(p.Text)
		fault, wrong := errors.AsType[*diagram.PictureError](err)
		if !wrong {
			continue
		}
		at := variant.Problem{Line: p.Line + fault.Line - 1, Column: fault.Column, Message: fmt.Sprintf("dress: picture of %s: %s", letter, fault.Reason)}
		switch {
		case p.Column > 0 && fault.Line == 1:
			at.Column += p.Column - 1
		case p.Column == 0 && p.Line <= len(c.rows):
			row := c.rows[p.Line-1]
			at.Column += len(row) - len(bytes.TrimLeft(row, " "))
		}
		c.put(at)
	}
}

// gamesOfOption is the number of games played with one option set.
const gamesOfOption = selftest.Games / 10

// workOfOptions bounds the work on all values of all options, in the units of
// [selftest.MostWork].
const workOfOptions = 2 * selftest.MostWork

// option checks the definition with one option set, if that changes it.
func (c *definitionCheck) option(id, word string, line int) {
	prefix := "with " + word + ": "
	if c.ctx.Err() != nil {
		return
	}
	if c.work <= 0 {
		c.put(variant.Problem{Line: line, Message: prefix + "not tried; the values of the options before it have too many moves to look at. Give fewer values"})
		return
	}
	d, err := c.registry.Definition(id, word)
	if err != nil || c.tried[d.Revision()] {
		c.add(prefix, line, err)
		return
	}
	c.tried[d.Revision()] = true
	r, err := rules.Compile(d)
	c.work -= compiling(d)
	c.add(prefix, line, err)
	if err == nil {
		c.work -= c.play(prefix, r, gamesOfOption)
	}
}

// compiling estimates the work of compiling a definition.
func compiling(d *variant.Definition) int {
	ways := 0
	for _, p := range d.Pieces.All() {
		for _, m := range p.Moves {
			for _, part := range m.Components {
				ways += len(part.Vectors)
			}
		}
	}
	return d.Board.Files * d.Board.Ranks * ways / 10
}

// play plays random games to find contradictions, and returns the work done.
func (c *definitionCheck) play(prefix string, r *rules.Rules, games int) int {
	found, err := selftest.Play(c.ctx, r, games)
	if err != nil {
		return 0 // verdict reports it
	}
	for _, f := range found.Faults {
		if f.Line == 0 && f.Check == selftest.NoEnd {
			f.Line = c.lines["rules"]
		}
		c.put(variant.Problem{Line: f.Line, Message: prefix + "played at random, " + f.String()})
	}
	return found.Work
}

// quickNodes bounds the leaf nodes counted to verify the perft counts of a
// definition.
const quickNodes = 2_000_000

// nodeCount verifies a perft count of a definition.
func (c *definitionCheck) nodeCount(id string, n *variant.NodeCount) {
	fault := func(format string, args ...any) {
		c.put(variant.Problem{Line: n.Line, Message: "node counts: " + fmt.Sprintf(format, args...)})
	}
	d, err := c.registry.Definition(id, n.Options)
	if err != nil {
		fault("%v", err)
		return
	}
	r, err := rules.Compile(d)
	if err != nil {
		return // reported with the option
	}
	p := r.Start()
	if n.Position != "" {
		if p, err = r.ParsePosition(n.Position); err != nil {
			fault("%v", err)
			return
		}
	}
	for i, want := range n.Nodes {
		if want > c.left {
			return
		}
		got := p.PerftUpTo(i+1, c.left)
		c.left -= min(got, c.left)
		switch {
		case got == want:
			continue
		case c.left == 0:
			fault("%d at depth %d, where more are counted", want, i+1)
		default:
			fault("%d at depth %d, where %d are counted", want, i+1, got)
		}
		return // deeper counts are wrong too
	}
}

// add adds the problems of an error. A given line replaces a problem's own;
// without either, the line is that of the key that the message names.
func (c *definitionCheck) add(prefix string, line int, err error) {
	if err == nil {
		return
	}
	for _, p := range problemsOf(err) {
		if p.Line == 0 {
			p.Line = c.lineOf(p.Message)
		}
		if p.Line == 0 || line > 0 {
			p.Line = line
		}
		p.Message = prefix + p.Message
		c.put(p)
	}
}

// problemsOf returns the problems of an error, or any other error as a problem.
func problemsOf(err error) variant.Problems {
	if found, some := errors.AsType[variant.Problems](err); some {
		return found
	}
	return variant.Problems{{Message: err.Error()}}
}

// longestProblem bounds a problem's message in bytes.
const longestProblem = 400

// put adds a problem once.
func (c *definitionCheck) put(p variant.Problem) {
	p.File = c.path
	if p.Column == 0 {
		p.Column = c.columnOf(p)
	}
	if len(p.Message) > longestProblem {
		p.Message = strings.ToValidUTF8(p.Message[:longestProblem], "") + "…"
	}
	if c.found[p] || len(c.problems) > variant.MaxProblems {
		return
	}
	c.found[p] = true
	if len(c.problems) == variant.MaxProblems {
		p = variant.Problem{File: c.path, Line: p.Line, Message: fmt.Sprintf("more than %d problems", variant.MaxProblems)}
	}
	c.problems = append(c.problems, p)
}

// quoted matches a quoted word of a message.
var quoted = regexp.MustCompile(`"[^" ]+"`)

// columnOf returns the column of the first quoted word in the problem's line, 0
// if it is not there as a whole word.
func (c *definitionCheck) columnOf(p variant.Problem) int {
	word := strings.Trim(quoted.FindString(p.Message), `"`)
	if p.Line == 0 || p.Line > len(c.rows) || word == "" {
		return 0
	}
	line := string(c.rows[p.Line-1])
	for at := 0; ; at += len(word) {
		next := strings.Index(line[at:], word)
		if next < 0 {
			return 0
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(line[:at])
		behind, _ := utf8.DecodeRuneInString(line[at+len(word):])
		if !isWord(before) && !isWord(behind) {
			return utf8.RuneCountInString(line[:at]) + 1
		}
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '+' }

// lineOf returns the line of the key that a message begins with, 0 if the file
// has no such key.
func (c *definitionCheck) lineOf(message string) int {
	words := strings.FieldsFunc(strings.TrimPrefix(message, "the "), func(r rune) bool { return r == ' ' || r == ':' || r == ',' })
	if len(words) == 0 {
		return 0
	}
	if len(words) > 1 {
		for _, key := range []string{words[0] + " " + words[1], words[0] + "s " + words[1]} { // of "SC-1: …" or "region zone: …"
			if line, ok := c.lines[key]; ok {
				return line
			}
		}
	}
	return c.lines[words[0]]
}

// readLines records the lines of the file's keys. The check itself reports
// unreadable ones.
func (c *definitionCheck) readLines() {
	c.lines = map[string]int{}
	var document yaml.Node
	if len(c.text) > variant.MaxDefinition || yaml.Unmarshal(c.text, &document) != nil || len(document.Content) != 1 {
		return
	}
	root := document.Content[0]
	for i := 0; root.Kind == yaml.MappingNode && i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		c.lines[key.Value] = key.Line
		for j := 0; value.Kind == yaml.MappingNode && j+1 < len(value.Content); j += 2 {
			c.lines[key.Value+" "+value.Content[j].Value] = value.Content[j].Line
		}
	}
}

// checkedFile is the name of the checked file among others. It sorts last, so
// that name conflicts are reported for it.
const checkedFile = "~.yaml"

// folder is a folder of definitions, nil for none, plus the checked file from
// wherever it is.
type folder struct {
	others fs.FS
	file   fs.FileInfo
	path   string
}

// Open opens a file.
func (f folder) Open(name string) (fs.File, error) {
	if name == checkedFile || f.others == nil {
		return os.Open(f.path)
	}
	return f.others.Open(name)
}

// ReadDir lists the files.
func (f folder) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	var err error
	if f.others != nil {
		entries, err = fs.ReadDir(f.others, name)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		info, err := fs.Stat(f.others, e.Name()) // follows links, as reading does
		return err == nil && os.SameFile(info, f.file)
	})
	return append(entries, fs.FileInfoToDirEntry(checked{f.file})), err
}

// checked is the checked file under its name here.
type checked struct{ fs.FileInfo }

// Name returns checkedFile.
func (checked) Name() string { return checkedFile }
