package optional

import (
	"encoding/json"
	"testing"
)

func TestJSON(t *testing.T) {
	type value struct {
		Text   Text
		Number Number
	}
	for _, row := range []struct {
		value value
		text  string
	}{
		{value{}, `{"Text":null,"Number":null}`},
		{value{"Ann <\"> Łukasz", 7}, `{"Text":"Ann \u003c\"\u003e Łukasz","Number":7}`},
		{value{" ", -1}, `{"Text":" ","Number":-1}`},
	} {
		text, err := json.Marshal(row.value)
		if err != nil || string(text) != row.text {
			t.Errorf("%v: %s, %v, want %s", row.value, text, err, row.text)
		}
		got := value{"former", 3} // null replaces it
		if err := json.Unmarshal(text, &got); err != nil || got != row.value {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{`{"Text":1}`, `{"Number":"1"}`, `{"Number":1.5}`, `{"Text":[]}`, `{"Number":99999999999999999999}`} {
		if err := json.Unmarshal([]byte(text), new(value)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
