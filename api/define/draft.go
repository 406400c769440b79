package define

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"assay/analysis/variant"
	"assay/api/request"
	"assay/store"
)

// DraftInput is the content of a new draft version.
type DraftInput struct {
	Author string `json:"author"`
	Text   string `json:"text"` // a definition, valid or not
}

// DraftView is one version of a draft.
type DraftView struct {
	ID        string         `json:"id"`
	Version   int64          `json:"version"` // starting at 1
	Author    string         `json:"author"`
	Updated   time.Time      `json:"updated"`
	Saved     time.Time      `json:"saved"` // former name of Updated
	Text      string         `json:"text"`
	Versions  []DraftVersion `json:"versions"`  // all versions, oldest first
	Published *string        `json:"published"` // ID of the variant published from it, or null
	ETag      string         `json:"etag"`      // for If-Match
}

// Tag returns the entity tag.
func (d *DraftView) Tag() string { return d.ETag }

// DraftTag returns the entity tag (ETag) of a draft version.
func DraftTag(version int64) string { return fmt.Sprintf(`"%d"`, version) }

// DraftVersion describes a version in a draft's history.
type DraftVersion struct {
	Version int64     `json:"version"`
	Author  string    `json:"author"`
	Created time.Time `json:"created"`
	Saved   time.Time `json:"saved"` // former name of Created
}

// PublishedError reports that a variant with this ID and other rules is already
// published and has verified games.
type PublishedError struct{ ID string }

func (e *PublishedError) Error() string {
	return fmt.Sprintf("%s is already published with other rules; give this variant another ID, such as %[1]s-2", e.ID)
}

// Drafts manages drafts of variants, and publishes them as variants of its
// library.
type Drafts struct {
	store   store.Definitions
	library *Library
}

// NewDrafts returns the drafts in s.
func NewDrafts(s store.Definitions, l *Library) *Drafts { return &Drafts{s, l} }

// MaxDrafts bounds the drafts of one person, in characters of all versions.
const MaxDrafts = 16 << 20

// SaveDraft saves a version of a draft after the given version, or after the
// last one if version is [store.AnyRevision]. An empty id creates a draft. A
// draft belongs to the author of its first version. The error is
// [store.ErrNoDraft], a [*store.DraftChangedError], [*store.FieldError],
// [*request.InputError], [*request.OwnerError] or [*request.LimitError].
func (s *Drafts) SaveDraft(ctx context.Context, id string, version int64, in DraftInput) (*DraftView, error) {
	if len(in.Text) > variant.MaxDefinition {
		return nil, &request.LimitError{What: "bytes for a definition", Limit: variant.MaxDefinition}
	}
	var textErr, authorErr error
	if strings.TrimSpace(in.Text) == "" {
		textErr = &request.InputError{Field: "text", Value: in.Text, Want: "a definition"}
	}
	maxSize := int64(0)
	if request.CallerOf(ctx).Name != "" {
		authorErr = request.SetAuthor(ctx, &in.Author)
		maxSize = MaxDrafts
	} else if utf8.RuneCountInString(in.Author) > request.MaxAuthor {
		authorErr = &request.InputError{Field: "author", Value: in.Author,
			Want: fmt.Sprintf("at most %d characters", request.MaxAuthor)}
	}
	if err := request.Joined(textErr, authorErr); err != nil {
		return nil, err
	}
	if err := s.checkDraftOwner(ctx, id); err != nil {
		return nil, err
	}
	requested := version
	switch {
	case id == "":
		id, version = strings.ToLower(rand.Text()), 0
	case version == store.AnyRevision:
		last, err := s.store.Definition(ctx, id, 0)
		if err != nil {
			return nil, err
		}
		version = last.Version
	}
	d, err := s.store.SaveDefinition(ctx,
		store.Definition{Draft: id, Version: version, Author: strings.TrimSpace(in.Author), Text: in.Text}, maxSize)
	if errors.As(err, new(*store.DraftChangedError)) && requested == store.AnyRevision {
		return s.SaveDraft(ctx, id, requested, in) // a concurrent save came first
	}
	return s.draftView(ctx, d, err)
}

// checkDraftOwner returns an error if the caller may not save versions of a
// draft. An empty id is a new draft.
func (s *Drafts) checkDraftOwner(ctx context.Context, id string) error {
	c := request.CallerOf(ctx)
	if id == "" || c.May(request.Arbitrate) {
		return nil
	}
	first, err := s.store.Definition(ctx, id, 1)
	if err == nil && (c.Name == "" || first.Author != c.Name) {
		err = &request.OwnerError{What: "this draft"}
	}
	return err
}

