package parser

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/fixtures/encoded"
	"assay/parser/scan"
)

func TestEncodingsOfFiles(t *testing.T) {
	const file = "[Event \"é 象棋 😀\"]\n\n1. e4 {ü} e5 *\n\n[Event \"y\"]\n\n1. d4 *\n"
	for _, row := range []struct {
		name string
		data []byte
		want string
	}{
		{"UTF-8", []byte(file), "utf-8"},
		{"UTF-8 with a mark", []byte("\ufeff" + file), "utf-8-bom"},
		{"UTF-16 with a mark", encoded.Wide("\ufeff"+file, false), "utf-16le"},
		{"big-endian with a mark", encoded.Wide("\ufeff"+file, true), "utf-16be"},
		{"UTF-16 without one", encoded.Wide(file, false), "utf-16le"},
		{"big-endian without one", encoded.Wide(file, true), "utf-16be"},
		{"half a unit at the end", append(encoded.Wide(file+"{", false), 'x'), "utf-16le"},
	} {
		records := readAll(t, row.data, Options{})
		if len(records) != 2 {
			t.Fatalf("%s: %d records", row.name, len(records))
		}
		first := records[0]
		event, _ := first.Tag("Event")
		if first.Encoding != row.want || event != "é 象棋 😀" || treeOf(first.Moves) != "1.e4{ü} 1.e5" {
			t.Errorf("%s: %s, %q, %s", row.name, first.Encoding, event, treeOf(first.Moves))
		}
		e5 := first.Moves[1].Place
		if e5.Line != 3 || e5.Column != 11 || !bytes.Contains(row.data[e5.Offset:e5.Offset+3], []byte("e")) {
			t.Errorf("%s: e5 at %+v", row.name, e5)
		}
		if joined := append(append([]byte(nil), first.Bytes...), records[1].Bytes...); !bytes.Equal(joined, row.data) {
			t.Errorf("%s: the records' bytes are not the file's", row.name)
		}
	}
}

// TestWideNotations reads one game per notation in UTF-16.
func TestWideNotations(t *testing.T) {
	const (
		kif = "手合割：平手\n先手：羽生\n後手：谷川\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*初手　一言\n   2 ３四歩(33)\n"
		ki2 = "先手：羽生\n後手：谷川\n\n▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角\n*一言　一言\nまで5手で中断\n"
		csa = "V2.2\nN+羽生\nN-谷川\nPI\n+\n+7776FU\nT1\n-3334FU\n"
		pgn = "[Event \"é\"]\n\n1. e4 {ü} e5 *\n"
		wxf = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ *\n"
	)
	for _, row := range []struct {
		format Format
		text   string
	}{{KIF, kif}, {KI2, ki2}, {CSA, csa}, {PGN, pgn}, {PGN, wxf}, {KI2, "▲７六歩△３四歩\n▲２二角成△同　銀\n"}, {KIF, strings.ReplaceAll(kif, "\n", "\r\n")}} {
		plain := readAll(t, []byte(row.text), Options{})
		for _, mark := range []string{"", "\ufeff"} {
			for _, big := range []bool{false, true} {
				data := encoded.Wide(mark+row.text, big)
				want := "utf-16le"
				if big {
					want = "utf-16be"
				}
				records := readAll(t, data, Options{})
				if len(records) != 1 || len(plain) != 1 {
					t.Fatalf("%s, %s: %d records and %d", row.format, want, len(records), len(plain))
				}
				r := records[0]
				if r.Format != row.format || r.Encoding != want || r.Fault != nil || len(r.Warnings) > 0 || len(r.Moves) < 2 {
					t.Errorf("%s in %s, mark %q: read as %s in %s, %d plies, %v", row.format, want, mark, r.Format, r.Encoding, len(r.Moves), r.Fault)
					continue
				}
				if !bytes.Equal(r.Bytes, data) || treeOf(r.Moves) != treeOf(plain[0].Moves) || len(r.Tags) != len(plain[0].Tags) {
					t.Errorf("%s in %s, mark %q: %s, want %s", row.format, want, mark, treeOf(r.Moves), treeOf(plain[0].Moves))
				}
				for i := range r.Moves {
					ply := &r.Moves[i]
					if at := encoded.Wide(ply.Text, big); !bytes.HasPrefix(data[ply.Place.Offset:], at) || ply.Place.Column != plain[0].Moves[i].Place.Column {
						t.Errorf("%s in %s, mark %q: %s is not at %+v", row.format, want, mark, ply.Text, ply.Place)
					}
				}
			}
		}
	}
}

