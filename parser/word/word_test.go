package word

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"Smith, John", []string{"smith", "john"}},
		{"MÜLLER Straße Ōyama", []string{"muller", "strasse", "oyama"}},
		{"Ｆｕｌｌ １２", []string{"full", "12"}},
		{"羽生善治", []string{"羽生", "生善", "善治"}},
		{"第78期名人戦 七番", []string{"第", "78", "期名", "名人", "人戦", "七番"}},
		{"データ", []string{"でー", "ーた"}},
		{"渡邊 髙橋 戰", []string{"渡辺", "高橋", "戦"}},
		{"ｱﾏﾁｭｱ", []string{"あま", "まち", "ちゅ", "ゅあ"}},
		{"김철수 9단", []string{"김철", "철수", "9", "단"}},
		{"สมชาย", []string{"สม", "มช", "ชา", "าย"}},
		{"胡、荣华", []string{"胡", "栄華"}},
		{"が", []string{"が"}},
		{"2024.01.05 1-0 1/2-1/2 1.", []string{"2024.01.05", "1-0", "1/2-1/2", "1"}},
		{"U-20 a.b --", []string{"u", "20", "a", "b"}},
		{"bad\xffbyte", []string{"bad", "byte"}},
		{strings.Repeat("a", 200), []string{strings.Repeat("a", maxLength)}},
		{strings.Repeat("1-", 100) + "1", []string{strings.TrimSuffix(strings.Repeat("1-", maxLength/2), "-")}},
	}
	for _, test := range tests {
		if got := Split(test.text); !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestAll(t *testing.T) {
	for text, want := range map[string][]string{
		"羽生　善治":               {"羽", "生", "羽生", "善", "生善", "治", "善治"},
		"Ed 名人, 龍":            {"ed", "名", "人", "名人", "竜"},
		"第78期 a":              {"第", "78", "期", "a"},
		"2024.01.05":          {"2024.01.05"},
		"Kvaløy, Łukasz":      {"kvaløy", "kvaloy", "łukasz", "lukasz"},
		"Đorđević Æsir Þór":   {"đorđevic", "dordevic", "æsir", "aesir", "þor", "thor"},
		"İpatov Işıl Œuvre ß": {"ipatov", "isıl", "isil", "œuvre", "oeuvre", "ss"},
	} {
		if got := All(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzSplit: a word is one word, whatever it came from, so that what was found
// can be asked for.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"Müller", "が", "1-2", "ŉ", "ᾼ", "Þórø", "ﷺ", "\u0345a", "İ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		all := All(s)
		for _, word := range all {
			if got := Split(word); len(got) != 1 || got[0] != word {
				t.Fatalf("%q has the word %q, which has the words %q", s, word, got)
			}
		}
		for _, word := range Split(s) {
			if !slices.Contains(all, word) {
				t.Fatalf("%q is not found by its own word %q, only by %q", s, word, all)
			}
		}
		if name := HeaderName(s); HeaderName(name) != name {
			t.Fatalf("%q names the header %q, which names %q", s, name, HeaderName(name))
		}
	})
}

// TestVariantsAreFound finds names by another spelling and by a part.
func TestVariantsAreFound(t *testing.T) {
	for _, row := range []struct {
		text, query string
		found       bool
	}{
		{"渡邊明", "渡辺", true}, {"渡辺明", "渡邉", true}, {"髙橋道雄", "高橋", true}, {"名人戰", "名人戦", true}, {"許銀川", "许银川", true},
		{"ｱﾏﾁｭｱ名人", "あまちゅあ", true}, {"どうぶつ", "ドウブツ", true}, {"ＣＡＲＬＳＥＮ", "carlsen", true},
		{"김철수", "철수", true}, {"김철수", "수철", false}, {"이세돌 9단", "세돌", true}, {"วรวุฒิ", "วุฒิ", true}, {"สมชาย", "ชม", false},
		{"Bøe Straße Þór Æsir Œuvre", "boe strasse thor aesir oeuvre", true}, {"Ðurić Yılmaz", "duric yilmaz", true},
	} {
		all := All(row.text)
		found := true
		for _, w := range Split(row.query) {
			found = found && slices.Contains(all, w)
		}
		if found != row.found {
			t.Errorf("%s in %s: found %v; words %q", row.query, row.text, found, all)
		}
	}
	for r, first := range variantOf {
		if variantOf[first] != 0 {
			t.Errorf("%c stands for %c, which stands for another", r, first)
		}
	}
}

// TestLanguage tells languages by script.
func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Müller": "", "羽生善治": "zh", "羽生さん": "ja", "カー, 三": "ja", "홍길동": "ko", "김 金": "ko", "สมชาย": "th",
		"Łukasz 王": "zh", "Иванов": "",
	} {
		if got := Language(text, "zh"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
