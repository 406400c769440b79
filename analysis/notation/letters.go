package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser"
)

// Alphabet holds the piece letters of a language for algebraic notation.
type Alphabet struct {
	// Language is its English name, "" if unknown. Several languages share most
	// alphabets.
	Language string
	letters  map[string]byte // to English letters
	longest  int             // length of the longest letter in bytes
}

// alphabets are the alphabets of the languages of chess literature, the most
// common first. Each line has the letters of king, queen, rook, bishop and
// knight.
var alphabets = func() (all []Alphabet) {
	for _, row := range [][2]string{
		{"German", "K D T L S"}, {"French", "R D T F C"}, {"Spanish", "R D T A C"}, {"Russian", "Кр Ф Л С К"},
		{"Dutch", "K D T L P"},
		{"Polish", "K H W G S"}, {"Hungarian", "K V B F H"}, {"Czech", "K D V S J"}, {"Portuguese", "R D T B C"},
		{"Finnish", "K D T L R"},
		{"Romanian", "R D T N C"}, {"Icelandic", "K D H B R"}, {"Estonian", "K L V O R"}, {"Turkish", "Ş V K F A"},
		{"Turkish", "S V K F A"},
		{"Bulgarian", "Ц Д Т О К"}, {"Ukrainian", "Кр Ф Т С К"}, {"Greek", "Ρ Β Π Α Ι"}, {"Latvian", "K D T L Z"},
		{"Lithuanian", "K V B R Ž"},
		{"Esperanto", "R D T K Ĉ"}, {"Indonesian", "R M B G K"}, {"Vietnamese", "V H X T M"},
	} {
		letters := map[string]byte{}
		for i, letter := range strings.Fields(row[1]) {
			letters[letter] = "KQRBN"[i]
		}
		all = append(all, *newAlphabet(row[0], letters))
	}
	return all
}()

// newAlphabet returns the alphabet of letters and their English equivalents.
func newAlphabet(language string, letters map[string]byte) *Alphabet {
	a := &Alphabet{Language: language, letters: letters}
	for letter := range letters {
		a.longest = max(a.longest, len(letter))
	}
	return a
}

// Translate rewrites a move with English letters. A move without a letter of
// the alphabet at its start, before a drop sign, or as a promotion is returned
// unchanged.
func (a *Alphabet) Translate(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		letter, n := a.letterAt(text[i:])
		if n > 0 && (i == 0 || strings.ContainsRune("=(/+", before) || unicode.IsDigit(before)) {
			b.WriteByte(letter)
			i += n
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

// letterAt returns the English letter for the start of a text, and the length
// there; 0 for none.
func (a *Alphabet) letterAt(text string) (letter byte, n int) {
	for n = min(a.longest, len(text)); n > 0; n-- {
		if letter, ok := a.letters[text[:n]]; ok {
			return letter, n
		}
	}
	return 0, 0
}

// Translates returns the alphabets in which a record may be written. These have
// every letter with which its moves begin.
func Translates(rec *parser.Record) (all []*Alphabet) {
	if rec.Written() != parser.PGN {
		return nil
	}
	for i := range alphabets {
		a, fits, changes := &alphabets[i], true, false
		for k := range rec.Moves {
			text := rec.Moves[k].Text
			first, _ := utf8.DecodeRuneInString(text)
			_, n := a.letterAt(text)
			if fits = n > 0 || !unicode.IsUpper(first) || first == 'O' || first == 'P' || first == 'Z'; !fits {
				break
			}
			changes = changes || n > 0 && a.Translate(text) != text
		}
		if fits && changes {
			all = append(all, a)
		}
	}
	return all
}

// Letters returns the letters of the alphabet that a record uses and, in the
// same order, their English equivalents.
func (a *Alphabet) Letters(rec *parser.Record) (was, now string) {
	used := map[string]bool{}
	var own, english []string
	for i := range rec.Moves {
		letter, n := a.letterAt(rec.Moves[i].Text)
		if key := rec.Moves[i].Text[:n]; n > 0 && !used[key] && key != string(letter) {
			used[key] = true
			own, english = append(own, key), append(english, string(letter))
		}
	}
	return strings.Join(own, " "), strings.Join(english, " ")
}
