package pgn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// listNumber matches a move number of a list: 1、 １． १. ① 1️⃣ 第一回合 1) (1) 1: #1
// Move 1: and l. or I. of a scanned text. The forms from 1) on are numbers only
// if a move follows.
var listNumber = scan.NewPattern(
	`^(?:([0-9０-９]{1,3})[ 　]*[、．，：。）]|([^\P{Nd}0-9]{1,3})[.)]|([①-⑳㉑-㉟㊱-㊿])[、．.]?|((?:[0-9]\x{FE0F}?\x{20E3}){1,3}|🔟)[.)]?|第[ 　]*([0-9０-９]{1,3}|[一二三四五六七八九十百]{1,5})[ 　]*(?:回合|回|着|步|手)[、．：:,，]?|([(（]?[0-9]{1,3}[)）:]|#[0-9]{1,3}[.:)]?|(?i:move) #?[0-9]{1,3}[.:)]|[lI]\.))`)

// readListNumber reads a move number of a forum's list.
func (t *pgnText) readListNumber() bool {
	if !mayBeListNumber(t.text[t.at:]) {
		return false
	}
	near := t.text[:min(len(t.text), t.at+nearBytes)]
	parts := listNumber.FindStringSubmatch(near[t.at:])
	if parts == nil {
		return false
	}
	line := near[t.at:scan.LineEnd(near, t.at)]
	if unsure := parts[len(parts)-1]; unsure != "" && !t.startsBracketed(line) && !startsList(line) {
		return false
	}
	t.pendingNumber, t.pendingDots = numberValue(strings.Join(parts[1:], "")), 0
	t.top().plyStarted = true
	t.at += len(parts[0])
	return true
}

// nearBytes is the length of the text in which a number and the move after it
// are looked for.
const nearBytes = 120

// startsBracketed reports whether a line starts with a number of a list, and a
// move. In a variation, a bracket closes it.
func (t *pgnText) startsBracketed(line string) bool {
	if len(t.frames) > 1 || isScannedOne(line) && len(t.frames[0].line) > 0 {
		return false
	}
	number, after := skipListNumber(line, 0)
	return number && looksLikeSAN(strings.TrimLeft(pgnWordAt(line, after), "."))
}

// mayBeListNumber reports whether text may start with such a number. It is a
// quick check that excludes most movetext.
func mayBeListNumber(text string) bool {
	i := 0
	if text != "" && (text[0] == '(' || text[0] == '#') {
		i = 1
	} else if isScannedOne(text) || len(text) > 5 && strings.EqualFold(text[:5], "move ") {
		return true
	}
	open := i
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	if i < len(text) && (text[i] == ')' || text[i] == ':') || open > 0 {
		return i > open
	}
	if i == 0 && text != "" && text[0] >= 0xD9 && text[0] <= 0xE1 {
		r, _ := utf8.DecodeRuneInString(text)
		return unicode.IsDigit(r)
	}
	return i < len(text) && (text[i] >= 0xE2 && text[i] <= 0xF0 || text[i] == ' ' && i > 0 && i+1 < len(text) &&
		text[i+1] >= 0xE3)
}

// isScannedOne reports whether a text starts with a letter that was read from a
// scanned 1, as in l. e4.
func isScannedOne(text string) bool {
	return len(text) > 1 && text[1] == '.' && (text[0] == 'l' || text[0] == 'I')
}

