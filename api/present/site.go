package present

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/diagram"
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

// SitePage is the page of a game with its files, ready to be added to a site.
type SitePage struct {
	page   *publish.Page
	files  []siteFile
	Losses []string // parts of the game that are lost
}

// siteFile is a file of a game.
type siteFile struct {
	path    string
	content []byte
}

// Page makes the page and the files of a game under a unique name. It may run
// in several goroutines. It returns the errors of [Collection.Add].
func (s *Site) Page(name string, r *Replay) (*SitePage, error) {
	game, losses, err := r.publication(s.options.Pages, showAll)
	if err != nil {
		return nil, err
	}
	about, err := r.Summary()
	if err != nil {
		return nil, err
	}
	e := &publish.Entry{Name: name, Summary: *about}
	if r.Stored != nil {
		e.Added = r.Stored.Imported
	}
	if rs := r.Game.Rules; rs != nil {
		e.Rules, game.Pieces = rs.Definition().ID, allPieces(rs, s.options.Pages.Look)
	}
	e.Summary.Variant = cmp.Or(e.Summary.Variant, "Unknown variant")
	out := &SitePage{Losses: losses}
	if err := out.addFiles(e, r, s.options.Pages.Annotations); err != nil {
		return nil, err
	}
	out.page, err = s.site.Page(game, e)
	return out, err
}

// allPieces returns the pieces of both sides as they are drawn.
func allPieces(r *rules.Rules, l Look) []diagram.Piece {
	var out []diagram.Piece
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for kind := range r.Types() {
			out = append(out, DrawnPiece(r, rules.NewPiece(rules.PieceType(kind+1), side), l))
		}
	}
	return out
}

// Add writes the page and the files of a game. It returns the entry of the game
// in the site.
func (s *Site) Add(p *SitePage) (*publish.Entry, error) {
	e := p.page.Entry
	if e.Rules != "" {
		if err := s.explain(e.Rules); err != nil {
			return nil, err
		}
	}
	for _, f := range p.files {
		if err := s.options.Write(f.path, f.content); err != nil {
			return nil, err
		}
	}
	return e, s.site.Add(p.page)
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

// SolvesPuzzles reports whether the site can have puzzles.
func (s *Site) SolvesPuzzles() bool { return s.site.SolvesPuzzles() }

// AddPuzzles adds puzzles to a site that solves them.
func (s *Site) AddPuzzles(all []publish.Puzzle) { s.site.AddPuzzles(all) }

// addFiles adds the game in every notation that can represent it: the notation
// of the record, or else the first, as a file, and all of them in an archive.
func (p *SitePage) addFiles(e *publish.Entry, r *Replay, annotations Annotations) error {
	record, err := r.Record()
	if err != nil {
		return err
	}
	path := "game/" + e.Name + ".zip"
	var packed bytes.Buffer
	archive, used := zip.NewWriter(&packed), map[string]bool{}
	formats := slices.Clone(parser.Formats())
	if i := slices.Index(formats, record.Format); i > 0 {
		formats = slices.Insert(slices.Delete(formats, i, i+1), 0, record.Format)
	}
	for _, f := range formats {
		var b bytes.Buffer
		_, err := r.Export(&b, ExportOptions{Format: ExportFormat(f), Annotations: annotations})
		if errors.As(err, new(*analysis.CannotHold)) || errors.As(err, new(*parser.Unwritable)) ||
			errors.As(err, new(*ReplayError)) {
			continue
		}
		if err != nil {
			return err
		}
		name := e.Name + "." + ExportFormat(f).Extension()
		if used[name] {
			name = e.Name + "-" + string(f) + "." + ExportFormat(f).Extension()
		}
		used[name] = true
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(b.Bytes())
		}
		if err != nil {
			return err
		}
		if len(e.Files) > 0 {
			e.Files = append(e.Files, publish.File{Format: ExportFormat(f).Title(), Path: path, Inside: name})
			continue
		}
		p.files = append(p.files, siteFile{"game/" + name, b.Bytes()})
		e.Files = append(e.Files, publish.File{Format: ExportFormat(f).Title(), Path: "game/" + name})
	}
	if err := archive.Close(); err != nil || len(e.Files) < 2 {
		return err
	}
	p.files = append(p.files, siteFile{path, packed.Bytes()})
	e.Files = append(e.Files, publish.File{Format: "all in a ZIP archive", Path: path})
	return nil
}

// Close writes the lists of the games.
func (s *Site) Close() error { return s.site.Close() }
