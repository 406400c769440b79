package studies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/parser/record"
	"assay/store"
)

// chapter is a chapter as stored. If its notation has headers, they have the
// name and the mode, too.
type chapter struct {
	Name   string        `json:"name"`
	Mode   Mode          `json:"mode"`
	Format parser.Format `json:"format"`
	Text   string        `json:"text"`
	study  string        // name of the study that the headers state, or ""
	part   *store.StudyPart
}

// The headers of chapters in files of lichess.
const (
	studyKey   = "StudyName"
	chapterKey = "ChapterName"
	modeKey    = "ChapterMode"
	lessonMode = "gamebook" // the reader finds the moves
)

func (c *chapter) head() ChapterHead {
	return ChapterHead{ID: c.part.Chapter, Name: c.Name, Mode: c.Mode, Version: c.part.Version,
		Tagged: request.Tagged{ETag: ChapterTag(c.part.Chapter, c.part.Version)}, Author: c.part.Author,
		Updated: c.part.Saved}
}

// chapterOf returns a chapter that consists of a record.
func chapterOf(rec *parser.Record) chapter {
	c := chapter{Mode: Reading, Format: rec.Format, Text: string(rec.Bytes)}
	if rec.Encoding != "" && rec.Encoding != "utf-8" {
		c.Text = parser.Text(rec.Bytes, rec.Format, rec.Encoding)
	}
	c.takeHeaders(rec)
	return c
}

// takeHeaders sets what the headers of a record say.
func (c *chapter) takeHeaders(rec *parser.Record) {
	study, _ := rec.Tag(studyKey)
	name, _ := rec.Tag(chapterKey)
	if name == "" || study == "" { // older files have both in one header
		if first, second, ok := strings.Cut(parser.Event(rec), ": "); ok {
			study, name = cmp.Or(study, first), cmp.Or(name, second)
		}
	}
	if name == "" && c.Name == "" {
		name = players(rec)
	}
	c.study, c.Name = study, cmp.Or(name, c.Name)
	if mode, ok := rec.Tag(modeKey); ok && mode == lessonMode {
		c.Mode = Puzzle
	} else if parser.Traits(rec.Format).Has(record.PartTags) {
		c.Mode = Reading
	}
}

// players returns the names of a record's players, or "".
func players(rec *parser.Record) string {
	first, second := parser.Said(rec, parser.FieldFirst), parser.Said(rec, parser.FieldSecond)
	if strings.Trim(first+second, "?") == "" {
		return ""
	}
	return cmp.Or(first, "?") + " – " + cmp.Or(second, "?")
}

// setHeaders writes names and mode into the headers, if the notation has any
// and they say something else.
func (c *chapter) setHeaders(study string) error {
	rec, err := readRecord(c.Text, c.Format)
	if err != nil {
		return err
	}
	if !parser.Traits(rec.Format).Has(record.PartTags) {
		return nil
	}
	stated := chapter{}
	stated.takeHeaders(rec)
	var changes []parser.Tag
	if stated.study != study || stated.Name != c.Name {
		changes = append(changes, parser.Tag{Key: studyKey, Value: study}, parser.Tag{Key: chapterKey, Value: c.Name})
		if event := parser.Event(rec); stated.study != "" && event == stated.study+": "+stated.Name {
			changes = append(changes, parser.Tag{Key: "Event", Value: study + ": " + c.Name})
		}
	}
	if stated.Mode != c.Mode {
		changes = append(changes, parser.Tag{Key: modeKey, Value: map[Mode]string{Puzzle: lessonMode}[c.Mode]})
	}
	if len(changes) > 0 {
		c.Text, err = parser.Retag(c.Text, c.Format, changes)
	}
	return asInput(err)
}

// asInput returns an error about an unreadable record as an
// [*request.InputError], and other errors unchanged.
func asInput(err error) error {
	if errors.As(err, new(*parser.Unreadable)) || errors.As(err, new(*parser.Fault)) {
		return &request.InputError{Field: "record", Want: "a record that can be read; " + err.Error()}
	}
	return err
}

