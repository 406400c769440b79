package main

import (
	"context"
	_ "embed"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// build describes the build of the program.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Date     string `json:"date"`     // of the revision
	Modified bool   `json:"modified"` // with uncommitted changes
	Go       string `json:"go"`
}

// built returns the build; outside a repository only its version is known.
func built() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{Version: version()}
	}
	b := build{Version: version(), Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func (b build) String() string {
	parts := []string{"assay " + b.Version}
	if b.Revision != "" {
		parts = append(parts, "revision "+b.Revision, b.Date)
	}
	if b.Modified {
		parts = append(parts, "modified")
	}
	return strings.Join(append(parts, b.Go), ", ")
}

// component is a module of the program, in the form of CycloneDX.
type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl,omitempty"`
	Licences []licence `json:"licenses,omitempty"`
}

// licence is an SPDX expression.
type licence struct {
	Expression string `json:"expression"`
}

// licencesText has a line per linked module: its path, a tab, and its licence
// as an SPDX expression. TestLicences keeps it up to date.
//
//go:embed licences.txt
var licencesText string

// licences returns the licences of modules by path.
func licences() map[string][]licence {
	all := map[string][]licence{}
	for line := range strings.Lines(licencesText) {
		if module, expression, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			all[module] = []licence{{expression}}
		}
	}
	return all
}

type materials struct {
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

func contents() materials {
	m := materials{Format: "CycloneDX", Spec: "1.5", Version: 1, Components: []component{}}
	of := licences()
	m.Metadata.Component = component{Type: "application", Name: "assay", Version: version(), Licences: of["assay"]}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m
	}
	m.Components = append(m.Components,
		component{"library", "std", info.GoVersion, "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"),
			of["std"]})
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		m.Components = append(m.Components,
			component{"library", d.Path, d.Version, "pkg:golang/" + d.Path + "@" + d.Version, of[d.Path]})
	}
	return m
}

func (p *program) version() *cobra.Command {
	var sbom bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version of this program",
		Long:  `Version shows the version, the revision and its date.`,
		Example: `  # Show the version, then all components as CycloneDX JSON.
  assay version
  assay version --sbom`,
		Args: noArguments(),
		RunE: p.does(func(context.Context, []string) error {
			if sbom {
				return p.object(contents())
			}
			return p.tell(built(), "%v", built())
		}),
	}
	cmd.Flags().BoolVar(&sbom, "sbom", false, "list all components as CycloneDX JSON")
	return cmd
}

func (p *program) man() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write man pages",
		Long:  `Man writes man pages of all commands into an existing folder.`,
		Example: `  # Write the man pages into the folder man1.
  assay man man1`,
		Args: wants(1, 1, "FOLDER", "name one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.working = true
			cmd.Root().DisableAutoGenTag = true
			if err := doc.GenManTree(cmd.Root(),
				&doc.GenManHeader{Title: "ASSAY", Section: "1", Source: fmt.Sprintf("assay %s", version())},
				args[0]); err != nil {
				return usage("FOLDER", "%v", err)
			}
			return nil
		},
	}
}
