package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"assay/api/diagram"
)

// gamesPerPage is the number of games on a page of a list.
const gamesPerPage = 50

// grouping is a criterion by which games are listed.
type grouping struct{ folder, title string }

// The groupings of a site.
var (
	players   = grouping{"player", "Players"}
	events    = grouping{"event", "Events"}
	openings  = grouping{"opening", "Openings"}
	variants  = grouping{"variant", "Variants"}
	groupings = []grouping{players, events, openings, variants}
)

// page returns the path of a group's list. It consists of the ASCII letters and
// digits of the name, and a hash that makes it unique.
func (g grouping) page(name string) string {
	sum := sha256.Sum256([]byte(name))
	words := strings.FieldsFunc(strings.ToLower(name),
		func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slug := strings.Join(append(words, hex.EncodeToString(sum[:4])), "-")
	return g.folder + "/" + slug[max(0, len(slug)-80):] + ".html"
}

// group is a group with its games.
type group struct {
	Name, Page string
	Count      int
	Games      []*Entry
	Annotated  int
	key        []byte // for sorting
}

// listing is a page that lists games or groups.
type listing struct {
	Title, Site, Root string
	Policy            template.HTML
	Preview           *Preview
	Rules             *VariantText
	Symbols           template.HTML
	Groups            []group
	Games             []*Entry
	Puzzles           []Puzzle
	Lists             []link
	Page, Pages       int // from 1
	Before, After     string
	Search            bool
	Count, Annotated  int
	What              string // that Count counts
	Feed              bool
}

// link is a link to another page.
type link struct{ Page, Words string }

// writeLists writes the lists of games and of groups.
func (s *Site) writeLists() error {
	all := slices.Clone(s.entries)
	annotatedFirst(all)
	lists := []link{{"search.html", "Search"}}
	if len(s.Program) > 0 {
		lists = append(lists, link{"play.html", "Play and check"})
	}
	if n := len(s.puzzles); n > 0 {
		lists = append(lists, link{puzzleLists.folder + ".html", fmt.Sprintf("%s (%d)", puzzleLists.title, n)})
	}
	for _, g := range groupings {
		groups := groupsOf(g, all)
		if len(groups) == 0 {
			continue
		}
		for _, each := range groups {
			l := listing{Title: each.Name}
			if g == variants {
				if err := s.explain(&l, each.Games[0].Rules); err != nil {
					return err
				}
			}
			if err := s.pages(strings.TrimSuffix(each.Page, ".html"), l, each.Games); err != nil {
				return err
			}
		}
		page := g.folder + "s.html"
		lists = append(lists, link{page, fmt.Sprintf("%s (%d)", g.title, len(groups))})
		if err := s.list(page, listing{Title: g.title, Groups: groups}); err != nil {
			return err
		}
	}
	return s.pages("index", listing{Title: s.Title, Lists: lists}, all)
}

// annotatedFirst puts games with comments before the others.
func annotatedFirst(games []*Entry) {
	slices.SortStableFunc(games, func(a, b *Entry) int {
		switch {
		case a.Annotated() == b.Annotated():
			return 0
		case a.Annotated():
			return -1
		}
		return 1
	})
}

// groupsOf returns the groups of a grouping, sorted by name as in a dictionary:
// regardless of case, and accented letters next to plain ones.
func groupsOf(g grouping, all []*Entry) []group {
	games := map[string][]*Entry{}
	for _, e := range all {
		for _, name := range e.names(g) {
			games[name] = append(games[name], e)
		}
	}
	order, buffer := collate.New(language.Und, collate.Numeric), collate.Buffer{}
	var groups []group
	for name, list := range games {
		each := group{Name: name, Page: g.page(name), Count: len(list), Games: list,
			key: order.KeyFromString(&buffer, name)}
		for _, e := range list {
			if e.Annotated() {
				each.Annotated++
			}
		}
		groups = append(groups, each)
	}
	slices.SortFunc(groups, func(a, b group) int {
		if c := bytes.Compare(a.key, b.key); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return groups
}

// explain adds rules and legend of a variant to the page of its games.
func (s *Site) explain(l *listing, key string) error {
	text := s.rules[key]
	if text == nil {
		return nil
	}
	drawn := *text
	drawn.Pieces = slices.Clone(text.Pieces)
	for i := range drawn.Pieces {
		var sign bytes.Buffer
		if err := diagram.WritePiece(&sign, &drawn.Pieces[i].Drawn, 44); err != nil {
			return err
		}
		drawn.Pieces[i].Sign = template.HTML(sign.String())
	}
	l.Rules = &drawn
	return nil
}

// pages writes a paginated list of games.
func (s *Site) pages(name string, l listing, games []*Entry) error {
	for _, e := range games {
		if e.Annotated() {
			l.Annotated++
		}
	}
	l.What = "games"
	return s.paginate(name, l, len(games), func(l *listing, from, to int) { l.Games = games[from:to] })
}

// paginate writes a list of n entries: name.html, name-2.html and so on. fill
// sets the entries of a page.
func (s *Site) paginate(name string, l listing, n int, fill func(l *listing, from, to int)) error {
	address := func(n int) string {
		if n == 1 {
			return name + ".html"
		}
		return fmt.Sprintf("%s-%d.html", name, n)
	}
	l.Count, l.Pages = n, max(1, (n+gamesPerPage-1)/gamesPerPage)
	for l.Page = 1; l.Page <= l.Pages; l.Page++ {
		fill(&l, (l.Page-1)*gamesPerPage, min(l.Page*gamesPerPage, n))
		l.Before, l.After = "", ""
		if l.Page > 1 {
			l.Before, l.Rules = address(l.Page-1), nil
		}
		if l.Page < l.Pages {
			l.After = address(l.Page + 1)
		}
		if err := s.list(address(l.Page), l); err != nil {
			return err
		}
	}
	return nil
}

// list writes one page of a list.
func (s *Site) list(name string, l listing) error {
	l.Site, l.Policy, l.Root, l.Feed = s.Title, policyElement(sitePolicy),
		strings.Repeat("../", strings.Count(name, "/")), s.Address != ""
	about := l.Title + ", " + count(max(l.Count, len(l.Groups)), "entry", "entries")
	if l.Puzzles != nil {
		about = l.Title + ", " + count(l.Count, "puzzle", "puzzles")
	} else if l.Count > 0 {
		about = l.Title + ": " + count(l.Count, "game", "games") + ", " + fmt.Sprint(l.Annotated) + " with comments"
	}
	l.Preview = s.preview(name, l.Title, about)
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, "list", l); err != nil {
		return err
	}
	return s.Write(name, out.Bytes())
}

// Limits of the sitemap and of the feed.
const (
	maxMapped = 50_000 // addresses in a file, by sitemaps.org
	maxNews   = 50
)

// writeMaps writes the sitemap of games and puzzles, in several files if it is
// large, and the feed of the games that were added last.
func (s *Site) writeMaps() error {
	type mapped struct {
		page    string
		changed time.Time
	}
	pages := []mapped{{}}
	for _, e := range s.entries {
		pages = append(pages, mapped{e.Page(), e.Changed})
	}
	for i := range s.puzzles {
		pages = append(pages, mapped{page: s.puzzles[i].Page()})
	}
	var index strings.Builder
	const namespace = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	number := 0
	for part := range slices.Chunk(pages, maxMapped) {
		var out strings.Builder
		out.WriteString(xml.Header + "<urlset" + namespace + ">\n")
		for _, page := range part {
			out.WriteString("<url><loc>" + escape(s.Address+page.page) + "</loc>")
			if !page.changed.IsZero() {
				out.WriteString("<lastmod>" + page.changed.UTC().Format(time.RFC3339) + "</lastmod>")
			}
			out.WriteString("</url>\n")
		}
		out.WriteString("</urlset>\n")
		number++
		name := fmt.Sprintf("sitemap-%d.xml", number)
		index.WriteString("<sitemap><loc>" + escape(s.Address+name) + "</loc></sitemap>\n")
		if err := s.Write(name, []byte(out.String())); err != nil {
			return err
		}
	}
	if err := s.Write("sitemap.xml",
		[]byte(xml.Header+"<sitemapindex"+namespace+">\n"+index.String()+"</sitemapindex>\n")); err != nil {
		return err
	}
	feed, err := xml.MarshalIndent(s.feed(), "", " ")
	if err != nil {
		return err
	}
	return s.Write("feed.xml", append([]byte(xml.Header), feed...))
}

// atom is a feed, by RFC 4287.
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel     string `xml:"rel,attr,omitempty"`
	Address string `xml:"href,attr"`
}

type atomEntry struct {
	Title   string   `xml:"title"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

func (s *Site) feed() *atom {
	newest := slices.Clone(s.entries)
	slices.SortStableFunc(newest, func(a, b *Entry) int { return b.Changed.Compare(a.Changed) })
	f := &atom{Title: s.Title, ID: s.Address, Author: s.Title,
		Links:   []atomLink{{"", s.Address}, {"self", s.Address + "feed.xml"}},
		Updated: time.Unix(0, 0).UTC().Format(time.RFC3339)}
	for i, e := range newest[:min(maxNews, len(newest))] {
		at := e.Changed.UTC().Format(time.RFC3339)
		if i == 0 {
			f.Updated = at
		}
		f.Entries = append(f.Entries,
			atomEntry{e.Title, s.Address + e.Page(), at, atomLink{"", s.Address + e.Page()}, e.Summary.Description()})
	}
	return f
}
