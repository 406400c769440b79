package studies

import (
	"context"
	"fmt"
	"io"
	"strings"

	"assay/api/present"
	"assay/parser"
)

// Usual is the format of files of studies, as lichess writes them.
const Usual = present.ExportFormat(parser.PGN)

// Formats lists the formats in which studies are exported: those of several
// games. PGN is that of lichess' studies, with a record per chapter.
func Formats() []present.ExportFormat { return present.CollectionFormats() }

// Export writes the last version of a study. What a format cannot express of a
// chapter is in losses. link is as for [Collection.Study]. The errors are
// [store.ErrNoStudy] and those of [present.NewCollection].
func (c *Collection) Export(ctx context.Context, w io.Writer, id, link string,
	o present.ExportOptions) (losses []string, err error) {
	study, err := c.Study(ctx, id, link)
	if err != nil {
		return nil, err
	}
	out, err := present.NewCollection(w, study.Name, o)
	if err != nil {
		return nil, err
	}
	for i, head := range study.Contents {
		ch, err := c.stored(ctx, id, head.ID, 0)
		if err != nil {
			return nil, err
		}
		var lost []string
		if o.Format == Usual {
			lost, err = c.exportRecord(ctx, w, study.Name, ch, i < len(study.Contents)-1)
		} else {
			lost, err = c.add(ctx, out, ch)
		}
		if present.IsNotExportable(err) {
			lost, err = []string{err.Error()}, nil
		}
		if err != nil {
			return nil, err
		}
		for _, text := range lost {
			losses = append(losses, fmt.Sprintf("chapter %d, %s: %s", i+1, ch.Name, text))
		}
	}
	return losses, out.Close()
}

// add adds a chapter to a file of games.
func (c *Collection) add(ctx context.Context, out *present.Collection, ch *chapter) ([]string, error) {
	r, err := c.replay(ctx, ch)
	if err != nil {
		return nil, err
	}
	return out.Add(r)
}

// exportRecord writes a chapter in the usual notation: as it is, except for
// headers that say otherwise. A blank line separates it from the next one.
func (c *Collection) exportRecord(ctx context.Context, w io.Writer, study string, ch *chapter,
	more bool) (losses []string, err error) {
	if r, err := c.replay(ctx, ch); err != nil {
		return nil, err
	} else if present.ExportFormat(ch.Format) != Usual {
		var b strings.Builder
		if losses, err = r.Export(&b, present.ExportOptions{Format: Usual}); err != nil {
			return nil, err
		}
		ch.Text, ch.Format = b.String(), ""
	}
	if err := ch.setHeaders(study); err != nil {
		return nil, err
	}
	for more && !strings.HasSuffix(ch.Text, "\n\n") {
		ch.Text += "\n"
	}
	_, err = io.WriteString(w, ch.Text)
	return losses, err
}
