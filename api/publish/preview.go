package publish

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"
	"time"
)

// Preview is the representation of a page on other sites and in other programs:
// its description, its picture, and its data for search engines.
type Preview struct {
	Title, Description string
	Site               string // name of the site
	Address            string // canonical URL, or "" if it is unknown
	Image, Alt         string // URL of a picture of 1200×630 pixels, or ""; what it shows
	Icon               string // URL of the icon of the site, or ""
	Article            bool   // a game, not a list
	Data               any    // JSON-LD, or nil
}

// Elements returns the elements of a page's head.
func (p *Preview) Elements() (template.HTML, error) {
	var out strings.Builder
	err := templates().ExecuteTemplate(&out, "preview", p)
	return template.HTML(out.String()), err
}

// Summary is the text of a preview about a game.
type Summary struct {
	Players         [2]string // by side, "" if unknown
	Variant         string
	Event, Round    string
	Day             string // as YYYY-MM-DD, with ? for unknown digits, or ""
	Opening         string
	Result, Reason  string // the reason may be ""
	Plies, Comments int
}

// Title returns the players, or a name for a game without them.
func (s *Summary) Title(otherwise string) string {
	if s.Players[0]+s.Players[1] == "" {
		return otherwise
	}
	return cmp.Or(s.Players[0], "?") + " – " + cmp.Or(s.Players[1], "?")
}

// Occasion returns event, round and date in words, as far as known.
func (s *Summary) Occasion() string {
	var parts []string
	if s.Event != "" {
		parts = append(parts, s.Event)
	}
	if s.Round != "" {
		parts = append(parts, "round "+s.Round)
	}
	if day := DayWords(s.Day); day != "" {
		parts = append(parts, day)
	}
	return strings.Join(parts, ", ")
}

// Description returns the summary in sentences.
func (s *Summary) Description() string {
	text := s.Variant
	if s.Opening != "" {
		text += ", " + s.Opening
	}
	text += ": " + s.Title("a game") + "."
	if occasion := s.Occasion(); occasion != "" {
		text += " " + occasion + "."
	}
	text += " " + strings.Replace(s.Result, "*", "No result", 1)
	if s.Reason != "" {
		text += ", " + s.Reason
	}
	text += ", " + count(s.Plies, "ply", "plies") + "."
	if s.Comments > 0 {
		text += " With " + count(s.Comments, "comment", "comments") + "."
	}
	return text
}

// count returns a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// structured is a game in the vocabulary of schema.org, as JSON-LD.
type structured struct {
	Context     string  `json:"@context"`
	Type        string  `json:"@type"`
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Sport       string  `json:"sport"`
	Day         string  `json:"startDate,omitempty"`
	Address     string  `json:"url,omitempty"`
	Image       string  `json:"image,omitempty"`
	Competitors []thing `json:"competitor,omitempty"`
	Event       *thing  `json:"superEvent,omitempty"`
}

// thing is a named person or event.
type thing struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

// Structured returns the game as JSON-LD.
func (s *Summary) Structured(title, address, image string) any {
	known, _, _ := strings.Cut(s.Day, "-?")
	out := structured{
		Context: "https://schema.org", Type: "SportsEvent", Name: title, Description: s.Description(), Sport: s.Variant,
		Day: strings.Trim(known, "?"), Address: address, Image: image,
	}
	for _, name := range s.Players {
		if name != "" {
			out.Competitors = append(out.Competitors, thing{"Person", name})
		}
	}
	if s.Event != "" {
		out.Event = &thing{"SportsEvent", s.Event}
	}
	return out
}

// DayWords returns a date in words: 1994-03-05 is 5 March 1994, 1994-03-?? is
// March 1994. A date whose year is unknown is "".
func DayWords(day string) string {
	for _, form := range []struct {
		read, write string
	}{{"2006-01-02", "2 January 2006"}, {"2006-01", "January 2006"}, {"2006", "2006"}} {
		known, _, _ := strings.Cut(day, "-?")
		if t, err := time.Parse(form.read, known); err == nil {
			return t.Format(form.write)
		}
	}
	return ""
}

// Decisive returns the ply that represents a game in previews. It is the first
// ply whose glyphs request a diagram, else the last brilliant move or blunder,
// else the last ply. It is 0 if the game has no plies.
func Decisive(glyphs [][]int) int {
	best := 0
	for i, numbers := range glyphs {
		if asks, _ := AsksForDiagram(numbers); asks {
			return i + 1
		}
		for _, n := range numbers {
			if n == nagBrilliant || n == nagBlunder {
				best = i + 1
			}
		}
	}
	return cmp.Or(best, len(glyphs))
}
