package define

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	"assay/api/request"
	"assay/parser/scan"
)

// CheckVariant checks a user's definition file against the built-in definitions
// and the configured folder. If it extends another definition, library adds
// the
// loaded definitions; nil for none. It checks the text, special rules,
// starting position, every value of every option, names, and perft counts as
// far as they are quick; and it plays random games.
//
// The error is variant.Problems, all with the path as their File, or the
// system's, or from ctx. Invalid other definitions of the folder are
// reported as by [NewLibrary].
func CheckVariant(ctx context.Context, path string, config Config, library *Library) (*ValidDefinition, error) {
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
	folder := checkedFolder{file: info, path: path}
	if config.VariantsDir != "" {
		folder.others = os.DirFS(config.VariantsDir)
	}
	var found, otherProblems variant.Problems
	if err := c.registry.AddDir(folder, ".", fairy.Reader); err != nil && !errors.As(err, &found) {
		return nil, err
	}
	for _, p := range found {
		if p.File == checkedFile {
			c.conflicts = append(c.conflicts, p)
		} else {
			otherProblems = append(otherProblems, p)
		}
	}
	if err := config.reportSkipped(otherProblems.Err()); err != nil {
		return nil, err
	}
	if library != nil && len(c.conflicts) > 0 {
		if c.registry, err = library.book.Registry().With(path, text); err != nil {
			c.conflicts = problemsOf(err)
		} else {
			c.conflicts = nil
		}
	}
	return c.result()
}

// Load checks the definition in a file and returns its rules with options. It
// may be a changed version of a variant in the library, which does not change.
// It returns the error of [CheckVariant], or a [*variant.OptionError].
func (l *Library) Load(ctx context.Context, path, options string) (*rules.Rules, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	registry := l.book.Registry()
	d, _ := registry.Check(path, text)
	if d != nil {
		registry = registry.Without(d.ID)
	}
	c := definitionCheck{ctx: ctx, path: path, text: text}
	if c.registry, err = registry.With(path, text); err != nil {
		c.conflicts = problemsOf(err)
	}
	checked, err := c.result()
	if err != nil || options == "" {
		return checked.rules(), err
	}
	if d, err = c.registry.Definition(d.ID, options); err != nil {
		return nil, err
	}
	return rules.Compile(d)
}

// rules returns the rules, nil for no definition.
func (d *ValidDefinition) rules() *rules.Rules {
	if d == nil {
		return nil
	}
	return d.Rules
}

// ValidDefinition is a valid definition.
type ValidDefinition struct {
	Rules    *rules.Rules     // with default options
	Warnings variant.Problems // probable mistakes
}

// ErrCheckTimedOut reports that a check ran out of time.
var ErrCheckTimedOut = errors.New("the check of the definition reached its time limit without a result; " +
	"send it again when the server is less busy, or run `assay variants --check FILE`, which has no time limit")

// defaultCheckTime is the default time limit of [Library.CheckDefinition].
const defaultCheckTime = time.Minute

// CheckDefinition is [CheckVariant] for a text. It checks against the library's
// definitions, except a published one with the same ID. Nothing is stored. The
// error may also be a [*request.LimitError], or ErrCheckTimedOut after the
// configured CheckTime: a time limit is never a verdict.
func (l *Library) CheckDefinition(ctx context.Context, text []byte) (*ValidDefinition, error) {
	if len(text) > variant.MaxDefinition {
		return nil, &request.LimitError{What: "bytes for a definition", Limit: variant.MaxDefinition}
	}
	within, cancel := context.WithTimeoutCause(ctx, cmp.Or(l.config.CheckTime, defaultCheckTime), ErrCheckTimedOut)
	defer cancel()
	c := definitionCheck{ctx: within, path: draftFile, text: text}
	var err error
	if c.registry, err = l.registryWith(text); err != nil {
		c.conflicts = problemsOf(err)
	}
	return c.result()
}

// definitionCheck collects the problems of one file.
type definitionCheck struct {
	path             string
	text             []byte
	textLines        [][]byte          // lines of text
	registry         *variant.Registry // of all definitions
	conflicts        variant.Problems  // conflicts with other definitions
	keyLines         map[string]int    // of the keys, nested ones as `regions zone`
	problems         variant.Problems
	reported         map[variant.Problem]bool
	nodesLeft        uint64          // remaining budget of perft leaf nodes
	workLeft         int             // remaining budget of work on options
	checkedRevisions map[string]bool // by revision
	ctx              context.Context
}

