package index

import (
	"encoding/binary"
	"slices"
	"strings"

	bleveindex "github.com/blevesearch/bleve_index_api"

	"assay/index/pattern"
	"assay/index/tape"
	"assay/parser/word"
)

// The fields of a document.
const (
	KeyField      = "key"     // position keys of the main line, 8 bytes each, big-endian
	SideField     = "side"    // position keys of variations
	RulesField    = "rules"   // name of the rules of the tape
	PlacedField   = "placed"  // piece-square terms by these rules, two bytes each
	GameField     = "game"    // stored only: result, days and tape
	VariantField  = "variant" // ID of the variant
	VerdictField  = "verdict" // the verdict
	AnalysisField = "thought" // thoughtTerm if the game has an engine analysis
	WordField     = "word"    // words of headers, alone and prefixed with the header's name
)

// analysisTerm is the only term of ThoughtField.
const analysisTerm = "known"

// field is a set of words in the form that Bleve indexes without analysis.
//
// Frequency and length are always 1. For that case Bleve stores a term of a
// single document in its dictionary instead of a posting list.
type field struct {
	name        string
	terms       []string
	frequencies bleveindex.TokenFrequencies
}

var _ bleveindex.Field = (*field)(nil)

func (f *field) Name() string                             { return f.name }
func (f *field) Value() []byte                            { return nil }
func (f *field) ArrayPositions() []uint64                 { return nil }
func (f *field) EncodedFieldType() byte                   { return 't' }
func (f *field) Options() bleveindex.FieldIndexingOptions { return bleveindex.IndexField }
func (f *field) AnalyzedLength() int                      { return 1 }

func (f *field) AnalyzedTokenFrequencies() bleveindex.TokenFrequencies { return f.frequencies }

func (f *field) NumPlainTextBytes() uint64 {
	total := uint64(0)
	for _, term := range f.terms {
		total += uint64(len(term))
	}
	return total
}

// Size returns 0: Bleve's memory statistics are not used.
func (f *field) Size() int { return 0 }

// once is the frequency of every term.
var once = func() *bleveindex.TokenFreq {
	var one bleveindex.TokenFreq
	one.SetFrequency(1)
	return &one
}()

// Analyze builds the set of terms.
func (f *field) Analyze() {
	if f.frequencies != nil {
		return
	}
	f.frequencies = make(bleveindex.TokenFrequencies, len(f.terms))
	for _, term := range f.terms {
		f.frequencies[term] = once
	}
}

// stored is a field that is stored but not searched.
type stored struct {
	field
	value []byte
}

func (f *stored) Value() []byte                            { return f.value }
func (f *stored) Options() bleveindex.FieldIndexingOptions { return bleveindex.StoreField }
func (f *stored) Analyze()                                 {}

// Terms calls tell for each field with its terms. A term may be repeated.
func Terms(d *Document, tell func(field string, terms []string)) {
	some := func(field string, terms []string) {
		if len(terms) > 0 {
			tell(field, terms)
		}
	}
	some(KeyField, keyTerms(d.Keys, salt(d.Rules)))
	some(SideField, keyTerms(d.SideKeys, salt(d.Rules)))
	some(PlacedField, placementTerms(d.searchedPlacements()))
	textTerms(d, headerTerms, tell)
}

// textTerms calls tell for each text field with its terms. header returns the
// terms of a header.
func textTerms(d *Document, header func(name, value string) []string, tell func(field string, terms []string)) {
	some := func(field string, terms ...string) {
		if len(terms) > 0 && terms[0] != "" {
			tell(field, terms)
		}
	}
	if d.Rules != nil {
		some(RulesField, RulesName(d.Rules))
	}
	some(VariantField, d.Variant)
	some(VerdictField, d.Verdict)
	if d.Analysis != nil {
		some(AnalysisField, analysisTerm)
	}
	some(WordField, wordTerms(d.Headers, d.Comments, header)...)
}

// searchedPlacements returns the piece-square terms, none without rules.
func (d *Document) searchedPlacements() []tape.Placement {
	if d.Rules == nil {
		return nil
	}
	return d.Placements
}

func keyTerm(key uint64) string {
	return string(binary.BigEndian.AppendUint64(nil, key))
}

// keyTerms returns the terms of salted keys as slices of one string.
func keyTerms(keys []uint64, salt uint64) []string {
	var all strings.Builder
	all.Grow(8 * len(keys))
	var term [8]byte
	for _, key := range keys {
		binary.BigEndian.PutUint64(term[:], key^salt)
		all.Write(term[:])
	}
	terms := make([]string, len(keys))
	for i := range terms {
		terms[i] = all.String()[8*i : 8*i+8]
	}
	return terms
}

// placementTerm returns the number of a piece-square term.
func placementTerm(p tape.Placement) uint64 { return uint64(byte(p.Piece))<<8 | uint64(byte(p.Square)) }

func placementTerms(placements []tape.Placement) []string {
	terms := make([]string, len(placements))
	for i, p := range placements {
		terms[i] = string([]byte{byte(p.Piece), byte(p.Square)})
	}
	return terms
}

// commentHeader is the prefix for words of comments, which are not indexed
// alone.
const commentHeader = "comment"

// wordTerms returns the words of comments, prefixed with commentHeader, and the
// terms of all headers.
func wordTerms(headers map[string]string, comments string, header func(name, value string) []string) []string {
	var terms []string
	said := map[string]bool{} // comments repeat words
	for line := range strings.Lines(comments) {
		for _, w := range word.All(line) {
			if !said[w] {
				w = strings.Clone(w) // do not keep the whole line alive
				said[w] = true
				terms = append(terms, namedTerm(commentHeader, w))
			}
		}
	}
	for name, value := range headers {
		terms = append(terms, header(name, value)...)
	}
	return terms
}

// headerTerms returns every word of a header, alone and prefixed with the
// header's name; none if the header has no name. If the name ends in a digit,
// each word also gets the name without the digit: "player:" then finds the
// words of "player1" and "player2".
func headerTerms(name, value string) (terms []string) {
	name = word.HeaderName(name)
	if name == "" {
		return nil
	}
	stem := strings.TrimRight(name, "0123456789")
	for _, w := range word.All(value) {
		terms = append(terms, w, namedTerm(name, w))
		if stem != name && stem != "" {
			terms = append(terms, namedTerm(stem, w))
		}
	}
	return terms
}

// namedTerm returns the term of a word in a named header. Words contain no
// colon, so it never equals a plain word.
func namedTerm(name, word string) string { return name + ":" + word }

// Meets reports whether headers and comments meet a condition, as the index
// would decide.
func Meets(headers map[string]string, comments string, h pattern.Header) bool {
	return Met(wordTerms(headers, comments, headerTerms), h)
}

// Met reports whether terms of WordField meet a condition.
func Met(terms []string, h pattern.Header) bool {
	for _, c := range HeaderConditions(h) {
		met := slices.ContainsFunc(terms, func(term string) bool {
			return term == c.Terms[0] || c.Prefix && begins(term, c.Terms[0])
		})
		if !met {
			return false
		}
	}
	return true
}
