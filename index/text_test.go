package index

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
)

func TestParseText(t *testing.T) {
	tests := []struct {
		text string
		want Text
	}{
		{"", nil},
		{" \t ", nil},
		{"Carlsen", Text{{Words: []string{"carlsen"}}}},
		{"a b*", Text{{Words: []string{"a"}}, {Words: []string{"b"}, Prefix: true}}},
		{"White_Elo:2700", Text{{Name: "whiteelo", Words: []string{"2700"}}}},
		{`event:"World Ch"*`, Text{{Name: "event", Words: []string{"world", "ch"}, Prefix: true}}},
		{"a:b:c", Text{{Name: "a", Words: []string{"b", "c"}}}},
	}
	for _, test := range tests {
		if got, err := ParseText(test.text); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %#v, error %v", test.text, got, err)
		}
	}
	faults := []struct {
		text   string
		column int
	}{
		{":a", 1},
		{"é -:a", 3},
		{"a:", 3},
		{"é *", 3},
		{"-", 1},
		{`""`, 1},
		{`player:"a`, 8},
		{"a*b", 3},
		{`"a"b`, 4},
		{`a"b"`, 2},
		{"a**", 3},
	}
	for _, test := range faults {
		var fault *TextError
		if got, err := ParseText(test.text); !errors.As(err, &fault) || fault.Column != test.column || fault.Reason == "" {
			t.Errorf("%q: %v, error %v", test.text, got, err)
		}
	}
}

func ExampleText() {
	text, _ := ParseText(`player:Müller "New York" date:2024* 1-0`)
	fmt.Println(text)
	_, err := ParseText(`event:"New York`)
	fmt.Println(err)
	// Output:
	// player:muller "new york" date:2024* 1-0
	// column 7: the quotation mark is not closed
}

func FuzzParseText(f *testing.F) {
	for _, seed := range []string{"a", `player:"New York"* 1-0`, "羽生:が", "ſ½ﬁ：ΐ", ":", `"`, "a*b", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, err := ParseText(s)
		if err != nil {
			var fault *TextError
			if !errors.As(err, &fault) || fault.Column < 1 {
				t.Fatalf("error %v", err)
			}
			return
		}
		again, err := ParseText(text.String())
		if err != nil || !reflect.DeepEqual(again, text) {
			t.Fatalf("%q prints %q, which reads %#v, error %v", s, text, again, err)
		}
	})
}