// result runs the check. If ctx has ended, it returns its cause.
func (c *definitionCheck) result() (*ValidDefinition, error) {
	r := c.run()
	if err := context.Cause(c.ctx); err != nil {
		return nil, err
	}
	if err := c.problems.Err(); err != nil {
		return nil, err
	}
	valid := &ValidDefinition{Rules: r}
	for _, idle := range selftest.FindIdle(r) {
		p := variant.Problem{File: c.path, Line: idle.Line, Message: idle.Message}
		if p.Line == 0 {
			p.Line = c.lineOf(p.Message)
		}
		valid.Warnings = append(valid.Warnings, p)
	}
	_ = valid.Warnings.Err() // sorts them
	return valid, nil
}

// run returns the rules with default options if there are no problems.
func (c *definitionCheck) run() *rules.Rules {
	c.reported, c.nodesLeft = map[variant.Problem]bool{}, maxPerftNodes
	c.workLeft, c.checkedRevisions = cmp.Or(c.workLeft, maxOptionWork), map[string]bool{}
	if len(c.text) <= variant.MaxDefinition {
		c.textLines = bytes.Split(c.text, []byte("\n"))
	}
	c.readLines()
	d, err := c.registry.Check(c.path, c.text)
	c.addError("", 0, err)
	if err != nil {
		if d != nil {
			c.addError("", 0, rules.CheckModules(d).Err())
			c.addError("", 0, c.conflicts.Err())
			c.checkGlyphs(d)
			c.checkPictures(d)
			c.checkBoard()
		}
		return nil
	}
	r, err := rules.Compile(d)
	c.addError("", 0, err)
	c.addError("", 0, c.conflicts.Err())
	if len(c.problems) > 0 {
		return nil
	}
	c.checkedRevisions[d.Revision()] = true
	for _, name := range d.Options.Keys {
		option, _ := d.Options.Get(name)
		for _, value := range option.Values {
			if value != option.Default {
				c.checkOption(d.ID, name+"="+value, option.Line)
			}
		}
	}
	for i := range d.NodeCounts {
		if c.ctx.Err() == nil {
			c.checkPerft(d.ID, &d.NodeCounts[i])
		}
	}
	c.checkGlyphs(d)
	c.checkPictures(d)
	if !slices.ContainsFunc(r.Specials(), func(s rules.Special) bool { return s.Ends }) {
		c.addProblem(variant.Problem{Line: c.keyLines["rules"],
			Message: "rules: none of them ends the game; add no-moves or royal-capture"})
	}
	if i := slices.Index(d.State, "castling"); i >= 0 && d.Castling != nil && d.Array == nil &&
		len(d.Castling.Dropped) == 0 && strings.Fields(r.StartText())[2+i] == "-" {
		c.addProblem(variant.Problem{Line: d.Castling.Line,
			Message: "castling: it is never possible; the starting position has no royal piece and partner on these " +
				"squares, or no castling rights"})
	}
	if len(c.problems) == 0 {
		c.playRandom("", r, selftest.Games)
	}
	return r
}

// checkBoard checks the board of the starting position if other errors prevent
// the check of the whole.
func (c *definitionCheck) checkBoard() {
	for _, message := range c.boardErrors() {
		c.addProblem(variant.Problem{Line: c.keyLines["start"], Message: message})
	}
}

func (c *definitionCheck) boardErrors() (messages []string) {
	o, err := c.registry.Outline(c.path, c.text)
	if err != nil || o.Definition.Start == "" {
		return nil
	}
	d, err := c.registry.Check(c.path, []byte(trayText(o, false, startBoard(o.Definition))))
	if err != nil {
		return nil // its pieces are reported themselves
	}
	if _, err = rules.Compile(d); err == nil {
		return nil
	}
	for _, p := range problemsOf(err) {
		if strings.HasPrefix(p.Message, "start: ") {
			messages = append(messages, p.Message)
		}
	}
	return messages
}

// checkGlyphs checks that the glyphs of the pieces exist.
func (c *definitionCheck) checkGlyphs(d *variant.Definition) {
	for _, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		if p.Glyph == "" || slices.Contains(diagram.Glyphs(), p.Glyph) {
			continue
		}
		hint := ""
		if nearest, ok := spelling.Nearest(p.Glyph, diagram.Glyphs()); ok {
			hint = fmt.Sprintf("; %q was probably meant", nearest)
		} else if near := diagram.NearGlyphs(p.Glyph, 3); len(near) > 0 {
			hint = "; near it are " + variant.Enumerate(near, "and")
		}
		c.addProblem(variant.Problem{Line: p.Line,
			Message: fmt.Sprintf("piece %s: unknown glyph %q%s", letter, p.Glyph, hint)})
	}
}

