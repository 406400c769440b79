package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the maximum number of columns of a line of help.
const helpWidth = 100

// formerNames maps the former names of flags, which still work, to their
// current names.
var formerNames = map[string]string{
	"admit": "reinstate", "again": "redeliver", "bar": "suspend", "dispatches": "deliveries", "ruling": "rule",
	"side-lines": "variations",
}

func init() {
	cobra.AddTemplateFunc("wrapped", func(flags *pflag.FlagSet) string { return flags.FlagUsagesWrapped(helpWidth) })
}

// formatHelp makes the help of all commands wrap the usage of flags, and lets
// flags be given by their former names.
func formatHelp(root *cobra.Command) {
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", "wrapped .LocalFlags", ".InheritedFlags.FlagUsages", "wrapped .InheritedFlags",
	).Replace(root.UsageTemplate()))
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if current, ok := formerNames[name]; ok {
			name = current
		}
		return pflag.NormalizedName(name)
	})
}
