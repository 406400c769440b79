package rest

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/events"
	"assay/api/games"
	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/search"
	"assay/api/tournament"
	"assay/parser"
	"assay/store"
)

// feedsPath is the path prefix of feeds.
const feedsPath = "/feeds"

// maxFeedEntries bounds the entries of a feed.
const maxFeedEntries = 50

// atomFeed is an Atom feed, and atomEntry an entry for one game, submission,
// puzzle or state of standings (RFC 4287).
type atomFeed struct {
	XMLName   xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID        string      `xml:"id"`
	Title     string      `xml:"title"`
	Updated   string      `xml:"updated"`
	Author    string      `xml:"author>name"`
	Generator string      `xml:"generator"`
	Links     []atomLink  `xml:"link"`
	Entries   []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID        string     `xml:"id"`
	Title     string     `xml:"title"`
	Published string     `xml:"published"`
	Updated   string     `xml:"updated"`
	Links     []atomLink `xml:"link"`
	Variant   struct {
		Term string `xml:"term,attr"`
	} `xml:"category"`
	Content string `xml:"content"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

// feedParameters select the games of a feed.
type feedParameters struct{ search.Selection }

func (p *feedParameters) Parameters() []*Parameter { return selectionParameters(&p.Selection) }

// feedGames returns a feed of the latest archived games of a selection.
func (s *Server) feedGames(c *gin.Context, p *feedParameters) error {
	games, err := s.archive.Newest(c.Request.Context(), p.Selection, maxFeedEntries)
	if err != nil {
		return err
	}
	return sendFeed(s, c, p.Title(), fmt.Sprintf("feed %+v", p.Selection), games, s.fillGame)
}

// fillGame fills the entry of a game, and returns its permanent name.
func (s *Server) fillGame(e *atomEntry, g games.GameSummary, at string) string {
	e.Title = cmp.Or(g.First, "?") + " – " + cmp.Or(g.Second, "?")
	if g.Event != "" {
		e.Title += ", " + g.Event
	}
	e.Published = g.Imported.UTC().Format(time.RFC3339)
	e.Updated = e.Published
	e.Variant.Term = g.Variant
	e.Content = fmt.Sprintf("%s: %s, %s, %s", g.Variant, g.Verdict, parser.Count(g.Plies, "ply"), g.Result)
	if g.Termination != nil {
		e.Content += " (" + *g.Termination + ")"
	}
	of := fmt.Sprintf("%s/games/%d", basePath, g.ID)
	e.Links = []atomLink{
		{"related", "application/json", at + of}, {"enclosure", "application/octet-stream", at + of + "/record"},
	}
	if s.config.Pages != nil {
		e.Links = append(e.Links, atomLink{"alternate", "text/html", fmt.Sprintf("%s/games/%d", at, g.ID)})
	}
	return fmt.Sprintf("game %d", g.ID)
}

// feedSubmissions returns a feed of the latest changed submissions.
func (s *Server) feedSubmissions(c *gin.Context, p *QueueParameters) error {
	last, err := s.archive.LastSubmissions(c.Request.Context(), p.SubmissionFilter, maxFeedEntries)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("submissions %+v", p.SubmissionFilter)
	return sendFeed(s, c, "Submissions", name, last, fillSubmission)
}

// fillSubmission fills the entry of a submission, and returns its permanent
// name.
func fillSubmission(e *atomEntry, v *records.SubmissionView, at string) string {
	e.Title = fmt.Sprintf("%s – %s: %s", cmp.Or(v.First, "?"), cmp.Or(v.Second, "?"), v.State)
	e.Published, e.Updated = v.Created.Format(time.RFC3339), v.Updated.Format(time.RFC3339)
	e.Variant.Term = v.Variant
	e.Content = fmt.Sprintf("submission %d, by %s: %s, %s", v.ID, v.Person, v.Verdict, parser.Count(v.Plies, "ply"))
	for _, concern := range v.Concerns {
		e.Content += "\n" + concern.Message
	}
	e.Links = []atomLink{{"related", "application/json", fmt.Sprintf("%s%s/submissions/%d", at, basePath, v.ID)}}
	return fmt.Sprintf("submission %d", v.ID)
}

// feedStandings returns a feed of an event's standings: one entry, whose ID
// changes with them, so that readers see each change as a new one.
func (s *Server) feedStandings(c *gin.Context, p *eventParameters) error {
	ctx := c.Request.Context()
	standing, err := s.archive.Standing(ctx, p.event)
	if err != nil {
		return err
	}
	t, err := s.archive.Tournament(ctx, p.event, "")
	if err != nil {
		return err
	}
	changed := standing.Event.Updated
	for _, g := range standing.Games {
		at := g.Imported
		if g.Revision > 1 {
			h, err := s.archive.Revisions(ctx, g.ID)
			if err != nil {
				return err
			}
			at = h.Revisions[len(h.Revisions)-1].Saved
		}
		if at.After(changed) {
			changed = at
		}
	}
	var table strings.Builder
	if err := t.WriteCSV(&table); err != nil {
		return err
	}
	name := fmt.Sprintf("standings of event %d", p.event)
	fill := func(e *atomEntry, t *events.TournamentView, at string) string {
		e.Title = standing.Event.Name + ": standings after " + parser.Count(len(standing.Games), "game")
		e.Updated = changed.UTC().Format(time.RFC3339)
		e.Published, e.Variant.Term = e.Updated, "standings"
		for _, player := range t.Players {
			e.Content += fmt.Sprintf("%d. %s %s\n", player.Place, player.Name, tournament.FormatPoints(player.Points))
		}
		of := fmt.Sprintf("/events/%d", p.event)
		e.Links = []atomLink{{"related", "application/json", at + basePath + of + "/standing"}}
		if s.config.Pages != nil {
			e.Links = append(e.Links, atomLink{"alternate", "text/html", at + of})
		}
		return name + ": " + table.String()
	}
	var last []*events.TournamentView
	if len(t.Players) > 0 {
		last = append(last, t)
	}
	return sendFeed(s, c, standing.Event.Name, name, last, fill)
}

// maxFeedDays is the number of days in the feed of daily puzzles.
const maxFeedDays = 14

// dailyEntry is the puzzle of a day.
type dailyEntry struct {
	*puzzles.Puzzle
	day time.Time
}

// feedPuzzles returns a feed of the puzzles of the last days, the newest first.
// A day's entry keeps its ID even if further puzzles change its puzzle.
func (s *Server) feedPuzzles(c *gin.Context, p *puzzleFilterParameters) error {
	var days []dailyEntry
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for i := range maxFeedDays {
		day := today.AddDate(0, 0, -i)
		z, err := s.archive.Puzzles.Daily(c.Request.Context(), p.Filter, day)
		if errors.Is(err, store.ErrNoPuzzle) {
			break
		}
		if err != nil {
			return err
		}
		days = append(days, dailyEntry{z, day})
	}
	name := fmt.Sprintf("daily puzzles %+v", p.Filter)
	fill := func(e *atomEntry, d dailyEntry, at string) string {
		e.Title = d.day.Format(time.DateOnly) + ": " + cmp.Or(string(d.Goal), d.ID)
		e.Published = d.day.Format(time.RFC3339)
		e.Updated, e.Variant.Term = e.Published, d.Variant
		e.Content = fmt.Sprintf("%s, rating %d: %s", d.Variant, d.Rating, d.Position)
		e.Links = []atomLink{{"related", "application/json", at + basePath + "/puzzles/" + d.ID}}
		if s.config.Pages != nil {
			e.Links = append(e.Links, atomLink{"alternate", "text/html", at + "/puzzles/" + d.ID})
		}
		return name + ": " + d.day.Format(time.DateOnly)
	}
	return sendFeed(s, c, "Puzzle of the day", name, days, fill)
}

const atomType = "application/atom+xml"

// sendFeed returns a feed with one entry for each item. The feed's ID derives
// from name, and each entry's ID from the name that fill returns.
func sendFeed[T any](
	s *Server, c *gin.Context, title, name string, last []T, fill func(*atomEntry, T, string) string,
) error {
	ctx, at := c.Request.Context(), Root(c.Request)
	feed := &atomFeed{
		Title: title, Author: "Assay", Generator: "Assay", Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links: []atomLink{{"self", atomType, at + c.Request.URL.RequestURI()}}, Entries: make([]atomEntry, len(last)),
	}
	var err error
	if feed.ID, err = s.archive.Name(ctx, name); err != nil {
		return err
	}
	for i := range last {
		e := &feed.Entries[i]
		if e.ID, err = s.archive.Name(ctx, fill(e, last[i], at)); err != nil {
			return err
		}
		feed.Updated = feed.Entries[0].Updated
	}
	text, err := xml.Marshal(feed)
	if err != nil {
		return err
	}
	Send(c.Writer, c.Request, http.StatusOK, atomType, append([]byte(xml.Header), text...))
	return nil
}
