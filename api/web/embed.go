package web

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"assay/api"
	"assay/api/publish"
	"assay/api/rest"
)

// embedPath is what games in frames lie under.
const embedPath = "/embed"

// ancestors are those that may show games in frames, as a policy names them.
func (b *board) ancestors() string {
	if len(b.config.Frames) == 0 {
		return "'none'"
	}
	return strings.Join(b.config.Frames, " ")
}

// embed answers with a game for a frame of another page: as it is published,
// at a ply, which stands behind the address for its script.
func (b *board) embed(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return rest.ErrNoPage
	}
	if ply := r.URL.Query().Get("ply"); ply != "" {
		n, err := strconv.ParseUint(ply, 10, 16)
		if err != nil {
			return &api.InputError{Field: "ply", Value: ply, Want: "a number of plies"}
		}
		http.Redirect(w, r, fmt.Sprintf("%s%s/games/%d#%s", rest.Base(r), embedPath, id, publish.Place(1, int(n))), http.StatusFound)
		return nil
	}
	replay, err := b.archive.Replay(r.Context(), id)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if _, err := replay.Export(&body, api.ExportOptions{Format: api.ExportHTML, MaxShown: maxPositions}); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", publish.ContentPolicy+"; frame-ancestors "+b.ancestors()+"; sandbox allow-scripts")
	rest.Send(w, r, http.StatusOK, api.ExportHTML.MediaType(), body.Bytes())
	return nil
}

// share is how a page is shown where others link to it, by Open Graph and
// oEmbed.
type share struct {
	Title, Says, Address, Image, OEmbed string
}

// shareGame is how a game's page is shown elsewhere, at a ply.
func shareGame(r *http.Request, title string, d *gameData) *share {
	address := fmt.Sprintf("%s/games/%d", rest.Root(r), d.ID)
	s := &share{Title: title, Says: d.Variant + ", " + d.Result, Address: address}
	if d.Ply > 0 {
		s.Address += fmt.Sprintf("?ply=%d", d.Ply)
	}
	if d.Why == "" {
		s.Image = fmt.Sprintf("%s/api/v1/games/%d/export?", rest.Root(r), d.ID) + url.Values{"as": {string(api.ExportGIF)}, "plies": {strconv.Itoa(d.Ply)}}.Encode()
	}
	s.OEmbed = rest.Root(r) + "/oembed?" + url.Values{"url": {s.Address}}.Encode()
	return s
}

// Sizes of the frame of a game in pixels, where nobody asks for others.
const (
	frameWidth  = 920
	frameHeight = 760
)

// embedded is what oEmbed (oembed.com, version 1.0) says of a game: how to show
// it in a frame, or that it can be linked to alone.
type embedded struct {
	Version  string `json:"version"`
	Type     string `json:"type"` // rich, or link where no page may show games
	Title    string `json:"title"`
	Provider string `json:"provider_name"`
	Address  string `json:"provider_url"`
	HTML     string `json:"html,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// oEmbed tells how to show the game of an address of this server.
func (b *board) oEmbed(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	if format := asked.Get("format"); format != "" && format != "json" {
		http.Error(w, "oEmbed is answered in JSON alone", http.StatusNotImplemented)
		return nil
	}
	id, ply, ok := gameAt(asked.Get("url"), r)
	if !ok {
		return rest.ErrNoPage
	}
	width, err := side(asked, "maxwidth", frameWidth)
	if err != nil {
		return err
	}
	height, err := side(asked, "maxheight", frameHeight)
	if err != nil {
		return err
	}
	g, err := b.archive.Game(r.Context(), id)
	if err != nil {
		return err
	}
	out := embedded{Version: "1.0", Type: "link", Title: titleOf(g), Provider: "Assay", Address: rest.Root(r) + "/"}
	if len(b.config.Frames) > 0 {
		address := fmt.Sprintf("%s%s/games/%d", rest.Root(r), embedPath, id)
		if ply > 0 {
			address += fmt.Sprintf("?ply=%d", ply)
		}
		out.Type, out.Width, out.Height = "rich", width, height
		out.HTML = fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="%s" loading="lazy" sandbox="allow-scripts" style="border:0"></iframe>`,
			html.EscapeString(address), width, height, html.EscapeString(out.Title))
	}
	return sendJSON(w, r, out)
}

// gameAt is the game and the ply of an address on this server.
func gameAt(address string, r *http.Request) (id int64, ply int, ok bool) {
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

// side is a side of a frame, no longer than was asked for.
func side(asked url.Values, name string, usual int) (int, error) {
	text := asked.Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return 0, &api.InputError{Field: name, Value: text, Want: "a number of pixels"}
	}
	return min(usual, int(n)), nil
}