// checkPictures checks the definition's own pictures.
func (c *definitionCheck) checkPictures(d *variant.Definition) {
	if d.Appearance == nil {
		return
	}
	for _, letter := range d.Appearance.Pictures.Keys {
		p, _ := d.Appearance.Pictures.Get(letter)
		_, err := diagram.ParsePicture(p.Text)
		fault, invalid := errors.AsType[*diagram.PictureError](err)
		if !invalid {
			continue
		}
		problem := variant.Problem{Line: p.Line + fault.Line - 1, Column: fault.Column,
			Message: fmt.Sprintf("dress: picture of %s: %s", letter, fault.Reason)}
		switch {
		case p.Column > 0 && fault.Line == 1:
			problem.Column += p.Column - 1
		case p.Column == 0 && p.Line > 0 && p.Line <= len(c.textLines):
			row := c.textLines[p.Line-1]
			problem.Column += len(row) - len(bytes.TrimLeft(row, " "))
		}
		c.addProblem(problem)
	}
}

// gamesPerOption is the number of games played with one option set.
const gamesPerOption = selftest.Games / 10

// maxOptionWork bounds the work on all values of all options, in the units of
// [selftest.MostWork].
const maxOptionWork = 2 * selftest.MostWork

// checkOption checks the definition with one option set, if that changes it.
func (c *definitionCheck) checkOption(id, word string, line int) {
	prefix := "with " + word + ": "
	if c.ctx.Err() != nil {
		return
	}
	if c.workLeft <= 0 {
		c.addProblem(variant.Problem{Line: line,
			Message: prefix + "not checked, because checking the earlier option values took too long. Use " +
				"fewer values"})
		return
	}
	d, err := c.registry.Definition(id, word)
	if err != nil || c.checkedRevisions[d.Revision()] {
		c.addError(prefix, line, err)
		return
	}
	c.checkedRevisions[d.Revision()] = true
	r, err := rules.Compile(d)
	c.workLeft -= compileWork(d)
	c.addError(prefix, line, err)
	if err == nil {
		c.workLeft -= c.playRandom(prefix, r, gamesPerOption)
	}
}

// compileWork estimates the work of compiling a definition.
func compileWork(d *variant.Definition) int {
	moves := 0
	for _, p := range d.Pieces.All() {
		for _, m := range p.Moves {
			for _, component := range m.Components {
				moves += len(component.Vectors) + len(component.Paths)
			}
		}
	}
	return d.Board.Files * d.Board.Ranks * moves / 10
}

// playRandom plays random games to find contradictions, and returns the work
// done.
func (c *definitionCheck) playRandom(prefix string, r *rules.Rules, games int) int {
	found, err := selftest.Play(c.ctx, r, games)
	if err != nil {
		return 0 // verdict reports it
	}
	for _, f := range found.Faults {
		if f.Line == 0 && f.Check == selftest.NoEnd {
			f.Line = c.keyLines["rules"]
		}
		c.addProblem(variant.Problem{Line: f.Line, Message: prefix + "played at random, " + f.String()})
	}
	return found.Work
}

// maxPerftNodes bounds the leaf nodes counted to verify the perft counts of a
// definition.
const maxPerftNodes = 2_000_000

// checkPerft verifies a perft count of a definition.
func (c *definitionCheck) checkPerft(id string, n *variant.NodeCount) {
	fault := func(format string, args ...any) {
		c.addProblem(variant.Problem{Line: n.Line, Message: "node counts: " + fmt.Sprintf(format, args...)})
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
		if want > c.nodesLeft {
			return
		}
		got := p.PerftUpTo(i+1, c.nodesLeft)
		c.nodesLeft -= min(got, c.nodesLeft)
		switch {
		case got == want:
			continue
		case c.nodesLeft == 0:
			fault("%d at depth %d is too low; perft counts more", want, i+1)
		default:
			fault("%d at depth %d is wrong; perft counts %d", want, i+1, got)
		}
		return // deeper counts are wrong too
	}
}

// addError adds the problems of an error. A given line replaces a problem's
// own; without either, it gets the line of the key that the message names.
func (c *definitionCheck) addError(prefix string, line int, err error) {
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
		c.addProblem(p)
	}
}

