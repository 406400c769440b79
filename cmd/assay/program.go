package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/analysis/crash"
	"assay/api"
	"assay/api/locale"
	"assay/api/request"
)

// program is one run of the command line.
type program struct {
	environ      []string
	stdin        io.Reader
	stdout       *bufio.Writer
	shown        *screen // stdout for text
	stderr       io.Writer
	watched      bool      // stdout is a terminal, so flush every line
	bar          *progress // of the current job; nil for none
	settings     settings
	json         bool
	language     string            // of messages, as requested; "" for none
	words        *locale.Catalogue // of messages; nil for English
	damagedGames []int64           // damaged games already reported
	followed     []string          // sources that serve follows
	working      bool              // the command line is valid and its command runs
}

// run is the complete program. It returns the exit code, also after a panic.
// environ has the form of os.Environ.
func run(ctx context.Context, args, environ []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer crash.Handle(func(e *crash.Error) { code = reportCrash(stderr, e) })
	p := &program{environ: environ, stdin: stdin, stdout: bufio.NewWriterSize(stdout, 64<<10), stderr: stderr,
		watched: isTerminal(stdout)}
	p.shown = &screen{to: p.stdout}
	root := p.command()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(p.stdout)
	root.SetErr(stderr)
	p.words = locale.Of(locale.OfEnvironment(func(name string) string { return variable(environ, name) }))
	err := root.ExecuteContext(ctx)
	if ended := errors.Join(p.shown.end(), p.stdout.Flush()); err == nil {
		err = ended
	}
	return p.exit(ctx, err)
}

func (p *program) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Verify, archive, search and serve game records of chess variants",
		Long: `Assay verifies game records of chess variants by replaying them by the rules, archives
them, and finds games by position.

Exit codes:
  0  success
  1  the command found errors: an illegal or unreadable record, a damaged or missing
     archive, or nothing although one thing was requested
  2  wrong usage or configuration, or a file that does not exist
  3  an internal error of this program

Settings come from the flag, else the environment (ASSAY_DATA), else the configuration
file, else the default.`,
		Example: `  # Verify records, archive them, and serve the archive at http://127.0.0.1:8080.
  assay verify games.pgn
  assay import games.pgn
  assay serve`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          misspeltCommand,
		RunE: func(*cobra.Command, []string) error {
			return usage("", "name a command; `assay help` lists them")
		},
	}
	root.SetFlagErrorFunc(misspeltFlag)
	root.SetVersionTemplate("assay {{.Version}}\n")
	flags := root.PersistentFlags()
	flags.String("data", defaults.Data, "`folder` of the archive, or postgres:// URL")
	flags.String("index", defaults.Index,
		"for an archive in a database: `folder` of the index, or postgres for an index in the database")
	flags.String("config", "", "configuration `file` (default config.yaml, if it exists)")
	flags.String("variants-dir", defaults.VariantsDir, "`folder` with definitions of further variants")
	flags.String("labels-dir", defaults.LabelsDir, "`folder` with names of positions (labels)")
	flags.StringVar(&p.language, "language", "",
		"`language` of messages: "+strings.Join(languageTags(), ", ")+
			" (default from LC_ALL, LC_MESSAGES or LANG, else en)")
	flags.BoolVar(&p.json, "json", false, "print results as JSON, one object per line")
	root.AddCommand(
		p.serve(), p.verify(), p.importing(), p.follow(), p.list(), p.players(), p.twins(), p.studies(), p.show(),
		p.export(), p.search(), p.explorer(), p.stats(), p.ratings(), p.labels(), p.analyse(),
		p.annotate(), p.annotations(), p.comments(), p.mend(), p.rule(), p.submit(), p.events(),
		p.delete(), p.restore(), p.people(), p.webhooks(),
		p.moves(), p.perft(), p.solve(), p.puzzles(), p.repertoires(),
		p.sample(), p.engine(), p.mcp(), p.match(), p.tune(), p.lab(),
		p.variants(), p.check(), p.reindex(), p.backup(), p.recover(), p.migrate(), p.ready(), p.version(), p.man(),
	)
	formatHelp(root)
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Args = helpTopic
		}
	}
	return root
}

// release is the version of the program: the newest of CHANGELOG.md, with -dev
// until its release.
const release = "0.3-dev"

func version() string { return release }

// does wraps the body of a command and loads the settings first.
func (p *program) does(w func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := p.speak(); err != nil {
			return err
		}
		var err error
		if p.settings, err = loadSettings(cmd.Flags(), p.environ, p.note); err != nil {
			return err
		}
		p.working = true
		return w(cmd.Context(), args)
	}
}

// languageTags returns the tags of the languages of messages.
func languageTags() (tags []string) {
	for _, l := range locale.Languages {
		tags = append(tags, l.Tag)
	}
	return tags
}

// speak chooses the language of messages, if one is requested.
func (p *program) speak() error {
	switch {
	case p.language == "":
		return nil
	case slices.Contains(languageTags(), p.language):
		p.words = locale.Of(p.language)
		return nil
	}
	return usage("--language", "%q: expected %s", p.language, strings.Join(languageTags(), ", "))
}

// inArchive is like does, for a command that reads an existing archive.
func (p *program) inArchive(w func(ctx context.Context, a *api.Archive, args []string) error) func(*cobra.Command,
	[]string) error {
	return p.does(func(ctx context.Context, args []string) error {
		return p.withArchive(ctx, toRead, func(a *api.Archive) error { return w(ctx, a, args) })
	})
}

// arbiter returns an arbiter without an archive.
func (p *program) arbiter() (*api.Arbiter, error) {
	return api.NewArbiter(p.useCases())
}

// useCases returns the configuration of the use cases. It reports repaired
// errors of the index.
func (p *program) useCases() api.Config {
	c := p.settings.useCases()
	c.Report = func(err error) { p.note("assay: %v", err) }
	return c
}

// note prints a message after the results so far.
func (p *program) note(format string, args ...any) {
	p.bar.end()
	p.stdout.Flush() // the next write returns its error
	fmt.Fprintln(p.stderr, visible(p.words.Sprintf(format, args...), layout))
}

// print prints a line of results with hidden characters escaped.
func (p *program) print(format string, args ...any) error {
	return p.written(fmt.Fprintln(p.stdout, visible(p.words.Sprintf(format, args...), "\t")))
}

// tell prints a result as JSON or as a line of text.
func (p *program) tell(v any, format string, args ...any) error {
	if p.json {
		return p.object(v)
	}
	return p.print(format, args...)
}

// each calls show for all items, up to the first error.
func each[T any](all []T, show func(*T) error) error {
	for i := range all {
		if err := show(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

// printLines prints lines of results.
func (p *program) printLines(l lines) error { return p.written(fmt.Fprintln(p.stdout, l)) }

// raw returns standard output for unchanged bytes, unless it is a terminal.
func (p *program) raw() io.Writer {
	if p.watched {
		return p.shown
	}
	return p.stdout
}

// object prints a result as one line of JSON with control characters escaped.
func (p *program) object(v any) error {
	return p.written(0, request.WriteJSON(p.shown, v))
}

// written ends a write of results and flushes it on a terminal.
func (p *program) written(_ int, err error) error {
	if err == nil && p.watched {
		p.bar.end()
		err = p.stdout.Flush()
	}
	return err
}
