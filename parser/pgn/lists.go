package pgn

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// listNumber matches a move number of a forum's list: 1、 １． ① 第一回合.
var listNumber = regexp.MustCompile(`^(?:([0-9０-９]{1,3})[ 　]*[、．，：。）]|([①-⑳㉑-㉟㊱-㊿])[、．.]?|第[ 　]*([0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5})[ 　]*(?:回合|回|着|步|手)[、．：:,，]?)`)

// readListNumber reads a move number of a forum's list.
func (t *pgnText) readListNumber() bool {
	if !mayBeListNumber(t.text[t.at:]) {
		return false
	}
	parts := listNumber.FindStringSubmatch(t.text[t.at:min(len(t.text), t.at+40)])
	if parts == nil {
		return false
	}
	n := 0
	switch {
	case parts[2] != "":
		r, _ := utf8.DecodeRuneInString(parts[2])
		switch {
		case r >= '㊱':
			n = int(r-'㊱') + 36
		case r >= '㉑':
			n = int(r-'㉑') + 21
		default:
			n = int(r-'①') + 1
		}
	default:
		n = numberValue(parts[1] + parts[3])
	}
	t.pendingNumber, t.pendingDots = n, 0
	t.top().plyStarted = true
	t.at += len(parts[0])
	return true
}

// mayBeListNumber reports whether text may start with such a number. It is a
// quick check that excludes most movetext.
func mayBeListNumber(text string) bool {
	i := 0
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i < len(text) && (text[i] >= 0xE2 && text[i] <= 0xEF || text[i] == ' ' && i > 0 && i+1 < len(text) && text[i+1] >= 0xE3)
}

// numberValue returns the value of a number in ASCII, full-width or Chinese
// digits.
func numberValue(text string) int {
	const digits = "〇一二三四五六七八九"
	n, digit := 0, 0
	chinese := false
	for _, r := range text {
		switch i := strings.IndexRune(digits, r); {
		case r >= '０' && r <= '９':
			n = 10*n + int(r-'０')
		case r >= '0' && r <= '9':
			n = 10*n + int(r-'0')
		case r == '百':
			n, digit, chinese = n+100*max(digit, 1), 0, true
		case r == '十':
			n, digit, chinese = n+10*max(digit, 1), 0, true
		case i >= 0:
			digit, chinese = i/3, true
		}
	}
	if chinese {
		n += digit
	}
	return n
}

// The forms of moves without a file letter: xiangqi in Chinese, janggi in
// numbers, makruk in Thai, and shogi as in English books.
var (
	chineseForm = regexp.MustCompile(`^(?:[炮砲包俥傌車车馬马相象仕士帥帅將将兵卒前后後中一二三四五１２３４５][炮砲車车馬马相象仕士兵卒俥傌一二三四五六七八九１-９1-9][进進退平][一二三四五六七八九１-９1-9])`)
	koreanForm  = regexp.MustCompile(`^(?:[A-Z]?[0-9][1-9][-x]?\p{Hangul}?[0-9][1-9]|\p{Hangul}[0-9][1-9]|[0-9][1-9](?:\p{Hangul}|\p{Han})[0-9][1-9])(?:장군|멍군)?$`)
	thaiForm    = regexp.MustCompile(`^[ขมครบตด]?[.]?[กขคงจฉชญ]?[-xX×]?[กขคงจฉชญ][1-8๑-๘]`)
	westernForm = regexp.MustCompile(`^\+?[PLNSGBRK](?:[1-9][a-i1-9])?[-x:*']?[1-9][a-i1-9][+=]?$`)
)

// isListMove reports whether a word has one of these forms. Four digits alone
// are a move of another notation.
func isListMove(word string) bool {
	if word == "" || len(word) > 40 {
		return false
	}
	if word[0] < utf8.RuneSelf && scan.IsASCII(word) {
		return westernForm.MatchString(word) || len(word) > 4 && koreanForm.MatchString(word) && !isNumber(word)
	}
	return chineseForm.MatchString(word) || koreanForm.MatchString(word) || thaiForm.MatchString(word)
}

// startsList reports whether a line starts with a number or a move of such a
// list.
func startsList(line string) bool {
	line = scan.Trim(line)
	if mayBeListNumber(line) {
		if n := listNumber.FindString(line); n != "" {
			line = scan.Trim(line[len(n):])
		}
	}
	return isListMove(pgnWordAt(line, 0))
}

// koreanSetups are the words for the set-ups of janggi: horses (N) and
// elephants (B) from the player's left.
var koreanSetups = map[string]string{"마상상마": "NBBN", "상마마상": "BNNB", "마상마상": "NBNB", "상마상마": "BNBN"}

// readSetups sets the start of a janggi game from the words for both set-ups.
func (t *pgnText) readSetups() {
	cho, first := t.record.Tag("초차림")
	han, second := t.record.Tag("한차림")
	own, other := koreanSetups[scan.Trim(cho)], koreanSetups[scan.Trim(han)]
	if t.record.Start != "" || !first && !second || own == "" || other == "" {
		return
	}
	other = strings.ToLower(other)
	mirrored := string([]byte{other[3], other[2], other[1], other[0]}) // from Han's left
	if hanSeenFromCho(t.top().line, mirrored, other) {
		mirrored = other
	}
	rank := func(setup, rook, guard string) string {
		return rook + setup[:2] + guard + "1" + guard + setup[2:] + rook
	}
	t.record.Start = rank(mirrored, "r", "a") + "/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/" + rank(own, "R", "A") + " w - - 0 1"
}

// hanSeenFromCho reports whether Han's first horse or elephant move fits its
// set-up only if that is read from Cho's left.
func hanSeenFromCho(line record.Line, mirrored, straight string) bool {
	const files = "2378"
	for i := range line {
		text := line[i].Text
		if len(text) < 5 || text[0] != '1' || !strings.Contains(files, text[1:2]) {
			continue
		}
		letter := byte(0)
		switch r, _ := utf8.DecodeRuneInString(text[2:]); r {
		case '마', '馬', '马':
			letter = 'n'
		case '상', '象':
			letter = 'b'
		}
		at := strings.Index(files, text[1:2])
		if letter != 0 && mirrored[at] != straight[at] {
			return straight[at] == letter
		}
	}
	return false
}