// problemsOf returns the problems of an error, or any other error as a problem.
func problemsOf(err error) variant.Problems {
	if found, some := errors.AsType[variant.Problems](err); some {
		return found
	}
	return variant.Problems{{Message: err.Error()}}
}

// maxProblemLength bounds a problem's message in bytes.
const maxProblemLength = 400

// addProblem adds a problem once.
func (c *definitionCheck) addProblem(p variant.Problem) {
	p.File = c.path
	if p.Column == 0 {
		p.Column = c.columnOf(p)
	}
	if len(p.Message) > maxProblemLength {
		p.Message = strings.ToValidUTF8(p.Message[:maxProblemLength], "") + "…"
	}
	if c.reported[p] || len(c.problems) > variant.MaxProblems {
		return
	}
	c.reported[p] = true
	if len(c.problems) == variant.MaxProblems {
		p = variant.Problem{File: c.path, Line: p.Line,
			Message: fmt.Sprintf("more than %d problems", variant.MaxProblems)}
	}
	c.problems = append(c.problems, p)
}

// quotedWord matches a quoted word of a message.
var quotedWord = scan.NewPattern(`"[^" ]+"`)

// columnOf returns the column of the first quoted word in the problem's line, 0
// if it is not there as a whole word.
func (c *definitionCheck) columnOf(p variant.Problem) int {
	word := strings.Trim(quotedWord.FindString(p.Message), `"`)
	if p.Line == 0 || p.Line > len(c.textLines) || word == "" {
		return 0
	}
	line := string(c.textLines[p.Line-1])
	for at := 0; ; at += len(word) {
		next := strings.Index(line[at:], word)
		if next < 0 {
			return 0
		}
		at += next
		before, _ := utf8.DecodeLastRuneInString(line[:at])
		following, _ := utf8.DecodeRuneInString(line[at+len(word):])
		if !isWord(before) && !isWord(following) {
			return utf8.RuneCountInString(line[:at]) + 1
		}
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '+' }

// lineOf returns the line of the key that a message begins with, 0 if the file
// has no such key.
func (c *definitionCheck) lineOf(message string) int {
	words := strings.FieldsFunc(strings.TrimPrefix(message, "the "),
		func(r rune) bool { return r == ' ' || r == ':' || r == ',' })
	if len(words) == 0 {
		return 0
	}
	if len(words) > 1 {
		for _, key := range []string{words[0] + " " + words[1], words[0] + "s " + words[1]} {
			// of "SC-1: …" or "region zone: …"
			if line, ok := c.keyLines[key]; ok {
				return line
			}
		}
	}
	return c.keyLines[words[0]]
}

// readLines records the lines of the file's keys. The check itself reports
// unreadable ones.
func (c *definitionCheck) readLines() {
	c.keyLines = map[string]int{}
	var document yaml.Node
	if len(c.text) > variant.MaxDefinition || yaml.Unmarshal(c.text, &document) != nil || len(document.Content) != 1 {
		return
	}
	root := document.Content[0]
	for i := 0; root.Kind == yaml.MappingNode && i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		c.keyLines[key.Value] = key.Line
		for j := 0; value.Kind == yaml.MappingNode && j+1 < len(value.Content); j += 2 {
			c.keyLines[key.Value+" "+value.Content[j].Value] = value.Content[j].Line
		}
	}
}

// checkedFile is the name of the checked file among others. It sorts last, so
// that name conflicts are reported for it.
const checkedFile = "~.yaml"

// checkedFolder is a folder of definitions (nil for none) that also contains
// the checked file, which may be elsewhere.
type checkedFolder struct {
	others fs.FS
	file   fs.FileInfo
	path   string
}

// Open opens a file.
func (f checkedFolder) Open(name string) (fs.File, error) {
	if name == checkedFile || f.others == nil {
		return os.Open(f.path)
	}
	return f.others.Open(name)
}

// ReadDir lists the files.
func (f checkedFolder) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	var err error
	if f.others != nil {
		entries, err = fs.ReadDir(f.others, name)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		info, err := fs.Stat(f.others, e.Name()) // follows links, as reading does
		return err == nil && os.SameFile(info, f.file)
	})
	return append(entries, fs.FileInfoToDirEntry(checkedInfo{f.file})), err
}

// checkedInfo describes the checked file under its name in a checkedFolder.
type checkedInfo struct{ fs.FileInfo }

// Name returns checkedFile.
func (checkedInfo) Name() string { return checkedFile }