// TestEncodingOfGames detects the encoding of each game of a file joined from
// several.
func TestEncodingOfGames(t *testing.T) {
	var data []byte
	for _, row := range encoded.Texts {
		raw, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte("[White \"" + row.Text + "\"]\n\n1. e4 *\n\n"))
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, raw...)
	}
	for i, r := range readAll(t, data, Options{Format: PGN}) {
		white, _ := r.Tag("White")
		if want := encoded.Texts[i]; r.Encoding != want.Encoding || white != want.Text {
			t.Errorf("game %d: %s, %q, want %s, %q", i+1, r.Encoding, white, want.Encoding, want.Text)
		}
		if !bytes.HasPrefix(data[r.Moves[0].Place.Offset:], []byte("e4")) {
			t.Errorf("game %d: e4 is not at %+v", i+1, r.Moves[0].Place)
		}
	}
}

// TestText reads files of several encodings as text; the places of plies refer
// to it.
func TestText(t *testing.T) {
	var joined []byte
	want := "before the first\r\n\n"
	joined = append(joined, want...)
	for _, row := range encoded.Texts {
		text := "[White \"" + row.Text + "\"]\r\n\n1. e4 {" + row.Text + "} e5 *\n\n"
		raw, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		joined, want = append(joined, raw...), want+text
	}
	wide := string(scan.ByteOrderMark) + strings.Repeat("[White \"é 象棋 😀\"]\n\n1. e4 *\n", 9000) // more than a block
	for _, file := range []struct {
		raw  []byte
		text string
	}{
		{joined, want}, {[]byte(want), want}, {nil, ""}, {[]byte("\x82\xa0\x82\xa2"), "あい"},
		{encoded.Wide(wide, false), wide}, {encoded.Wide(wide, true), wide},
	} {
		got := Text(file.raw, PGN, "")
		if got != file.text {
			t.Errorf("%.60q is read as %.60q", file.raw, got)
			continue
		}
		if len(file.raw) < 100 {
			continue
		}
		lines := strings.Split(strings.ReplaceAll(got, "\r\n", "\n"), "\n")
		for _, r := range readAll(t, file.raw, Options{Format: PGN}) {
			at := r.Moves[0].Place
			if line := []rune(lines[at.Line-1]); string(line[at.Column-1:at.Column+1]) != "e4" {
				t.Fatalf("%q at %d", string(line), at.Column)
			}
		}
	}
}

// FuzzText reads any bytes as text. Each ply must be at its place in the text.
func FuzzText(f *testing.F) {
	for _, row := range encoded.Texts {
		raw, _ := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(row.Text))
		f.Add(raw)
	}
	f.Add([]byte("[Event \"\xe9\"]\n\n1. e4 *\n\n[Event \"\x90\xe6\x8e\xe8\"]\r\n\r\n1. d4 *\r"))
	f.Add([]byte("1. e4 \xff\r1... e5 *"))
	f.Add([]byte("['''''Event \"\xe9\"]\n\n1. \x90\xe6\x804 V\n\n[Event \"\x90\xe6"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text := Text(raw, PGN, "")
		if !utf8.ValidString(text) || utf8.Valid(raw) && !bytes.Contains(raw, []byte{0}) && text != string(raw) {
			t.Fatalf("%q of %q", text, raw)
		}
		lines := linesOf(text)
		for r := NewReader(bytes.NewReader(raw), Options{Format: PGN, MaxRecord: int64(len(raw)) + 1}); ; {
			record, err := r.Next()
			if err != nil {
				return
			}
			for _, ply := range record.Moves {
				first, _ := utf8.DecodeRuneInString(ply.Text)
				line := []rune(lines[ply.Place.Line-1])
				if at := ply.Place.Column - 1; at >= len(line) || line[at] != first {
					t.Fatalf("%q at %+v of %q", ply.Text, ply.Place, text)
				}
			}
		}
	})
}

// linesOf splits a text at its line ends of any kind, without byte-order marks
// at the starts of lines.
func linesOf(text string) []string {
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], string(scan.ByteOrderMark))
	}
	return lines
}

