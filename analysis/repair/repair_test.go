package repair

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/fixtures"
	"assay/parser"
)

// seed selects other damages in TestRepair.
var seed = flag.Uint64("seed", 1, "seed of the damages of TestRepair")

// sample is a legal record with the places of its plies.
type sample struct {
	text   string
	format parser.Format
	id     string
	rec    *parser.Record
	moves  []string
}

// sources are files of real games, by variant.
var sources = map[string]string{
	"chess": "data/chess/corpus/*.pgn.gz", "crazyhouse": "data/variants/zh.pgn", "xiangqi": "data/xiangqi/xqdb_traditional.pgn",
	"shogi kif": "data/shogi/na2hiro_Kifu-for-JS/*_kif/*", "shogi csa": "data/shogi/*/*csa/*", "csg-1": "data/games/csg-1/*", "csg-2": "data/games/csg-2/*", "csg-3": "data/games/csg-3/*",
	"nine-elder": "data/games/nine-elder/*", "pocket-shogi-copper": "data/games/pocket-shogi-copper/*", "pocket-shogi-copper-prime": "data/games/pocket-shogi-copper-prime/*", "all-classic": "data/games/all-classic/*",
}

// samples returns at most so many legal games of each source, of 20 to 200
// plies, in formats that people write: no JSON.
func samples(t testing.TB, book *analysis.Rulebook, most int) (out []sample) {
	v := analysis.NewVerifier(book)
	for _, id := range slices.Sorted(func(yield func(string) bool) {
		for id := range sources {
			if !yield(id) {
				return
			}
		}
	}) {
		n := 0
		for _, path := range fixtures.Shared(t, sources[id]) {
			raw, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			if filepath.Ext(path) == ".gz" {
				unpacked, err := gzip.NewReader(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				b.ReadFrom(unpacked)
				raw = b.Bytes()
			}
			in := parser.NewReader(bytes.NewReader(raw), parser.Options{})
			for range 1 + most/4 {
				rec, err := in.Next()
				if err != nil || n == most {
					break
				}
				text := parser.Text(rec.Bytes, rec.Format, rec.Encoding)
				again, ok := read(text, rec.Format)
				if !ok || rec.Format == parser.JKF || len(again.Moves) < 20 || len(again.Moves) > 200 {
					continue
				}
				if g := v.Verify(again, analysis.Settings{}); g.Report.Verdict == analysis.Legal {
					s := sample{text: text, format: rec.Format, id: id, rec: again}
					for i := range again.Moves {
						s.moves = append(s.moves, again.Moves[i].Text)
					}
					out = append(out, s)
					n++
				}
			}
		}
	}
	return out
}

var (
	square = regexp.MustCompile(`[a-t][0-9]+|[1-9１-９][一二三四五六七八九]`)
	number = regexp.MustCompile(`[0-9]+`)
	noted  = regexp.MustCompile(`x ([a-z][0-9]+) [^=]*?( =.*)?$`)
)

// plies cuts the text of a sample into plies and the gaps before them.
func (s *sample) plies() (gaps, plies []string, rest string) {
	at := 0
	for i := range s.rec.Moves {
		begin := int(s.rec.Moves[i].Place.Offset)
		gaps, plies = append(gaps, s.text[at:begin]), append(plies, s.rec.Moves[i].Text)
		at = begin + len(s.rec.Moves[i].Text)
	}
	return gaps, plies, s.text[at:]
}

func join(gaps, plies []string, rest string) string {
	var b strings.Builder
	for i := range plies {
		b.WriteString(gaps[i])
		b.WriteString(plies[i])
	}
	return b.String() + rest
}

// otherSide exchanges the names of the sides in a ply.
var otherSide = strings.NewReplacer(" Red ", " Cyan ", " Cyan ", " Red ", " White ", " Black ", " Black ", " White ", " First ", " Second ", " Second ", " First ", "▲", "△", "△", "▲")

// damages are the ways to damage a record; "" if one does not apply.
var damages = []struct {
	name  string
	spoil func(r *rand.Rand, s *sample) string
}{
	{"misread character", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies))
		word := []rune(plies[i])
		at := r.IntN(len(word))
		for _, class := range []string{"0123456789", "abcdefghi", "KQRBNPGSL", "一二三四五六七八九", "１２３４５６７８９", "歩香桂銀金角飛玉", "KEHRCA"} {
			if strings.ContainsRune(class, word[at]) {
				all := []rune(class)
				word[at] = all[r.IntN(len(all))]
				plies[i] = string(word)
				return join(gaps, plies, rest)
			}
		}
		return ""
	}},
	{"wrong square", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i, j := r.IntN(len(plies)), r.IntN(len(plies))
		from, to := square.FindAllStringIndex(plies[i], -1), square.FindAllString(plies[j], -1)
		if len(from) == 0 || len(to) == 0 {
			return ""
		}
		at := from[r.IntN(len(from))]
		plies[i] = plies[i][:at[0]] + to[r.IntN(len(to))] + plies[i][at[1]:]
		return join(gaps, plies, rest)
	}},
	{"lost ply", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies) - 1)
		if i == 0 {
			return ""
		}
		return join(slices.Delete(gaps, i, i+1), slices.Delete(plies, i, i+1), rest)
	}},
	{"doubled ply", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies))
		gap := gaps[i]
		if i == 0 {
			return ""
		}
		return join(slices.Insert(gaps, i+1, gap), slices.Insert(plies, i+1, plies[i]), rest)
	}},
	{"two swapped", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies) - 1)
		plies[i], plies[i+1] = plies[i+1], plies[i]
		return join(gaps, plies, rest)
	}},
	{"columns swapped", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		for i := 0; i+1 < len(plies); i += 2 {
			plies[i], plies[i+1] = plies[i+1], plies[i]
		}
		return join(gaps, plies, rest)
	}},
	{"number skipped", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		for i := 2 + r.IntN(len(plies)-2); i < len(plies); i++ {
			gaps[i] = number.ReplaceAllStringFunc(gaps[i], func(n string) string {
				if v, _ := strconv.Atoi(n); v == s.rec.Moves[i].Number {
					return strconv.Itoa(v + 1)
				}
				return n
			})
		}
		return join(gaps, plies, rest)
	}},
	{"one off", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies))
		found := square.FindAllStringIndex(plies[i], -1)
		if len(found) == 0 {
			return ""
		}
		at := found[r.IntN(len(found))]
		word := []rune(plies[i][at[0]:at[1]])
		word[r.IntN(2)] += rune(2*r.IntN(2) - 1)
		plies[i] = plies[i][:at[0]] + string(word) + plies[i][at[1]:]
		return join(gaps, plies, rest)
	}},
	{"capture not noted", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i := r.IntN(len(plies))
		for range plies {
			if strings.Contains(plies[i], "x") {
				break
			}
			i = (i + 1) % len(plies)
		}
		if quiet := noted.ReplaceAllString(plies[i], "- $1$2"); quiet != plies[i] {
			plies[i] = quiet
		} else {
			plies[i] = strings.Replace(plies[i], "x", "", 1)
		}
		return join(gaps, plies, rest)
	}},
	{"ambiguous move", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		for i := range plies {
			if m := regexp.MustCompile(`^([NRQ])[a-h1-8](x?[a-h][1-8].*)$`).FindStringSubmatch(plies[i]); m != nil && r.IntN(3) == 0 {
				plies[i] = m[1] + m[2]
				return join(gaps, plies, rest)
			}
		}
		return ""
	}},
	{"sides confused", func(r *rand.Rand, s *sample) string {
		gaps, plies, rest := s.plies()
		i, all := r.IntN(len(plies)), r.IntN(2) == 0
		spoilt := false
		for j := range plies {
			k := (i + j) % len(plies)
			was := plies[k]
			plies[k] = otherSide.Replace(was)
			if s.format == parser.CSA {
				plies[k] = string('+'+'-'-was[0]) + was[1:]
			}
			if spoilt = spoilt || plies[k] != was; spoilt && !all {
				break
			}
		}
		if !spoilt {
			return ""
		}
		return join(gaps, plies, rest)
	}},
	{"kings in the centre", func(r *rand.Rand, s *sample) string {
		if s.format != parser.PGN || len(s.rec.Moves)%2 == 1 {
			return ""
		}
		gaps, plies, rest := s.plies()
		n := len(plies)/2 + 1
		pair := [][2]string{{"Ke4", "Ke5"}, {"Ke4", "Kd5"}, {"Kd4", "Ke5"}}[r.IntN(3)]
		return join(append(gaps, fmt.Sprintf(" %d. ", n), " "), append(plies, pair[0], pair[1]), rest)
	}},
}

