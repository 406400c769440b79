package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"assay/api/present"
	"assay/api/publish"
	"assay/api/request"
	"assay/api/rest"
)

// embedPath is the path prefix of games in frames.
const embedPath = "/embed"

// frameAncestors returns the Content-Security-Policy source list of the pages
// that may show games in frames.
func (h *handler) frameAncestors() string {
	if len(h.config.Frames) == 0 {
		return "'none'"
	}
	return strings.Join(h.config.Frames, " ")
}

// embed sends a published game for a frame of another page, at the requested
// ply. Its links step without scripts.
func (h *handler) embed(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return rest.ErrNoPage
	}
	replay, err := h.archive.Replay(r.Context(), id)
	if err != nil {
		return err
	}
	return h.sendFrame(w, r, replay)
}

// framePolicy is the Content-Security-Policy of games in frames.
func (h *handler) framePolicy() string {
	return publish.ContentPolicy() + "; frame-ancestors " + h.frameAncestors() + "; sandbox allow-scripts"
}

// share contains the preview of a game's page and the entries of its Share
// menu.
type share struct {
	publish.Preview
	OEmbed string
	Day    string // in words
	// Picture is the URL of a picture of the position, Frame the code of a
	// frame with the game, or "" if no page may show it.
	Picture, Frame string
}

// shareGame returns the preview of a game's page at a ply. Its picture shows
// the requested position, or else the decisive one.
func (h *handler) shareGame(r *http.Request, d *gameData, about *publish.Summary) *share {
	root := rest.Root(r)
	address, frame := fmt.Sprintf("%s/games/%d", root, d.ID), fmt.Sprintf("%s%s/games/%d", root, embedPath, d.ID)
	decisive := cmp.Or(d.Ply, d.Decisive)
	if d.Ply > 0 {
		address, frame = fmt.Sprintf("%s?ply=%d", address, d.Ply), fmt.Sprintf("%s?ply=%d", frame, d.Ply)
	}
	s := &share{Preview: publish.Preview{Title: about.Title(fmt.Sprintf("Game %d", d.ID)),
		Description: about.Description(), Site: "Assay", Address: address, Article: true}}
	if occasion := about.Occasion(); occasion != "" {
		s.Title += ", " + occasion
	}
	picture := func(ply int) string {
		return fmt.Sprintf("%s/api/v1/games/%d/export?as=%s&ply=%d", root, d.ID, present.ExportPNG, ply)
	}
	if d.NoBoard == "" {
		s.Picture = picture(d.Ply)
		if decisive > 0 {
			s.Image, s.Alt = picture(decisive), fmt.Sprintf("The board after ply %d", decisive)
		}
	}
	if len(h.config.Frames) > 0 && d.NoBoard == "" {
		s.Frame = frameCode(frame, s.Title, frameWidth, frameHeight)
	}
	s.Data = about.Structured(s.Title, address, s.Image)
	s.Day = publish.DayWords(about.Day)
	s.OEmbed = root + "/oembed?" + url.Values{"url": {address}}.Encode()
	return s
}

// frameCode returns the HTML of a frame with a game.
func frameCode(address, title string, width, height int) string {
	return fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" loading="lazy" sandbox="allow-scripts" allowfullscreen style="border:0;max-width:100%%"></iframe>`,
		html.EscapeString(address), width, height, html.EscapeString(title))
}

// Default size of a game's frame in pixels.
const (
	frameWidth  = 920
	frameHeight = 760

	framePanel = 280 // of a narrow frame, what is under the board
)

// embedded is the oEmbed 1.0 response for a game (oembed.com): a frame, or only
// a link.
type embedded struct {
	Version  string `json:"version"`
	Type     string `json:"type"` // rich, or link if no page may show games in frames
	Title    string `json:"title"`
	Provider string `json:"provider_name"`
	Address  string `json:"provider_url"`
	HTML     string `json:"html,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// framedOfURL returns the title of a game or of a chapter by its URL, and its
// path in frames.
func (h *handler) framedOfURL(r *http.Request, address string) (title, path string, err error) {
	if id, ply, ok := gameOfURL(address, r); ok {
		g, err := h.archive.Game(r.Context(), id)
		if err != nil {
			return "", "", err
		}
		path = fmt.Sprintf("/games/%d", id)
		if ply > 0 {
			path += fmt.Sprintf("?ply=%d", ply)
		}
		return titleOf(g), path, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host != r.Host {
		return "", "", rest.ErrNoPage
	}
	study, chapter, path, err := h.studyOfURL(r, u.Path)
	if err != nil {
		return "", "", err
	}
	return study.Name + ": " + chapter.Name, path, nil
}

// oEmbed answers oEmbed requests for the URL of a game or of a study.
func (h *handler) oEmbed(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		http.Error(w, "only JSON is available: use format=json", http.StatusNotImplemented)
		return nil
	}
	width, err := frameSize(query, "maxwidth", frameWidth)
	if err != nil {
		return err
	}
	height, err := frameSize(query, "maxheight", min(frameHeight, width+framePanel))
	if err != nil {
		return err
	}
	title, path, err := h.framedOfURL(r, query.Get("url"))
	if err != nil {
		return err
	}
	out := embedded{Version: "1.0", Type: "link", Title: title, Provider: "Assay", Address: rest.Root(r) + "/"}
	if len(h.config.Frames) > 0 {
		out.Type, out.Width, out.Height = "rich", width, height
		out.HTML = frameCode(rest.Root(r)+embedPath+path, out.Title, width, height)
	}
	body, err := json.Marshal(out)
	if err != nil {
		return err
	}
	rest.Send(w, r, http.StatusOK, "application/json", body)
	return nil
}

// gameOfURL returns the game and the ply of a URL of this server.
func gameOfURL(address string, r *http.Request) (id int64, ply int, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host != r.Host {
		return 0, 0, false
	}
	number, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(u.Path, rest.Base(r)), embedPath), "/games/")
	if id, err = strconv.ParseInt(number, 10, 64); !ok || err != nil {
		return 0, 0, false
	}
	n, _ := strconv.ParseUint(u.Query().Get("ply"), 10, 16)
	return id, int(n), true
}

// frameSize returns the requested maximum of a frame's dimension, limited to
// the standard size.
func frameSize(query url.Values, name string, standard int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return standard, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return 0, &request.InputError{Field: name, Value: text, Want: "a number of pixels"}
	}
	return min(standard, int(n)), nil
}