// TestReadersDecode reads one record of each notation in each encoding of
// docs/notations.md, with characters whose second byte is a bracket or a
// backslash. It must be detected and read as in UTF-8.
func TestReadersDecode(t *testing.T) {
	const pgnOf = "[Event \"%s\"]\n\n1. e4 {%s} e5 2. Nf3 *\n\n[Event \"%s\"]\n\n1. d4 *\n"
	names := map[string]string{
		"windows-1250": "Łukasz Świercz, Dvořák", "windows-1251": "Петров и Иванов", "windows-1252": "Müller, José Raúl", "windows-1254": "Erdoğan Yıldız, Şahin",
		"koi8-r": "Петров и Иванов", "big5": "許功蓋 王天一", "gbk": "王天一 許銀川", "gb18030": "王天一 许银川 𠀀", "euc-kr": "김철수 이세돌", "euc-jp": "羽生善治 表",
		"shift_jis": "羽生善治の表 布施", "windows-874": "สมชาย วิชัย", "utf-8": "Müller 王天一",
	}
	type sample struct {
		name, text string
		encodings  []string
	}
	all := make([]string, 0, len(names))
	for name := range names {
		all = append(all, name)
	}
	japanese, chinese := []string{"shift_jis", "euc-jp"}, []string{"gbk", "gb18030"}
	samples := []sample{
		{"PGN", pgnOf, all},
		{"numbered", "VariantName=Chess\nVariant=chess\nWhite=%s\n1. Pawn e2 - e4 {%s}\n1. Pawn e7 - e5\n2. Pawn d2 - d4 {%s}\n", all},
		{"Courier", "1. P e2-e4 // %s\n1... p e7-e5 // %s\n2. N g1-f3 // %s\n", []string{"windows-1251", "windows-1252", "euc-kr"}},
		{"KIF", "手合割：平手\n先手：羽生善治\n後手：谷川浩司\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*表の施\n   2 ３四歩(33)\n", japanese},
		{"KI2", "先手：羽生善治\n後手：谷川浩司\n\n▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角\n*表の施\nまで5手で中断\n", japanese},
		{"CSA", "V2.2\nN+羽生善治\nN-谷川浩司\nPI\n+\n'*表の施\n+7776FU\n-3334FU\n", japanese},
		{"DhtmlXQ", "[DhtmlXQ]\n[DhtmlXQ_title]王天一先胜许银川[/DhtmlXQ_title]\n[DhtmlXQ_red]王天一[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", chinese},
		{"Chinese", "[Game \"Chinese Chess\"]\n[Red \"王天一\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ *\n", chinese},
		{"forum", "红方：王天一\n黑方：许银川\n1、炮二平五 马8进7\n2、马二进三 车9平8\n", chinese},
		{"forum without headers", "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", chinese},
		{"forum, traditional", "紅方：王天一\n黑方：許功蓋\n1. 炮二平五 馬8進7\n2. 馬二進三 車9平8\n", []string{"big5"}},
		{"janggi", "초: 김철수\n한: 이세돌\n1. 79졸78 41병42 2. 마83 12마33\n", []string{"euc-kr"}},
		{"makruk", "ขาว: สมชาย\nดำ: วิชัย\n1. บ.ค4 บ.ง5 2. ม.ค3\n", []string{"windows-874"}},
	}
	for _, s := range samples {
		for _, encoding := range s.encodings {
			text := strings.ReplaceAll(s.text, "%s", names[encoding])
			raw := []byte(text)
			if encoding != "utf-8" {
				var err error
				if raw, err = encoded.Of(encoding).NewEncoder().Bytes(raw); err != nil {
					t.Fatalf("%s in %s: %v", s.name, encoding, err)
				}
			}
			want := readAll(t, []byte(text), Options{})
			for _, o := range []Options{{}, {Encoding: encoding}} {
				got := readAll(t, raw, o)
				if len(got) != len(want) {
					t.Errorf("%s in %s: %d records, want %d", s.name, encoding, len(got), len(want))
					continue
				}
				for i := range got {
					if got[i].Format != want[i].Format || treeOf(got[i].Moves) != treeOf(want[i].Moves) || got[i].Fault != nil || !sameTags(got[i].Tags, want[i].Tags) {
						t.Errorf("%s in %s (%+v): read as %s in %s, %v, %s, fault %v", s.name, encoding, o, got[i].Format, got[i].Encoding, got[i].Tags, treeOf(got[i].Moves), got[i].Fault)
					}
				}
			}
		}
	}
}

func sameTags(a, b []Tag) bool {
	return slices.EqualFunc(a, b, func(one, two Tag) bool { return one.Key == two.Key && one.Value == two.Value })
}

// recordOf returns a record of the usual size, as files of a kind have it.
func recordOf(kind, first, second string) string {
	switch kind {
	case encoded.Xiangqi:
		return "红方：" + first + "\n黑方：" + second + "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 卒7进1\n4. 车二进六 马2进3\n5. 兵七进一 炮8平9\n"
	case encoded.Janggi:
		return "[초대국자 \"" + first + "\"]\n[한대국자 \"" + second + "\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n\n1. 79졸78 2. 41병42 3. 08마87 4. 12마33\n"
	case encoded.Shogi:
		return "手合割：平手\n先手：" + first + "\n後手：" + second + "\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n"
	}
	return "[Event \"Open\"]\n[Site \"?\"]\n[Date \"2009.05.01\"]\n[Round \"3\"]\n[White \"" + first + "\"]\n[Black \"" + second + "\"]\n[Result \"1-0\"]\n\n" +
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n"
}

