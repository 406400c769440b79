//go:build ignore

// Mutants changes random lines of product code, one at a time, and reports
// whether the quick tests of the package notice. The working tree is never
// changed: each mutant is compiled through an overlay.
//
//	go run .ci/mutants.go -seed 1 -count 8 analysis/repair index/pattern
//
// A mutant is killed if the tests fail, and timed out if they do not end. It
// survives if they pass, or if they never reach its line. Mutants that do not
// compile are not counted. A package without tests is judged by the tests of
// the nearest folder above it; -by names another package.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// packages are mutated if none is named.
var packages = []string{
	"analysis/notation", "analysis/evaluation", "analysis/puzzle", "analysis/repair", "analysis/rules",
	"analysis/spelling",
	"analysis/solve", "analysis/variant",
	"api", "api/account", "api/analyse", "api/card", "api/define", "api/diagram", "api/players", "api/problem",
	"api/puzzles",
	"api/studies",
	"index", "index/pattern", "index/postings", "index/query", "index/tape",
	"parser/numbered", "parser/pgn", "parser/shogi", "parser/source",
	"store/table",
}

// judges names the tests of packages that are tested in a sibling folder.
var judges = map[string]string{"store/table": "store/sqlite"}

// mutant replaces the bytes from begin to end of a file.
type mutant struct {
	file       string
	line       int
	begin, end int
	kind       string
	now        string
	verdict    string
}

// Verdicts.
const (
	killed   = "killed"
	timedOut = "timed out"
	survived = "survived"
	broken   = "not compiling"
)

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "seed of the random choice")
	count := flag.Int("count", 8, "mutants per package; 0 for all")
	kinds := flag.String("kinds", "", "comma-separated kinds; all if empty")
	at := flag.String("at", "", "only mutants of FILE or FILE:LINE")
	by := flag.String("by", "", "package whose tests judge; the mutated package if empty")
	list := flag.Bool("list", false, "list the mutants without running tests")
	verbose := flag.Bool("v", false, "print each mutant as it is judged")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	chosen := flag.Args()
	if len(chosen) == 0 {
		chosen = packages
	}
	var survivors []mutant
	total := map[string]int{}
	fmt.Println("| package | killed | timed out | survived | not compiling |\n|---|---|---|---|---|")
	for _, pkg := range chosen {
		pkg = strings.TrimPrefix(filepath.Clean(pkg), "./")
		mutants, err := mutantsOf(pkg, *kinds, *at)
		if err != nil {
			log.Fatalf("%s: %v", pkg, err)
		}
		j, err := newJudge(ctx, pkg, cmp.Or(*by, judges[pkg]), *list)
		if err != nil {
			log.Fatalf("%s: %v", pkg, err)
		}
		counts := map[string]int{}
		for _, m := range choose(mutants, *seed, *count) {
			if *list {
				fmt.Println(m.row())
				continue
			}
			if counts[killed]+counts[timedOut]+counts[survived] == *count && *count > 0 {
				break
			}
			if m.verdict, err = j.judge(ctx, m); err != nil {
				log.Fatal(err)
			}
			if *verbose {
				log.Printf("%-13s %s", m.verdict, m.row())
			}
			counts[m.verdict]++
			total[m.verdict]++
			if m.verdict == survived {
				survivors = append(survivors, m)
			}
		}
		fmt.Println(tableRow(pkg, counts))
	}
	fmt.Println(tableRow("all", total))
	if found := total[killed] + total[timedOut]; found+total[survived] > 0 {
		fmt.Printf("\n%d of %d noticed, %d %%\n", found, found+total[survived], 100*found/(found+total[survived]))
	}
	fmt.Println("\n| where | kind | was | became |\n|---|---|---|---|")
	for _, m := range survivors {
		fmt.Println(m.row())
	}
}

func tableRow(name string, counts map[string]int) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d |", name, counts[killed], counts[timedOut], counts[survived],
		counts[broken])
}

// row returns the mutant as a row of a Markdown table.
func (m *mutant) row() string {
	src, err := os.ReadFile(m.file)
	if err != nil {
		log.Fatal(err)
	}
	short := func(s string) string {
		s = strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
		if r := []rune(s); len(r) > 70 {
			s = string(r[:70]) + "…"
		}
		return "`" + s + "`"
	}
	return fmt.Sprintf("| %s:%d | %s | %s | %s |", m.file, m.line, m.kind, short(string(src[m.begin:m.end])),
		short(m.now))
}

// choose returns random mutants of random lines, one per line first. The
// remaining mutants follow, as replacements for mutants that do not compile.
func choose(all []mutant, seed uint64, count int) (out []mutant) {
	if count == 0 {
		return all
	}
	r := rand.New(rand.NewPCG(seed, 0))
	lines := map[string][]mutant{}
	var names []string
	for _, m := range all {
		name := fmt.Sprintf("%s:%d", m.file, m.line)
		if lines[name] == nil {
			names = append(names, name)
		}
		lines[name] = append(lines[name], m)
	}
	for _, i := range r.Perm(len(names)) {
		line := lines[names[i]]
		out = append(out, line[r.IntN(len(line))])
	}
	return out
}

