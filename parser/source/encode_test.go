package source

import "testing"

func TestEncode(t *testing.T) {
	for _, row := range []struct {
		text, label string
		raw         string
		missing     string
		ok          bool
	}{
		{"先手：羽生", "Shift_JIS", "\x90\xe6\x8e\xe8\x81F\x89H\x90\xb6", "", true},
		{"Łukasz 羽Ł", "shift_jis", "?ukasz \x89H?", "Ł", true},
		{"หมาก", "tis-620", "\xcb\xc1\xd2\xa1", "", true},
		{"Петров", "cp1251", "\xcf\xe5\xf2\xf0\xee\xe2", "", true},
		{"é", "utf-8", "é", "", true},
		{"a", "utf-16le", "", "", false},
		{"a", "iso-2022-jp", "", "", false},
		{"a", "replacement", "", "", false},
		{"a", "xqf", "", "", false},
		{"a", "none", "", "", false},
	} {
		raw, missing, ok := Encode(row.text, row.label)
		if string(raw) != row.raw || string(missing) != row.missing || ok != row.ok {
			t.Errorf("%s in %s: %q, %q, %v, want %q, %q, %v", row.text, row.label, raw, string(missing), ok, row.raw, row.missing, row.ok)
		}
	}
}