// traditional writes the signs of a xiangqi list in traditional characters.
var traditional = strings.NewReplacer("红", "紅", "马", "馬", "车", "車", "进", "進")

// TestNamesOfPlayers reads records of usual size with the names of players in
// each encoding: 99 in 100 are read as they were written, and the others have a
// warning.
func TestNamesOfPlayers(t *testing.T) {
	names, wrong := 0, 0
	count := func(encoding string, list []string, write func(text string) []byte, kind string) {
		good, warned, silent := 0, 0, 0
		for i, name := range list {
			names++
			text := recordOf(kind, name, list[(i+7)%len(list)])
			if encoding == "big5" {
				text = traditional.Replace(text)
			}
			r := readAll(t, write(text), Options{})[0]
			read := false
			for _, tag := range r.Tags {
				read = read || tag.Value == name
			}
			doubt := slices.ContainsFunc(r.Warnings, func(w Fault) bool { return w.Rule == "encoding" })
			switch {
			case read && doubt:
				warned++
				good++
			case read:
				good++
			case doubt:
				wrong++
				warned++
				t.Logf("%s in %s is read in %s, with a warning", name, encoding, r.Encoding)
			default:
				wrong++
				silent++
				t.Errorf("%s in %s is read in %s without a warning", name, encoding, r.Encoding)
			}
		}
		t.Logf("%-14s %2d names, %2d right, %d warned, %d wrong without a warning", encoding, len(list), good, warned, silent)
	}
	for _, row := range encoded.Players {
		count(row.Encoding, row.Names, func(text string) []byte {
			raw, err := encoded.Of(row.Encoding).NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return raw
		}, row.Kind)
	}
	for i, row := range encoded.Players {
		for _, mark := range []string{"", "\ufeff"} {
			count("utf-16"+[]string{"le", "be"}[i%2], row.Names[:2], func(text string) []byte { return encoded.Wide(mark+text, i%2 == 1) }, row.Kind)
		}
	}
	if 100*wrong > names {
		t.Errorf("%d of %d names are read wrongly", wrong, names)
	}
	t.Logf("%d names, %d wrong", names, wrong)
}

// TestPieceLettersAlone reads records whose only letters that are not ASCII are
// those of pieces.
func TestPieceLettersAlone(t *testing.T) {
	const text = "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O С:e7 6. Кр:f1 Лad8"
	for _, encoding := range []string{"windows-1251", "koi8-r", "ibm866"} {
		raw, err := encoded.Of(encoding).NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r := readAll(t, raw, Options{})[0]
		if r.Encoding != encoding || len(r.Warnings) > 0 || r.Moves[len(r.Moves)-1].Text != "Лad8" {
			t.Errorf("%s: read in %s, last ply %q, %v", encoding, r.Encoding, r.Moves[len(r.Moves)-1].Text, r.Warnings)
		}
	}
}

// TestLabels reads a file by every label that the WHATWG Encoding Standard has
// for a text encoding.
func TestLabels(t *testing.T) {
	for _, label := range strings.Fields(`unicode-1-1-utf-8 utf8 866 cp866 ibm866 latin2 iso-8859-2 iso-ir-109 latin3 iso-8859-4 cyrillic iso-8859-5
		arabic iso-8859-6 greek iso-8859-7 sun_eu_greek hebrew visual iso-8859-8 iso-8859-8-i logical latin6 iso-8859-10 iso-8859-13 iso-8859-14
		l9 iso-8859-15 iso-8859-16 cskoi8r koi8-r koi koi8-u macintosh x-mac-roman dos-874 tis-620 iso-8859-11 x-cp1250 cp1251 ascii latin1 us-ascii
		cp1253 windows-1253 latin5 iso-8859-9 cp1255 cp1256 cp1257 cp1258 x-mac-cyrillic x-mac-ukrainian chinese gb2312 gbk x-gbk gb18030 big5-hkscs
		cn-big5 x-x-big5 x-euc-jp cseucpkdfmtjapanese csiso2022jp csshiftjis ms932 ms_kanji windows-31j x-sjis korean ks_c_5601-1989 windows-949
		unicodefffe utf-16be utf-16 utf-16le x-user-defined`) {
		text := "[White \"Ann\"]\n\n1. e4 e5 *\n"
		data := []byte(text)
		name, ok := EncodingNamed(label)
		if strings.HasPrefix(name, "utf-16") {
			data = encoded.Wide(text, name == "utf-16be")
		}
		if !ok {
			t.Errorf("%s is no encoding", label)
			continue
		}
		r := readAll(t, data, Options{Encoding: label})[0]
		if white, _ := r.Tag("White"); white != "Ann" || len(r.Moves) != 2 || r.Encoding != name {
			t.Errorf("%s: %q, %d plies in %s, want %s", label, white, len(r.Moves), r.Encoding, name)
		}
	}
}
