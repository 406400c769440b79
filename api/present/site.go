package present

import (
	"bytes"
	"cmp"
	"errors"
	"net/url"
	"strings"

	"assay/analysis"
	"assay/api/publish"
	"assay/api/request"
	"assay/parser"
)

// SiteOptions are the settings of a site.
type SiteOptions struct {
	publish.SiteOptions
	// Pages are the settings of the pages of games.
	Pages ExportOptions
	// Explain returns the rules of a variant in words, by its ID; nil if it is
	// unknown.
	Explain func(variant string) (*publish.VariantText, error)
}

// Site is a folder of published pages.
type Site struct {
	site    *publish.Site
	options SiteOptions
}

// NewSite begins a site. The error is an [*request.InputError].
func NewSite(o SiteOptions) (*Site, error) {
	o.Pages.Format = ExportHTML
	if err := o.Pages.Check(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(o.Address); o.Address != "" &&
		(err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery+u.Fragment != "") {
		return nil, &request.InputError{Field: "siteAddress", Value: o.Address,
			Want: "the URL of the site, such as https://club.example/games/"}
	}
	if o.Address != "" {
		o.Address = strings.TrimSuffix(o.Address, "/") + "/"
	}
	return &Site{publish.NewSite(o.SiteOptions), o}, nil
}

// Add writes the page and the files of a game under a unique name. It returns
// the entry of the game in the site, and lists the parts of the game that are
// lost. It returns the errors of [Collection.Add].
func (s *Site) Add(name string, r *Replay) (e *publish.Entry, losses []string, err error) {
	game, losses, err := r.publication(s.options.Pages, showAll)
	if err != nil {
		return nil, nil, err
	}
	about, err := r.Summary()
	if err != nil {
		return nil, nil, err
	}
	e = &publish.Entry{Name: name, Summary: *about}
	if r.Stored != nil {
		e.Added = r.Stored.Imported
	}
	if rs := r.Game.Rules; rs != nil {
		e.Rules = rs.Definition().ID
		if err := s.explain(e.Rules); err != nil {
			return nil, nil, err
		}
	}
	e.Summary.Variant = cmp.Or(e.Summary.Variant, "Unknown variant")
	if err := s.writeFiles(e, r); err != nil {
		return nil, nil, err
	}
	return e, losses, s.site.Add(game, e)
}

// explain adds the rules of a variant to the page of its games.
func (s *Site) explain(variant string) error {
	if s.site.Described(variant) {
		return nil
	}
	text, err := s.options.Explain(variant)
	if err == nil {
		s.site.Describe(variant, text)
	}
	return err
}

// Reuse adds a game whose page was written by an earlier run, and has not
// changed since.
func (s *Site) Reuse(e *publish.Entry) error {
	if e.Rules != "" {
		if err := s.explain(e.Rules); err != nil {
			return err
		}
	}
	return s.site.Reuse(e)
}

// writeFiles writes a game in every notation that can represent it.
func (s *Site) writeFiles(e *publish.Entry, r *Replay) error {
	used := map[string]bool{}
	for _, f := range parser.Formats() {
		var b bytes.Buffer
		_, err := r.Export(&b, ExportOptions{Format: ExportFormat(f), Annotations: s.options.Pages.Annotations})
		if errors.As(err, new(*analysis.CannotHold)) || errors.As(err, new(*parser.Unwritable)) ||
			errors.As(err, new(*ReplayError)) {
			continue
		}
		if err != nil {
			return err
		}
		path := "game/" + e.Name + "." + ExportFormat(f).Extension()
		if used[path] {
			path = "game/" + e.Name + "-" + string(f) + "." + ExportFormat(f).Extension()
		}
		used[path] = true
		if err := s.options.Write(path, b.Bytes()); err != nil {
			return err
		}
		e.Files = append(e.Files, publish.File{Format: ExportFormat(f).Title(), Path: path})
	}
	return nil
}

// Close writes the lists of the games.
func (s *Site) Close() error { return s.site.Close() }
