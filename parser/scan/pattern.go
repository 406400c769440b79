package scan

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled at first use, so that a
// program with many of them starts quickly. Its methods are those of
// [regexp.Regexp].
type Pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// NewPattern returns the pattern of an expression. Its methods panic if the
// expression is invalid.
func NewPattern(text string) *Pattern { return &Pattern{text: text} }

func (p *Pattern) expression() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

func (p *Pattern) Match(b []byte) bool                  { return p.expression().Match(b) }
func (p *Pattern) MatchString(s string) bool            { return p.expression().MatchString(s) }
func (p *Pattern) FindIndex(b []byte) []int             { return p.expression().FindIndex(b) }
func (p *Pattern) FindString(s string) string           { return p.expression().FindString(s) }
func (p *Pattern) FindStringIndex(s string) []int       { return p.expression().FindStringIndex(s) }
func (p *Pattern) FindStringSubmatch(s string) []string { return p.expression().FindStringSubmatch(s) }
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	return p.expression().FindStringSubmatchIndex(s)
}
func (p *Pattern) FindSubmatchIndex(b []byte) []int { return p.expression().FindSubmatchIndex(b) }
func (p *Pattern) FindAllSubmatch(b []byte, n int) [][][]byte {
	return p.expression().FindAllSubmatch(b, n)
}
func (p *Pattern) FindAllString(s string, n int) []string { return p.expression().FindAllString(s, n) }
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.expression().FindAllStringIndex(s, n)
}
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.expression().FindAllStringSubmatch(s, n)
}
func (p *Pattern) Split(s string, n int) []string { return p.expression().Split(s, n) }
func (p *Pattern) ReplaceAllString(s, into string) string {
	return p.expression().ReplaceAllString(s, into)
}
func (p *Pattern) ReplaceAllStringFunc(s string, into func(string) string) string {
	return p.expression().ReplaceAllStringFunc(s, into)
}
func (p *Pattern) ReplaceAllFunc(b []byte, into func([]byte) []byte) []byte {
	return p.expression().ReplaceAllFunc(b, into)
}
