package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"assay/api/define"
	"assay/api/games"
	"assay/api/locale"
	"assay/api/present"
	"assay/api/request"
	"assay/api/rest"
	"assay/api/search"
	"assay/api/studies"
	"assay/store"
)

// studiesData is the data of the page that lists studies.
type studiesData struct {
	*studies.Page
	Writes bool   // whether the reader may create studies
	More   string // path of the next page; "" on the last one
}

func (h *handler) listStudies(w http.ResponseWriter, r *http.Request) error {
	var cursor string
	if err := rest.BindPage(r, rest.Few{rest.Text("cursor", &cursor, "cursor of a page")}); err != nil {
		return err
	}
	found, err := h.archive.Studies.List(r.Context(), false, cursor, search.DefaultLimit)
	if err != nil {
		return err
	}
	d := studiesData{Page: found, Writes: request.CallerOf(r.Context()).May(request.Contribute)}
	if found.Next != "" {
		d.More = "/studies?cursor=" + string(found.Next)
	}
	return h.render(w, r, http.StatusOK, "studies",
		page{Title: "Studies", Place: "studies", Script: "studies.js", Data: d})
}

// studyData is the data of the page of a study, with one chapter.
type studyData struct {
	*gameData
	Study    *studies.Study
	Chapter  *studies.Chapter // nil for a study without chapters
	Path     string           // of the study; with the secret of its link if the reader has one
	Link     string           // URL for readers of an unlisted study, or ""
	Frame    string           // code of a frame with the chapter, or ""
	Formats  []present.ExportFormat
	Variants []define.VariantSummary
	Hidden   bool // readers find the moves
}

// studyOf returns the ID of a study and the secret of its link. A path has
// both, with a point between them, so that relative links keep the secret.
func studyOf(r *http.Request) (id, link string) {
	id, link, _ = strings.Cut(r.PathValue("id"), ".")
	return id, link
}

// chapterOf returns the number of the requested chapter; 0 for none.
func chapterOf(r *http.Request) int64 {
	n, _ := strconv.ParseInt(r.PathValue("chapter"), 10, 64)
	return n
}

func (h *handler) showStudy(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	id, link := studyOf(r)
	study, err := h.archive.Studies.Study(ctx, id, link)
	if err != nil {
		return err
	}
	number := chapterOf(r)
	if r.PathValue("chapter") == "" && len(study.Contents) > 0 {
		number = study.Contents[0].ID
	}
	d := studyData{Study: study, Path: "/studies/" + r.PathValue("id"), Formats: studies.Formats(),
		Variants: h.variants()}
	if study.Link != "" {
		d.Link = fmt.Sprintf("%s/studies/%s.%s", rest.Root(r), id, study.Link)
	}
	if r.PathValue("chapter") != "" || number > 0 {
		if err := d.read(w, r, h, number, link); err != nil {
			return err
		}
	}
	return h.render(w, r, http.StatusOK, "study",
		page{Title: study.Name, Place: "studies", Script: "study.js", Data: d})
}

// read sets the chapter and its board.
func (d *studyData) read(w http.ResponseWriter, r *http.Request, h *handler, number int64, link string) error {
	var err error
	if d.Chapter, err = h.archive.Studies.Chapter(r.Context(), d.Study.ID, number, 0, link); err != nil {
		return err
	}
	replay, err := h.archive.Studies.Replay(r.Context(), d.Study.ID, number, link)
	if err != nil {
		return err
	}
	report := replay.Report()
	d.gameData = &gameData{Sides: [2]string{"First", "Second"}, GameDetail: &games.GameDetail{Report: report}}
	d.Variant, d.Options, d.Verdict = report.Variant, report.Options, report.Verdict
	look, err := chosenSettings(w, r, report.Variant)
	if err != nil {
		return err
	}
	if err := d.replay(replay, r.URL.Query(), look, h.archive.Namer, locale.Of(languageOf(r))); err != nil {
		return err
	}
	d.Players = d.Sides
	if about, err := replay.Summary(); err == nil && strings.Trim(about.Players[0]+about.Players[1], "?") != "" {
		d.Players = about.Players
	}
	d.Hidden = d.Chapter.Mode == studies.Puzzle && !d.Study.Writable
	if len(h.config.Frames) > 0 {
		d.Frame = frameCode(fmt.Sprintf("%s%s%s/%d", rest.Root(r), embedPath, d.readerPath(), number), d.Chapter.Name,
			frameWidth, frameHeight)
	}
	return nil
}

// readerPath returns the path of the study for other readers.
func (d *studyData) readerPath() string {
	if d.Study.Link != "" {
		return "/studies/" + d.Study.ID + "." + string(d.Study.Link)
	}
	return d.Path
}

// embedStudy sends a chapter for a frame of another page.
func (h *handler) embedStudy(w http.ResponseWriter, r *http.Request) error {
	id, link := studyOf(r)
	replay, err := h.archive.Studies.Replay(r.Context(), id, chapterOf(r), link)
	if err != nil {
		return err
	}
	return h.sendFrame(w, r, replay)
}

// studyOfURL returns the study and the chapter of a URL's path on this server,
// with the part of the path that names them.
func (h *handler) studyOfURL(r *http.Request, path string) (s *studies.Study, c studies.ChapterHead, at string,
	err error) {
	names, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(path, rest.Base(r)), embedPath), "/studies/")
	name, number, _ := strings.Cut(names, "/")
	if !ok {
		return nil, c, "", rest.ErrNoPage
	}
	id, link, _ := strings.Cut(name, ".")
	if s, err = h.archive.Studies.Study(r.Context(), id, link); err != nil {
		return nil, c, "", err
	}
	for _, c = range s.Contents {
		if number == "" || number == strconv.FormatInt(c.ID, 10) {
			return s, c, fmt.Sprintf("/studies/%s/%d", name, c.ID), nil
		}
	}
	return nil, c, "", store.ErrNoStudy
}

// sendFrame sends a published game for a frame of another page, at the
// requested ply. Its links step without scripts.
func (h *handler) sendFrame(w http.ResponseWriter, r *http.Request, replay *present.Replay) error {
	o := present.ExportOptions{
		Format: present.ExportHTML, MaxShown: maxPositions,
		PageAddress: func(ply int) string { return "?ply=" + strconv.Itoa(ply) },
	}
	if ply := r.URL.Query().Get("ply"); ply != "" {
		n, err := strconv.ParseUint(ply, 10, 16)
		if err != nil {
			return &request.InputError{Field: "ply", Value: ply, Want: "a ply number"}
		}
		o.Shown = int(n)
	}
	var body bytes.Buffer
	if _, err := replay.Export(&body, o); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", h.framePolicy())
	rest.Send(w, r, http.StatusOK, present.ExportHTML.MediaType(), body.Bytes())
	return nil
}
