package parser

import (
	"slices"
	"testing"

	"assay/parser/record"
)

// TestFields reads fields of records by the keys of each notation.
func TestFields(t *testing.T) {
	for _, row := range []struct {
		format Format
		text   string
		want   map[Field]string
		day    string
	}{
		{KIF, "開始日時：2003/01/02 10:00\n棋戦：名人戦\n場所：東京\n手合割：平手\n先手：甲\n後手：乙\n手数----指手--\n1 ７六歩(77)\n",
			map[Field]string{FieldFirst: "甲", FieldSecond: "乙", FieldEvent: "名人戦", FieldSite: "東京", FieldStart: "2003/01/02 10:00"}, "2003-01-02"},
		{KI2, "手合割：角落ち\n上手：乙\n下手：甲\n対局日：１９９９年１月２日(土)\n△３四歩\n",
			map[Field]string{FieldFirst: "甲", FieldSecond: "乙", FieldHandicap: "角落ち"}, "1999-01-02"},
		{CSA, "V2.2\nN+Ko\nN-Otsu\n$EVENT:Cup\n$SITE:Tokyo\n$START_TIME:2003/05/03 10:30:00\n$TIME_LIMIT:00:25+00\nPI\n+\n+7776FU\n",
			map[Field]string{FieldFirst: "Ko", FieldSecond: "Otsu", FieldEvent: "Cup", FieldSite: "Tokyo", record.FieldTimeControl: "00:25+00"}, "2003-05-03"},
		{JKF, `{"header":{"先手":"甲","後手":"乙","終了日時":"2010/4/5"},"moves":[{}]}`, map[Field]string{FieldFirst: "甲", FieldSecond: "乙"}, "2010-04-05"},
		{PGN, "[Event \"?\"]\n[Site \"Riga\"]\n[Date \"1960.??.??\"]\n[White \"A\"]\n\n1. e4 *\n",
			map[Field]string{FieldEvent: "", FieldSite: "Riga", FieldFirst: "A", FieldSecond: ""}, "1960-??-??"},
		{Numbered, "Variant=shogi\n先手=甲\nDate=19??\n1. Pawn g3 - g4\n", map[Field]string{FieldFirst: "甲"}, "19??-??-??"},
	} {
		r := readAll(t, []byte(row.text), Options{Format: row.format})[0]
		for f, want := range row.want {
			if got := Said(r, f); got != want {
				t.Errorf("%s: field %d is %q, want %q", row.format, f, got, want)
			}
		}
		if got := Day(r); got != row.day {
			t.Errorf("%s: the day is %q, want %q", row.format, got, row.day)
		}
	}
}

// TestOpening reads the opening of records and its code.
func TestOpening(t *testing.T) {
	for _, row := range []struct {
		format     Format
		text       string
		code, name string
	}{
		{PGN, "[ECO \"B90\"]\n[Opening \"Sicilian  defence\"]\n[Variation \"Najdorf\"]\n[SubVariation \"English attack\"]\n\n1. e4 *\n", "B90", "Sicilian defence: Najdorf, English attack"},
		{PGN, "[ECO \"?\"]\n[Opening \"?\"]\n[Variation \"Najdorf\"]\n\n1. e4 *\n", "", ""},
		{PGN, "[ECCO \"C05\"]\n\n1. e4 *\n", "C05", ""},
		{KIF, "手合割：平手\n戦型：相掛かり\n手数----指手--\n1 ７六歩(77)\n", "", "相掛かり"},
		{CSA, "V2.2\nN+Ko\n$OPENING:YAGURA\nPI\n+\n+7776FU\n", "", "YAGURA"},
		{"dhtmlxq", "[DhtmlXQ]\n[DhtmlXQ_open]中炮对屏风马[/DhtmlXQ_open]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", "", "中炮对屏风马"},
	} {
		r := readAll(t, []byte(row.text), Options{Format: row.format})[0]
		if code, name := Opening(r); code != row.code || name != row.name {
			t.Errorf("%s: %q, %q, want %q, %q", row.format, code, name, row.code, row.name)
		}
	}
}