// complete checks a chapter that is number n of its study, names it if it has
// no name, and writes both into its headers. The error is an
// [*request.InputError], or from package parser.
func (c *chapter) complete(study string, n int) error {
	if c.Name = strings.TrimSpace(c.Name); c.Name == "" {
		c.Name = fmt.Sprintf("Chapter %d", n)
	}
	var modeErr error
	if c.Mode != Reading && c.Mode != Puzzle {
		modeErr = &request.InputError{Field: "mode", Value: string(c.Mode), Want: "reading or puzzle"}
	}
	if err := request.Joined(checkName(c.Name), modeErr); err != nil {
		return err
	}
	err := c.setHeaders(study)
	if len(c.Text) > MaxText {
		return &request.LimitError{What: "bytes of a chapter", Limit: MaxText}
	}
	return err
}

// readRecord reads a text that must be one record.
func readRecord(text string, f parser.Format) (*parser.Record, error) {
	reader := parser.NewReader(strings.NewReader(text),
		parser.Options{Format: f, MaxRecord: MaxText + 1, Encoding: "utf-8"})
	rec, err := reader.Next()
	if errors.Is(err, io.EOF) {
		return nil, &request.InputError{Field: "text", Want: "a record, such as [Variant \"chess\"] and its moves"}
	}
	if err != nil {
		return nil, asInput(err)
	}
	if _, err := reader.Next(); !errors.Is(err, io.EOF) {
		return nil, &request.InputError{Field: "text", Value: "several records",
			Want: "one record; add others as chapters"}
	}
	return rec, nil
}

// split returns the records of a text as chapters.
func split(text string) (all []chapter, err error) {
	reader := parser.NewReader(strings.NewReader(text), parser.Options{MaxRecord: MaxText})
	for text != "" {
		rec, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, asInput(err)
		}
		if len(all) == MaxChapters {
			return nil, &request.LimitError{What: "chapters of a study", Limit: MaxChapters}
		}
		all = append(all, chapterOf(rec))
	}
	return all, nil
}

// Chapter returns a version of a chapter, 0 for the last. link is as for
// [Collection.Study]. The error is [store.ErrNoStudy].
func (c *Collection) Chapter(ctx context.Context, id string, number, version int64, link string) (*Chapter, error) {
	ch, err := c.find(ctx, id, number, version, link)
	if err != nil {
		return nil, err
	}
	return c.viewChapter(ctx, ch)
}

// Replay returns the last version of a chapter, to step through and export.
// Errors are those of [Collection.Chapter], or from package parser.
func (c *Collection) Replay(ctx context.Context, id string, number int64, link string) (*present.Replay, error) {
	ch, err := c.find(ctx, id, number, 0, link)
	if err != nil {
		return nil, err
	}
	return c.replay(ctx, ch)
}

