package web

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"assay/api/define"
	"assay/api/drill"
	"assay/api/locale"
	"assay/api/puzzles"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
	"assay/store"
)

// puzzlesData is the data of the page that lists puzzles.
type puzzlesData struct {
	*puzzles.Page
	Daily    *puzzles.Puzzle // nil if no puzzle matches
	Variants []define.VariantSummary
	Variant  string
	Theme    string
	More     string // path of the next page; "" on the last one
}

func (h *handler) listPuzzles(w http.ResponseWriter, r *http.Request) error {
	var f puzzles.Filter
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Text("variant", &f.Variant, "variant"),
		rest.Text("theme", &f.Theme, "theme"), rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	found, err := h.archive.Puzzles.List(r.Context(), f, cursor, search.DefaultLimit)
	if err != nil {
		return err
	}
	d := puzzlesData{Page: found, Variants: h.variants(), Variant: f.Variant, Theme: f.Theme}
	if d.Daily, err = h.archive.Puzzles.Daily(r.Context(), f, time.Now()); err != nil && !errors.Is(err,
		store.ErrNoPuzzle) {
		return err
	}
	if found.Next != "" {
		d.More = puzzlePath("/puzzles", f, string(found.Next))
	}
	return h.render(w, r, http.StatusOK, "puzzles", page{Title: "Puzzles", Place: "puzzles", Data: d})
}

// puzzlePath returns a path with the conditions of a filter.
func puzzlePath(path string, f puzzles.Filter, cursor string) string {
	words := url.Values{}
	for key, value := range map[string]string{"variant": f.Variant, "theme": f.Theme, "cursor": cursor} {
		if value != "" {
			words.Set(key, value)
		}
	}
	if len(words) == 0 {
		return path
	}
	return path + "?" + words.Encode()
}

// puzzleData is the data of the page of a puzzle.
type puzzleData struct {
	*puzzles.Puzzle
	VariantName string
	Following   string // path of the next puzzle
	All         string // path of the list
}

func (h *handler) showPuzzle(w http.ResponseWriter, r *http.Request) error {
	var f puzzles.Filter
	if err := rest.BindPage(r, rest.Few{rest.Text("variant", &f.Variant, "variant"),
		rest.Text("theme", &f.Theme, "theme")}); err != nil {
		return err
	}
	ctx := r.Context()
	var z *puzzles.Puzzle
	var err error
	if id := r.PathValue("id"); id == "daily" {
		z, err = h.archive.Puzzles.Daily(ctx, f, time.Now())
	} else {
		z, err = h.archive.Puzzles.Find(ctx, id)
	}
	if err != nil {
		return err
	}
	next, err := h.archive.Puzzles.Following(ctx, f, z.ID)
	if errors.Is(err, store.ErrNoPuzzle) {
		next, err = z, nil
	}
	if err != nil {
		return err
	}
	d := puzzleData{Puzzle: z, VariantName: z.Variant, Following: puzzlePath("/puzzles/"+next.ID, f, ""),
		All: puzzlePath("/puzzles", f, "")}
	if rules, err := h.archive.Rules(z.Variant, z.Options); err == nil {
		d.VariantName = cmp.Or(rules.Definition().Name, z.Variant)
	}
	return h.render(w, r, http.StatusOK, "puzzle",
		page{Title: locale.Of(languageOf(r)).Words(string(z.Goal)), Place: "puzzles", Script: "puzzle.js", Data: d})
}

// mistakesData is the data of the page of mistakes.
type mistakesData struct {
	*puzzles.MistakePage
	puzzles.MistakeFilter
	Variants []define.VariantSummary
	More     string // path of the next page; "" on the last one
}

func (h *handler) listMistakes(w http.ResponseWriter, r *http.Request) error {
	d := mistakesData{Variants: h.variants()}
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Number("game", &d.Game, "number of a game"),
		rest.Text("player", &d.Player, "player"), rest.Text("side", &d.Side, "side"),
		rest.Text("variant", &d.Variant, "variant"), rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	before, err := request.ReadNumberCursor(cursor)
	if err == nil {
		d.MistakePage, err = h.archive.Puzzles.Mistakes(r.Context(), d.MistakeFilter, before, search.DefaultLimit)
	}
	if err != nil {
		return err
	}
	if d.Next != "" {
		words := r.URL.Query()
		words.Set("cursor", string(d.Next))
		d.More = "/mistakes?" + words.Encode()
	}
	return h.render(w, r, http.StatusOK, "mistakes", page{Title: "Learn from mistakes", Place: "puzzles", Data: d})
}

// trainData is the data of the page of training.
type trainData struct {
	Deck        string // "" for the list
	Name        string
	Repertoires []repertoires.Repertoire
}

func (h *handler) train(w http.ResponseWriter, r *http.Request) error {
	var d trainData
	if err := rest.BindPage(r, rest.Few{rest.Text("deck", &d.Deck, "puzzles, or a number")}); err != nil {
		return err
	}
	var err error
	if d.Repertoires, err = h.archive.Repertoires.List(r.Context()); err != nil {
		return err
	}
	found := d.Deck == "" || d.Deck == drill.PuzzleDeck
	for i := range d.Repertoires {
		if v := &d.Repertoires[i]; strconv.FormatInt(v.ID, 10) == d.Deck {
			d.Name, found = v.Name, true
		}
	}
	if !found {
		return store.ErrNoRepertoire
	}
	return h.render(w, r, http.StatusOK, "train",
		page{Title: "Training", Place: "puzzles", Script: scriptIf(d.Deck != "", "train.js"), Data: d})
}
