package studies

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/analysis/lru"
	"assay/analysis/optional"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/store"
)

// Games are the archived games that chapters are made of.
type Games interface {
	// Replay returns a game.
	Replay(ctx context.Context, id int64) (*present.Replay, error)
}

// Collection is the studies of an archive.
type Collection struct {
	library *define.Library
	store   store.Studies
	games   Games
	heads   *lru.Cache[partKey, ChapterHead]
}

// partKey identifies a version of a chapter, which never changes.
type partKey struct {
	study            string
	chapter, version int64
}

// headMemory bounds the heads of chapters in memory, in bytes.
const headMemory = 16 << 20

// NewCollection returns the studies in a store.
func NewCollection(l *define.Library, s store.Studies, g Games) *Collection {
	return &Collection{l, s, g, lru.New[partKey, ChapterHead](headMemory)}
}

// cover is what a study has besides its chapters, as stored.
type cover struct {
	Name     string   `json:"name"`
	Text     string   `json:"text,omitempty"`
	Owner    string   `json:"owner"`
	Writers  []string `json:"writers,omitempty"`
	Access   Access   `json:"access"`
	Link     string   `json:"link,omitempty"`
	Chapters []int64  `json:"chapters,omitempty"`
	Deleted  bool     `json:"deleted,omitempty"`
	part     *store.StudyPart
}

// read reads the content of a part into a cover or a chapter.
func read(p *store.StudyPart, into any) error {
	if err := json.Unmarshal(p.Content, into); err != nil {
		return errors.Join(store.ErrCorrupt, fmt.Errorf("study %s: %w", p.Study, err))
	}
	return nil
}

// written returns the next version of a part.
func written(study string, chapter, version int64, author string, content any) (store.StudyPart, error) {
	text, err := json.Marshal(content)
	return store.StudyPart{Study: study, Chapter: chapter, Version: version, Author: author, Content: text}, err
}

// writable reports whether the caller may change the study.
func (c *cover) writable(caller request.Caller) bool {
	return c.owned(caller) || slices.Contains(c.Writers, caller.Name)
}

// owned reports whether the caller may also change its readers and writers.
func (c *cover) owned(caller request.Caller) bool {
	return caller.May(request.Arbitrate) || caller.Name != "" && c.Owner == caller.Name
}

// head returns the cover for readers.
func (c *cover) head() Head {
	writers := c.Writers
	if writers == nil {
		writers = []string{}
	}
	return Head{ID: c.part.Study, Name: c.Name, Owner: c.Owner, Writers: writers, Access: c.Access,
		Chapters: len(c.Chapters), Deleted: c.Deleted, Version: c.part.Version,
		Tagged: request.Tagged{ETag: StudyTag(c.part.Version)}, Author: c.part.Author, Updated: c.part.Saved}
}

// open returns the last version of a cover that the caller may read, with a
// link or without. For others there is no such study.
func (c *Collection) open(ctx context.Context, id, link string) (*cover, error) {
	p, err := c.store.StudyPart(ctx, id, 0, 0)
	if err != nil {
		return nil, err
	}
	v := &cover{part: p}
	if err := read(p, v); err != nil {
		return nil, err
	}
	linked := v.Access == Unlisted && subtle.ConstantTimeCompare([]byte(v.Link), []byte(link)) == 1
	if !v.writable(request.CallerOf(ctx)) && (v.Deleted || v.Access != Public && !linked) {
		return nil, store.ErrNoStudy
	}
	return v, nil
}

// change is open to callers that may change the study. It sets author.
func (c *Collection) change(ctx context.Context, id string, author *string) (*cover, error) {
	v, err := c.open(ctx, id, "")
	if err == nil && !v.writable(request.CallerOf(ctx)) {
		err = &request.OwnerError{What: "this study"}
	}
	if err == nil {
		err = request.SetAuthor(ctx, author)
	}
	return v, err
}

// List returns up to limit studies after a cursor, newest first: the public
// ones and those that the caller may write, or with own only the latter. The
// error is an [*request.InputError], or [store.ErrCursor].
func (c *Collection) List(ctx context.Context, own bool, cursor string, limit int) (*Page, error) {
	if err := store.CheckLimit(limit); err != nil {
		return nil, err
	}
	page := &Page{Studies: []Head{}}
	for {
		parts, err := c.store.ListStudies(ctx, cursor, store.MaxLimit)
		if err != nil {
			return nil, err
		}
		for i := range parts {
			v := &cover{part: &parts[i]}
			if err := read(v.part, v); err != nil {
				return nil, err
			}
			writable := v.writable(request.CallerOf(ctx))
			if v.Deleted || !writable && (own || v.Access != Public) {
				continue
			}
			if len(page.Studies) == limit {
				page.Next = request.Cursor(page.Studies[limit-1].ID)
				return page, nil
			}
			page.Studies = append(page.Studies, v.head())
		}
		if len(parts) < store.MaxLimit {
			return page, nil
		}
		cursor = parts[len(parts)-1].Study
	}
}

