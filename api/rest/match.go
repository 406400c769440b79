package rest

import (
	"strconv"
	"strings"

	"assay/api"
	"assay/store"
)

// match is the revision of something that a call means.
type match struct {
	given    bool
	revision int64 // [store.AnyRevision] where the call does not say which
}

// meantHelp is what If-Match takes.
const meantHelp = "etag of the revision that is meant, or * for whichever holds"

// parameter is If-Match, in the tags that tag makes of revisions. Calls that
// have to say which revision they mean are refused with errNoMatch.
func (m *match) parameter(tag func(revision int64) string, help string) *Parameter {
	p := Header("If-Match", nil, help)
	p.lines = func(lines []string) (err error) {
		if m.given = strings.TrimSpace(strings.Join(lines, "")) != ""; p.required && !m.given {
			return errNoMatch
		}
		m.revision, err = taggedRevision(strings.TrimSpace(strings.Join(lines, ", ")), tag)
		return err
	}
	return p
}

// lateRevision is one that nothing is ever at.
const lateRevision = -1

// taggedRevision is the one that If-Match means. A tag of something else is
// taken for one that has passed.
func taggedRevision(text string, tag func(revision int64) string) (revision int64, err error) {
	switch {
	case text == "" || text == "*":
		return store.AnyRevision, nil
	case strings.Contains(text, ","):
		return 0, &api.InputError{Field: "If-Match", Value: text, Want: "one etag"}
	case len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"':
		return 0, &api.InputError{Field: "If-Match", Value: text, Want: "an etag in quotation marks, or *"}
	}
	number := text[1 : len(text)-1]
	revision, err = strconv.ParseInt(number[strings.LastIndexByte(number, '-')+1:], 10, 64)
	if err != nil || revision < 1 || tag(revision) != text {
		return lateRevision, nil
	}
	return revision, nil
}
