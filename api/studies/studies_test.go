package studies

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
	"assay/store"
	"assay/store/sqlite"
)

// file is a study as lichess writes it: a lesson with an older header, a game
// with clocks and evaluations, a position, other variants, and text.
const file = `[Event "Traps & tricks: Legal's mate"]
[Site "https://lichess.org/study/abcdefgh/ijklmnop"]
[Result "*"]
[Variant "Standard"]
[ECO "C41"]
[Opening "Philidor Defense"]
[Annotator "https://lichess.org/@/ada"]
[StudyName "Traps & tricks"]
[ChapterName "Legal's mate"]
[ChapterURL "https://lichess.org/study/abcdefgh/ijklmnop"]
[UTCDate "2024.01.02"]
[UTCTime "10:11:12"]
[ChapterMode "gamebook"]

{ Play as White. } { [%csl Gf7,Ye5][%cal Gc4f7,Re4e5] }
1. e4 { [%eval 0.36] [%clk 0:03:00] } 1... e5 { [%eval 0.24] [%clk 0:02:59] } 2. Nf3 d6 { Philidor \ "solid" } 3. Bc4 Bg4?! { [%eval 0.9] } { A second comment. } (3... Be7 4. O-O (4. d4 $5 { Better. [%cal Gd2d4] }) 4... Nf6) 4. Nc3 g6?? $18 5. Nxe5! { Wrong moves lose. } 5... Bxd1 6. Bxf7+ Ke7 7. Nd5# *


[Event "Traps & tricks: An endgame"]
[Site "https://lichess.org/study/abcdefgh/qrstuvwx"]
[Result "*"]
[UTCDate "2024.01.02"]
[UTCTime "10:12:12"]
[Variant "From Position"]
[ECO "?"]
[Opening "?"]
[Annotator "https://lichess.org/@/ada"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 3 40"]
[SetUp "1"]
[Orientation "black"]

{ Only text so far. }
 *


[Event "Traps & tricks: Drops"]
[Result "1-0"]
[Variant "Crazyhouse"]
[StudyName "Traps & tricks"]
[ChapterName "Drops"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@b4 (4. P@d6 $1) 4... Qb6 1-0


[Event "Traps & tricks: Atoms"]
[Result "*"]
[Variant "Atomic"]
[StudyName "Traps & tricks"]
[ChapterName "Atoms"]

1. Nf3 f6 2. Nd4 { [%emt 0:00:05] } *


`