// TestFieldKeys checks that no key has two fields and that each is read as the
// field that it was written for. The keys of players depend on the variant.
func TestFieldKeys(t *testing.T) {
	formats := slices.DeleteFunc(Formats(), func(f Format) bool { return Traits(f).Private })
	for _, format := range formats {
		for i := range record.EnglishKeys {
			f := Field(i)
			key := FieldKey(f, format)
			if got, ok := FieldOf(key); !ok || got != f {
				t.Errorf("%s: %q is written for field %d and read as %d", format, key, f, got)
			}
			for _, other := range formats {
				if back := TagKey(TagKey(key, other), format); back != key {
					t.Errorf("%s: %q through %s is %q", format, key, other, back)
				}
			}
		}
	}
}

func TestReadDay(t *testing.T) {
	for _, row := range []struct{ text, day, rest string }{
		{"2003.01.02", "2003-01-02", ""}, {"2003/1/2 10:00", "2003-01-02", "10:00"}, {"2003-01", "2003-01-??", ""},
		{"2003年１月２日（木） 10時", "2003-01-02", "（木） 10時"}, {"1994.??.??", "1994-??-??", ""}, {"199?", "199?-??-??", ""},
		{"2003-01-02T10:00:00Z", "2003-01-02", "T10:00:00Z"}, {"20030102", "2003-01-02", ""}, {"20031302", "", "20031302"}, {"200301020", "", "200301020"}, {"????.??.??", "", "????.??.??"},
		{"2/3/2003", "", "2/3/2003"}, {"25.12.2023", "2023-12-25", ""}, {"3.4.2024 19:30", "2024-04-03", "19:30"},
		{"25/12/2023", "2023-12-25", ""}, {"12/25/2023", "2023-12-25", ""}, {"12-25-2023", "2023-12-25", ""}, {"05/05/2023", "2023-05-05", ""}, {"31.02.2024", "", "31.02.2024"},
		{"25. 12. 2023", "2023-12-25", ""}, {"25.12/2023", "", "25.12/2023"}, {"25.12.23", "", "25.12.23"}, {"2003.001.02", "", "2003.001.02"}, {"昭和60年", "1985-??-??", ""}, {"", "", ""},
		{"令和元年5月1日", "2019-05-01", ""}, {"2023.02.30", "", "2023.02.30"}, {"2024.02.29", "2024-02-29", ""}, {"2023.13.01", "", "2023.13.01"},
		{"2023.00.01", "", "2023.00.01"}, {"2023.??.31", "2023-??-31", ""}, {"????.02.29", "????-02-29", ""},
		{"Sun Jul 09 2023", "2023-07-09", ""}, {"Sunday, July 9, 2023", "2023-07-09", ""}, {"9 July 2023", "2023-07-09", ""},
		{"Wed Mar 17 2021 18:30:14 GMT+0000 (Coordinated Universal Time)", "2021-03-17", "18:30:14 GMT+0000 (Coordinated Universal Time)"},
		{"9th of July 2023", "2023-07-09", ""}, {"2023 Jul 9", "2023-07-09", ""}, {"2023-Jul-09", "2023-07-09", ""}, {"July 2023", "2023-07-??", ""},
		{"9. Juli 2023", "2023-07-09", ""}, {"2. März 2019", "2019-03-02", ""}, {"1er août 1999", "1999-08-01", ""}, {"9 de julio de 2023", "2023-07-09", ""},
		{"9 июля 2023", "2023-07-09", ""}, {"Feb 30 2023", "", "Feb 30 2023"}, {"yesterday", "", "yesterday"}, {"May", "", "May"}, {"round 2023", "", "round 2023"},
	} {
		if day, rest := record.ReadDay(row.text); day != row.day || rest != row.rest {
			t.Errorf("%q: %q and %q, want %q and %q", row.text, day, rest, row.day, row.rest)
		}
	}
	for text, want := range map[string]bool{"2/3/2003": true, "03-04-2024": true, "03.04.2024": false, "03/03/2024": false, "31/02/2024": false, "2024.03.04": false} {
		if got := record.AmbiguousDay(text); got != want {
			t.Errorf("%q: ambiguous %v", text, got)
		}
	}
}