// mutantsOf returns all mutants of a package, in the order of its files.
func mutantsOf(pkg, kinds, at string) (out []mutant, err error) {
	files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, file, src, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(tree) {
			continue
		}
		f := &finder{fset: fset, file: file, src: src}
		ast.Inspect(tree, f.visit)
		out = append(out, f.found...)
	}
	if len(out) == 0 {
		return nil, errors.New("no Go code; run this in the root of the repository, with the paths of packages")
	}
	return slices.DeleteFunc(out, func(m mutant) bool {
		return kinds != "" && !slices.Contains(strings.Split(kinds, ","), m.kind) ||
			at != "" && at != m.file && at != fmt.Sprintf("%s:%d", m.file, m.line)
	}), nil
}

// finder collects the mutants of a file.
type finder struct {
	fset  *token.FileSet
	file  string
	src   []byte
	found []mutant
}

func (f *finder) add(kind string, from, to token.Pos, now string) {
	begin, end := f.fset.Position(from), f.fset.Position(to)
	f.found = append(f.found,
		mutant{file: f.file, line: begin.Line, begin: begin.Offset, end: end.Offset, kind: kind, now: now})
}

func (f *finder) text(n ast.Node) string {
	return string(f.src[f.fset.Position(n.Pos()).Offset:f.fset.Position(n.End()).Offset])
}

// swaps are the kinds of binary operators, and what each becomes.
var swaps = map[token.Token][2]string{
	token.LSS: {"rel", "<="}, token.LEQ: {"rel", "<"}, token.GTR: {"rel", ">="}, token.GEQ: {"rel", ">"},
	token.EQL: {"eq", "!="}, token.NEQ: {"eq", "=="},
	token.LAND: {"andor", "||"}, token.LOR: {"andor", "&&"},
	token.ADD: {"arith", "-"}, token.SUB: {"arith", "+"}, token.MUL: {"arith", "/"}, token.QUO: {"arith", "*"},
	token.REM: {"arith", "*"}, token.SHL: {"arith", ">>"}, token.SHR: {"arith", "<<"},
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field: // keep struct tags
		if n.Type != nil {
			ast.Inspect(n.Type, f.visit)
		}
		return false
	case *ast.FuncDecl:
		f.early(n.Type, n.Body)
	case *ast.FuncLit:
		f.early(n.Type, n.Body)
	case *ast.IfStmt:
		cond := f.text(n.Cond)
		f.add("neg", n.Cond.Pos(), n.Cond.End(), "!("+cond+")")
		f.add("dropif", n.Cond.Pos(), n.Cond.End(), "false && ("+cond+")")
		if strings.Contains(cond, "ctx.Err()") || strings.Contains(cond, "ctx.Done()") {
			f.add("ctx", n.Pos(), n.End(), "{ }")
		}
	case *ast.BinaryExpr:
		if swap, ok := swaps[n.Op]; ok {
			f.add(swap[0], n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), swap[1])
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			f.add("bool", n.Pos(), n.End(), "false")
		case "false":
			f.add("bool", n.Pos(), n.End(), "true")
		}
	case *ast.BasicLit:
		switch v, err := strconv.Atoi(n.Value); {
		case n.Kind == token.INT && err == nil:
			f.add("const", n.Pos(), n.End(), strconv.Itoa(v+1))
			if v > 0 {
				f.add("const", n.Pos(), n.End(), strconv.Itoa(v-1))
			}
		case n.Kind == token.STRING && strings.HasPrefix(n.Value, `"`):
			f.add("text", n.Pos(), n.Pos()+1, `"zzz `)
		}
	case *ast.BranchStmt:
		switch n.Tok {
		case token.CONTINUE:
			f.add("branch", n.Pos(), n.Pos()+8, "break")
			f.add("branch", n.Pos(), n.End(), "{ }")
		case token.BREAK:
			f.add("branch", n.Pos(), n.End(), "{ }")
			if n.Label == nil {
				f.add("branch", n.Pos(), n.End(), "continue")
			}
		}
	case *ast.DeferStmt:
		f.add("dropdefer", n.Pos(), n.End(), "{ }")
	case *ast.ExprStmt:
		f.add("drop", n.Pos(), n.End(), "{ }")
	case *ast.IncDecStmt:
		f.add("drop", n.Pos(), n.End(), "{ }")
	case *ast.AssignStmt:
		switch {
		case n.Tok == token.ASSIGN:
			left := strings.Repeat("_, ", len(n.Lhs)-1) + "_"
			f.add("drop", n.Lhs[0].Pos(), n.Lhs[len(n.Lhs)-1].End(), left)
		case n.Tok != token.DEFINE:
			f.add("drop", n.Pos(), n.Rhs[0].Pos(), "_ = ")
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if id, ok := r.(*ast.Ident); ok && id.Name == "err" {
				f.add("noerr", r.Pos(), r.End(), "nil")
			}
		}
	}
	return true
}