// TestOffers checks the first repair, and that nothing else changed. A golden
// file has all repairs.
func TestOffers(t *testing.T) {
	var golden strings.Builder
	book := rulebook()
	const spanish = "[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 {fork} 6. Nf3 Qxe4+ 7. Qe2 Qxe2+ 8. Kxe2 Be6 *\n"
	const metal = "Variant=csg-1\n1. Zcannon b2 x b7 Red Pawn x2\n1. Pawn c7 - c6\n2. Zcannon h2 x h7 Red Pawn y2\n2. Pawn c6 - c5\n"
	const signed = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%TORYO\n"
	const coordinates = "[Variant \"Xiangqi\"]\n\n1. g0e2 b9c7 2. g3g4 c6c5 3. h0g2 c7d5 4. b0a2 h7e7 5. f0e1 h9g7 6. g2h4 e7e3 7. b2d2 b7b4 8. h4g6 i9h9 *\n"
	for _, test := range []struct {
		was, now, kinds string
		spoil           []string
	}{
		{spanish, spanish, "doubled doubled", []string{"4. Bxc6 dxc6", "3. Bb5 a6 4. Bxc6 dxc6"}},
		{spanish, spanish, "columns", []string{"4. Bxc6 dxc6", "4. dxc6 Bxc6", "5. Nxe5 Qd4", "5. Qd4 Nxe5", "6. Nf3 Qxe4+", "6. Qxe4+ Nf3", "7. Qe2 Qxe2+", "7. Qxe2+ Qe2", "8. Kxe2 Be6", "8. Be6 Kxe2"}},
		{spanish, spanish, "misread misread misread", []string{"Nf3 Nc6", "Hf3 Hc6", "Kxe2", "Rxe2"}},
		{spanish, spanish, "misread swapped swapped", []string{"2. Nf3", "2. Hf3", "4. Bxc6 dxc6", "4. dxc6 Bxc6"}},
		{coordinates, coordinates, "misread misread", []string{"c7d5", "c1d5", "h4g6", "h4gb"}},
		{signed, signed, "misread misread", []string{"+7776FU", "+7876FU", "-8384FU", "-8384FV"}},
		{metal, metal, "misread", []string{"1. Pawn c7 - c6", "1. Pawn c7 - c6 Pawn c7 - c6"}},
		{spanish, spanish, "misread", []string{"5. Nxe5", "5. Nxe6"}},
		{spanish, spanish, "missing", []string{"4. Bxc6 dxc6 5. Nxe5", "4. Bxc6 5. Nxe5"}},
		{spanish, spanish, "missing", []string{"7. Qe2 Qxe2+", "7. Qe2"}},
		{spanish, spanish, "misread", []string{"6. Nf3", "6. Nf6"}},
		{spanish, spanish, "misread", []string{"7. Qe2", "7. Qa2"}},
		{spanish, spanish, "doubled", []string{"3. Bb5 a6", "3. Bb5 Bb5 a6"}},
		{spanish, spanish, "swapped swapped", []string{"4. Bxc6 dxc6", "4. dxc6 Bxc6"}},
		{spanish, spanish, "trailing trailing", []string{"8. Kxe2 Be6", "8. Kxe2 Be6 9. Ke4 Ke5"}},
		{metal, metal, "misread", []string{"h7 Red Pawn y2", "h7 Red Pawn x2"}},
		{metal, metal, "number", []string{"2. Pawn", "3. Pawn"}},
		{metal, metal, "misread", []string{"x b7 Red Pawn x2", "- b7"}},
		{metal, metal, "misread", []string{"h7 Red Pawn y2", "h7 Cyan Pawn y2"}},
		{signed, signed, "misread misread misread misread", []string{"+7", "-7", "-3", "+3", "+2", "-2", "-8", "+8"}},
		{spanish, spanish, "", nil},
		{"[Variant \"Standard\"]\n\n1. Qa8 Qh1 2. Ra5 Rb7 3. Nh8 Na1 *\n", "", "", nil},
	} {
		text := strings.NewReplacer(test.spoil...).Replace(test.was)
		rec, ok := read(text, "")
		if !ok {
			t.Fatal(text)
		}
		g, f := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}), NewFinder(book)
		offers := f.Find(t.Context(), g, analysis.Settings{})
		fmt.Fprintf(&golden, "== %q\n", test.spoil)
		printOffers(&golden, g, text, offers, f.reads)
		if test.kinds == "" {
			if len(offers) > 0 {
				t.Errorf("%q: %+v", text, offers)
			}
			continue
		}
		if len(offers) == 0 || len(offers) > maxOffers {
			t.Errorf("%q: %d offers", text, len(offers))
			continue
		}
		var kinds []string
		for _, c := range offers[0].Changes {
			kinds = append(kinds, c.Kind)
		}
		if offers[0].Record != test.now || strings.Join(kinds, " ") != test.kinds {
			t.Errorf("%q\n%q\n%+v", text, offers[0].Record, offers[0].Changes)
		}
	}
	fixtures.Golden(t, *update, "testdata/known.golden", golden.String())
}

