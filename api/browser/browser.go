// Package browser answers requests of scripts about positions and records
// without a server: in a page, or in node. Requests and answers are JSON, with
// the keys of the REST interface.
package browser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"assay/analysis"
	"assay/analysis/crash"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
)

// Session answers requests. It compiles the rules of a variant when they are
// first used. It is not safe for concurrent use.
type Session struct {
	registry *variant.Registry
	book     *analysis.Rulebook
	verifier *analysis.Verifier
}

// NewSession returns a session of the built-in variants.
func NewSession() *Session {
	registry := variant.Embedded()
	book := analysis.NewRulebook(registry)
	return &Session{registry, book, analysis.NewVerifier(book)}
}

// positionRequest names a position.
type positionRequest struct {
	Variant  string `json:"variant"`
	Options  string `json:"options"`
	Position string `json:"position"` // FEN; "" is the start
}

// playRequest is a position, and moves to play from it in any notation.
type playRequest struct {
	positionRequest
	present.DrawingSettings
	Moves   []string `json:"moves"`
	Drawing bool     `json:"drawing"`
}

// perftRequest counts the leaves of the tree of legal moves.
type perftRequest struct {
	positionRequest
	Depth int `json:"depth"`
}

// verifyRequest says how a record is read.
type verifyRequest struct {
	File     string        `json:"file"`
	Variant  string        `json:"variant"`
	Options  string        `json:"options"`
	Format   parser.Format `json:"format"`
	Encoding string        `json:"encoding"`
	Strict   bool          `json:"strict"`
	Moves    bool          `json:"moves"` // also return the legal moves of each record
}

// verified is a report with the legal moves as in numbered lists, if requested.
type verified struct {
	*analysis.Report
	Moves []string `json:"moves,omitempty"`
}

// answer is a result or an error.
type answer struct {
	Result any     `json:"result,omitempty"`
	Error  *reason `json:"error,omitempty"`
}

// reason is an error of a request.
type reason struct {
	Message string `json:"message"`
	// Index is the index of an illegal move, and Fault says why it is illegal.
	Index *int            `json:"index,omitempty"`
	Fault *analysis.Error `json:"fault,omitempty"`
}

// Answer returns the answer to a request by its name: "variants", "notations",
// "play", "perft" or "verify". record is the text of "verify".
func (s *Session) Answer(name string, arguments, record []byte) []byte {
	var out answer
	if result, err := s.result(name, arguments, record); err != nil {
		out.Error = reasonOf(err)
	} else {
		out.Result = result
	}
	text, err := json.Marshal(out)
	if err != nil { // all types can be encoded
		panic(err)
	}
	return text
}

func reasonOf(err error) *reason {
	out := &reason{Message: err.Error()}
	if illegal, ok := errors.AsType[*analysis.LineError](err); ok {
		out.Index, out.Fault = &illegal.Index, illegal.Fault
	}
	return out
}

func (s *Session) result(name string, arguments, record []byte) (result any, err error) {
	defer crash.Recover(&err)
	switch name {
	case "variants":
		return s.variants(), nil
	case "notations":
		return present.Notations(), nil
	case "play":
		var q playRequest
		if err := read(arguments, &q); err != nil {
			return nil, err
		}
		return s.play(&q)
	case "perft":
		var q perftRequest
		if err := read(arguments, &q); err != nil {
			return nil, err
		}
		return s.perft(&q)
	case "verify":
		var q verifyRequest
		if err := read(arguments, &q); err != nil {
			return nil, err
		}
		return s.verify(&q, record)
	}
	return nil, fmt.Errorf("unknown request %q", name)
}

// read decodes the arguments of a request. Unknown keys are errors.
func read(arguments []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	return nil
}

// variants lists the variants in the order of their IDs.
func (s *Session) variants() []define.VariantSummary {
	list := []define.VariantSummary{}
	for _, h := range s.registry.Headers() {
		list = append(list, define.SummarizeVariant(h))
	}
	return list
}

// position parses the position of a request.
func (s *Session) position(q *positionRequest) (*rules.Position, error) {
	id, ok := s.registry.Find(q.Variant)
	if !ok {
		return nil, s.registry.Unknown(q.Variant)
	}
	r, err := s.book.Rules(id, q.Options)
	if err != nil {
		return nil, err
	}
	if q.Position == "" {
		return r.Start(), nil
	}
	return r.ParsePlayed(q.Position)
}

// play returns the position after moves, with its legal moves.
func (s *Session) play(q *playRequest) (*present.PositionView, error) {
	if len(q.Moves) > present.MaxPlayed {
		return nil, &request.LimitError{What: "moves", Limit: present.MaxPlayed}
	}
	p, err := s.position(&q.positionRequest)
	if err != nil {
		return nil, err
	}
	if q.Drawing {
		return present.PlayDrawn(p, q.Moves, q.DrawingSettings)
	}
	return present.Play(p, q.Moves, q.Notation)
}

// maxDepth bounds perft, which cannot be cancelled.
const maxDepth = 12

// perft counts the leaves of the tree of legal moves.
func (s *Session) perft(q *perftRequest) (uint64, error) {
	if q.Depth < 0 || q.Depth > maxDepth {
		return 0, &request.InputError{Field: "depth", Value: fmt.Sprint(q.Depth), Want: fmt.Sprint("0 to ", maxDepth)}
	}
	p, err := s.position(&q.positionRequest)
	if err != nil {
		return 0, err
	}
	return p.Perft(q.Depth), nil
}

// verify replays the records of a text.
func (s *Session) verify(q *verifyRequest, record []byte) ([]verified, error) {
	if q.Variant != "" {
		if _, ok := s.registry.Find(q.Variant); !ok {
			return nil, s.registry.Unknown(q.Variant)
		}
	}
	reader := parser.NewReader(bytes.NewReader(record), parser.Options{Format: q.Format, Encoding: q.Encoding})
	settings := analysis.Settings{File: q.File, Variant: q.Variant, Options: q.Options, Strict: q.Strict}
	reports := []verified{}
	for n := 1; ; n++ {
		rec, err := reader.Next()
		unread, ok := errors.AsType[*parser.Unreadable](err)
		large, tooLarge := errors.AsType[*parser.TooLarge](err)
		switch {
		case errors.Is(err, io.EOF):
			return reports, nil
		case ok:
			reports = append(reports, verified{Report: &analysis.Unread(q.File, n, unread).Report})
			continue
		case tooLarge:
			reports = append(reports, verified{Report: &analysis.Unread(q.File, n, large).Report})
			continue
		case err != nil:
			return nil, err
		}
		game := s.verifier.Verify(rec, settings)
		one := verified{Report: &game.Report}
		if q.Moves && game.Playable() {
			if one.Moves, err = moveTexts(game); err != nil {
				return nil, err
			}
		}
		reports = append(reports, one)
	}
}

// moveTexts returns the legal moves of a verified record as in numbered lists.
func moveTexts(g *analysis.Game) ([]string, error) {
	p, err := g.Rules.ParsePlayed(g.Report.Start)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		texts[i] = define.Numbered.Format(p, m)
		p.Play(m)
	}
	return texts, nil
}