// numberValue returns the value of a number of a list in digits of any script,
// Chinese numerals or one sign.
func numberValue(text string) int {
	const digits = "〇一二三四五六七八九"
	n, digit := 0, 0
	chinese := false
	for _, r := range text {
		switch i := strings.IndexRune(digits, r); {
		case unicode.IsDigit(r): // the digits of a script start at 0 or 6 of 16
			value := int(r & 0xF)
			if !unicode.IsDigit(r &^ 0xF) {
				value -= 6
			}
			n = 10*n + value
		case r == 'l', r == 'I':
			n = 1
		case r == '🔟':
			n = 10
		case r >= '①' && r <= '⑳':
			n = int(r-'①') + 1
		case r >= '㉑' && r <= '㉟':
			n = int(r-'㉑') + 21
		case r >= '㊱' && r <= '㊿':
			n = int(r-'㊱') + 36
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

// chineseMove is the form of a xiangqi move in Chinese.
const chineseMove = `(?:[炮砲包俥傌車车馬马相象仕士帥帅將将兵卒前后後中一二三四五１２３４５][炮砲車车馬马相象仕士兵卒俥傌一二三四五六七八九１-９1-9][进進退平][一二三四五六七八九１-９1-9])`

// The forms of moves without a file letter: xiangqi in Chinese, janggi in
// numbers, makruk in Thai, and shogi in Japanese without signs of the sides and
// as in English books.
var (
	chineseForm = scan.NewPattern(`^` + chineseMove)
	koreanForm  = scan.NewPattern(
		`^(?:[A-Z]?[0-9][1-9][-x]?\p{Hangul}?[0-9][1-9]|\p{Hangul}[0-9][1-9]|[0-9][1-9](?:\p{Hangul}|\p{Han}){1,2}[0-9][1-9]타?(?:\p{Hangul}|\p{Han})?)(?:장군|멍군)?$`)
	thaiForm      = scan.NewPattern(`^[ขมครบตด]?[.]?[กขคงจฉชญ]?[-xX×]?[กขคงจฉชญ][1-8๑-๘]`)
	fullWidthForm = scan.NewPattern(`^[ＫＱＲＢＮ]?[ａ-ｈ]?[１-８]?[ｘ－]?[ａ-ｈ][１-８]`)
	japaneseForm  = scan.NewPattern(
		`^(?:[1-9１-９][1-9１-９一二三四五六七八九]|同)(?:成[銀桂香]|[歩香桂銀金角飛王玉と杏圭全馬龍竜])[打成不右左直上寄引行]*$`)
	westernForm = scan.NewPattern(`^\+?[PLNSGBRK](?:[1-9][a-i1-9])?[-x:*'@]?[1-9][a-i1-9][+=]?$`)
)

// isListMove reports whether a word has one of these forms. Four digits alone
// are a move of another notation.
func isListMove(word string) bool {
	if word == "" {
		return false
	}
	if len(word) > 40 {
		return gluedMove(word) > 0
	}
	if word[0] < utf8.RuneSelf && scan.IsASCII(word) {
		return westernForm.MatchString(word) || len(word) > 4 && koreanForm.MatchString(word) && !isNumber(word)
	}
	if strings.HasPrefix(word, "\xEF") && fullWidthForm.MatchString(word) {
		return true
	}
	return chineseForm.MatchString(word) || koreanForm.MatchString(word) || thaiForm.MatchString(word) ||
		japaneseForm.MatchString(word)
}

// gluedMove returns the length of the first of several moves in Chinese without
// blanks between them, as in 炮二平五马8进7; 0 for other words.
func gluedMove(word string) int {
	if word[0] < utf8.RuneSelf {
		return 0
	}
	if first := chineseForm.FindString(word); first != "" && chineseForm.MatchString(word[len(first):]) {
		return len(first)
	}
	return 0
}

// shogiForm is the form of moves as in USI and CSA.
var shogiForm = scan.NewPattern(`^(?:[1-9][a-i][1-9][a-i]\+?|[+-]?[0-9]{4}[A-Z]{2})$`)

// countsPlies reports whether lists of such moves may number every ply.
func countsPlies(word string) bool { return isListMove(word) || shogiForm.MatchString(word) }

// startsList reports whether a line starts with a number or a move of such a
// list.
func startsList(line string) bool {
	line = scan.Trim(line)
	if number, after := skipListNumber(line, 0); number {
		line = scan.Trim(line[after:])
	}
	if number, after := skipNumber(line, 0); number && after < len(line) && line[after] >= utf8.RuneSelf {
		line = line[after:]
	}
	return isListMove(pgnWordAt(line, 0))
}

// koreanSetups are the words for the set-ups of janggi: horses (N) and
// elephants (B) on the files 2, 3, 7 and 8, as seen from Cho.
var koreanSetups = map[string]string{"마상상마": "NBBN", "상마마상": "BNNB", "마상마상": "NBNB", "상마상마": "BNBN"}

// choSetup and hanSetup are the keys of the set-ups.
const choSetup, hanSetup = "초차림", "한차림"

// readSetups sets the start of a janggi game from its position, or from the
// words for both set-ups.
// Han moves first if the first ply starts on Han's side.
func (t *pgnText) readSetups() {
	cho, _ := t.record.Tag(choSetup)
	han, _ := t.record.Tag(hanSetup)
	own, other := koreanSetups[scan.Trim(cho)], koreanSetups[scan.Trim(han)]
	if board, ok := t.record.Tag(boardKey); ok && t.record.Start == "" {
		t.record.Start = readBoard(board)
	}
	if t.record.Start != "" || own == "" || other == "" {
		return
	}
	line := t.top().line
	own, other = asPlayed(own, '0', line), strings.ToLower(asPlayed(other, '1', line))
	rank := func(setup, rook, guard string) string {
		return rook + setup[:2] + guard + "1" + guard + setup[2:] + rook
	}
	side := " w"
	if len(line) > 0 && line[0].Text[0] >= '1' && line[0].Text[0] <= '4' && koreanForm.MatchString(line[0].Text) {
		side = " b"
	}
	t.record.Start = rank(other, "r", "a") + "/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/" + rank(own, "R", "A") +
		side + " - - 0 1"
}

// boardKey is the key of a janggi position: its ranks from Cho's side, Cho in
// Hangul and Han in Chinese characters, and the side to move.
const boardKey = "판"

// koreanBoard are the letters of the pieces in such a position.
var koreanBoard = strings.NewReplacer("차", "R", "마", "N", "상", "B", "사", "A", "장", "K", "왕", "K", "궁", "K", "초", "K",
	"포", "C", "졸", "P", "병", "P",
	"車", "r", "馬", "n", "象", "b", "士", "a", "將", "k", "王", "k", "宮", "k", "漢", "k", "包", "c", "卒", "p", "兵", "p")

// readBoard returns the FEN of a janggi position; "" if it is none.
func readBoard(text string) string {
	board, side, _ := strings.Cut(scan.Trim(text), " ")
	ranks := strings.Split(koreanBoard.Replace(board), "/")
	if len(ranks) != 10 {
		return ""
	}
	for i, rank := range ranks {
		size := 0
		for _, c := range rank {
			switch {
			case c >= '1' && c <= '9':
				size += int(c - '0')
			case strings.ContainsRune("rnbakcpRNBAKCP", c):
				size++
			default:
				return ""
			}
		}
		if size > 9 {
			return ""
		}
		if size < 9 {
			ranks[i] += string(rune('0' + 9 - size)) // the rest is empty
		}
	}
	slices.Reverse(ranks)
	turn := "w"
	if strings.HasPrefix(side, "한") || strings.HasPrefix(side, "漢") {
		turn = "b"
	}
	return strings.Join(ranks, "/") + " " + turn + " - - 0 1"
}

// koreanLetters are the horse and the elephant in janggi's movetext.
var koreanLetters = map[rune]byte{'마': 'N', '馬': 'N', '马': 'N', '상': 'B', '象': 'B'}

// asPlayed returns the set-up of the side with this digit as its home rank. The
// set-up is mirrored if its first move of a horse or an elephant is possible
// only then.
func asPlayed(setup string, rank byte, line record.Line) string {
	for i := range line {
		text := line[i].Text
		if len(text) < 5 || text[0] != rank || !koreanForm.MatchString(text) {
			continue
		}
		at := strings.IndexByte("2378", text[1])
		n := strings.IndexFunc(text, func(r rune) bool { return koreanLetters[r] != 0 })
		if at < 0 || n < 0 || n > len("00漢") {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(text[n:]); koreanLetters[r] == setup[at] || koreanLetters[r] != setup[3-at] {
			return setup
		}
		return string([]byte{setup[3], setup[2], setup[1], setup[0]})
	}
	return setup
}

// numberByMoves renumbers the plies of a record that numbers plies instead of
// moves: 1. 79졸78 2. 41병42 3. 82포85.
func numberByMoves(line record.Line, second bool) {
	type part struct {
		line  record.Line
		first int // index of its first ply in the game
	}
	first := 0
	if second {
		first = 1
	}
	for rest := []part{{line, first}}; len(rest) > 0; {
		p := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for i := range p.line {
			p.line[i].Number = (p.first+i)/2 + 1
			for _, variation := range p.line[i].Notes().Variations {
				rest = append(rest, part{variation, p.first + i})
			}
		}
	}
}
