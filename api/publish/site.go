package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"unicode"
)

//go:embed site.css
var siteSheet string

//go:embed site.js
var siteScript string

// sitePolicy is the Content-Security-Policy of a site's pages: they load only
// files of the site.
const sitePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

// gamesPerPage is the number of games on a page of a list.
const gamesPerPage = 500

// Entry describes a game in the lists of a site.
type Entry struct {
	Name    string   // unique name of the game's page, valid in a URL
	Title   string   // one line: players, event, day
	Variant string   // the variant's name
	Event   string   // "" if unknown
	Players []string // by side, "" if unknown
	Result  string
	Plies   int
}

// Page returns the path of the game's page within the site.
func (e *Entry) Page() string { return "game/" + e.Name + ".html" }

// Played returns the variant, the result and the length in one line.
func (e *Entry) Played() string {
	return fmt.Sprintf("%s, %s, %d plies", e.Variant, e.Result, e.Plies)
}

// Site is a folder of pages, one per game, with lists by player, event and
// variant, and a search that runs in the browser. All links are relative, so it
// works on any host. Only the search needs scripts.
type Site struct {
	title   string
	write   func(name string, content []byte) error
	entries []Entry
}

// NewSite returns an empty site. It passes each finished file to write once,
// under a slash-separated name.
func NewSite(title string, write func(name string, content []byte) error) *Site {
	return &Site{title: cmp.Or(title, "Games"), write: write}
}

// Add writes the page of a game. If that fails, the site is unchanged.
func (s *Site) Add(g *Game, e Entry) error {
	page := NewHTML()
	if err := page.add(g, surroundings{Before: s.nav(&e)}); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := page.writeWith(&out, pageFrame{
		Policy: policyElement(sitePolicy),
		Style:  `<link rel="stylesheet" href="../sheet.css">`,
		Script: `<script src="../play.js" defer></script>`,
	}); err != nil {
		return err
	}
	if err := s.write(e.Page(), out.Bytes()); err != nil {
		return err
	}
	s.entries = append(s.entries, e)
	return nil
}

// nav returns the links of a game's page to lists.
func (s *Site) nav(e *Entry) template.HTML {
	var links strings.Builder
	link := func(page, words string) {
		fmt.Fprintf(&links, `<a href="../%s">%s</a> `, page, escape(words))
	}
	link("index.html", s.title)
	for _, name := range e.Players {
		if name != "" {
			link(players.page(name), name)
		}
	}
	if e.Event != "" {
		link(events.page(e.Event), e.Event)
	}
	return template.HTML(`<nav aria-label="Site" class="site">` + strings.TrimSpace(links.String()) + "</nav>\n")
}

// grouping is a criterion by which games are listed.
type grouping struct{ folder, title string }

// The groupings of a site.
var (
	players  = grouping{"player", "Players"}
	events   = grouping{"event", "Events"}
	variants = grouping{"variant", "Variants"}
)

// page returns the path of a group's list. It consists of the name's ASCII
// letters and digits and a hash that makes it unique.
func (g grouping) page(name string) string {
	sum := sha256.Sum256([]byte(name))
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slug := strings.Join(append(words, hex.EncodeToString(sum[:4])), "-")
	return g.folder + "/" + slug[max(0, len(slug)-80):] + ".html"
}

// names returns the groups of a game.
func (g grouping) names(e *Entry) []string {
	var names []string
	switch g {
	case players:
		names = e.Players
	case events:
		names = []string{e.Event}
	case variants:
		names = []string{e.Variant}
	}
	return slices.DeleteFunc(slices.Compact(slices.Clone(names)), func(name string) bool { return name == "" })
}

// group is a group with its games.
type group struct {
	Name, Page string
	Games      []*Entry
}

// listing is a page that lists games or groups.
type listing struct {
	Title, Site, Root, Policy string
	Groups                    []group
	Games                     []*Entry
	Lists                     []link
	Page, Pages               int // from 1
	Before, After             string
	Search                    bool
	Count                     int
}

// link is a link to another page.
type link struct{ Page, Words string }

// Close writes the lists, the search page and the shared files.
func (s *Site) Close() error {
	all := make([]*Entry, len(s.entries))
	for i := range s.entries {
		all[i] = &s.entries[i]
	}
	lists := []link{{"search.html", "Search"}}
	for _, g := range []grouping{players, events, variants} {
		groups, err := s.groups(g, all)
		if err != nil {
			return err
		}
		if len(groups) == 0 {
			continue
		}
		page := g.folder + "s.html"
		lists = append(lists, link{page, fmt.Sprintf("%s (%d)", g.title, len(groups))})
		if err := s.list(page, listing{Title: g.title, Groups: groups}); err != nil {
			return err
		}
	}
	if err := s.pages("index", listing{Title: s.title, Lists: lists}, all); err != nil {
		return err
	}
	if err := s.list("search.html", listing{Title: "Search", Search: true, Count: len(all)}); err != nil {
		return err
	}
	for name, content := range map[string]string{
		"sheet.css": styleSheet + siteSheet, "play.js": script, "search.js": siteScript, "games.js": s.data(),
	} {
		if err := s.write(name, []byte(content)); err != nil {
			return err
		}
	}
	return nil
}

// groups writes the lists of a grouping and returns the groups by name.
func (s *Site) groups(g grouping, all []*Entry) ([]group, error) {
	games := map[string][]*Entry{}
	for _, e := range all {
		for _, name := range g.names(e) {
			games[name] = append(games[name], e)
		}
	}
	var groups []group
	for _, name := range slices.Sorted(maps.Keys(games)) {
		entry := group{name, g.page(name), games[name]}
		if err := s.pages(strings.TrimSuffix(entry.Page, ".html"), listing{Title: name}, entry.Games); err != nil {
			return nil, err
		}
		groups = append(groups, entry)
	}
	return groups, nil
}

// pages writes a paginated list: name.html, name-2.html and so on.
func (s *Site) pages(name string, l listing, games []*Entry) error {
	address := func(n int) string {
		if n == 1 {
			return name + ".html"
		}
		return fmt.Sprintf("%s-%d.html", name, n)
	}
	l.Count, l.Pages = len(games), max(1, (len(games)+gamesPerPage-1)/gamesPerPage)
	for l.Page = 1; l.Page <= l.Pages; l.Page++ {
		l.Games = games[(l.Page-1)*gamesPerPage : min(l.Page*gamesPerPage, len(games))]
		l.Before, l.After = "", ""
		if l.Page > 1 {
			l.Before = address(l.Page - 1)
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
	l.Site, l.Policy = s.title, sitePolicy
	l.Root = strings.Repeat("../", strings.Count(name, "/"))
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "list", l); err != nil {
		return err
	}
	return s.write(name, out.Bytes())
}

// data returns the data of the search script: a line per game with its page,
// title and result.
func (s *Site) data() string {
	var lines strings.Builder
	for i := range s.entries {
		e := &s.entries[i]
		fmt.Fprintf(&lines, "%s\t%s\t%s\n", e.Name, oneLine(e.Title), oneLine(e.Played()))
	}
	return "const games = " + string(scriptJSON(lines.String())) + ";\n"
}