// Draft returns a version of a draft, the last one if version is 0. The error
// is [store.ErrNoDraft].
func (s *Drafts) Draft(ctx context.Context, id string, version int64) (*DraftView, error) {
	d, err := s.store.Definition(ctx, id, version)
	return s.draftView(ctx, d, err)
}

// draftView converts a stored version of a draft.
func (s *Drafts) draftView(ctx context.Context, d *store.Definition, err error) (*DraftView, error) {
	if err != nil {
		return nil, err
	}
	v := &DraftView{ID: d.Draft, Version: d.Version, ETag: DraftTag(d.Version), Author: d.Author, Updated: d.Saved,
		Saved: d.Saved, Text: d.Text}
	versions, err := s.store.Versions(ctx, d.Draft)
	if err != nil {
		return nil, err
	}
	for _, one := range versions {
		v.Versions = append(v.Versions, DraftVersion{one.Version, one.Author, one.Saved, one.Saved})
	}
	published, err := s.store.PublishedAfter(ctx, 0)
	for _, p := range published {
		if p.Draft == d.Draft {
			v.Published = &p.Variant
		}
	}
	return v, err
}

// PublishDraft publishes a version of a draft as a variant of the archive. The
// rules of a published variant cannot change; its theme can. It returns the
// errors of [Drafts.Draft] and [Library.CheckDefinition], and
// [*PublishedError].
func (s *Drafts) PublishDraft(ctx context.Context, id string, version int64) (*VariantSummary, error) {
	d, err := s.store.Definition(ctx, id, version)
	if err != nil {
		return nil, err
	}
	checked, err := s.library.CheckDefinition(ctx, []byte(d.Text))
	if err != nil {
		return nil, err
	}
	definition := checked.Rules.Definition()
	s.library.publishMu.Lock()
	defer s.library.publishMu.Unlock()
	registry, err := s.library.registryWith([]byte(d.Text))
	if err != nil {
		return nil, err
	}
	if err := s.store.Publish(ctx, d.Draft, d.Version, definition.ID, definition.Revision()); err != nil {
		if errors.Is(err, store.ErrOtherRules) {
			return nil, &PublishedError{definition.ID}
		}
		return nil, err
	}
	s.library.book.Exchange(registry, definition.ID)
	s.library.publishedRevisions.Store(definition.ID, definition.Revision())
	summary := SummarizeVariant(definition.Header())
	return &summary, nil
}

// LoadPublished loads the variants published since the last call. A variant may
// be loaded again with a new theme. Variants are loaded after those they
// extend. If one cannot be loaded, it is reported and skipped.
func (s *Drafts) LoadPublished(ctx context.Context) error {
	s.library.publishMu.Lock()
	loaded := s.library.lastPublished
	s.library.publishMu.Unlock()
	published, err := s.store.PublishedAfter(ctx, loaded) // without the lock
	s.library.publishMu.Lock()
	defer s.library.publishMu.Unlock()
	published = slices.DeleteFunc(published,
		func(p store.Published) bool { return p.Number <= s.library.lastPublished }) // loaded by another call
	for _, p := range published {
		s.library.lastPublished = p.Number
	}
	for len(published) > 0 {
		var failed []store.Published
		var errs []error
		for _, p := range published {
			if err := s.library.loadPublished(p); err != nil {
				failed, errs = append(failed, p), append(errs, err)
			}
		}
		if len(failed) < len(published) {
			published = failed // retry: the variants they extend may be loaded now
			continue
		}
		for _, loadErr := range errs {
			if s.library.config.Report != nil {
				s.library.config.Report(fmt.Errorf("published definition: %w", loadErr))
			}
		}
		break
	}
	return err
}

func (l *Library) loadPublished(p store.Published) error {
	if p.Damage != nil {
		return fmt.Errorf("%s: %w", p.Variant, p.Damage)
	}
	registry := l.book.Registry()
	if _, known := l.publishedRevisions.Load(p.Variant); known { // replaces a version with another theme
		registry = registry.Without(p.Variant)
	}
	registry, err := registry.With(p.Variant, []byte(p.Text))
	if err != nil {
		return err
	}
	l.book.Exchange(registry, p.Variant)
	l.publishedRevisions.Store(p.Variant, p.Revision)
	if r, wrong := l.book.Rules(p.Variant, ""); wrong != nil || r.Definition().Revision() != p.Revision {
		return fmt.Errorf("%s: the variant that it extends has changed since it was published; run `assay check "+
			"--reverify --update`", p.Variant)
	}
	return nil
}
