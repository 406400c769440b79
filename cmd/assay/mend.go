package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/records"
	"assay/store"
)

// mendFlags are the flags of the command mend.
type mendFlags struct {
	reason, author, encoding string
	restore                  int64
	headers                  []string
}

func (p *program) mend() *cobra.Command {
	var f mendFlags
	cmd := &cobra.Command{
		Use:   "mend GAME [FILE]",
		Short: "Correct the record of a game",
		Long: `Mend gives an archived game a new revision of its record: from a file ("-" is standard
input), with changed headers (--header), or an earlier revision (--restore). The new
revision is verified. All revisions are kept, with author and reason. Without a file
and without these flags, mend lists the revisions.

If names came out as nonsense, read the original bytes in another encoding
(--encoding). This starts from the record as archived, or from the revision of
--restore; corrections that were made since are not in it.`,
		Example: `  # Replace the record of game 3.
  assay mend 3 corrected.pgn --reason "scoresheet of Black"
  # Change one header and remove another.
  assay mend 3 --header "White=Carlsen, Magnus" --header Round= --reason "bulletin"
  # Read the original bytes as Windows Cyrillic.
  assay mend 3 --encoding windows-1251 --reason "wrong encoding"
  # List the revisions, and return to the first.
  assay mend 3
  assay mend 3 --restore 1 --reason "the correction was wrong"`,
		Args: wants(1, 2, "GAME", "name one game, and optionally a file"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if f.encoding != "" && f.restore == 0 {
				f.restore = 1
			}
			if len(args) == 1 && f.restore == 0 && len(f.headers) == 0 {
				return refuse(cmd.Flags(), "requires a FILE, --header, --restore or --encoding", "reason", "author")
			}
			return nil
		},
		RunE: p.does(func(ctx context.Context, args []string) error {
			ids, err := gameIDs(args[:1])
			if err != nil {
				return err
			}
			if len(args) == 1 && f.restore == 0 && len(f.headers) == 0 {
				return p.withArchive(ctx, toRead, func(a *api.Archive) error { return p.revisions(ctx, a, ids[0]) })
			}
			if len(args) == 2 && f.restore != 0 {
				return usage(f.restoring(), "cannot be combined with a FILE")
			}
			if len(f.headers) > 0 && (len(args) == 2 || f.restore != 0) {
				return usage("--header", "cannot be combined with a FILE, --restore or --encoding")
			}
			headers, err := f.tags()
			if err != nil {
				return err
			}
			if f.reason == "" {
				return usage("--reason", "state the reason for the correction")
			}
			return p.withArchive(ctx, toWrite,
				func(a *api.Archive) error { return f.mend(ctx, p, a, ids[0], headers, args[1:]) })
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.reason, "reason", "", "`reason` for the correction")
	flags.StringVar(&f.author, "author", "", "your `name` (default $USER)")
	flags.StringArrayVar(&f.headers, "header", nil,
		"set a header, `KEY=VALUE`; without a value it is removed; may be repeated")
	flags.StringVar(&f.encoding, "encoding", "",
		"read the restored bytes in this `encoding`, such as big5 or windows-1251")
	flags.Var((*number)(&f.restore), "restore", "`number` of the revision to restore (with --encoding default 1)")
	return cmd
}

// restoring returns the flag by which a revision is restored.
func (f *mendFlags) restoring() string {
	if f.encoding != "" {
		return "--encoding"
	}
	return "--restore"
}

// tags returns the headers to change, by key.
func (f *mendFlags) tags() (map[string]string, error) {
	tags := map[string]string{}
	for _, header := range f.headers {
		key, value, ok := strings.Cut(header, "=")
		key = strings.TrimSpace(key)
		if _, twice := tags[key]; !ok || key == "" || twice {
			return nil, usage("--header", "%q: expected KEY=VALUE, each key once", header)
		}
		tags[key] = strings.TrimSpace(value)
	}
	return tags, nil
}

// mend saves a new revision of a game: from a file, an earlier one, or with
// changed headers.
func (f *mendFlags) mend(ctx context.Context, p *program, a *api.Archive, game int64, headers map[string]string,
	files []string) error {
	author, err := p.author(f.author)
	if err != nil {
		return err
	}
	var done *records.Revised
	if len(headers) > 0 {
		done, err = a.SetHeaders(ctx, game, store.AnyRevision,
			records.HeaderInput{Author: author, Reason: f.reason, Headers: headers})
	} else if f.restore != 0 {
		done, err = a.Revert(ctx, game, store.AnyRevision, f.restore,
			records.RevertInput{Author: author, Reason: f.reason, Encoding: f.encoding})
	} else {
		var text []byte
		if text, err = p.text(files[0]); err != nil {
			return usage("FILE", "%v", err)
		}
		done, err = a.Revise(ctx, game, store.AnyRevision,
			records.RevisionInput{Author: author, Reason: f.reason, Text: string(text)})
	}
	if err != nil {
		return blame(err)
	}
	return p.reverified(done, done.Report, fmt.Sprintf("revision %d", done.Revision))
}

// text returns the content of a file; - is standard input.
func (p *program) text(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(p.stdin)
	}
	return os.ReadFile(file)
}

func (p *program) revisions(ctx context.Context, a *api.Archive, game int64) error {
	history, err := a.Revisions(ctx, game)
	if err != nil {
		return err
	}
	if p.json {
		return p.object(history)
	}
	return each(history.Revisions, func(r *records.RevisionView) error {
		return p.print("%d %s %s %s: %s", r.Revision, r.Created.Format(time.DateOnly), r.Verdict,
			cmp.Or(r.Author, "archived"), cmp.Or(r.Reason, "original"))
	})
}
