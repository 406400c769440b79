package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/present"
	"assay/api/request"
	"assay/api/studies"
	"assay/parser"
)

func (p *program) studies() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "studies",
		Short: "List, import and export studies",
		Long: `Studies are documents of chapters: games and positions of any variant, with variations,
comments and puzzles. Several people write them on the server's page /studies.`,
		Example: `  # Archive a study of lichess, and write it again.
  assay studies import study.pgn
  assay studies list`,
		Args: misspeltCommand,
	}
	cmd.AddCommand(p.listStudies(), p.importStudies(), p.exportStudy())
	return cmd
}

func (p *program) listStudies() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the studies of the archive",
		Long:    "List shows the studies with their IDs, newest first.",
		Example: "  assay studies list",
		Args:    noArguments(),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, _ []string) error {
			for cursor := ""; ; {
				page, err := a.Studies.List(ctx, false, cursor, request.MaxLimit)
				if err != nil {
					return err
				}
				if err := each(page.Studies, p.showStudy); err != nil {
					return err
				}
				if cursor = string(page.Next); cursor == "" {
					return nil
				}
			}
		}),
	}
}

func (p *program) showStudy(s *studies.Head) error {
	return p.tell(s, "%s: %s, %s, %s, by %s", s.ID, s.Name, parser.Count(s.Chapters, "chapter"), s.Access, s.Owner)
}

func (p *program) importStudies() *cobra.Command {
	var author, access string
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Read studies from files",
		Long: `Import makes a chapter of every record of a file. Chapters with the same header StudyName,
as lichess writes it, become one study; those without it become a study with the name of
the file. Nothing of a record is lost.`,
		Example: `  assay studies import study.pgn
  # A study that everyone may read.
  assay studies import --access public study.pgn`,
		Args: paths(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			name, err := p.author(author)
			if err != nil {
				return err
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error {
				for _, path := range args {
					text, err := p.wholeFile(path)
					if err != nil {
						return err
					}
					title := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
					made, err := a.Studies.Import(ctx, studies.Input{Author: name, Name: &title,
						Access: (*studies.Access)(&access), Records: parser.Text(text, "", "")})
					if err != nil {
						return blame(err)
					}
					for _, s := range made {
						if err := p.showStudy(&s.Head); err != nil {
							return err
						}
					}
				}
				return nil
			})
		}),
	}
	cmd.Flags().StringVar(&author, "author", "", "`name` of the owner (default $USER)")
	cmd.Flags().StringVar(&access, "access", string(studies.Private),
		"who else may read them: private, unlisted or public")
	return cmd
}

// wholeFile reads a file; - is standard input.
func (p *program) wholeFile(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(p.stdin)
	}
	return os.ReadFile(path)
}

func (p *program) exportStudy() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "export STUDY",
		Short: "Write a study to standard output",
		Long: `Export writes the chapters of a study, by default as PGN with the headers of lichess'
studies. As html it is a page with boards, as markdown a text with diagrams.`,
		Example: `  assay studies export tf2k3c1q5m7xw2ah4kz3mdy > study.pgn
  assay studies export --as html tf2k3c1q5m7xw2ah4kz3mdy > study.html`,
		Args: wants(1, 1, "STUDY", "name a study by its ID, which `assay studies list` shows"),
		RunE: p.inArchive(func(ctx context.Context, a *api.Archive, args []string) error {
			losses, err := a.Studies.Export(ctx, p.stdout, args[0], "",
				present.ExportOptions{Format: present.ExportFormat(format)})
			for _, lost := range losses {
				p.note("assay: without %s", lost)
			}
			return blame(err)
		}),
	}
	cmd.Flags().StringVar(&format, "as", string(studies.Usual),
		"`format`: "+strings.Join(request.Words(studies.Formats()), ", "))
	return cmd
}
