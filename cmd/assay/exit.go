package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/index"
	"assay/index/query"
	"assay/parser"
	"assay/store"
)

// The exit codes.
const (
	exitDone   = 0
	exitFaults = 1
	exitUsage  = 2
	exitCrash  = 3 // the program itself is at fault
)

// usageError is wrong usage or configuration.
type usageError struct {
	where   string // the flag, argument or key at fault
	message string
	line    string // how the command is written, "" where that is not the question
}

func (e *usageError) Error() string { return e.where + ": " + e.message }

func usage(where, format string, args ...any) error {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = plain(err)
		}
	}
	return &usageError{where: where, message: fmt.Sprintf(format, args...)}
}

// noArguments takes flags alone.
func noArguments() cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		meant := ""
		if command.Flags().Lookup("query") != nil {
			meant = fmt.Sprintf("; did you mean --query %q?", args[0])
		}
		return usage("ARGUMENT", "none is taken, but flags (got %q)%s", args[0], meant)
	}
}

// plain puts a fault of a file or of the network into words of this program.
func plain(err error) error {
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		_, missing := os.Stat(filepath.Dir(file.Path))
		switch {
		case errors.Is(file, fs.ErrNotExist) && missing != nil:
			return fmt.Errorf("%s: no such folder", filepath.Dir(file.Path))
		case errors.Is(file, fs.ErrNotExist):
			return fmt.Errorf("%s: no such file or folder", file.Path)
		}
		return fmt.Errorf("%s: %w", file.Path, file.Err)
	}
	if call, ok := errors.AsType[*url.Error](err); ok && errors.Is(call, syscall.ECONNREFUSED) {
		at, _ := url.Parse(call.URL)
		return fmt.Errorf("cannot reach %s://%s. Is the server running?", at.Scheme, at.Host)
	}
	return err
}

// refuse blames the first of the flags named that was given, where it would
// say nothing.
func refuse(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return usage("--"+name, "%s", why)
		}
	}
	return nil
}

// errFaults ends a command whose results already tell of the faults found.
var errFaults = errors.New("faults were found")

// faultsWhere is errFaults where some were found.
func faultsWhere(found bool) error {
	if found {
		return errFaults
	}
	return nil
}

// wants takes so many arguments; whoever gives fewer or more is told by what
// they are called what is wanted.
func wants(least, most int, what, want string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usage(what, "%s", want)
		}
		return nil
	}
}

// errMisused ends a command after wrong usage that the user was told of.
var errMisused = errors.New("wrong usage")

// errStopped ends a command that the user stopped and that has told how far it
// came.
var errStopped = errors.New("stopped")

// errPly is the fault of a `--ply` value.
var errPly = errors.New("want a number from 0, the start")

// exit reports what ended the command and gives the exit code.
func (p *program) exit(ctx context.Context, err error) int {
	var misused *usageError
	var own *api.CrashError
	switch {
	case errors.As(err, &own):
		return crash(p.stderr, own)
	case err == nil && len(p.named) > 0:
		return exitFaults
	case err == nil:
		return exitDone
	case errors.Is(err, errFaults), errors.Is(err, errStopped):
		return exitFaults
	case errors.Is(err, errMisused):
		return exitUsage
	case errors.Is(err, syscall.EPIPE):
		return exitDone // whoever read the results has had enough
	case errors.As(err, &misused):
		p.note("assay: %s", cutLine(misused.Error()))
		if misused.line != "" {
			p.note("usage: %s", misused.line)
		}
		return exitUsage
	case !p.working:
		p.note("assay: %s", cutLine(strings.TrimSpace(err.Error())))
		return exitUsage
	case errors.Is(err, index.ErrLocked):
		p.note("assay: %s", p.usedBy())
		return exitFaults
	case ctx.Err() != nil:
		p.note("assay: interrupted")
		return exitFaults
	}
	if own, ok := errors.AsType[*store.Error](err); ok && own.Kind == store.ErrMissing && own.Path == p.archivePath() {
		p.note("assay: No archive in %s. Create one with `assay import PATH`, or name another with --data.", p.settings.Data)
		return exitFaults
	}
	p.note("assay: %s", cutLine(plain(err).Error()))
	switch {
	case errors.Is(err, store.ErrOlder):
		p.note("    `assay serve` and `assay import` open it so; `assay backup` copies it as it is")
	case errors.Is(err, store.ErrUnfinished):
		p.note("    `assay migrate`, from the same archive, goes on with it")
	case errors.Is(err, store.ErrReplaced):
		p.note("    start again; `assay recover` puts a backup in the archive's place")
	}
	return exitFaults
}

// crash tells of a fault of this program and gives the exit code.
func crash(stderr io.Writer, e *api.CrashError) int {
	fmt.Fprintf(stderr, "assay: %v\n\n%s", e, e.Stack)
	return exitCrash
}

// calledHere are the flags and arguments of fields that have another name.
var calledHere = map[string]string{
	"address": "--add", "comments": "MODE", "headers": "--header", "multiPv": "--multi-pv", "name": "NAME",
	"ratingFrom": "--rating-from", "ratingTo": "--rating-to", "ruling": "--rule", "text": "FILE",
}

// blame makes wrong usage of an error that a flag's value caused, and names
// the flag.
func blame(err error) error {
	if errors.As(err, new(*variant.OptionError)) {
		return usage("--options", "%v", err)
	} else if errors.Is(err, variant.ErrUnknown) {
		return usage("--variant", "%v", err)
	} else if text, ok := errors.AsType[*rules.TextError](err); ok {
		return usage("--position", "%v", text)
	} else if format, ok := errors.AsType[*api.FormatError](err); ok {
		return usage("--as", "%v", format)
	} else if reader, ok := errors.AsType[*parser.UnknownFormat](err); ok {
		return usage("--format", "%v", reader)
	} else if name, ok := errors.AsType[*parser.UnknownEncoding](err); ok {
		return usage("--encoding", "%v", name)
	} else if field, ok := errors.AsType[*store.FieldError](err); ok {
		return usage("--"+field.Field, "%v", field)
	} else if words, ok := errors.AsType[*query.Error](err); ok {
		if words.Reason == query.NeedsVariant {
			return usage("--query", "%v: --variant ID", words)
		}
		return usage("--query", "%v", words)
	} else if ruling, ok := errors.AsType[*analysis.StandingError](err); ok {
		return usage(cmp.Or(calledHere[ruling.Field], "--"+ruling.Field), "%q: want %s", ruling.Value, ruling.Want)
	} else if input, ok := errors.AsType[*api.InputError](err); ok {
		where := cmp.Or(calledHere[input.Field], "--"+input.Field)
		if input.Value == "" {
			return usage(where, "want %s", input.Want)
		}
		return usage(where, "%.100q: want %s", input.Value, input.Want)
	} else if errors.Is(err, store.ErrCursor) {
		return usage("--cursor", "%v", err)
	}
	return err
}