// FuzzFind checks that repairs of any text are legal.
func FuzzFind(f *testing.F) {
	book := rulebook()
	f.Add("[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 *\n")
	f.Add("Variant=csg-1\n1. Zcannon b2 x b7 Red Pawn x2\n1. Pawn c7 - c6\n2. Zcannon h2 x h7 Red Pawn x2\n")
	f.Add("position startpos moves 7g7f 3c3d 8h2b 3a2b")
	f.Fuzz(func(t *testing.T, text string) {
		rec, ok := read(text, "")
		if !ok {
			return
		}
		v := analysis.NewVerifier(book)
		for _, o := range NewFinder(book).Find(t.Context(), v.Verify(rec, analysis.Settings{}), analysis.Settings{}) {
			again, ok := read(o.Record, rec.Format)
			if !ok || v.Verify(again, analysis.Settings{}).Report.Verdict != analysis.Legal || len(o.Changes) == 0 {
				t.Errorf("%q: %+v", text, o)
			}
		}
	})
}

// TestRepair damages real games and counts how many are restored by the first
// repair, and by one of the first three. Every repair is legal. Most failures
// are lost plies that other moves could replace.
func TestRepair(t *testing.T) {
	fixtures.Long(t)
	book := rulebook()
	v, f := analysis.NewVerifier(book), NewFinder(book)
	games := samples(t, book, fixtures.Rounds(1, 3, 800))
	apart := fixtures.Rounds(1, 1, 4) // in long runs, use every fourth damage
	r := rand.New(rand.NewPCG(*seed, 2))
	type tally struct{ spoilt, first, three int }
	kinds, ids := map[string]*tally{}, map[string]*tally{}
	var all tally
	var times []time.Duration
	for i := range games {
		s := &games[i]
		for j, d := range damages {
			if (i+j)%apart != 0 {
				continue
			}
			text := d.spoil(r, s)
			if text == "" {
				continue
			}
			rec, ok := read(text, s.format)
			if !ok {
				continue
			}
			g := v.Verify(rec, analysis.Settings{})
			if g.Report.Verdict != analysis.Illegal {
				continue
			}
			began := time.Now()
			offers := f.Find(t.Context(), g, analysis.Settings{})
			times = append(times, time.Since(began))
			place := -1
			for j, o := range offers {
				again, ok := read(o.Record, s.format)
				if !ok || v.Verify(again, analysis.Settings{}).Report.Verdict != analysis.Legal {
					t.Errorf("%s, %s: an offer is not legal: %+v", s.id, d.name, o.Changes)
				}
				if place < 0 && slices.EqualFunc(again.Moves, s.rec.Moves, func(a, b parser.Ply) bool { return a.Text == b.Text }) {
					place = j
				}
			}
			for _, c := range []*tally{&all, at(kinds, d.name), at(ids, s.id)} {
				c.spoilt++
				if place == 0 {
					c.first++
				}
				if place >= 0 {
					c.three++
				}
			}
			if place < 0 {
				t.Logf("%s, %s: %s, at ply %d of %d: %s", s.id, d.name, differ(s.rec, rec), g.Report.Error.Ply, len(rec.Moves), g.Report.Error.Message)
				for _, o := range offers {
					t.Logf("    %.2f %+v", o.Likelihood, o.Changes)
				}
			}
		}
	}
	for _, m := range []map[string]*tally{kinds, ids} {
		for name, c := range m {
			t.Logf("%-26s %4d spoilt, %4d first, %4d among three", name, c.spoilt, c.first, c.three)
		}
	}
	slices.Sort(times)
	t.Logf("%d games, all: %+v; median %v, p99 %v, most %v", len(games), all, times[len(times)/2], times[len(times)*99/100], times[len(times)-1])
	three := fixtures.Rounds(98, 98, 99) // percent; a few hundred damages vary more
	if *seed == 1 && (100*all.first < 95*all.spoilt || 100*all.three < three*all.spoilt) {
		t.Errorf("%d of %d come back first, %d among three", all.first, all.spoilt, all.three)
	}
}

func at[T any](m map[string]*T, key string) *T {
	if m[key] == nil {
		m[key] = new(T)
	}
	return m[key]
}

// differ describes the first difference between two records.
func differ(a, b *parser.Record) string {
	for i := range min(len(a.Moves), len(b.Moves)) {
		if a.Moves[i].Text != b.Moves[i].Text {
			return fmt.Sprintf("ply %d was %s, and is %s", i+1, a.Moves[i].Text, b.Moves[i].Text)
		}
	}
	return "the end"
}
