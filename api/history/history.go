package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"assay/analysis"
	"assay/store"
)

// History is what an archive has of a game. Texts of revisions and contents of
// annotations are exact.
type History struct {
	ID          int64     `json:"id"` // in the exporting archive
	File        string    `json:"file"`
	Number      int       `json:"number"` // of the game in its file
	Encoding    string    `json:"encoding"`
	Imported    time.Time `json:"imported"`
	Verdict     string    `json:"verdict"`
	Plies       int       `json:"plies"`
	Result      string    `json:"result"`
	Termination string    `json:"termination,omitempty"`
	// VariantVersion is the version of the definition that verified the game.
	VariantVersion string         `json:"variantVersion,omitempty"`
	Verifications  []Verification `json:"verifications,omitempty"` // former results, oldest first
	Revisions      []Revision     `json:"revisions"`               // of the record, from the archived one
	Rulings        []Ruling       `json:"rulings,omitempty"`
	Annotations    []Annotation   `json:"annotations,omitempty"`
	Comments       []Setting      `json:"comments,omitempty"` // decisions about comments
	Analysis       *Analysis      `json:"analysis,omitempty"`
	External       []External     `json:"externalIds,omitempty"`
}

// Verification is a result that a later verification replaced.
type Verification struct {
	VariantVersion string          `json:"variantVersion"`
	Verdict        string          `json:"verdict"`
	Plies          int             `json:"plies"`
	Result         string          `json:"result"`
	Termination    string          `json:"termination,omitempty"`
	Start          string          `json:"start,omitempty"`
	Final          string          `json:"final,omitempty"`
	Report         json.RawMessage `json:"report,omitempty"`
	Replaced       time.Time       `json:"replaced"`
}

// External is the game's ID in another system.
type External struct {
	Source string `json:"source"`
	ID     string `json:"id"`
}

