package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/spelling"
	"assay/parser/record"
)

// misspeltFlag returns a usageError about a flag, with the flag that was
// probably meant.
func misspeltFlag(cmd *cobra.Command, err error) error {
	e := misuse(cmd.CommandPath(), err.Error())
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e = usage("--"+bad.GetFlag().Name, "%q: %v", record.Clip(bad.GetValue()), expectedValue(bad))
	} else if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e = usage("--"+bare.GetFlag().Name, "a value is missing")
	} else if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		e = unknownFlag(cmd, unknown)
	}
	e.line = usageLine(cmd)
	return e
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) *usageError {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return usage("-"+name, "unknown flag")
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near, ok := spelling.Nearest(name, names); ok {
		return usage("--"+name, "unknown flag; --%s was probably meant", near)
	}
	return usage("--"+name, "unknown flag")
}

// expectedValue describes the values of a flag by its type.
func expectedValue(bad *pflag.InvalidValueError) error {
	switch kind := bad.GetFlag().Value.Type(); {
	case kind == "bool":
		return errors.New("expected true or false")
	case kind == "duration":
		return errors.New("expected a time such as 2s")
	case strings.HasPrefix(kind, "uint"):
		return errors.New("expected a whole number from 0")
	case strings.HasPrefix(kind, "int"):
		return errors.New("expected a whole number")
	}
	return errors.Unwrap(bad)
}

// misspeltCommand rejects an unknown command.
func misspeltCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	e := usage("", "unknown command %q", record.Clip(args[0]))
	if near, ok := spelling.Nearest(args[0], names); ok {
		e = usage("", "unknown command %q; %s was probably meant", record.Clip(args[0]), near)
	}
	e.line = usageLine(cmd)
	return e
}

// helpTopic rejects help on an unknown command.
func helpTopic(cmd *cobra.Command, args []string) error {
	root := cmd.Root()
	if found, _, err := root.Find(args); len(args) > 0 && (err != nil || found == root) {
		return misspeltCommand(root, args)
	}
	return nil
}

// usageLine returns a command's usage with a reference to its help.
func usageLine(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return cmd.Name() + " COMMAND [flags] [arguments]; `" + cmd.Name() + " help` lists the commands"
	}
	return cmd.UseLine() + "; `" + cmd.Root().Name() + " help " + cmd.Name() + "` shows more"
}
