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

// misspeltFlag blames what is wrong with a flag on it, with the flag that was
// probably meant.
func misspeltFlag(cmd *cobra.Command, err error) error {
	e := &usageError{where: cmd.CommandPath(), message: err.Error(), line: usageLine(cmd)}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		e.where, e.message = "--"+bad.GetFlag().Name, fmt.Sprintf("%q: %s", record.Clip(bad.GetValue()), wanted(bad))
		return e
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		e.where, e.message = "--"+bare.GetFlag().Name, "a value has to follow"
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

// wanted says what a flag takes, by the kind of its value.
func wanted(bad *pflag.InvalidValueError) string {
	switch kind := bad.GetFlag().Value.Type(); {
	case kind == "bool":
		return "want true or false"
	case kind == "duration":
		return "want a time such as 2s"
	case strings.HasPrefix(kind, "uint"):
		return "want a whole number from 0"
	case strings.HasPrefix(kind, "int"):
		return "want a whole number"
	}
	return errors.Unwrap(bad).Error()
}

// misspeltCommand refuses a command that there is not.
func misspeltCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{where: "COMMAND", message: fmt.Sprintf("there is no %q", record.Clip(args[0])), line: usageLine(cmd)}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near, ok := spelling.Nearest(args[0], names); ok {
		e.message += "; " + near + " was probably meant"
	}
	return e
}

// helpTopic refuses to help with a command that there is not.
func helpTopic(cmd *cobra.Command, args []string) error {
	root := cmd.Root()
	if found, _, err := root.Find(args); len(args) > 0 && (err != nil || found == root) {
		return misspeltCommand(root, args)
	}
	return nil
}

// usageLine is how a command is written, and where more is said of it.
func usageLine(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return cmd.Name() + " COMMAND [flags] [arguments]; `" + cmd.Name() + " help` lists the commands"
	}
	return cmd.UseLine() + "; `" + cmd.Root().Name() + " help " + cmd.Name() + "` says more"
}
