package word

import (
	"slices"
	"testing"
)

func TestSplitPerson(t *testing.T) {
	for _, row := range []struct {
		text   string
		key    string
		family int
		titles []string
	}{
		{"Carlsen, Magnus", "carlsen magnus", 1, nil},
		{"Carlsen,M", "carlsen m", 1, nil},
		{"Carlsen, M.", "carlsen m", 1, nil},
		{"Carlsen M", "carlsen m", 0, nil},
		{"ＣＡＲＬＳＥＮ， Ｍ", "carlsen m", 1, nil},
		{"GM Carlsen, Magnus (2850)", "carlsen magnus", 1, []string{"GM"}},
		{"Polgar, Judit GM", "polgar judit", 1, []string{"GM"}},
		{"Im, Dong-Gyun", "im dong gyun", 1, nil},
		{"IM, Dong-Gyun", "im dong gyun", 1, nil},
		{"gm smith", "gm smith", 0, nil},
		{"O'Kelly de Galway, A", "okelly de galway a", 3, nil},
		{"Vachier-Lagrave, Maxime", "vachier lagrave maxime", 2, nil},
		{"Đurić, Stefan", "duric stefan", 1, nil},
		{"羽生善治", "羽生善治", 0, nil},
		{"羽生　善治", "羽生善治", 0, nil},
		{"羽生善治九段", "羽生善治", 0, []string{"九段"}},
		{"羽生善治 九段", "羽生善治", 0, []string{"九段"}},
		{"羽生善治9段", "羽生善治", 0, []string{"9段"}},
		{"羽生善治永世名人・竜王", "羽生善治", 0, []string{"永世名人", "竜王"}},
		{"渡邊明棋王", "渡辺明", 0, []string{"棋王"}},
		{"渡辺明", "渡辺明", 0, nil},
		{"里見香奈女流名人", "里見香奈", 0, []string{"女流名人"}},
		{"山田太郎アマ五段", "山田太郎", 0, []string{"アマ五段"}},
		{"許銀川特級大師", "許銀川", 0, []string{"特級大師"}},
		{"许银川", "許銀川", 0, nil},
		{"이세돌 9단", "이세돌", 0, []string{"9단"}},
		{"이세돌구단", "이세돌", 0, []string{"구단"}},
		{"조훈현 국수", "조훈현", 0, []string{"국수"}},
		{"Lee Sedol 9p", "lee sedol", 0, []string{"9p"}},
		{"名人", "", 0, []string{"名人"}},
		{"GM", "", 0, []string{"GM"}},
		{"?", "", 0, nil},
		{"N.N.", "", 0, nil},
		{"NN", "", 0, nil},
		{"Smith,", "smith", 0, nil},
		{", John", "john", 0, nil},
		{"N, N", "", 1, nil},
		{"Player, 1", "", 1, nil},
		{"Player, Gary", "player gary", 1, nil},
		{"White,", "", 0, nil},
		{"GM,", "gm", 0, nil},
		{"", "", 0, nil},
		{"bad\xffbyte", "bad byte", 0, nil},
	} {
		got := SplitPerson(row.text)
		if got.Key() != row.key || got.Family != row.family || !slices.Equal(got.Titles, row.titles) {
			t.Errorf("%q: key %q, family %d, titles %q", row.text, got.Key(), got.Family, got.Titles)
		}
		if got := IsPerson(row.text); got != (row.key != "") {
			t.Errorf("%q: IsPerson is %v", row.text, got)
		}
	}
}

func TestSeveralPeople(t *testing.T) {
	for text, several := range map[string]bool{
		"Morphy, P.:Anderssen, A.": true, "Morphy, P. 12:30": false,
		"HU RongHua+OUYANG Qilin": true, "Sillars,K/Manter,L": true, "Tal & Koblencs": true, "Alekhine, A.; Monosson, L": true,
		"Carlsen, Magnus": false, "羽生善治": false, "Deep Blue 1/2": false, "C++": false, "": false,
	} {
		if got := SplitPerson(text).Several; got != several {
			t.Errorf("%q: several people %v", text, got)
		}
	}
}