// archive are the studies of a new archive with one archived game.
func archive(t testing.TB) *Collection {
	t.Helper()
	library, err := define.NewLibrary(define.Config{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return NewCollection(library, s, archived{library})
}

// archived are games: number 1 is the second chapter of file, others are not
// archived.
type archived struct{ library *define.Library }

func (a archived) Replay(ctx context.Context, id int64) (*present.Replay, error) {
	if id != 1 {
		return nil, &store.GameError{ID: id, Kind: store.ErrNotFound}
	}
	all, _ := split(file)
	return (&Collection{library: a.library}).replay(ctx, &all[2])
}

// as is a context of a caller.
func as(t testing.TB, name string, role store.Role) context.Context {
	return request.WithCaller(t.Context(), request.Caller{Name: name, Role: role, Rights: request.RightsOf(role)})
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func exported(t testing.TB, c *Collection, id string, as present.ExportFormat) string {
	t.Helper()
	var b bytes.Buffer
	losses, err := c.Export(t.Context(), &b, id, "", present.ExportOptions{Format: as})
	if err != nil || len(losses) > 0 {
		t.Fatalf("export as %s: %v %v", as, losses, err)
	}
	return b.String()
}

// TestRoundTrip imports a file of lichess' form and exports the same bytes.
// After an edit, everything else is still there.
func TestRoundTrip(t *testing.T) {
	c := archive(t)
	s := must(c.Create(t.Context(), Input{Author: "Ada", Records: file}))(t)
	if s.Name != "Traps & tricks" || s.Access != Private || len(s.Contents) != 4 {
		t.Fatalf("%+v", s)
	}
	names := ""
	for _, ch := range s.Contents {
		names += fmt.Sprintf("%d %s %s|", ch.ID, ch.Name, ch.Mode)
		if v := must(c.Chapter(t.Context(), s.ID, ch.ID, 0, ""))(t); v.Report.Verdict != analysis.Legal {
			t.Errorf("%s: %s %+v", ch.Name, v.Report.Verdict, v.Report.Error)
		}
	}
	if want := "1 Legal's mate puzzle|2 An endgame reading|3 Drops reading|4 Atoms reading|"; names != want {
		t.Errorf("chapters %s", names)
	}
	if got := exported(t, c, s.ID, Usual); got != file {
		t.Errorf("exported\n%s", got)
	}
	comment := "Read."
	must(c.SaveChapter(t.Context(), s.ID, 1, 1, ChapterInput{Author: "Ada", Edit: &analysis.Edit{Ply: 13, Comment: &comment}}))(t)
	before, after := records(t, file), records(t, exported(t, c, s.ID, Usual))
	before[0].Moves[12].Annotate().Comments = []parser.Comment{{Text: comment}}
	for i, rec := range before {
		if got, want := summary(after[i]), summary(rec); got != want {
			t.Errorf("record %d:\n%s, want\n%s", i+1, got, want)
		}
	}
}

func records(t testing.TB, text string) (all []*parser.Record) {
	t.Helper()
	for r := parser.NewReader(strings.NewReader(text), parser.Options{}); ; {
		rec, err := r.Next()
		if err != nil {
			return all
		}
		all = append(all, rec)
	}
}

// summary lists everything that a record says, without its layout.
func summary(rec *parser.Record) string {
	var lines []string
	for _, tag := range rec.Tags {
		if !slices.Contains([]string{"?", "????.??.??", ""}, tag.Value) {
			lines = append(lines, tag.Key+"="+tag.Value)
		}
	}
	slices.Sort(lines)
	for _, c := range rec.Comments {
		lines = append(lines, c.Text)
	}
	for ply := range rec.Moves.All() {
		line := fmt.Sprint(ply.Text, ply.CommandText(), ply.Notes().NAGs, len(ply.Notes().Variations))
		for _, c := range ply.Notes().Comments {
			line += " " + c.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, rec.Result), "\n")
}

// TestNames writes the names of study and chapters into their headers.
func TestNames(t *testing.T) {
	c := archive(t)
	s := must(c.Create(t.Context(), Input{Author: "Ada", Records: file}))(t)
	name := `A "new" name`
	must(c.Save(t.Context(), s.ID, 1, Input{Author: "Ada", Name: &name, Chapters: &[]int64{4, 1}}))(t)
	must(c.SaveChapter(t.Context(), s.ID, 1, 1, ChapterInput{Author: "Ada", Name: "Renamed", Mode: Reading}))(t)
	got := exported(t, c, s.ID, Usual)
	for _, want := range []string{`[StudyName "A \"new\" name"]`, `[ChapterName "Renamed"]`, `[Event "A \"new\" name: Renamed"]`,
		`[Event "A \"new\" name: Atoms"]`, `[ECO "C41"]`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, modeKey) || strings.Index(got, "Atoms") > strings.Index(got, "Renamed") || len(records(t, got)) != 2 {
		t.Errorf("exported\n%s", got)
	}
}

// TestAddChapters adds chapters of all kinds of sources.
func TestAddChapters(t *testing.T) {
	c := archive(t)
	name := "Shapes"
	s := must(c.Create(t.Context(), Input{Author: "Ada", Name: &name}))(t)
	for _, row := range []struct {
		in   ChapterInput
		want string // name, mode and verdict, or a part of the error
	}{
		{ChapterInput{Game: 1}, "Drops reading legal crazyhouse"},
		{ChapterInput{Variant: "shogi", Name: "Start"}, "Start reading legal shogi"},
		{ChapterInput{Variant: "chess", Position: "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Mode: Puzzle}, "Chapter 3 puzzle legal chess"},
		{ChapterInput{Variant: "all-classic", Options: "board=10x8"}, "board"},
		{ChapterInput{Text: "手合割：平手\n先手：甲\n後手：乙\n手数----指手--\n   1 ７六歩(77)\n"}, "甲 – 乙 reading legal shogi"},
		{ChapterInput{Text: "Variant=csg-1\n1. Pawn f3 - f4\n"}, "reading legal csg-1"},
		{ChapterInput{Text: "[White \"A\"]\n\n1. e5 *\n"}, "A – ? reading illegal chess"},
		{ChapterInput{Text: "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n"}, "B – ? reading legal chess"},
		{ChapterInput{}, "a record, or the number of a game"},
		{ChapterInput{Game: 2}, "game 2: not in the archive"},
		{ChapterInput{Variant: "nothing"}, "nothing"},
		{ChapterInput{Variant: "chess", Position: "8/8"}, "position"},
		{ChapterInput{Variant: "chess", Mode: "x"}, "reading or puzzle"},
		{ChapterInput{Variant: "chess", Name: strings.Repeat("x", 201)}, "200 characters"},
		{ChapterInput{Text: "[White \"A\"]\n\n{" + strings.Repeat("x", MaxText-20) + "} *\n"}, "limit of 1048576 bytes"}, // headers are added
		{ChapterInput{Text: "[White \"" + strings.Repeat("x", MaxText) + "\"]\n\n*\n"}, "limit of 1048576 bytes"},
	} {
		row.in.Author = "Ada"
		got := ""
		if s, err := c.AddChapters(t.Context(), s.ID, row.in); err != nil {
			got = err.Error()
		} else {
			v := must(c.Chapter(t.Context(), s.ID, s.Contents[len(s.Contents)-1].ID, 0, ""))(t)
			got = fmt.Sprintf("%s %s %s %s", v.Name, v.Mode, v.Report.Verdict, v.Report.Variant)
		}
		if !strings.Contains(got, row.want) {
			t.Errorf("%.200s: %s, want %s", fmt.Sprintf("%+v", row.in), got, row.want)
		}
	}
	var b bytes.Buffer
	losses := must(c.Export(t.Context(), &b, s.ID, "", present.ExportOptions{Format: Usual}))(t)
	if again := records(t, b.String()); len(again) < 6 || len(losses) > 1 {
		t.Errorf("%d records, %v in\n%s", len(again), losses, b.String())
	}
	for _, as := range []present.ExportFormat{present.ExportHTML, present.ExportMarkdown, present.ExportText} {
		var b bytes.Buffer
		must(c.Export(t.Context(), &b, s.ID, "", present.ExportOptions{Format: as}))(t)
		if !strings.Contains(b.String(), "Start") || !strings.Contains(b.String(), "Chapter 3") {
			t.Errorf("%s without the names of chapters:\n%s", as, b.String())
		}
	}
}

// TestConflicts changes chapters and covers at once. Nothing is lost.
func TestConflicts(t *testing.T) {
	c, ctx := archive(t), t.Context()
	s := must(c.Create(ctx, Input{Author: "Ada", Records: file}))(t)
	mine, theirs := "mine", "theirs"
	edit := func(author string, version int64, text string, ply int) (*Chapter, error) {
		return c.SaveChapter(ctx, s.ID, 1, version, ChapterInput{Author: author, Edit: &analysis.Edit{Ply: ply, Comment: &text}})
	}
	must(edit("Ben", 1, theirs, 1))(t)
	_, err := edit("Ada", 1, mine, 2)
	conflict, ok := errors.AsType[*ConflictError](err)
	if !ok || !strings.Contains(conflict.YourChapter.Text, mine) || strings.Contains(conflict.YourChapter.Text, theirs) ||
		!strings.Contains(conflict.Chapter.Text, theirs) || conflict.Chapter.Version != 2 || conflict.Chapter.Author != "Ben" {
		t.Fatalf("%v %+v", err, conflict)
	}
	if v := must(edit("Ada", 0, mine, 2))(t); v.Version != 3 || !strings.Contains(v.Text, theirs) || !strings.Contains(v.Text, mine) {
		t.Errorf("a change of any version: %+v", v)
	}
	v := must(c.SaveChapter(ctx, s.ID, 1, 3, ChapterInput{Author: "Ada", Restore: 1}))(t)
	if first := must(c.Chapter(ctx, s.ID, 1, 1, ""))(t); v.Version != 4 || v.Text != first.Text {
		t.Errorf("restored version 1 as %+v", v)
	}
	if h := must(c.History(ctx, s.ID, 1, ""))(t); len(h.Versions) != 4 || h.Versions[1].Author != "Ben" {
		t.Errorf("versions %+v", h)
	}
	must(c.Save(ctx, s.ID, 1, Input{Author: "Ben", Chapters: &[]int64{2, 1}}))(t)
	_, err = c.Save(ctx, s.ID, 1, Input{Author: "Ada", Name: &mine})
	if conflict, ok = errors.AsType[*ConflictError](err); !ok || *conflict.YourStudy.Name != mine || conflict.Study.Chapters != 2 {
		t.Errorf("%v %+v", err, conflict)
	}
	must(c.AddChapters(ctx, s.ID, ChapterInput{Author: "Ada", Variant: "chess"}))(t) // never conflicts
	if s = must(c.Save(ctx, s.ID, 3, Input{Author: "Ada", Restore: 1}))(t); len(s.Contents) != 4 || s.Version != 4 {
		t.Errorf("restored version 1 as %+v", s)
	}
	if _, err := c.Save(ctx, s.ID, 0, Input{Author: "Ada", Chapters: new(make([]int64, MaxChapters+1))}); !errors.As(err, new(*request.LimitError)) {
		t.Errorf("too many chapters: %v", err)
	}
	for _, in := range []Input{{Chapters: &[]int64{1, 1}}, {Chapters: &[]int64{9}}, {Name: new(string)}, {Access: new(Access)},
		{Writers: &[]string{" x"}}} {
		in.Author = "Ada"
		if _, err := c.Save(ctx, s.ID, 0, in); !errors.As(err, new(*request.InputError)) {
			t.Errorf("%+v: %v", in, err)
		}
	}
}

// TestAccess shows studies to those who may read them, and lets writers change
// them.
func TestAccess(t *testing.T) {
	c := archive(t)
	owner := as(t, "Ada", store.Contributor)
	s := must(c.Create(owner, Input{Records: file, Writers: &[]string{"Ben"}}))(t)
	access := func(a Access) *Study {
		return must(c.Save(owner, s.ID, 0, Input{Access: &a}))(t)
	}
	read := func(want string) {
		t.Helper()
		got := ""
		for _, name := range []string{"Ada", "Ben", "Cid"} {
			for _, link := range []string{"", string(s.Link)} {
				ctx := as(t, name, store.Contributor)
				_, err := c.Study(ctx, s.ID, link)
				_, readErr := c.Chapter(ctx, s.ID, 1, 0, link)
				if (err == nil) != (readErr == nil) || err != nil && !errors.Is(err, store.ErrNoStudy) {
					t.Errorf("%s with %q: %v, %v", name, link, err, readErr)
				}
				if err == nil {
					got += name[:1]
				}
			}
			if len(must(c.List(as(t, name, store.Contributor), false, "", 10))(t).Studies) > 0 {
				got += "+"
			}
		}
		if got != want {
			t.Errorf("read by %s, want %s", got, want)
		}
	}
	read("AA+BB+")
	s = access(Unlisted)
	if len(s.Link) < 20 {
		t.Fatalf("link %q", s.Link)
	}
	read("AA+BB+C")
	former := s.Link
	access(Private)
	if s = access(Unlisted); s.Link == former {
		t.Error("a former link is valid again")
	}
	former = s.Link
	access(Public)
	if s = must(c.Save(owner, s.ID, 0, Input{Restore: s.Version}))(t); s.Access != Unlisted || s.Link == former {
		t.Errorf("restored %s; a former link is valid again", s.Access)
	}
	access(Public)
	read("AA+BB+CC+")
	must(c.Save(owner, s.ID, 0, Input{Chapters: &[]int64{1, 2, 3}}))(t) // without the last
	for who, want := range map[string]error{"Ada": nil, "Ben": nil, "Cid": store.ErrNoStudy} {
		ctx := as(t, who, store.Contributor)
		_, err := c.Chapter(ctx, s.ID, 4, 0, "")
		_, historyErr := c.History(ctx, s.ID, 4, "")
		if !errors.Is(err, want) || !errors.Is(historyErr, want) {
			t.Errorf("a removed chapter for %s: %v, %v", who, err, historyErr)
		}
	}
	if v := must(c.Study(as(t, "Cid", store.Contributor), s.ID, ""))(t); v.Link != "" || v.Writable {
		t.Errorf("for a reader: %+v", v)
	}
	private, name := Private, "x"
	for who, want := range map[string]error{"Ada": nil, "Ben": nil, "Cid": new(request.OwnerError)} {
		ctx := as(t, who, store.Contributor)
		_, err := c.Save(ctx, s.ID, 0, Input{Name: &name})
		_, chapterErr := c.SaveChapter(ctx, s.ID, 1, 0, ChapterInput{Name: who})
		_, addErr := c.AddChapters(ctx, s.ID, ChapterInput{Variant: "chess"})
		for _, err := range []error{err, chapterErr, addErr} {
			if (err == nil) != (want == nil) || err != nil && !errors.As(err, new(*request.OwnerError)) {
				t.Errorf("a change by %s: %v", who, err)
			}
		}
	}
	if _, err := c.Save(as(t, "Ben", store.Contributor), s.ID, 0, Input{Access: &private}); !errors.As(err, new(*request.OwnerError)) {
		t.Errorf("access changed by a writer: %v", err)
	}
	deleted := true
	must(c.Save(owner, s.ID, 0, Input{Deleted: &deleted}))(t)
	if _, err := c.Study(as(t, "Cid", store.Contributor), s.ID, ""); !errors.Is(err, store.ErrNoStudy) {
		t.Errorf("a deleted study: %v", err)
	}
	if page := must(c.List(owner, true, "", 10))(t); len(page.Studies) > 0 {
		t.Errorf("listed %+v", page)
	}
}

// TestImport divides a file into its studies, and pages through them.
func TestImport(t *testing.T) {
	c := archive(t)
	name := "other.pgn"
	all := must(c.Import(t.Context(), Input{Author: "Ada", Name: &name,
		Records: file + "[Event \"Club\"]\n\n1. e4 *\n\n[StudyName \"Two\"]\n[ChapterName \"x\"]\n\n1. d4 *\n"}))(t)
	got := ""
	for _, s := range all {
		got += fmt.Sprintf("%s %d|", s.Name, len(s.Contents))
	}
	if got != "Traps & tricks 4|other.pgn 1|Two 1|" {
		t.Errorf("imported %s", got)
	}
	first := must(c.List(t.Context(), false, "", 2))(t)
	last := must(c.List(t.Context(), false, string(first.Next), 2))(t)
	if len(first.Studies) != 2 || len(last.Studies) != 1 || last.Next != "" {
		t.Errorf("pages %+v %+v", first, last)
	}
	if _, err := c.Create(t.Context(), Input{Author: "Ada", Records: file + "[StudyName \"Two\"]\n\n*\n"}); !errors.As(err, new(*request.InputError)) {
		t.Errorf("several studies as one: %v", err)
	}
}

// FuzzRecords imports any text and exports its chapters with the same moves.
func FuzzRecords(f *testing.F) {
	for _, text := range []string{file, "1. e4 *", "[Event \"A: B\"]\n\n*", "[ChapterMode \"gamebook\"]\n\n1. d4 {x", "V7.0\n", "Variant=csg-1\n1. Pawn f3 - f4\n",
		"手合割：平手\n手数----指手--\n   1 ７六歩(77)\n", "{\"moves\": []}", "\xff", "[StudyName \"\\\"\"]\n[ChapterName \"\\\\\"]\n\n1. e4 e5 *\n\n\n[White \"x\"]\n\n*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := split(text)
		if err != nil {
			return
		}
		for i := range all {
			ch := all[i]
			if err := ch.complete("A study", i+1); err != nil {
				continue
			}
			before := must(readRecord(all[i].Text, ch.Format))(t)
			if after, err := readRecord(ch.Text, ch.Format); err != nil || len(after.Moves) != len(before.Moves) {
				t.Fatalf("%v of %q", err, ch.Text)
			}
			again := ch
			if err := again.setHeaders("A study"); err != nil || again.Text != ch.Text {
				t.Fatalf("headers change again: %v\n%q\n%q", err, ch.Text, again.Text)
			}
		}
	})
}
