package source

import "testing"

func TestMarginOf(t *testing.T) {
	for line, want := range map[string]int{
		"> 1. e4": 2, ">1. e4": 1, "> > 1. e4": 4, ">> 1. e4": 3, " > e4": 3, ">": 1,
		"- 1. e4": 2, "* 1. e4": 2, "• 1. e4": 4, " – e4": 5,
		"": 0, "1. e4": 0, "-3334FU": 0, "*": 0, "*e4": 0, "--": 0, "+7776FU": 0,
	} {
		if got := marginOf(line); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}

func TestHasMargins(t *testing.T) {
	for text, want := range map[string]bool{
		"> a\n> b\n": true, "> a\n\n> b": true, "- a\r\n- b\r\n": true,
		"> a\nb\n": false, "> a\n": false, "": false, "- a\n1. b\n": false,
		"a:\n> 1. b\n> 2. c\nd\n": true, "a:\n> 1. b\n1. c\n> 2. d\n": false, "a:\n- 1. b\n- 2. c\n": false,
		"A=b\n- 1. b\n- 2. c\n": true, "[A \"b\"]\n* 1. b\n* 2. c\n": true, "A=b\n- 1. b\n- c\n": false, "- 1. b\n- 2. c\nA=b\n": false,
	} {
		if got := hasMargins([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