// Study returns a study. link is the secret of an unlisted one, or "". The
// error is [store.ErrNoStudy].
func (c *Collection) Study(ctx context.Context, id, link string) (*Study, error) {
	v, err := c.open(ctx, id, link)
	if err != nil {
		return nil, err
	}
	return c.view(ctx, v)
}

// view returns a cover with its list of chapters.
func (c *Collection) view(ctx context.Context, v *cover) (*Study, error) {
	parts, err := c.store.StudyParts(ctx, v.part.Study)
	if err != nil {
		return nil, err
	}
	out := &Study{Head: v.head(), Text: v.Text, Contents: []ChapterHead{}}
	if out.Writable = v.writable(request.CallerOf(ctx)); out.Writable && v.Access == Unlisted {
		out.Link = optional.Text(v.Link)
	}
	for _, id := range v.Chapters {
		at, ok := slices.BinarySearchFunc(parts, id,
			func(p store.StudyPart, id int64) int { return cmp.Compare(p.Chapter, id) })
		if !ok {
			return nil, errors.Join(store.ErrCorrupt, fmt.Errorf("study %s has no chapter %d", v.part.Study, id))
		}
		head, err := c.headOf(ctx, partKey{v.part.Study, id, parts[at].Version})
		if err != nil {
			return nil, err
		}
		out.Contents = append(out.Contents, head)
	}
	return out, nil
}

// headOf returns a version of a chapter as it is listed.
func (c *Collection) headOf(ctx context.Context, key partKey) (ChapterHead, error) {
	if head, ok := c.heads.Get(key); ok {
		return head, nil
	}
	ch, err := c.stored(ctx, key.study, key.chapter, key.version)
	if err != nil {
		return ChapterHead{}, err
	}
	head := ch.head()
	return c.heads.Add(key, head, int64(200+len(head.Name)+len(head.Author))), nil
}

// Create creates a study. Without input about it, it is private, and has the
// name that its records state. It returns the errors of [Collection.Save] and
// [Collection.AddChapters].
func (c *Collection) Create(ctx context.Context, in Input) (*Study, error) {
	chapters, err := split(in.Records)
	if err != nil {
		return nil, err
	}
	if groups := byStudy(chapters); len(groups) > 1 {
		return nil, &request.InputError{Field: "records", Value: fmt.Sprintf("%d studies", len(groups)),
			Want: "the chapters of one study; `assay studies import` reads files of several"}
	}
	return c.create(ctx, in, chapters)
}

// Import creates the studies of a file. Chapters belong together if they state
// the same study, or none; a study without a name gets that of the input. It
// returns the errors of [Collection.Create].
func (c *Collection) Import(ctx context.Context, in Input) ([]*Study, error) {
	chapters, err := split(in.Records)
	if err != nil {
		return nil, err
	}
	var all []*Study
	for _, group := range byStudy(chapters) {
		one := in
		if group[0].study != "" {
			one.Name = &group[0].study
		}
		made, err := c.create(ctx, one, group)
		if err != nil {
			return all, err
		}
		all = append(all, made)
	}
	return all, nil
}

// byStudy groups chapters by the studies that they state.
func byStudy(chapters []chapter) (groups [][]chapter) {
	for i := range chapters {
		at := slices.IndexFunc(groups, func(g []chapter) bool { return g[0].study == chapters[i].study })
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], chapters[i])
	}
	return groups
}

// create creates a study of chapters.
func (c *Collection) create(ctx context.Context, in Input, chapters []chapter) (*Study, error) {
	err := request.SetAuthor(ctx, &in.Author)
	v := &cover{Owner: in.Author, Access: Private}
	in.Chapters = nil
	if in.Name == nil && len(chapters) > 0 {
		in.Name = &chapters[0].study
	}
	if err := request.Joined(err, v.apply(&in)); err != nil {
		return nil, err
	}
	// IDs that begin with the time sort studies by age.
	id := fmt.Sprintf("%07s", strconv.FormatInt(time.Now().Unix(), 36)) + strings.ToLower(rand.Text()[:16])
	parts := make([]store.StudyPart, 1+len(chapters))
	for i := range chapters {
		v.Chapters = append(v.Chapters, int64(i)+1)
		if err := chapters[i].complete(v.Name, i+1); err != nil {
			return nil, err
		}
		if parts[i+1], err = written(id, int64(i)+1, 0, in.Author, &chapters[i]); err != nil {
			return nil, err
		}
	}
	if parts[0], err = written(id, 0, 0, in.Author, v); err != nil {
		return nil, err
	}
	saved, err := c.save(ctx, parts)
	if err != nil {
		return nil, err
	}
	v.part = &saved[0]
	return c.view(ctx, v)
}

// save saves parts within the quota of their author.
func (c *Collection) save(ctx context.Context, parts []store.StudyPart) ([]store.StudyPart, error) {
	most := int64(0)
	if request.CallerOf(ctx).Name != "" {
		most = maxContent
	}
	saved, err := c.store.SaveStudy(ctx, parts, most)
	if wrong, ok := errors.AsType[*store.FieldError](err); ok && wrong.Field == "studies" {
		err = &request.LimitError{What: "bytes of all versions of one person's studies", Limit: maxContent}
	}
	return saved, err
}