// Replays returns the last versions of all chapters of a study, in order. The
// errors are those of [Collection.Replay].
func (c *Collection) Replays(ctx context.Context, id, link string) ([]*present.Replay, error) {
	v, err := c.open(ctx, id, link)
	if err != nil {
		return nil, err
	}
	all := make([]*present.Replay, len(v.Chapters))
	for i, number := range v.Chapters {
		ch, err := c.stored(ctx, id, number, 0)
		if err != nil {
			return nil, err
		}
		if all[i], err = c.replay(ctx, ch); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// find reads a version of a chapter that the caller may read.
func (c *Collection) find(ctx context.Context, id string, number, version int64, link string) (*chapter, error) {
	err := c.check(ctx, id, number, link)
	if err == nil && number < 1 {
		err = store.ErrNoStudy
	}
	if err != nil {
		return nil, err
	}
	return c.stored(ctx, id, number, version)
}

// check checks that the caller may read a chapter, or for 0 the cover. Only
// writers read chapters that were removed.
func (c *Collection) check(ctx context.Context, id string, number int64, link string) error {
	v, err := c.open(ctx, id, link)
	if err == nil && number != 0 && !slices.Contains(v.Chapters, number) && !v.writable(request.CallerOf(ctx)) {
		err = store.ErrNoStudy
	}
	return err
}

func (c *Collection) stored(ctx context.Context, id string, number, version int64) (*chapter, error) {
	p, err := c.store.StudyPart(ctx, id, number, version)
	if err != nil {
		return nil, err
	}
	ch := &chapter{part: p}
	return ch, read(p, ch)
}

// viewChapter returns a chapter for readers.
func (c *Collection) viewChapter(ctx context.Context, ch *chapter) (*Chapter, error) {
	r, err := c.replay(ctx, ch)
	if err != nil {
		return nil, err
	}
	return &Chapter{ChapterHead: ch.head(), Study: ch.part.Study, Text: ch.Text, Report: r.Report()}, nil
}

func (c *Collection) replay(ctx context.Context, ch *chapter) (*present.Replay, error) {
	rec, err := readRecord(ch.Text, ch.Format)
	if err != nil {
		return nil, err
	}
	g := analysis.NewVerifier(c.library.Book()).Verify(rec, analysis.Settings{Done: ctx.Done()})
	if g == nil {
		return nil, context.Cause(ctx)
	}
	return &present.Replay{Game: g, Title: ch.Name, Cause: func() error { return context.Cause(ctx) }}, nil
}

// AddChapters adds the chapters of an input to the end of a study. It returns
// the errors of [Collection.Save] and [Collection.SaveChapter].
func (c *Collection) AddChapters(ctx context.Context, id string, in ChapterInput) (*Study, error) {
	if _, err := c.change(ctx, id, &in.Author); err != nil {
		return nil, err
	}
	added, err := c.newChapters(ctx, &in)
	if err != nil {
		return nil, err
	}
	for {
		parts, err := c.store.StudyParts(ctx, id)
		if err != nil {
			return nil, err
		}
		v := new(cover)
		if v.part, err = c.store.StudyPart(ctx, id, 0, 0); err != nil {
			return nil, err
		}
		if err := read(v.part, v); err != nil {
			return nil, err
		}
		number := parts[len(parts)-1].Chapter
		if len(v.Chapters)+len(added) > MaxChapters {
			return nil, &request.LimitError{What: "chapters of a study", Limit: MaxChapters}
		}
		next := make([]store.StudyPart, 1, 1+len(added))
		for i := range added {
			number++
			v.Chapters = append(v.Chapters, number)
			one := added[i]
			if err := one.complete(v.Name, len(v.Chapters)); err != nil {
				return nil, err
			}
			p, err := written(id, number, 0, in.Author, &one)
			if err != nil {
				return nil, err
			}
			next = append(next, p)
		}
		if next[0], err = written(id, 0, v.part.Version, in.Author, v); err != nil {
			return nil, err
		}
		saved, err := c.save(ctx, next)
		if errors.As(err, new(*store.StudyChangedError)) {
			continue // a concurrent save came first
		}
		if err != nil {
			return nil, err
		}
		v.part = &saved[0]
		return c.view(ctx, v)
	}
}

// newChapters returns the chapters that an input describes.
func (c *Collection) newChapters(ctx context.Context, in *ChapterInput) (all []chapter, err error) {
	text := in.Text
	switch {
	case in.Game != 0:
		r, err := c.games.Replay(ctx, in.Game)
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		_, err = r.Export(&b, present.ExportOptions{Format: Usual})
		if present.IsNotExportable(err) { // the notation of the record, or JSON
			_, err = r.Export(&b, present.ExportOptions{Format: present.ExportJSON})
		}
		if err != nil {
			return nil, err
		}
		text = b.String()
	case in.Variant != "":
		if text, err = c.positionRecord(in); err != nil {
			return nil, err
		}
	}
	all, err = split(text)
	if err == nil && len(all) == 0 {
		err = &request.InputError{Field: "text", Want: "a record, or the number of a game, or a variant"}
	}
	for i := range all {
		all[i].Mode = cmp.Or(in.Mode, all[i].Mode)
		if in.Name != "" && len(all) == 1 {
			all[i].Name = in.Name
		}
	}
	return all, err
}

// positionRecord returns a record without moves that starts at the position of
// an input.
func (c *Collection) positionRecord(in *ChapterInput) (string, error) {
	p, err := c.library.Position(in.Variant, in.Options, in.Position)
	if err != nil {
		return "", err
	}
	d := p.Rules().Definition()
	if _, ok := notation.ForFormat(parser.PGN, p.Rules()); !ok {
		return "", &analysis.CannotHold{Format: parser.PGN, Variant: d.ID}
	}
	rec := &parser.Record{Format: parser.PGN, Tags: []parser.Tag{{Key: "Variant", Value: d.ID}}}
	if options := d.OptionText(); options != "" {
		rec.Tags = append(rec.Tags, parser.Tag{Key: "Options", Value: options})
	}
	if text := p.Text(); text != p.Rules().StartText() {
		rec.Tags = append(rec.Tags, parser.Tag{Key: "SetUp", Value: "1"}, parser.Tag{Key: "FEN", Value: text})
	}
	var b strings.Builder
	err = parser.Write(&b, rec)
	return b.String(), err
}

// SaveChapter changes a chapter that is at a version; 0 accepts any. The error
// is [store.ErrNoStudy], an [*request.OwnerError], an [*request.InputError], an
// [*request.LimitError], a [*ConflictError], an [*analysis.AnnotationError] or
// [*analysis.LineError] of an edit, or from package parser.
func (c *Collection) SaveChapter(ctx context.Context, id string, number, version int64, in ChapterInput) (*Chapter,
	error) {
	original := in
	v, err := c.change(ctx, id, &in.Author)
	if err != nil {
		return nil, err
	}
	if number < 1 {
		return nil, store.ErrNoStudy
	}
	current, err := c.stored(ctx, id, number, 0)
	if err != nil {
		return nil, err
	}
	base := current
	if version != store.AnyRevision && version != current.part.Version {
		if base, err = c.stored(ctx, id, number, max(version, 0)); err != nil {
			base = current
		}
	}
	next := *base
	if err := c.apply(ctx, &next, &in); err != nil {
		return nil, err
	}
	if err := next.complete(v.Name, 1+slices.Index(v.Chapters, number)); err != nil {
		return nil, err
	}
	if version == store.AnyRevision || version == current.part.Version {
		p, err := written(id, number, current.part.Version, in.Author, &next)
		if err != nil {
			return nil, err
		}
		saved, err := c.save(ctx, []store.StudyPart{p})
		if errors.As(err, new(*store.StudyChangedError)) {
			return c.SaveChapter(ctx, id, number, version, original) // a concurrent save came first
		}
		if err != nil {
			return nil, err
		}
		next.part = &saved[0]
		return c.viewChapter(ctx, &next)
	}
	shown, err := c.viewChapter(ctx, current)
	if err != nil {
		return nil, err
	}
	return nil, &ConflictError{Chapter: shown,
		YourChapter: &ChapterInput{Author: in.Author, Name: next.Name, Mode: next.Mode, Text: next.Text}}
}

// apply changes a chapter.
func (c *Collection) apply(ctx context.Context, ch *chapter, in *ChapterInput) error {
	if in.Restore != 0 {
		former, err := c.stored(ctx, ch.part.Study, ch.part.Chapter, in.Restore)
		if err != nil {
			return err
		}
		former.part = ch.part
		*ch = *former
	}
	if in.Text != "" {
		rec, err := readRecord(in.Text, "")
		if err != nil {
			return err
		}
		ch.Text, ch.Format = in.Text, rec.Format
		ch.takeHeaders(rec)
	}
	if in.Edit != nil {
		r, err := c.replay(ctx, ch)
		if err != nil {
			return err
		}
		edited, err := r.Game.Edit(in.Edit)
		if err != nil {
			return err
		}
		var b strings.Builder
		if err := edited.Write(&b); err != nil {
			return err
		}
		ch.Text = b.String()
	}
	ch.Name, ch.Mode = cmp.Or(in.Name, ch.Name), cmp.Or(in.Mode, ch.Mode)
	return nil
}
