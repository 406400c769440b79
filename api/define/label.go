package define

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/query"
	"assay/index/tape"
)

// Labels returns the labels of all variants.
func (l *Library) Labels() *label.Book { return l.labels }

// addLabels adds the labels of the folder.
func (l *Library) addLabels() error {
	l.labels.Check = func(text string, r *rules.Rules) error {
		_, err := query.BindLabel(text, r)
		return err
	}
	if l.config.LabelsDir == "" {
		return nil
	}
	if l.config.Report != nil {
		l.labels.Report = func(err error) { l.config.Report(fmt.Errorf("labels_dir: %w", err)) }
	}
	return l.labels.AddFolder(os.DirFS(l.config.LabelsDir))
}

// CheckLabelFile returns what is wrong with a file of labels, and for each
// variant the number of its labels.
func (l *Library) CheckLabelFile(path string) (labels map[string]int, faults []error) {
	b := &label.Book{Check: l.labels.Check, Report: func(err error) { faults = append(faults, err) }}
	labels = map[string]int{}
	text, err := label.Read(os.DirFS(filepath.Dir(path)), filepath.Base(path))
	if err == nil {
		err = b.Add(path, text)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: there is no such file", path)
	}
	if err != nil {
		return labels, []error{err}
	}
	l.checkLabels(b, func(s *label.Set, id string) { labels[id] = len(s.Named) })
	return labels, faults
}

// CheckLabels reports the labels of the folder that do not fit the rules of
// their variants. Otherwise, those of a variant are reported when one is used.
func (l *Library) CheckLabels() {
	if l.labels.Report == nil {
		return
	}
	l.checkLabels(l.labels, func(*label.Set, string) {})
}

// checkLabels reports the labels of a book that do not fit, and calls each with
// the labels of each variant that do.
func (l *Library) checkLabels(b *label.Book, each func(s *label.Set, id string)) {
	for id, file := range b.Files() {
		r, err := l.Rules(id, "")
		switch {
		case err != nil:
			b.Report(fmt.Errorf("%s: %w", file, err))
		case r.Definition().ID != id:
			b.Report(fmt.Errorf("%s: name the variant by its ID, %s, not %s", file, r.Definition().ID, id))
		default:
			each(b.Of(r), id)
		}
	}
}

// Namer names positions of a variant. It is not safe for concurrent use.
type Namer struct {
	set     *label.Set
	queries []labelQuery
	writer  tape.Writer
	player  *tape.Player
	replay  rules.Position // its memory is used for every game
}

// labelQuery is a label with its query.
type labelQuery struct {
	label.Label
	matcher *pattern.Matcher
}

// Namer returns a namer of positions by these rules, nil if there are no
// labels.
func (l *Library) Namer(r *rules.Rules) *Namer {
	n := &Namer{set: l.labels.Of(r), player: tape.NewPlayer(r)}
	if len(n.set.Named) == 0 {
		return nil
	}
	for _, named := range n.set.Named {
		if named.Query == "" {
			continue
		}
		if of, err := query.BindLabel(named.Query, r); err == nil {
			n.queries = append(n.queries, labelQuery{named.Label, pattern.Compile(of, r)})
		}
	}
	return n
}

// Last returns the label of the last position of a game that has one, or nil. n
// may be nil.
func (n *Namer) Last(g *analysis.Game) (last *label.Label) {
	if n == nil {
		return nil
	}
	p := g.Start()
	for ply := 0; ; ply++ {
		if l, ok := n.At(p); ok {
			last = &l
		}
		if ply == len(g.Moves) {
			return last
		}
		p.Play(g.Moves[ply])
	}
}

// At returns the label of a position, or else of the first query that it meets.
// n may be nil.
func (n *Namer) At(p *rules.Position) (label.Label, bool) {
	if n == nil {
		return label.Label{}, false
	}
	if l, ok := n.set.At(p); ok || len(n.queries) == 0 {
		return l, ok
	}
	n.writer.Begin(p)
	if _, err := n.player.Load(n.writer.Tape()); err != nil {
		return label.Label{}, false
	}
	for _, q := range n.queries {
		if q.matcher.Holds(n.player, 0, nil) {
			return q.Label, true
		}
	}
	return label.Label{}, false
}

// maxOpening is the number of plies of an opening. Queries of labels are asked
// at every openingStep-th of them, because they take longer than positions.
const (
	maxOpening  = 60
	openingStep = 10
)

// Opening returns the last label of a game's opening, one without a name if it
// reaches none. n may be nil.
func (n *Namer) Opening(game *analysis.Game) (last label.Label) {
	if n == nil {
		return last
	}
	p := game.StartIn(&n.replay)
	for ply, m := range game.Moves[:min(len(game.Moves), maxOpening)] {
		if p.Play(m); (ply+1)%openingStep == 0 {
			if l, ok := n.At(p); ok {
				last = l
			}
		} else if l, ok := n.set.At(p); ok {
			last = l
		}
	}
	return last
}
