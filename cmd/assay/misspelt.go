package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/analysis/spelling"
	"assay/parser/record"
)

// misspeltFlag returns a usageError about a flag, with the flag that was
// probably meant.
func misspeltFlag(cmd *cobra.Command, err error) error {
	e := &usageError{where: cmd.CommandPath(), message: err.Error(), line: usageLine(cmd)}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e.where, e.message = "--"+bad.GetFlag().Name,
			fmt.Sprintf("%q: %s", record.Clip(bad.GetValue()), expectedValue(bad))
		return e
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e.where, e.message = "--"+bare.GetFlag().Name, "a value is missing"
		return e
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return e
	}
	e.where, e.message = "--"+unknown.GetSpecifiedName(), "unknown flag"
	if unknown.GetSpecifiedShortnames() != "" {
		e.where = "-" + unknown.GetSpecifiedName()
		return e
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near, ok := spelling.Nearest(unknown.GetSpecifiedName(), names); ok {
		e.message += "; --" + near + " was probably meant"
	}
	return e
}

// expectedValue describes the values of a flag by its type.
func expectedValue(bad *pflag.InvalidValueError) string {
	switch kind := bad.GetFlag().Value.Type(); {
	case kind == "bool":
		return "expected true or false"
	case kind == "duration":
		return "expected a time such as 2s"
	case strings.HasPrefix(kind, "uint"):
		return "expected a whole number from 0"
	case strings.HasPrefix(kind, "int"):
		return "expected a whole number"
	}
	return errors.Unwrap(bad).Error()
}

// misspeltCommand rejects an unknown command.
func misspeltCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{message: fmt.Sprintf("unknown command %q", record.Clip(args[0])),
		line: usageLine(cmd)}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near, ok := spelling.Nearest(args[0], names); ok {
		e.message += "; " + near + " was probably meant"
	}
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
