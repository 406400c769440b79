package present

import (
	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/publish"
	"assay/parser"
)

// Site is a folder of published pages.
type Site struct {
	site    *publish.Site
	options ExportOptions
}

// NewSite begins a site. It passes each finished file to write, by a name with
// slashes. The error is an [*request.InputError].
func NewSite(title string, o ExportOptions, write func(name string, content []byte) error) (*Site, error) {
	o.Format = ExportHTML
	if err := o.Check(); err != nil {
		return nil, err
	}
	return &Site{publish.NewSite(title, write), o}, nil
}

// Add writes the page of a game under a unique name, and returns what of the
// game is lost. It returns the errors of [Collection.Add].
func (s *Site) Add(name string, r *Replay) (losses []string, err error) {
	game, losses, err := r.publication(s.options, showAll)
	if err != nil {
		return nil, err
	}
	record, err := r.Record()
	if err != nil {
		return nil, err
	}
	e := publish.Entry{Name: name, Title: game.Title, Event: parser.Event(record), Result: r.Game.Report.Result, Plies: r.Plies()}
	if rs := r.Game.Rules; rs != nil {
		e.Variant = rs.Definition().Name
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		e.Players = append(e.Players, analysis.Player(record, r.Game.Rules, side))
	}
	return losses, s.site.Add(game, e)
}

// Close writes the lists of the games.
func (s *Site) Close() error { return s.site.Close() }