// early lets a function return at once, if a bare return compiles in it.
func (f *finder) early(t *ast.FuncType, body *ast.BlockStmt) {
	if body == nil || len(body.List) == 0 {
		return
	}
	if t.Results == nil || len(t.Results.List[0].Names) > 0 {
		f.add("early", body.Lbrace, body.Lbrace+1, "{ if true { return }; ")
	}
}

// judge runs the tests that judge a package.
type judge struct {
	tests   string
	dir     string
	timeout time.Duration
	blocks  map[string][]block
}

// block is a part of a file, and whether tests reach it.
type block struct {
	from, to [2]int // line and column
	reached  bool
}

func newJudge(ctx context.Context, pkg, by string, list bool) (*judge, error) {
	if by == "" {
		for by = pkg; !hasTests(by); by = filepath.Dir(by) {
			if by == "." {
				return nil, errors.New("no tests judge this package; name some with -by")
			}
		}
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil || list {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	j := &judge{tests: "./" + by, dir: dir, timeout: 10 * time.Minute}
	context.AfterFunc(ctx, func() { os.RemoveAll(dir) })
	profile := filepath.Join(dir, "cover.out")
	// The first run compiles; the second measures how long the tests take.
	if out, err := j.test(ctx, "-coverpkg=./"+pkg, "-coverprofile="+profile); err != nil {
		return nil, fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", by, err, out)
	}
	began := time.Now()
	if out, err := j.test(ctx, "-count=1"); err != nil {
		return nil, fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", by, err, out)
	}
	j.timeout = 20*time.Second + 4*time.Since(began)
	return j, j.readProfile(profile)
}

func hasTests(pkg string) bool {
	tests, err := filepath.Glob(filepath.Join(pkg, "*_test.go"))
	return err == nil && len(tests) > 0
}

// test runs go test with further arguments.
func (j *judge) test(ctx context.Context, args ...string) ([]byte, error) {
	args = slices.Concat([]string{"test", "-vet=off", "-failfast", "-timeout", j.timeout.String()}, args,
		[]string{j.tests})
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), "LONG_TESTS=")
	return cmd.CombinedOutput()
}

// judge returns the verdict on a mutant.
func (j *judge) judge(ctx context.Context, m mutant) (string, error) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	path, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(j.dir, "mutant.go"), filepath.Join(j.dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	now := slices.Concat(src[:m.begin], []byte(m.now), src[m.end:])
	if err := errors.Join(os.WriteFile(changed, now, 0o600), os.WriteFile(overlay, text, 0o600)); err != nil {
		return "", err
	}
	if !j.reached(m, src) {
		build := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, "./"+filepath.Dir(m.file))
		if build.Run() != nil {
			return broken, ctx.Err()
		}
		return survived, nil
	}
	out, err := j.test(ctx, "-overlay", overlay)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return survived, nil
	case bytes.Contains(out, []byte("[build failed]")):
		return broken, nil
	case bytes.Contains(out, []byte("panic: test timed out")):
		return timedOut, nil
	}
	return killed, nil
}

// readProfile reads which blocks of the package its tests reach.
func (j *judge) readProfile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	j.blocks = map[string][]block{}
	for line := range strings.Lines(string(text)) {
		file, rest, found := strings.Cut(line, ".go:")
		if !found {
			continue
		}
		var b block
		var statements, count int
		_, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.from[0], &b.from[1], &b.to[0], &b.to[1], &statements, &count)
		if err != nil {
			return err
		}
		b.reached = count > 0
		file = filepath.Base(file) + ".go"
		j.blocks[file] = append(j.blocks[file], b)
	}
	return nil
}

// reached reports whether tests may reach a mutant. The last block that begins
// before it and contains it decides. Code outside all blocks, such as variables
// and the conditions of cases, counts as reached.
func (j *judge) reached(m mutant, src []byte) bool {
	at := [2]int{m.line, m.begin - bytes.LastIndexByte(src[:m.begin], '\n')}
	reached, begin := true, [2]int{}
	for _, b := range j.blocks[filepath.Base(m.file)] {
		inside := slices.Compare(b.from[:], at[:]) <= 0 && slices.Compare(at[:], b.to[:]) < 0
		if !inside {
			continue
		}
		switch c := slices.Compare(b.from[:], begin[:]); {
		case c > 0:
			reached, begin = b.reached, b.from
		case c == 0:
			reached = reached || b.reached // one block may be listed by several tests
		}
	}
	return reached
}
