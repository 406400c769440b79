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
	"assay/analysis/crash"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/locale"
	"assay/api/present"
	"assay/api/request"
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
	exitCrash  = 3 // internal error
)

// usageError is wrong usage or configuration.
type usageError struct {
	where   string // flag, argument or key, or ""
	message string
	format  string // of the message, with its values
	values  []any
	line    string // usage line, "" if it does not help
}

func (e *usageError) Error() string { return e.at(e.message) }

// in returns the error in a language.
func (e *usageError) in(c *locale.Catalogue) string { return e.at(c.Sprintf(e.format, e.values...)) }

func (e *usageError) at(message string) string {
	if e.where == "" {
		return message
	}
	return e.where + ": " + message
}

func usage(where, format string, values ...any) *usageError {
	for i, v := range values {
		if err, ok := v.(error); ok {
			values[i] = plain(err)
		}
	}
	return &usageError{where: where, message: fmt.Sprintf(format, values...), format: format, values: values}
}

// misuse returns wrong usage with a message that has no values.
func misuse(where, message string) *usageError {
	return &usageError{where: where, message: message, format: strings.ReplaceAll(message, "%", "%%")}
}

// noArguments rejects arguments other than flags.
func noArguments() cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		if command.Flags().Lookup("query") != nil {
			return usage("ARGUMENT", "only flags are expected, found %q; did you mean --query %q?", args[0], args[0])
		}
		return usage("ARGUMENT", "only flags are expected, found %q", args[0])
	}
}

// plain rewrites errors of files and of the network for users.
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

// refuse rejects the first given flag of names, which would have no effect.
func refuse(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return misuse("--"+name, why)
		}
	}
	return nil
}

// errFaults ends a command that has already reported the errors it found.
var errFaults = errors.New("errors were found")

// faultsIf returns errFaults if errors were found.
func faultsIf(found bool) error {
	if found {
		return errFaults
	}
	return nil
}

// wants requires a number of arguments. Otherwise the error names them and what
// is expected.
func wants(least, most int, what, want string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return misuse(what, want)
		}
		return nil
	}
}

// errMisused ends a command after wrong usage that was already reported.
var errMisused = errors.New("wrong usage")

// errStopped ends an interrupted command that has already reported its
// progress.
var errStopped = errors.New("stopped")

// errPly rejects a `--ply` value.
var errPly = errors.New("expected a number of at least 0 (the starting position)")

// exit reports the error that ended the command and returns the exit code.
func (p *program) exit(ctx context.Context, err error) int {
	var misused *usageError
	var own *crash.Error
	switch {
	case errors.As(err, &own) && !errors.Is(err, index.ErrDamaged):
		return reportCrash(p.stderr, own)
	case err == nil && len(p.damagedGames) > 0:
		return exitFaults
	case err == nil:
		return exitDone
	case errors.Is(err, errFaults), errors.Is(err, errStopped):
		return exitFaults
	case errors.Is(err, errMisused):
		return exitUsage
	case errors.Is(err, syscall.EPIPE):
		return exitDone // the reader of the results has closed the pipe
	case errors.As(err, &misused):
		_ = p.speak() // a wrong flag may come before its language is known
		p.note("assay: %s", cutLine(misused.in(p.words)))
		if misused.line != "" {
			p.note("usage: %s", misused.line)
		}
		return exitUsage
	case !p.working:
		p.note("assay: %s", cutLine(p.words.Words(strings.TrimSpace(err.Error()))))
		return exitUsage
	case errors.Is(err, index.ErrLocked):
		p.note("assay: %s", p.usedBy())
		return exitFaults
	case ctx.Err() != nil:
		p.note("assay: interrupted")
		return exitFaults
	}
	if own, ok := errors.AsType[*store.Error](err); ok && own.Kind == store.ErrMissing && own.Path == p.archivePath() {
		p.note("assay: No archive in %s. Create one with `assay import PATH`, or name another with --data.",
			p.settings.Data)
		return exitFaults
	}
	p.note("assay: %s", cutLine(p.words.Words(plain(err).Error())))
	switch {
	case errors.Is(err, store.ErrOlder):
		p.note("    `assay serve` and `assay import` upgrade it; `assay backup` copies it unchanged")
	case errors.Is(err, store.ErrUnfinished):
		p.note("    run `assay migrate` from the same archive to continue")
	case errors.Is(err, store.ErrReplaced):
		p.note("    restart the command; `assay recover` has replaced the archive by a backup")
	}
	return exitFaults
}

// reportCrash reports an internal error and returns the exit code.
func reportCrash(stderr io.Writer, e *crash.Error) int {
	fmt.Fprintf(stderr, "assay: %v\n\n%s", e, e.Stack)
	return exitCrash
}

// flagNames maps fields to flags and arguments of another name.
var flagNames = map[string]string{
	"address": "--add", "comments": "MODE", "headers": "--header", "multiPv": "--multi-pv", "name": "NAME",
	"ratingFrom": "--rating-from", "ratingTo": "--rating-to", "ruling": "--rule", "siteAddress": "--address",
	"text": "FILE",
}

// blame converts an error caused by a flag's value into a usageError.
func blame(err error) error {
	if errors.As(err, new(*variant.OptionError)) {
		return usage("--options", "%v", err)
	} else if errors.Is(err, variant.ErrUnknown) {
		return usage("--variant", "%v", err)
	} else if text, ok := errors.AsType[*rules.TextError](err); ok {
		return usage("--position", "%v", text)
	} else if format, ok := errors.AsType[*present.FormatError](err); ok {
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
		return usage(cmp.Or(flagNames[ruling.Field], "--"+ruling.Field), "%q: expected %s", ruling.Value, ruling.Want)
	} else if input, ok := errors.AsType[*request.InputError](err); ok {
		where := cmp.Or(flagNames[input.Field], "--"+input.Field)
		if input.Value == "" {
			return usage(where, "expected %s", input.Want)
		}
		return usage(where, "%.100q: expected %s", input.Value, input.Want)
	} else if errors.Is(err, store.ErrCursor) {
		return usage("--cursor", "%v", err)
	}
	return err
}
