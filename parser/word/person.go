package word

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"assay/parser/scan"
)

// Person is a player's name without titles and ranks.
type Person struct {
	// Words are the folded words of the name in their order, as for searches.
	// A name in Chinese characters, kana or Hangul is one word.
	Words []string
	// Family is the number of words before a comma, the family name; 0 without
	// a comma.
	Family int
	// Several reports that the text names several people, such as "A+B".
	Several bool
	// Titles are the titles and ranks as written: GM, 九段, 名人, 국수.
	Titles []string
}

// Key returns the name without what spellings of one name differ in: spaces,
// signs, case, width, accents, variants of characters, titles and ranks. It is
// empty if the text names nobody.
func (p Person) Key() string { return strings.Join(p.Words, " ") }

// IsPerson reports whether a text names somebody: whether the person's key is
// not empty. For most names it is much faster than SplitPerson.
func IsPerson(text string) bool {
	family, _, comma := strings.Cut(text, ",")
	latin := strings.TrimLeft(family, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
	if comma && family != "" && latin && !placeholderWords[strings.ToLower(family)] {
		return true
	}
	return SplitPerson(text).Key() != ""
}

// SplitPerson splits a player's name from titles and ranks.
func SplitPerson(text string) Person {
	var p Person
	text = ratingForm.ReplaceAllString(norm.NFKC.String(strings.ToValidUTF8(text, " ")), " ")
	family, given, comma := strings.Cut(apostrophes.Replace(text), ",")
	joined := false // the last word is in a script without spaces
	for i, part := range []string{family, given} {
		tokens := strings.FieldsFunc(part, func(r rune) bool { return !isWordRune(r) })
		for _, token := range tokens {
			p.add(token, comma && i == 0 && len(tokens) == 1, &joined)
		}
		if i == 0 {
			if comma {
				p.Family = len(p.Words)
			}
		}
	}
	if p.Family == len(p.Words) {
		p.Family = 0
	}
	p.Several = severalForm.MatchString(text)
	if placeholders[p.Key()] {
		p.Words = nil
	}
	return p
}

// add adds a word. family reports that it must be a name, because a comma
// follows it.
func (p *Person) add(token string, family bool, joined *bool) {
	plain := plainLetters.Replace(Fold(token))
	if !family && (latinTitles[token] || rankForm.MatchString(plain)) {
		p.Titles = append(p.Titles, token)
		return
	}
	first, _ := utf8.DecodeRuneInString(token)
	if !unicode.In(first, unspaced...) {
		*joined = false
		p.Words = append(p.Words, cut(plain))
		return
	}
	name, titles := splitTitles([]rune(token))
	p.Titles = append(p.Titles, titles...)
	if len(name) == 0 {
		return
	}
	folded := Fold(spelled(string(name)))
	if *joined {
		p.Words[len(p.Words)-1] += folded
	} else {
		p.Words = append(p.Words, folded)
	}
	*joined = true
}

// splitTitles takes titles and ranks off the end of a name. A title that stands
// alone is one.
func splitTitles(name []rune) (rest []rune, titles []string) {
	for len(name) > 0 {
		text := spelled(string(name))
		n := 0 // characters of a title at the end
		for _, title := range joinedTitles {
			if strings.HasSuffix(text, title) {
				n = max(n, len([]rune(title)))
			}
		}
		if m := joinedRank.FindString(text); m != "" {
			n = max(n, len([]rune(m)))
		}
		if n == 0 || n == len(name)-1 { // a family name alone, such as 王名人, is too short to tell
			break
		}
		titles = append([]string{string(name[len(name)-n:])}, titles...)
		name = name[:len(name)-n]
	}
	return name, titles
}

var (
	ratingForm  = scan.NewPattern(`[(\[]\s*\d{3,4}\s*[)\]]`)
	severalForm = scan.NewPattern(`[\pL.)]\s*[+/&;:＋／＆：]\s*[\pL(]`)
	apostrophes = strings.NewReplacer("'", "", "’", "", "ʼ", "", "`", "")
	// rankForm matches a rank of its own: 9p, 5dan, 3k.
	rankForm = scan.NewPattern(`^[1-9]\d?(p|d|k|dan|kyu|단|급|段|級)$`)
	// joinedRank matches a rank at the end of a name, in the spelling of
	// searches.
	joinedRank = scan.NewPattern(
		`(女流|あま|準|初|二|三|四|五|六|七|八|九|十|[1-9][0-9]?)*(初|二|三|四|五|六|七|八|九|十|[1-9][0-9]?|[초이삼사오육칠팔구])(段|級|级|冠|단|급)$`)
)

// latinTitles are titles as they are written; in small letters they are names.
var latinTitles = map[string]bool{
	"GM": true, "IM": true, "FM": true, "CM": true, "NM": true, "WGM": true, "WIM": true, "WFM": true, "WCM": true,
	"GMI": true, "MI": true, "MF": true, "SGM": true, "LGM": true, "BOT": true,
}

// joinedTitles are titles that follow a name without a space, in the spelling
// of searches.
var joinedTitles = func() []string {
	var all []string
	for title := range strings.FieldsSeq(`名人 竜王 王位 王座 棋王 王将 棋聖 叡王 永世名人 永世竜王 永世棋聖 永世王位 永世棋王 名誉王座
		女流名人 女流王将 女流王位 女流王座 女王 倉敷藤花 清麗 白玲 十段 本因坊 天元 碁聖 特級大師 象棋大師 大師 特級国際大師
		国際大師 国手 先生 국수 명인 기성 왕위 천원 프로 사범`) {
		all = append(all, spelled(norm.NFKC.String(title)))
	}
	return all
}()

// placeholderWords are the first words of placeholders.
var placeholderWords = func() map[string]bool {
	words := map[string]bool{}
	for text := range placeholders {
		first, _, _ := strings.Cut(text, " ")
		words[first] = true
	}
	return words
}()

// placeholders stand in records for a name that is not known.
var placeholders = map[string]bool{
	"nn": true, "n n": true, "unknown": true, "anonymous": true, "white": true, "black": true, "player 1": true,
	"player 2": true, "不明": true, "先手": true, "後手": true, "sente": true, "gote": true, "red": true,
}
