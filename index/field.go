package index

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"assay/index/pattern"
	"assay/index/tape"

	bleveindex "github.com/blevesearch/bleve_index_api"

	"assay/parser/word"
)

// The fields of a document.
const (
	KeyField     = "key"     // position keys of the main line, 8 bytes each, big-endian
	SideField    = "side"    // those of side lines
	RulesField   = "rules"   // the name of the rules of the tape
	PlacedField  = "placed"  // placements by these rules: piece and square, a byte each
	GameField    = "game"    // stored, not searched: result, days and tape
	VariantField = "variant" // the variant's id
	VerdictField = "verdict" // the verdict
	ThoughtField = "thought" // thoughtTerm, where an engine's opinions are there
	WordField    = "word"    // words of the headers, each alone and behind the name of its header
)

// thoughtTerm is the one term of its field.
const thoughtTerm = "known"

// field is a set of terms of a document in the form that Bleve indexes without
// analysis.
//
// Frequency and length are both given as 1. That is the one case that Bleve
// writes into its dictionary beside a term that one document has, as most
// positions are, instead of into a posting list of its own: 17 bytes against
// 37.
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

// Size is asked for Bleve's statistics of memory, of which no use is made.
func (f *field) Size() int { return 0 }

// Analyze makes the set of terms.
func (f *field) Analyze() {
	once := make([]bleveindex.TokenFreq, len(f.terms))
	f.frequencies = make(bleveindex.TokenFrequencies, len(f.terms))
	for i, term := range f.terms {
		once[i].SetFrequency(1)
		f.frequencies[term] = &once[i]
	}
}

// stored is a field that is kept and not searched.
type stored struct {
	field
	value []byte
}

func (f *stored) Value() []byte                            { return f.value }
func (f *stored) Options() bleveindex.FieldIndexingOptions { return bleveindex.StoreField }
func (f *stored) Analyze()                                 {}

// fieldsOf gives the searched fields of a document as Bleve has them, none of
// them without a term.
func fieldsOf(d Document) []*field {
	var fields []*field
	Terms(&d, func(name string, terms []string) {
		if name != KeyField {
			fields = append(fields, &field{name: name, terms: terms})
			return
		}
		var parts [keyParts][]string
		for _, term := range terms {
			n := keyPart(term)
			parts[n] = append(parts[n], term)
		}
		for n, terms := range parts {
			if len(terms) > 0 {
				fields = append(fields, &field{name: keyFields[n], terms: terms})
			}
		}
	})
	return fields
}

// keyParts is over how many fields of Bleve's the keys of main lines are spread
// by their first bits: a merge builds the dictionary of one field after the
// other in memory, and that of all keys would be the greater part of what an
// import takes.
const keyParts = 8

// keyFields are these fields.
var keyFields = func() (names [keyParts]string) {
	for n := range names {
		names[n] = KeyField + strconv.Itoa(n)
	}
	return names
}()

// keyPart is the number of the field that has a key.
func keyPart(term string) int { return int(term[0]) / (256 / keyParts) }

// Terms tells the terms of each field by which a document is found, of fields
// that have any. A term may be told twice.
func Terms(d *Document, tell func(field string, terms []string)) {
	some := func(field string, terms ...string) {
		if len(terms) > 0 && terms[0] != "" {
			tell(field, terms)
		}
	}
	some(KeyField, keyTerms(d.Keys, salt(d.Rules))...)
	some(SideField, keyTerms(d.SideKeys, salt(d.Rules))...)
	if d.Rules != nil {
		some(RulesField, RulesName(d.Rules))
		some(PlacedField, placementTerms(d.Placements)...)
	}
	some(VariantField, d.Variant)
	some(VerdictField, d.Verdict)
	if d.Opinions != nil {
		some(ThoughtField, thoughtTerm)
	}
	some(WordField, wordTerms(d.Headers, d.Comments)...)
}

func keyTerm(key uint64) string {
	return string(binary.BigEndian.AppendUint64(nil, key))
}

// keyTerms gives the terms of many salted keys as parts of one string.
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

func placementTerms(placements []tape.Placement) []string {
	terms := make([]string, len(placements))
	for i, p := range placements {
		terms[i] = string([]byte{byte(p.Piece), byte(p.Square)})
	}
	return terms
}

// commentHeader is the name behind which the words of comments are, and only
// there.
const commentHeader = "comment"

// wordTerms gives every word of every header alone and behind the header's
// name; a header without a name has none. A header whose name ends in a digit
// is found without the digit too: "player:" finds the words of "player1" and of
// "player2".
func wordTerms(headers map[string]string, comments string) []string {
	var terms []string
	said := map[string]bool{} // comments are long, and their words few
	for line := range strings.Lines(comments) {
		for _, w := range word.All(line) {
			if !said[w] {
				w = strings.Clone(w) // not the line with it
				said[w] = true
				terms = append(terms, namedTerm(commentHeader, w))
			}
		}
	}
	for name, value := range headers {
		name = word.HeaderName(name)
		if name == "" {
			continue
		}
		stem := strings.TrimRight(name, "0123456789")
		for _, w := range word.All(value) {
			terms = append(terms, w, namedTerm(name, w))
			if stem != name && stem != "" {
				terms = append(terms, namedTerm(stem, w))
			}
		}
	}
	return terms
}

// namedTerm is the term of a word in the header of a name. No word has a colon,
// so it cannot be mistaken for a word.
func namedTerm(name, word string) string { return name + ":" + word }

// Meets reports whether headers, by name, and comments meet a condition as the
// index would find it.
func Meets(headers map[string]string, comments string, h pattern.Header) bool {
	return Met(wordTerms(headers, comments), h)
}

// Met reports whether terms of the field of words meet a condition.
func Met(terms []string, h pattern.Header) bool {
	for _, c := range HeaderConditions(h) {
		met := slices.ContainsFunc(terms, func(term string) bool {
			return term == c.Terms[0] || c.Prefix && Begins(term, c.Terms[0])
		})
		if !met {
			return false
		}
	}
	return true
}
