package scan

import (
	"bytes"
	"fmt"
	"regexp"
	"sync"
	"testing"
)

// TestPattern: a pattern finds what its expression finds, also if goroutines
// use it first at the same time.
func TestPattern(t *testing.T) {
	const text, expression = "a1 b22 c333", `([a-z])(\d+)`
	want, got := regexp.MustCompile(expression), NewPattern(expression)
	var uses sync.WaitGroup
	for range 4 {
		uses.Go(func() {
			if !got.MatchString(text) || got.MatchString("-") {
				t.Error("it matches other texts")
			}
		})
	}
	uses.Wait()
	dots := func(s string) string { return s + "." }
	for _, pair := range [][2]any{
		{want.Match([]byte(text)), got.Match([]byte(text))},
		{want.FindIndex([]byte(text)), got.FindIndex([]byte(text))},
		{want.Split(text, -1), got.Split(text, -1)},
		{want.FindString(text), got.FindString(text)},
		{want.FindStringIndex(text), got.FindStringIndex(text)},
		{want.FindStringSubmatch(text), got.FindStringSubmatch(text)},
		{want.FindStringSubmatchIndex(text), got.FindStringSubmatchIndex(text)},
		{want.FindAllSubmatch([]byte(text), -1), got.FindAllSubmatch([]byte(text), -1)},
		{want.FindSubmatchIndex([]byte(text)), got.FindSubmatchIndex([]byte(text))},
		{want.FindAllString(text, 2), got.FindAllString(text, 2)},
		{want.FindAllStringIndex(text, -1), got.FindAllStringIndex(text, -1)},
		{want.FindAllStringSubmatch(text, -1), got.FindAllStringSubmatch(text, -1)},
		{want.ReplaceAllString(text, "$2$1"), got.ReplaceAllString(text, "$2$1")},
		{want.ReplaceAllFunc([]byte(text), bytes.ToUpper), got.ReplaceAllFunc([]byte(text), bytes.ToUpper)},
		{want.ReplaceAllStringFunc(text, dots), got.ReplaceAllStringFunc(text, dots)},
	} {
		if fmt.Sprint(pair[0]) != fmt.Sprint(pair[1]) {
			t.Errorf("%v, want %v", pair[1], pair[0])
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression did not panic")
		}
	}()
	NewPattern("(").MatchString("")
}