// Revision is a record that the game has or had.
type Revision struct {
	Author  string    `json:"author,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	Saved   time.Time `json:"saved,omitzero"` // none for the first: when it was imported
	Line    int       `json:"line"`
	Format  string    `json:"format"`
	Variant string    `json:"variant"`
	Options string    `json:"options,omitempty"`
	Text    string    `json:"text,omitempty"`  // the record, if it is UTF-8
	Bytes   []byte    `json:"bytes,omitempty"` // else in Base64
}

// Record returns the exact bytes.
func (r *Revision) Record() []byte {
	if r.Bytes != nil {
		return r.Bytes
	}
	return []byte(r.Text)
}

// Ruling is a ruling, perhaps a revoked one.
type Ruling struct {
	analysis.Ruling
	RevokedBy  string     `json:"revokedBy,omitempty"`
	RevokedFor string     `json:"revokedFor,omitempty"`
	Revoked    *time.Time `json:"revoked,omitempty"`
}

// Annotation is an annotation with all its revisions, oldest first.
type Annotation struct {
	Author    string               `json:"author"`
	Revisions []AnnotationRevision `json:"revisions"`
}

// AnnotationRevision is a content of an annotation, or its deletion.
type AnnotationRevision struct {
	Editor  string          `json:"editor"`
	Saved   time.Time       `json:"saved"`
	Deleted bool            `json:"deleted,omitempty"`
	Ply     int             `json:"ply"`
	Content json.RawMessage `json:"content"`
}

// Setting is a decision about comments.
type Setting struct {
	Mode   string    `json:"mode"`
	Author string    `json:"author"`
	Reason string    `json:"reason"`
	Saved  time.Time `json:"saved"`
}

// Analysis is an engine analysis.
type Analysis struct {
	Engine         string          `json:"engine"`
	Version        string          `json:"version"`
	VariantVersion string          `json:"variantVersion"`
	Nodes          int64           `json:"nodes"`
	Saved          time.Time       `json:"saved"`
	Content        json.RawMessage `json:"content"`
}

// Store is the part of an archive's store that has the history of a game.
type Store interface {
	store.Revisions
	store.Rulings
	store.Annotations
	store.Analyses
	ExternalIDs(ctx context.Context, game int64) ([]store.ExternalID, error)
}

// Of returns the history of a game.
func Of(ctx context.Context, s Store, g *store.Game) (*History, error) {
	h := &History{ID: g.ID, File: g.File, Number: g.Number, Encoding: g.Encoding, Imported: g.Imported.UTC(),
		Verdict: g.Verdict, Plies: g.Plies, Result: g.Result, Termination: g.Termination,
		VariantVersion: g.VariantVersion}
	for _, read := range []func(context.Context, Store, *store.Game) error{
		h.readVerifications, h.readRevisions, h.readRulings, h.readAnnotations, h.readSettings, h.readAnalysis,
		h.readExternal,
	} {
		if err := read(ctx, s, g); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func (h *History) readVerifications(ctx context.Context, s Store, g *store.Game) error {
	all, err := s.FormerVerifications(ctx, g.ID)
	for _, v := range all {
		h.Verifications = append(h.Verifications, Verification{v.VariantVersion, v.Verdict, v.Plies, v.Result,
			v.Termination, v.Start, v.Final, v.Report, v.Replaced.UTC()})
	}
	return err
}

func (h *History) readRevisions(ctx context.Context, s Store, g *store.Game) error {
	all := []store.Revision{{Number: 1, Line: g.Line, Format: g.Format, Variant: g.Variant,
		Options: g.Options}}
	if g.Revision > 1 {
		var err error
		if all, err = s.RecordRevisions(ctx, g.ID); err != nil {
			return err
		}
	}
	for _, r := range all {
		record := g.Record
		if r.Number != g.Revision {
			former, err := s.RecordRevision(ctx, g.ID, r.Number)
			if err != nil {
				return err
			}
			record = former.Record
		}
		kept := Revision{Author: r.Author, Reason: r.Reason, Line: r.Line, Format: r.Format, Variant: r.Variant,
			Options: r.Options}
		if r.Number > 1 {
			kept.Saved = r.Saved.UTC()
		}
		if utf8.Valid(record) {
			kept.Text = string(record)
		} else {
			kept.Bytes = record
		}
		h.Revisions = append(h.Revisions, kept)
	}
	return nil
}

func (h *History) readRulings(ctx context.Context, s Store, g *store.Game) error {
	all, err := s.Rulings(ctx, g.ID)
	for _, r := range all {
		kept := Ruling{Ruling: r.Ruling, RevokedBy: r.RevokedBy, RevokedFor: r.RevokedFor}
		kept.Ruled = kept.Ruled.UTC()
		if r.Revoked != nil {
			at := r.Revoked.UTC()
			kept.Revoked = &at
		}
		h.Rulings = append(h.Rulings, kept)
	}
	return err
}

func (h *History) readAnnotations(ctx context.Context, s Store, g *store.Game) error {
	all, err := annotations(ctx, s, g.ID)
	if err != nil {
		return err
	}
	for _, a := range all {
		revisions := []*store.Annotation{a}
		if a.Revision > 1 {
			if revisions, err = s.Revisions(ctx, g.ID, a.ID); err != nil {
				return err
			}
		}
		kept := Annotation{Author: a.Author}
		for _, r := range revisions {
			kept.Revisions = append(kept.Revisions, AnnotationRevision{Editor: r.Editor, Saved: r.Saved.UTC(),
				Deleted: r.Deleted, Ply: r.Ply, Content: r.Content})
		}
		h.Annotations = append(h.Annotations, kept)
	}
	return nil
}

// annotations returns all annotations of a game, deleted ones included, in the
// order of their IDs.
func annotations(ctx context.Context, s Store, game int64) (all []*store.Annotation, err error) {
	for _, f := range []store.AnnotationFilter{{}, {Deleted: true}} {
		for cursor := ""; ; {
			page, next, err := s.Annotations(ctx, game, f, cursor, store.MaxLimit)
			if err != nil {
				return nil, err
			}
			all = append(all, page...)
			if cursor = next; next == "" {
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b *store.Annotation) int { return int(a.ID - b.ID) })
	return all, nil
}

func (h *History) readSettings(ctx context.Context, s Store, g *store.Game) error {
	all, err := s.CommentSettings(ctx, g.ID)
	for _, c := range all {
		h.Comments = append(h.Comments, Setting{c.Mode, c.Author, c.Reason, c.Saved.UTC()})
	}
	return err
}

func (h *History) readAnalysis(ctx context.Context, s Store, g *store.Game) error {
	a, err := s.Analysis(ctx, g.ID)
	if a != nil {
		h.Analysis = &Analysis{a.Engine, a.Version, a.VariantVersion, a.Nodes, a.Saved.UTC(), a.Content}
	}
	return err
}

func (h *History) readExternal(ctx context.Context, s Store, g *store.Game) error {
	all, err := s.ExternalIDs(ctx, g.ID)
	for _, id := range all {
		h.External = append(h.External, External{id.Source, id.Name})
	}
	return err
}

// Encode returns the history as JSON.
func (h *History) Encode() ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	err := out.Encode(h)
	return bytes.TrimSpace(b.Bytes()), err
}

// Read reads what Encode returned. Members that later versions add are listed
// as losses.
func Read(text []byte) (h *History, losses []string, err error) {
	h = new(History)
	if err := json.Unmarshal(text, h); err != nil {
		return nil, nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, nil, err
	}
	known := map[string]bool{}
	for _, name := range memberNames {
		known[name] = true
	}
	for name := range members {
		if !known[name] {
			losses = append(losses, fmt.Sprintf("member %q of the history", name))
		}
	}
	slices.Sort(losses)
	switch {
	case len(h.Revisions) == 0:
		err = fmt.Errorf("a history without revisions")
	case h.Number < 1 || h.Revisions[0].Line < 1:
		err = fmt.Errorf("a history without the place of its record")
	}
	for i := range h.Annotations {
		if err == nil && len(h.Annotations[i].Revisions) == 0 {
			err = fmt.Errorf("an annotation without revisions")
		}
	}
	return h, losses, err
}

// memberNames are the members of a history.
var memberNames = []string{"id", "file", "number", "encoding", "imported", "verdict", "plies", "result", "termination",
	"variantVersion", "verifications", "revisions", "rulings", "annotations", "comments", "analysis", "externalIds"}
