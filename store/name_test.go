package store

import "testing"

// TestPersonKey compares names that nobody can tell apart, and some that
// differ.
func TestPersonKey(t *testing.T) {
	const plain = "alloy cup"
	for _, name := range []string{
		"Alloy Cup", " ALLOY  cup ", "Ａlloy Ｃup", "Alloy\u00a0Cup", "Alloy\u3000Cup", "Alloy\u2003Cup", "Alloy\tCup",
		"Alloy Cup\u200b", "\ufeffAlloy Cup", "Al\u200cloy Cup", "Al\u200dloy Cup", "Alloy\u2060 Cup", "Al\u00adloy Cup", "\u202eAlloy Cup\u202c",
		"Alloy Cup\ufe0f", "Alloy Cup\U000e0101", "Alloy Cup\U000e0041", "Alloy\u3164 Cup", "Alloy\u115f Cup", "Alloy Cup\u180e", "Alloy\u034f Cup",
		"Alloy Cup\x00", "Alloy\x7f Cup", "Alloy\u2800Cup", "A\u200bll\u200boy Cup", "Alloy \u200b Cup", "\u2066Alloy Cup\u2069", "Alloy Cup\u206a", "Alloy\ufff9 Cup",
	} {
		if got := PersonKey(name); got != plain {
			t.Errorf("%+q is %+q", name, got)
		}
		if again := PersonKey(PersonKey(name)); again != plain {
			t.Errorf("%+q twice is %+q", name, again)
		}
	}
	for _, name := range []string{"AlloyCup", "Alloy Cup 2", "Alloy Cùp", "Alloy-Cup", "Аlloy Cup" /* with a Cyrillic letter */} {
		if PersonKey(name) == plain {
			t.Errorf("%+q is the same", name)
		}
	}
	if upper, lower := PersonKey("\u13cf"), PersonKey("\uab9f"); upper != lower {
		t.Errorf("the cases of a Cherokee letter are %+q and %+q", upper, lower)
	}
	for _, name := range []string{"", " ", "\u200b", "\u3164", "\u2800"} {
		if got := PersonKey(name); got != "" {
			t.Errorf("%+q is %+q", name, got)
		}
	}
	for _, name := range []string{"Ada", "Straße", "名人戦", "Иванов", "Nguyễn", "İstanbul", "Alloy Cup 2026"} {
		if PersonKey(name) != FormerKey(name) {
			t.Errorf("%s: %+q, and %+q before", name, PersonKey(name), FormerKey(name))
		}
	}
}

// FuzzPersonKey applies the key to keys, which are their own.
func FuzzPersonKey(f *testing.F) {
	f.Add("Alloy\u200b Cup")
	f.Add("a\u00a8b")
	f.Add("\u13cf\uab9f")
	f.Fuzz(func(t *testing.T, name string) {
		if key := PersonKey(name); PersonKey(key) != key {
			t.Errorf("%+q is %+q, and that %+q", name, key, PersonKey(key))
		}
	})
}
