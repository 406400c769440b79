package index

import "strings"

// textCache computes the text fields of documents. It caches the terms of
// headers and the fields with one term, because most games share them. It is
// not safe for concurrent use, but the fields are.
type textCache struct {
	headers map[namedText][]string
	fields  map[fieldTerm]*field
}

// namedText is a header of a record.
type namedText struct{ name, value string }

// fieldTerm is a field with a single term.
type fieldTerm struct{ name, term string }

const (
	// cachedHeaders is the number of headers after which the cache is emptied.
	cachedHeaders = 1 << 13
	// cachedLength is the length of the longest cached header.
	cachedLength = 64
)

func newTextCache() *textCache {
	return &textCache{headers: map[namedText][]string{}, fields: map[fieldTerm]*field{}}
}

// textFieldsOf returns the text fields of a document that have terms.
func (c *textCache) textFieldsOf(d *Document) []*field {
	var fields []*field
	textTerms(d, c.headerTerms, func(name string, terms []string) {
		if len(terms) == 1 && name != WordField {
			fields = append(fields, c.single(name, terms[0]))
		} else {
			fields = append(fields, &field{name: name, terms: terms})
		}
	})
	return fields
}

// single returns a field with one term, analysed.
func (c *textCache) single(name, term string) *field {
	key := fieldTerm{name, term}
	f := c.fields[key]
	if f == nil {
		if len(c.fields) >= cachedHeaders {
			clear(c.fields)
		}
		f = &field{name: name, terms: []string{term}}
		f.Analyze()
		c.fields[key] = f
	}
	return f
}

// headerTerms is [headerTerms] with a cache.
func (c *textCache) headerTerms(name, value string) []string {
	if len(name)+len(value) > cachedLength {
		return headerTerms(name, value)
	}
	terms, known := c.headers[namedText{name, value}]
	if !known {
		if len(c.headers) >= cachedHeaders {
			clear(c.headers)
		}
		h := namedText{strings.Clone(name), strings.Clone(value)} // do not keep the whole record alive
		terms = headerTerms(h.name, h.value)
		c.headers[h] = terms
	}
	return terms
}
