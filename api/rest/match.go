package rest

import (
	"regexp"
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

// A list of tags may have places with nothing in them.
var (
	tagList = regexp.MustCompile(`^[\s,]*"[^"]*"(\s*,\s*("[^"]*")?)*\s*$`)
	oneTag  = regexp.MustCompile(`"[^"]*"`)
)

// taggedRevision is the one that If-Match means. A tag of something else is
// taken for one that has passed. Of several the newest alone can hold, as
// revisions only grow.
func taggedRevision(text string, tag func(revision int64) string) (revision int64, err error) {
	switch {
	case text == "" || text == "*":
		return store.AnyRevision, nil
	case !tagList.MatchString(text):
		return 0, &api.InputError{Field: "If-Match", Value: text, Want: "etags in quotation marks, or *"}
	}
	revision = lateRevision
	for _, one := range oneTag.FindAllString(text, -1) {
		number := one[1 : len(one)-1]
		r, err := strconv.ParseInt(number[strings.LastIndexByte(number, '-')+1:], 10, 64)
		if err == nil && r >= 1 && tag(r) == one {
			revision = max(revision, r)
		}
	}
	return revision, nil
}