// Save changes the cover of a study that is at a version; 0 accepts any. The
// error is [store.ErrNoStudy], an [*request.OwnerError], an
// [*request.InputError], an [*request.LimitError], or a [*ConflictError].
func (c *Collection) Save(ctx context.Context, id string, version int64, in Input) (*Study, error) {
	original := in
	v, err := c.change(ctx, id, &in.Author)
	if err != nil {
		return nil, err
	}
	if version != store.AnyRevision && version != v.part.Version {
		current, err := c.view(ctx, v)
		return nil, errors.Join(err, &ConflictError{YourStudy: &original, Study: current})
	}
	if !v.owned(request.CallerOf(ctx)) &&
		(in.Access != nil || in.Writers != nil || in.Deleted != nil || in.Restore != 0) {
		return nil, &request.OwnerError{What: "access to this study"}
	}
	last := *v
	if in.Restore != 0 {
		p, err := c.store.StudyPart(ctx, id, 0, in.Restore)
		if err != nil {
			return nil, err
		}
		*v = cover{part: last.part}
		if err := read(p, v); err != nil {
			return nil, err
		}
		in.Access = cmp.Or(in.Access, new(v.Access))
		v.Owner, v.Link, v.Access = last.Owner, last.Link, last.Access
	}
	if in.Chapters != nil {
		if err := c.checkChapters(ctx, id, *in.Chapters); err != nil {
			return nil, err
		}
	}
	if err := v.apply(&in); err != nil {
		return nil, err
	}
	next, err := written(id, 0, last.part.Version, in.Author, v)
	if err != nil {
		return nil, err
	}
	saved, err := c.save(ctx, []store.StudyPart{next})
	if errors.As(err, new(*store.StudyChangedError)) {
		return c.Save(ctx, id, version, original) // a concurrent save came first
	}
	if err != nil {
		return nil, err
	}
	v.part = &saved[0]
	return c.view(ctx, v)
}

// checkChapters checks that a study has had each chapter once.
func (c *Collection) checkChapters(ctx context.Context, id string, chapters []int64) error {
	if len(chapters) > MaxChapters {
		return &request.LimitError{What: "chapters of a study", Limit: MaxChapters}
	}
	parts, err := c.store.StudyParts(ctx, id)
	if err != nil {
		return err
	}
	for i, n := range chapters {
		known := slices.ContainsFunc(parts, func(p store.StudyPart) bool { return n > 0 && p.Chapter == n })
		if !known || slices.Contains(chapters[:i], n) {
			return &request.InputError{Field: "chapters", Value: fmt.Sprint(n), Want: "each chapter of the study once"}
		}
	}
	return nil
}

// apply changes a cover. The error is an [*request.InputError].
func (c *cover) apply(in *Input) error {
	var errs []error
	if in.Name != nil {
		c.Name = strings.TrimSpace(*in.Name)
	}
	if in.Text != nil {
		c.Text = *in.Text
	}
	if in.Writers != nil {
		c.Writers = slices.Clone(*in.Writers)
	}
	if in.Chapters != nil {
		c.Chapters = *in.Chapters
	}
	if in.Deleted != nil {
		c.Deleted = *in.Deleted
	}
	if in.Access != nil {
		if *in.Access == Unlisted && c.Access != Unlisted { // a former link remains invalid
			c.Link = strings.ToLower(rand.Text())
		}
		c.Access = *in.Access
	}
	if !slices.Contains([]Access{Private, Unlisted, Public}, c.Access) {
		errs = append(errs, &request.InputError{Field: "access", Value: string(c.Access),
			Want: "private, unlisted or public"})
	}
	errs = append(errs, checkName(c.Name))
	if len(c.Text) > MaxText || !utf8.ValidString(c.Text) {
		errs = append(errs, &request.InputError{Field: "text", Want: fmt.Sprintf("at most %d bytes of UTF-8", MaxText)})
	}
	for _, name := range c.Writers {
		if request.CheckAuthor(name) != nil || len(c.Writers) > maxWriters {
			errs = append(errs, &request.InputError{Field: "writers", Value: name,
				Want: fmt.Sprintf("up to %d names", maxWriters)})
			break
		}
	}
	return request.Joined(errs...)
}

// checkName checks the name of a study or of a chapter.
func checkName(name string) error {
	if name == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return &request.InputError{Field: "name", Value: strings.ToValidUTF8(name, "\uFFFD"),
			Want: fmt.Sprintf("a name of up to %d characters", maxName)}
	}
	return nil
}

// History returns the versions of a study, or of a chapter of it. The error is
// [store.ErrNoStudy].
func (c *Collection) History(ctx context.Context, id string, chapter int64, link string) (*History, error) {
	if err := c.check(ctx, id, chapter, link); err != nil {
		return nil, err
	}
	parts, err := c.store.StudyVersions(ctx, id, chapter)
	out := &History{Versions: []Version{}}
	for _, p := range parts {
		out.Versions = append(out.Versions, Version{p.Version, p.Author, p.Saved})
	}
	return out, err
}
