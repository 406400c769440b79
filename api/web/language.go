package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/locale"
	"assay/api/rest"
)

// languageParameter is the query parameter and the cookie with the language
// that the reader chose.
const languageParameter = "lang"

// languageOf returns the tag of the language for the reader: the chosen one,
// else the best one for their browser.
func languageOf(r *http.Request) string {
	chosen := ""
	if cookie, err := r.Cookie(languageParameter); err == nil {
		chosen = cookie.Value
	}
	return locale.Choose(chosen, r.Header.Get("Accept-Language"))
}

// rememberLanguage stores the language that a request names in a cookie, for a
// year, and redirects to the same address without it. It passes other requests
// on.
func rememberLanguage(next rest.Page) rest.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		q := r.URL.Query()
		if !q.Has(languageParameter) {
			return next(w, r)
		}
		remember(w, r, languageParameter, locale.Choose(q.Get(languageParameter), ""))
		q.Del(languageParameter)
		to := url.URL{Path: rest.Base(r) + r.URL.Path, RawQuery: q.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return nil
	}
}

// languageChoice is an entry of the language menu.
type languageChoice struct {
	locale.Language
	Address string // path and query that choose the language
	Chosen  bool
}

// languageChoices returns the entries of the menu of a page with this path and
// query.
func languageChoices(address, chosen string) (choices []languageChoice) {
	for _, l := range locale.Languages {
		to, err := url.Parse(address)
		if err != nil { // of no page
			to = &url.URL{Path: "/"}
		}
		q := to.Query()
		q.Set(languageParameter, l.Tag)
		to.RawQuery = q.Encode()
		choices = append(choices, languageChoice{l, to.String(), l.Tag == chosen})
	}
	return choices
}

// lineKinds are the kinds of lines in the solutions of problems.
var lineKinds = []string{"try", "set play"}

// sentWords returns the words of answers that pages and scripts translate.
func sentWords() []string { return slices.Concat(analysis.Verdicts, annotate.Reasons, lineKinds) }

// namedTexts returns the texts of this package that templates translate.
func namedTexts() []string {
	words := append(append(sentWords(), statisticsTexts...), ratingsTitle, comparisonTitle, labTitle,
		inHand, wallName, startLabel, movesLabel)
	for _, c := range columns {
		words = append(words, c.up, c.down)
		if c.head != "" {
			words = append(words, c.head)
		}
	}
	return append(words, slices.Sorted(maps.Values(filterNames))...)
}
